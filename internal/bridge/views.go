package bridge

import (
	"slices"
	"strings"

	"plateau/catalogue"
	"plateau/game"
)

// Games describes all games.
func (b *Bridge) Games() []GameInfo {
	infos := make([]GameInfo, 0, len(b.games))
	for _, e := range b.games {
		infos = append(infos, newGameInfo(e))
	}
	return infos
}

func newGameInfo(e catalogue.Entry) GameInfo {
	g := e.Game
	info := GameInfo{
		ID: g.ID(), Look: g.ID(), Name: g.Name(), Size: g.Size(), Decisive: g.Decisive(), Repeats: g.Repeats(),
		FreeColours: g.FreeColours(), Casual: g.Casual(),
		Letters: strings.Split(g.Letters(), ""), Exact: e.Exact,
	}
	for i, seat := range g.Seats() {
		info.Seats = append(info.Seats, SeatInfo{seat.ID, int(seat.Team), seat.Colour})
		start := ""
		if slices.Contains(g.Openers(), game.Seat(i)) {
			start = g.Start(game.Seat(i)).String()
			info.Openers = append(info.Openers, i)
		}
		info.Starts = append(info.Starts, start)
	}
	for _, s := range g.Slots() {
		on := "tray"
		switch {
		case s.OnBoard:
			on = "board"
		case s.Said:
			on = "button"
		}
		info.Slots = append(info.Slots, Slot{s.ID, on})
	}
	return info
}

// lettersOf is what is on a board, by cell.
func lettersOf(p game.Position) map[game.Cell]byte {
	letters := map[game.Cell]byte{}
	for c := range game.Cells(p.Game().Size()) {
		if letter := p.At(c); letter != 0 {
			letters[c] = letter
		}
	}
	return letters
}

func cellTexts(letters map[game.Cell]byte) map[string]string {
	texts := make(map[string]string, len(letters))
	for c, letter := range letters {
		texts[c.String()] = string(letter)
	}
	return texts
}

// newPositionView shows a position with a verdict: that of the position alone, or
// that of a match, which also knows repetition and resignation.
func newPositionView(p game.Position, v game.Verdict) PositionView {
	view := PositionView{
		Game: p.Game().ID(), Text: p.String(), ToMove: int(p.ToMove()),
		Cells: cellTexts(lettersOf(p)), Moves: []Move{}, Verdict: newVerdict(v),
	}
	for i := range p.Game().Seats() {
		view.Reserves = append(view.Reserves, p.Reserve(game.Seat(i)))
	}
	if !v.Outcome.Over() {
		for _, m := range p.Moves() {
			view.Moves = append(view.Moves, Move{p.MoveText(m), p.Picks(m)})
		}
	}
	return view
}

func newVerdict(v game.Verdict) Verdict {
	shown := Verdict{Over: v.Outcome.Over(), Line: game.CellNames(v.Line)}
	if !shown.Over {
		return shown
	}
	if team, won := v.Outcome.Winner(); won {
		shown.Winner = new(int(team))
	}
	shown.Reason = &Phrase{Code: v.Reason.Code, Params: map[string]string{}, Text: v.Why()}
	if len(v.Line) > 0 {
		shown.LineKind = game.LineKind(v.Line)
		shown.Reason.Params["line"] = game.LineName(v.Line)
	}
	return shown
}

func newMotions(motions []game.Motion) []Motion {
	shown := make([]Motion, len(motions))
	for i, m := range motions {
		shown[i] = Motion{Kind: m.Kind, To: m.To.String(), Needs: m.Needs}
		if m.Kind != game.Places {
			shown[i].From = m.From.String()
		}
		if m.Letter != 0 {
			shown[i].Letter = string(m.Letter)
		}
	}
	return shown
}
