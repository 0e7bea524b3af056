// Package record has the commands about records: to check, show, replay and film saved
// games.
package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Check, show, replay and film saved games",
		Long: `Check, show, replay and film records: text files with one or many games, as
'save' writes them during play.`,
		Example: `  plateau record check *.plateau
  plateau record show game.plateau
  plateau record replay game.plateau --game 2
  plateau record film game.plateau --out game.gif`,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(a.recordCheckCommand(), a.recordShowCommand(), a.recordReplayCommand(), a.recordFilmCommand())
	return []*cobra.Command{cmd}
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
	if file != env.StdinArg {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	reader := game.NewRecordReader(in, a.Games)
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
		return env.Usagef("--game %d: games are counted from 1", chosen)
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
			if !a.AsJSON {
				return a.reportDamage(found)
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case games < max(chosen, 1):
		return fmt.Errorf("%s has %s", file, amount.Count(games, "game"))
	case damaged:
		return env.ErrReported
	}
	return nil
}

// reportDamage writes to the error stream, in order with the output.
func (a *app) reportDamage(found foundRecord) error {
	if err := a.Flush(); err != nil {
		return err
	}
	a.Warnf("%s: game %d is damaged: %v", found.file, found.number, found.damage)
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
	env.Standing
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
	m := f.record.Match()
	object.Game = new(f.record.Game.ID())
	recorded := &recordedGame{
		Players: map[string]string{}, Tags: map[string]string{},
		Start: m.Start().String(), Played: m.MoveTexts(), Standing: env.NewStanding(m),
	}
	for i, seat := range m.Game().Seats() {
		recorded.Players[seat.ID] = m.Players()[i]
	}
	for _, tag := range f.record.Tags {
		recorded.Tags[tag.Name] = tag.Value
	}
	object.recordedGame = recorded
	return object
}

func (a *app) recordCheckCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "check FILE...",
		Short: "Check records for damage",
		Long: `Read records and replay every move. Print the line and column of all damage and
what was expected there, and then the number of games. The exit code is 1 if
anything was wrong. - is the standard input.`,
		Example: `  plateau record check game.plateau
  plateau record check --json *.plateau
  cat *.plateau | plateau record check -`,
		Args: env.Takes(env.AnyNumber, "FILE"),
		RunE: a.recordCheck,
	})
}

func (a *app) recordCheck(_ *cobra.Command, files []string) error {
	wrong := false
	for _, file := range files {
		games, damaged := 0, 0
		err := a.eachRecord(file, func(found foundRecord) error {
			games++
			if found.damage != nil {
				damaged++
			}
			if a.AsJSON {
				return a.WriteJSON(found.object())
			}
			if found.damage != nil {
				moves := 0
				if found.record != nil {
					moves = len(found.record.Plies)
				}
				fmt.Fprintf(a.Out, "%s: %v (game %d, %s before it)\n",
					file, found.damage, found.number, amount.Count(moves, "good move"))
			}
			return nil
		})
		if flushErr := a.Flush(); flushErr != nil {
			return flushErr
		}
		if err != nil {
			a.Warnf("%v", err)
		}
		if !a.AsJSON && (err == nil || games > 0) {
			condition := "all in order"
			if damaged > 0 {
				condition = fmt.Sprintf("%d damaged", damaged)
			}
			fmt.Fprintf(a.Out, "%s: %s, %s\n", file, amount.Count(games, "game"), condition)
		}
		wrong = wrong || err != nil || damaged > 0
	}
	if wrong {
		return env.ErrReported
	}
	return nil
}

func (a *app) recordShowCommand() *cobra.Command {
	chosen := 0
	cmd := a.WithJSON(&cobra.Command{
		Use:   "show FILE",
		Short: "Show the players, the result and the final board",
		Long: `Show the games of a record: the tags, the final board, how the game ended and
the number of moves. For a damaged game, show what comes before the damage.
- is the standard input.`,
		Example: `  plateau record show game.plateau
  plateau record show game.plateau --game 2
  plateau record show game.plateau --json`,
		Args: env.Takes(0, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			first := true
			return a.chosenRecords(args[0], chosen, func(found foundRecord) error {
				if a.AsJSON {
					return a.WriteJSON(found.object())
				}
				if !first {
					fmt.Fprintln(a.Out)
				}
				first = false
				a.writeRecord(found)
				return nil
			})
		},
	})
	addGameFlag(cmd, &chosen)
	return cmd
}

func (a *app) writeRecord(found foundRecord) {
	a.writeHead(found)
	if found.record == nil {
		return
	}
	m := found.record.Match()
	fmt.Fprintln(a.Out)
	a.WriteStanding(m, m.Position().String())
	a.WriteLabelled(a.Texts().Text("terminal.show.moves"), strconv.Itoa(m.Plies()))
}

// writeHead prints the name of a game, its players and its tags.
func (a *app) writeHead(found foundRecord) {
	rec := found.record
	if rec == nil {
		fmt.Fprintln(a.Out, a.Texts().Text("terminal.record.game", "number", found.number))
		return
	}
	fmt.Fprintf(a.Out, "%s: %s\n", a.Texts().Text("terminal.record.game", "number", found.number), a.Texts().Game(rec.Game))
	table, end := a.Table(0)
	defer end()
	for i, seat := range rec.Game.Seats() {
		if rec.Players[i] != "" {
			fmt.Fprintf(table, "  %s, %s\t%s\n", seat.ID, a.Texts().Colour(rec.Game, game.Seat(i)), rec.Players[i])
		}
	}
	for _, tag := range rec.Tags {
		fmt.Fprintf(table, "  %s\t%s\n", tag.Name, tag.Value)
	}
}
