package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

// stdinArg stands for the standard input.
const stdinArg = "-"

// findGame reads a GAME argument. An unknown game is wrong usage.
func (a *app) findGame(id string) (game.Game, error) {
	g, err := a.games.Find(id)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	return g, nil
}

// onGame is a command that runs with the game that is the first argument, and the
// other arguments.
func (a *app) onGame(run func(cmd *cobra.Command, g game.Game, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		g, err := a.findGame(args[0])
		if err != nil {
			return err
		}
		return run(cmd, g, args[1:])
	}
}

// completeGame completes the ids of the games as the first argument.
func (a *app) completeGame(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	if len(args) == 0 {
		for _, g := range a.games {
			if strings.HasPrefix(g.ID(), strings.ToLower(prefix)) {
				ids = append(ids, cobra.CompletionWithDesc(g.ID(), g.Name()))
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// startWord is the start position; the player who begins may follow it.
const startWord = "start"

func isStart(text string) bool { return strings.EqualFold(text, startWord) }

// parsePosition reads a position or the word start.
func parsePosition(g game.Game, text string) (game.Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, emptyPosition.Refuse(text)
	}
	if !isStart(words[0]) {
		return g.Parse(text)
	}
	if len(words) == 1 {
		return g.Start(g.Openers()[0]), nil
	}
	opener := strings.Join(words[1:], " ")
	var ids []string
	for _, seat := range g.Openers() {
		id := g.Seats()[seat].ID
		if strings.EqualFold(opener, id) {
			return g.Start(seat), nil
		}
		ids = append(ids, id)
	}
	return nil, cannotBegin.Refuse(text, "seats", strings.Join(ids, " or "))
}

var emptyPosition = game.Phrase{Code: "position.empty", English: "the position is empty; start is the start position"}

var cannotBegin = game.Phrase{Code: "position.opener", English: "the player who may begin is {seats}"}

// splitMoves splits words into a position, which may be missing, and the moves
// after it. A board and the player to move may be two words.
func splitMoves(g game.Game, words []string) (position string, moves []string) {
	if len(words) == 0 || words[0] != "" && !strings.Contains(words[0], "/") && !isStart(words[0]) {
		return startWord, words
	}
	return splitPosition(g, words)
}

func splitPosition(g game.Game, words []string) (position string, rest []string) {
	position, rest = words[0], words[1:]
	if len(rest) > 0 && !strings.Contains(position, " ") {
		if _, ok := findSeat(g, rest[0]); ok {
			return position + " " + rest[0], rest[1:]
		}
	}
	return position, rest
}

// findSeat reads the ID of a seat.
func findSeat(g game.Game, id string) (game.Seat, bool) {
	for i, seat := range g.Seats() {
		if strings.EqualFold(seat.ID, id) {
			return game.Seat(i), true
		}
	}
	return game.NoSeat, false
}

// playWords plays moves from a position.
func playWords(g game.Game, words []string) (*game.Match, error) {
	text, moves := splitMoves(g, words)
	start, err := parsePosition(g, text)
	if err != nil {
		return nil, err
	}
	m := game.MatchFrom(start, nil)
	for i, move := range moves {
		if err := m.Play(move); err != nil {
			return nil, refuseMove(i+1, err)
		}
	}
	return m, nil
}

// moveError is the refusal of one of several moves.
type moveError struct {
	number int
	*game.Refusal
}

func refuseMove(number int, err error) error {
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	return &moveError{number, refusal}
}

// Error has the number of the move.
func (e *moveError) Error() string { return fmt.Sprintf("move %d: %v", e.number, e.Refusal) }

// Unwrap returns the refusal.
func (e *moveError) Unwrap() error { return e.Refusal }
