package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/tui/caption"
)

func (a *app) recordCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "record",
		GroupID: recordGroup,
		Short:   "Check, show and replay saved games",
		Long: `Check, show and replay records: text files with one or many games, as 'save'
writes them during play.`,
		Example: `  plateau record check *.plateau
  plateau record show game.plateau
  plateau record replay game.plateau --game 2`,
		RunE: runGroup,
	}
	cmd.AddCommand(a.recordCheckCommand(), a.recordShowCommand(), a.recordReplayCommand())
	return cmd
}

// foundRecord is a game found in a file. A damaged game has what comes before the
// damage, which may be nothing.
type foundRecord struct {
	file   string
	number int // from 1
	record *game.Record
	damage *game.RecordError
}

// eachRecord calls do for the games of a file, with one in memory at a time.
func (a *app) eachRecord(file string, do func(foundRecord) error) error {
	in := a.In
	if file != stdinArg {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	reader := game.NewRecordReader(in, a.games)
	for number := 1; ; number++ {
		found := foundRecord{file: file, number: number}
		var err error
		found.record, err = reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.As(err, &found.damage):
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := do(found); err != nil {
			return err
		}
	}
}

// chosenRecords calls do for the games of a file, or only for the one that
// --game chose. Damage is reported, and is an error in the end.
func (a *app) chosenRecords(file string, chosen int, do func(foundRecord) error) error {
	if chosen < 0 {
		return usagef("--game %d: games are counted from 1", chosen)
	}
	games, damaged := 0, false
	err := a.eachRecord(file, func(found foundRecord) error {
		games = found.number
		if chosen != 0 && chosen != found.number {
			return nil
		}
		if err := do(found); err != nil {
			return err
		}
		if found.damage != nil {
			damaged = true
			if !a.asJSON {
				return a.reportDamage(found)
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case games < max(chosen, 1):
		return fmt.Errorf("%s has %s", file, caption.Count(games, "game"))
	case damaged:
		return errReported
	}
	return nil
}

// reportDamage writes to the error stream, in order with the output.
func (a *app) reportDamage(found foundRecord) error {
	if err := a.flush(); err != nil {
		return err
	}
	a.warnf("%s: game %d is damaged: %v", found.file, found.number, found.damage)
	return nil
}

// addGameFlag adds the choice of one game of a file.
func addGameFlag(cmd *cobra.Command, chosen *int) {
	cmd.Flags().IntVar(chosen, "game", 0, "only game `N` of the file")
}

// recordObject is a game of a file; its keys are documented as stable.
type recordObject struct {
	File   string        `json:"file"`
	Number int           `json:"number"`
	Game   *string       `json:"game"`
	Damage *damageObject `json:"damage"`
	*recordedGame
}

type damageObject struct {
	Line   int           `json:"line"`
	Column int           `json:"column"`
	Error  *game.Refusal `json:"error"`
}

// recordedGame is what is known if the record names the game.
type recordedGame struct {
	Players map[string]string `json:"players"`
	Tags    map[string]string `json:"tags"`
	Start   string            `json:"start"`
	Played  []string          `json:"played"`
	standingObject
	Intro []string    `json:"intro,omitzero"`
	Plies []plyObject `json:"plies,omitzero"`
}

// object describes a game of a file, without its plies.
func (f foundRecord) object() recordObject {
	object := recordObject{File: f.file, Number: f.number}
	if d := f.damage; d != nil {
		object.Damage = &damageObject{d.Line, d.Column, d.Refusal}
	}
	if f.record == nil {
		return object
	}
	m, id := f.record.Match(), f.record.Game.ID()
	object.Game = &id
	recorded := &recordedGame{
		Players: map[string]string{}, Tags: map[string]string{},
		Start: m.Start().String(), Played: []string{}, standingObject: standing(m),
	}
	for i, seat := range m.Game().Seats() {
		recorded.Players[seat.ID] = m.Players()[i]
	}
	for _, tag := range f.record.Tags {
		recorded.Tags[tag.Name] = tag.Value
	}
	for ply := range m.Plies() {
		recorded.Played = append(recorded.Played, m.MoveText(ply))
	}
	object.recordedGame = recorded
	return object
}
