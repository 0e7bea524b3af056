package board

import "plateau/game"

// Supply describes what each side still has to place, one line per seat without
// newline; there is none in games whose pieces are all on the board.
func Supply(p game.Position, style Style) []string {
	look := style.lookOf(p.Game())
	if look.Supply == nil {
		return nil
	}
	var lines []string
	for seat := range p.Game().Seats() {
		lines = append(lines, look.Supply(look, p, game.Seat(seat), style))
	}
	return lines
}
