package reference

import (
	"fmt"
	"slices"
	"strings"
)

// quixoAnnounced is Quixo for two in which a line ends the game only when it is
// announced; winner is the team that has won by an announcement, or none. A
// player who can neither take a cube nor pass has lost.
type quixoAnnounced struct {
	quixo
	winner string
}

// quixo4pAnnounced is the same for four.
type quixo4pAnnounced struct {
	quixo4p
	winner string
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
	usual, winner, err := readAnnounced(text)
	if err != nil {
		return nil, err
	}
	p, err := Quixo(size, usual)
	if err != nil {
		return nil, err
	}
	q := quixoAnnounced{p.(quixo), winner}
	return q, mayHaveEnded(&q.board, q.player, winner)
}

// Quixo4pAnnounced reads a position of the game for four.
func Quixo4pAnnounced(text string) (Position, error) {
	usual, winner, err := readAnnounced(text)
	if err != nil {
		return nil, err
	}
	p, err := Quixo4p(usual)
	if err != nil {
		return nil, err
	}
	q := quixo4pAnnounced{p.(quixo4p), winner}
	return q, mayHaveEnded(&q.board, q.team(), winner)
}

func readAnnounced(text string) (usual, winner string, err error) {
	usual, winner, ended := strings.Cut(text, " !")
	if ended && winner != "X" && winner != "O" {
		return "", "", fmt.Errorf("%q: the winner is %q", text, winner)
	}
	return usual, winner, nil
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

func announcedText(usual, winner string) string {
	if winner == "" {
		return usual
	}
	return usual + " !" + winner
}

func announcedOutcome(winner string) Outcome {
	if winner == "" {
		return running
	}
	return wonBy(winner)
}

// announcedTurns are the usual turns, those after which the team has a line
// also with an announcement, and the announcement alone if it has one already.
func announcedTurns[T turn](usual []T, b *board, team string, after func(T) board) []announcedTurn[T] {
	var turns []announcedTurn[T]
	if quixoLine(b, team) {
		turns = append(turns, announcedTurn[T]{claim: true})
	}
	for _, t := range usual {
		turns = append(turns, announcedTurn[T]{usual: t})
		played := after(t)
		if t.text() != "pass" && quixoLine(&played, team) {
			turns = append(turns, announcedTurn[T]{usual: t, announced: true})
		}
	}
	return turns
}

// announcedWinner is the team that wins by a turn: who announces a line, except
// with a push that has made a line for the other team; none without an
// announcement.
func announcedWinner[T turn](t announcedTurn[T], team string, before, after *board) string {
	switch {
	case !t.claim && !t.announced:
		return ""
	case t.announced && quixoNewLine(before, after, quixoOpponent(team)):
		return quixoOpponent(team)
	}
	return team
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

func (p quixoAnnounced) Text() string    { return announcedText(p.quixo.Text(), p.winner) }
func (p quixoAnnounced) Moves() []string { return texts(p.turns(), p) }

func (p quixoAnnounced) Outcome() Outcome {
	if p.winner == "" && len(p.quixo.turns()) == 0 {
		return wonBy(quixoOpponent(p.player))
	}
	return announcedOutcome(p.winner)
}

func (p quixoAnnounced) turns() []announcedTurn[quixoPush] {
	return announcedTurns(p.quixo.turns(), &p.board, p.player, func(t quixoPush) board {
		return quixoPushed(p.board, t, p.player[0])
	})
}

func (p quixoAnnounced) Play(move string) Position {
	t := find(p.turns(), move, p)
	next := quixoAnnounced{quixo{place{p.board, quixoOpponent(p.player)}}, ""}
	if !t.claim {
		next.board = quixoPushed(p.board, t.usual, p.player[0])
	}
	next.winner = announcedWinner(t, p.player, &p.board, &next.board)
	return next
}

func (p quixo4pAnnounced) Text() string     { return announcedText(p.quixo4p.Text(), p.winner) }
func (p quixo4pAnnounced) Outcome() Outcome { return announcedOutcome(p.winner) }
func (p quixo4pAnnounced) Moves() []string  { return texts(p.turns(), p) }

func (p quixo4pAnnounced) turns() []announcedTurn[quixo4pTurn] {
	return announcedTurns(p.quixo4p.turns(), &p.board, p.team(), p.after)
}

// after is the board after a usual turn.
func (p quixo4pAnnounced) after(t quixo4pTurn) board {
	if t.pass {
		return p.board
	}
	return quixoPushed(p.board, t.push, quixo4pCube[p.team()+string([]byte{t.dot})])
}

func (p quixo4pAnnounced) Play(move string) Position {
	t := find(p.turns(), move, p)
	next := quixo4pAnnounced{quixo4p{place{p.board, quixo4pNext[p.player]}}, ""}
	if !t.claim {
		next.board = p.after(t.usual)
	}
	next.winner = announcedWinner(t, p.team(), &p.board, &next.board)
	return next
}
