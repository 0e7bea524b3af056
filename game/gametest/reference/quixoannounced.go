package reference

import (
	"fmt"
	"slices"
	"strings"
)

// announced is Quixo, for two or for four, in which a line ends the game only when it
// is announced; winner is the team that has won by an announcement, or none. A
// player who can neither take a cube nor pass has lost.
type announced[T turn] struct {
	usual[T]
	winner string
}

// usual is a position of the usual game.
type usual[T turn] interface {
	Position
	team() string
	cubes() *board
	// turns lists what the player to move can do, whether or not the game is
	// finished.
	turns() []T
	after(t T) usual[T]
	// skipped is the same board with the next player to move.
	skipped() usual[T]
}

// announcedTurn is a turn of the usual game, perhaps with an announcement, or
// only an announcement.
type announcedTurn[T turn] struct {
	claim     bool
	usual     T
	announced bool
}

func (t announcedTurn[T]) text() string {
	switch {
	case t.claim:
		return "!"
	case t.announced:
		return t.usual.text() + "!"
	}
	return t.usual.text()
}

// QuixoAnnounced reads a position on a board of size 3, 4 or 5. A finished game
// says who has won: "XXX/3/3 O !X".
func QuixoAnnounced(size int, text string) (Position, error) {
	return readAnnounced[quixoPush](text, func(usual string) (Position, error) { return Quixo(size, usual) })
}

// Quixo4pAnnounced reads a position of the game for four.
func Quixo4pAnnounced(text string) (Position, error) {
	return readAnnounced[quixo4pTurn](text, Quixo4p)
}

func readAnnounced[T turn](text string, read func(text string) (Position, error)) (Position, error) {
	board, winner, ended := strings.Cut(text, " !")
	if ended && winner != "X" && winner != "O" {
		return nil, fmt.Errorf("%q: the winner is %q", text, winner)
	}
	p, err := read(board)
	if err != nil {
		return nil, err
	}
	q := announced[T]{p.(usual[T]), winner}
	return q, mayHaveEnded(q.cubes(), q.team(), winner)
}

// mayHaveEnded: the team that has won has a line. The other team has just announced
// if the winner is to move, so it has a line, too.
func mayHaveEnded(b *board, toMove, winner string) error {
	if winner == "" {
		return nil
	}
	if !quixoLine(b, winner) {
		return fmt.Errorf("%s has won without a line", winner)
	}
	if loser := quixoOpponent(winner); winner == toMove && !quixoLine(b, loser) {
		return fmt.Errorf("%s has lost by an announcement without a line", loser)
	}
	return nil
}

func (p announced[T]) Text() string {
	if p.winner == "" {
		return p.usual.Text()
	}
	return p.usual.Text() + " !" + p.winner
}

func (p announced[T]) Outcome() Outcome {
	switch {
	case p.winner != "":
		return wonBy(p.winner)
	case len(p.usual.turns()) == 0:
		return wonBy(quixoOpponent(p.team()))
	}
	return running
}

func (p announced[T]) Moves() []string { return texts(p.turns(), p) }

// turns are the usual turns, those after which the team has a line also with an
// announcement, and the announcement alone if it has one already.
func (p announced[T]) turns() []announcedTurn[T] {
	var turns []announcedTurn[T]
	if quixoLine(p.cubes(), p.team()) {
		turns = append(turns, announcedTurn[T]{claim: true})
	}
	for _, t := range p.usual.turns() {
		turns = append(turns, announcedTurn[T]{usual: t})
		if t.text() != "pass" && quixoLine(p.after(t).cubes(), p.team()) {
			turns = append(turns, announcedTurn[T]{usual: t, announced: true})
		}
	}
	return turns
}

// Play: who announces a line wins, except with a push that has made a line for the
// other team.
func (p announced[T]) Play(move string) Position {
	t := find(p.turns(), move, p)
	if t.claim {
		return announced[T]{p.skipped(), p.team()}
	}
	next := announced[T]{p.after(t.usual), ""}
	if t.announced {
		next.winner = p.team()
		if opponent := quixoOpponent(p.team()); quixoNewLine(p.cubes(), next.cubes(), opponent) {
			next.winner = opponent
		}
	}
	return next
}

// quixoNewLine: the team has a line that it did not have before.
func quixoNewLine(before, after *board, team string) bool {
	had := quixoLineNames(before, team)
	return slices.ContainsFunc(quixoLineNames(after, team), func(name string) bool { return !slices.Contains(had, name) })
}

// quixoLineNames are all lines of a team.
func quixoLineNames(b *board, team string) []string {
	var names []string
	full := func(name string, at func(i int) cell) {
		for i := range b.size {
			if quixoTeam(b.at(at(i))) != team {
				return
			}
		}
		names = append(names, name)
	}
	for n := range b.size {
		full(fmt.Sprint("row ", n), func(i int) cell { return cell{i, n} })
		full(fmt.Sprint("column ", n), func(i int) cell { return cell{n, i} })
	}
	full("up", func(i int) cell { return cell{i, i} })
	full("down", func(i int) cell { return cell{i, b.size - 1 - i} })
	return names
}
