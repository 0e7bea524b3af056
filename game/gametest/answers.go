package gametest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"strings"
	"testing"

	"plateau/game"
)

//go:embed testdata/*.tsv.gz
var answerFiles embed.FS

// Unknown is the distance of an answer that has none.
const Unknown = -1

// Answer is the solution of a position by programs that share no code with this
// one; testdata/README.md says what is known of them.
type Answer struct {
	Position string
	// Value is "win", "draw" or "loss" for the player to move.
	Value string
	// Distance is how many turns best play takes to the end, or Unknown; 0
	// is a finished game.
	Distance int
	// Wins, Draws and Losses count the legal moves by their value.
	Wins, Draws, Losses int
}

// Moves is the number of legal moves.
func (a Answer) Moves() int { return a.Wins + a.Draws + a.Losses }

// Answers lists the known answers for a game: quantik, pivot or quixo.
func Answers(id string) ([]Answer, error) {
	packed, err := answerFiles.ReadFile("testdata/" + id + ".tsv.gz")
	if err != nil {
		return nil, fmt.Errorf("known answers for %s: %w", id, err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("known answers for %s: %w", id, err)
	}
	var answers []Answer
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		answer, err := parseAnswer(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("known answers for %s: line %d: %w", id, len(answers)+1, err)
		}
		answers = append(answers, answer)
	}
	return answers, lines.Err()
}

// parseAnswer reads "4/3C/4/s3 1␉win 7␉14␉0␉35".
func parseAnswer(line string) (Answer, error) {
	position, rest, _ := strings.Cut(line, "\t")
	value, counts, _ := strings.Cut(rest, "\t")
	a := Answer{Position: position, Distance: Unknown}
	var distance string
	a.Value, distance, _ = strings.Cut(value, " ")
	if distance != "" {
		if _, err := fmt.Sscan(distance, &a.Distance); err != nil {
			return a, fmt.Errorf("%q: %w", line, err)
		}
	}
	if _, err := fmt.Sscan(counts, &a.Wins, &a.Draws, &a.Losses); err != nil {
		return a, fmt.Errorf("%q: %w", line, err)
	}
	return a, nil
}

// CheckAnswers compares the known answers with the rules, as far as possible
// without a search: the texts, the numbers of legal moves and the finished
// games.
func CheckAnswers[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S]) {
	t.Helper()
	answers, err := Answers(spec.ID)
	if err != nil {
		t.Fatal(err)
	}
	finished := 0
	for _, a := range answers {
		s, err := spec.Parse(a.Position)
		if err != nil {
			t.Errorf("a known position is refused: %v", err)
			continue
		}
		if text := spec.Format(&s); text != a.Position {
			t.Errorf("%q is written %q", a.Position, text)
		}
		if moves := len(P(&s).AppendMoves(nil)); moves != a.Moves() {
			t.Errorf("%q has %d legal moves, want %d", a.Position, moves, a.Moves())
		}
		outcome := P(&s).Outcome()
		if over := a.Moves() == 0; outcome.Over() != over {
			t.Errorf("%q is %v, and has %d legal moves", a.Position, outcome, a.Moves())
		}
		if !outcome.Over() {
			continue
		}
		finished++
		value := game.ValueOf(outcome, spec.Seats[P(&s).ToMove()].Team)
		if got, _, _ := strings.Cut(value.String(), " "); got != a.Value || a.Distance > 0 {
			t.Errorf("%q is finished, a %s, and not a %s after %d turns", a.Position, got, a.Value, a.Distance)
		}
	}
	if len(answers) == 0 || finished == 0 {
		t.Errorf("%s: %d known answers, %d of them for finished games", spec.ID, len(answers), finished)
	}
}

// Value is the value of a position by plain minimax over the whole tree, for
// late positions of games that always end.
func Value[S any, P game.State[S]](s *S) game.Value {
	if o := P(s).Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(P(s).ToMove()&1))
	}
	best := game.Unknown
	for _, m := range P(s).AppendMoves(nil) {
		child := *s
		P(&child).Play(m)
		best = max(best, Value[S, P](&child).Before())
	}
	return best
}
