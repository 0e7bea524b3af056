package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/durable"
	"plateau/internal/headline"
	"plateau/internal/picture/raster"
	"plateau/internal/tui/text"
)

func (a *app) recordReplayCommand() *cobra.Command {
	all, chosen := false, 0
	cmd := a.WithJSON(&cobra.Command{
		Use:   "replay FILE",
		Short: "Show the games of a record move by move",
		Long: `Show the board after every move with the comments, and how the game ended. On a
terminal, Enter shows the next move. - is the standard input.`,
		Example: `  plateau record replay game.plateau
  plateau record replay game.plateau --all | less
  plateau record replay game.plateau --game 2 --json`,
		Args: env.Takes(0, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			show := &replay{app: a, all: all || args[0] == env.StdinArg || !a.Interactive() || !a.OnScreen()}
			err := a.chosenRecords(args[0], chosen, func(found foundRecord) error {
				if a.AsJSON {
					return a.WriteJSON(found.replayObject())
				}
				return show.game(found)
			})
			if show.quit {
				return nil
			}
			return err
		},
	})
	cmd.Flags().BoolVar(&all, "all", false, "do not wait between moves")
	addGameFlag(cmd, &chosen)
	return cmd
}

// plyObject is a move as it was played.
type plyObject struct {
	Player   string   `json:"player"`
	Move     string   `json:"move"`
	Position string   `json:"position"`
	Comments []string `json:"comments"`
}

// replayObject describes a game of a file with all its plies.
func (f foundRecord) replayObject() recordObject {
	object := f.object()
	if f.record == nil {
		return object
	}
	m := f.record.Match()
	object.Intro = append([]string{}, f.record.Intro...)
	object.Plies = []plyObject{}
	for i, ply := range f.record.Plies {
		seat := m.PositionAfter(i).ToMove()
		object.Plies = append(object.Plies, plyObject{
			Player: m.Game().Seats()[seat].ID, Move: m.MoveText(i),
			Position: m.PositionAfter(i + 1).String(), Comments: append([]string{}, ply.Comments...),
		})
	}
	return object
}

// replay shows games move by move.
type replay struct {
	*app
	// all shows the rest without waiting.
	all bool
	// quit is set when the user has quit.
	quit    bool
	started bool
	keys    *bufio.Reader
}

func (r *replay) game(found foundRecord) error {
	if r.started {
		fmt.Fprintln(r.Out)
	}
	r.started = true
	r.writeHead(found)
	if found.record == nil {
		return nil
	}
	rec := found.record
	m := game.MatchFrom(rec.Start, rec.Players)
	fmt.Fprintln(r.Out)
	r.WriteBoard(m)
	r.comments(rec.Intro)
	for i, ply := range rec.Plies {
		if err := r.wait(); err != nil {
			return err
		}
		before := m.Position()
		player := r.Texts().Player(m.Game(), m.Players(), m.Position().ToMove())
		if err := m.PlayMove(ply.Move); err != nil {
			return err
		}
		text := m.MoveText(i)
		if r.Plain {
			text += ", " + r.Texts().Move(before, ply.Move)
		}
		fmt.Fprintf(r.Out, "\n%d. %s: %s\n", i/len(m.Players())+1, player, text)
		r.WriteBoard(m)
		r.comments(ply.Comments)
	}
	end := r.Texts().Text("terminal.record.unfinished")
	if v := rec.Match().Verdict(); v.Outcome.Over() {
		end = r.Texts().Verdict(rec.Game, rec.Players, v)
	}
	fmt.Fprintln(r.Out, "\n"+end)
	return nil
}

func (r *replay) comments(texts []string) {
	width, _ := r.TerminalSize()
	for _, comment := range texts {
		fmt.Fprint(r.Out, text.Wrap(strings.Fields(comment), width, "  "))
	}
}

// wait waits for the user before the next move.
func (r *replay) wait() error {
	if r.all {
		return nil
	}
	if r.keys == nil {
		r.keys = bufio.NewReader(r.In)
	}
	fmt.Fprint(r.Out, "\n"+r.Texts().Text("terminal.record.wait")+" ")
	if err := r.Flush(); err != nil {
		return err
	}
	answer, err := r.keys.ReadString('\n')
	switch strings.TrimSpace(answer) {
	case "a":
		r.all = true
	case "q":
		r.quit = true
	}
	if err != nil {
		fmt.Fprintln(r.Out)
		r.quit = true
	}
	if r.quit {
		return env.ErrReported
	}
	return nil
}

func (a *app) recordFilmCommand() *cobra.Command {
	out, chosen, width := "", 1, 0
	cmd := &cobra.Command{
		Use:   "film FILE",
		Short: "Make an animated GIF of a game",
		Long: `Make an animated GIF of a game: every move, the names of the players and the
result. Without --out it is written to the standard output. - is the standard
input.`,
		Example: `  plateau record film game.plateau --out game.gif
  plateau record film games.plateau --game 2 --width 320 --out second.gif`,
		Args: env.Takes(0, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" && a.OnScreen() {
				return env.Usagef("a film cannot be shown in a terminal: add --out FILE")
			}
			if chosen < 1 {
				return env.Usagef("--game %d: games are counted from 1", chosen)
			}
			if width < raster.MinWidth || width > raster.MaxWidth {
				return env.Usagef("--width %d: %v", width, raster.ErrWidth)
			}
			return a.chosenRecords(args[0], chosen, func(found foundRecord) error {
				if found.record == nil {
					return nil // It is damaged before its first move.
				}
				return a.film(found.record.Match(), width, out)
			})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to a new `FILE` instead of the standard output")
	cmd.Flags().IntVar(&width, "width", raster.DefaultWidth, "make the board this many `PIXELS` wide")
	cmd.Flags().IntVar(&chosen, "game", 1, "film game `N` of the file")
	return cmd
}

// film writes the film of a match.
func (a *app) film(m *game.Match, width int, out string) error {
	texts := headline.In(a.Lang, a.Catalogue)
	result := texts.Verdict(m.Game(), m.Players(), m.Verdict())
	film := raster.Film{
		Match: m, Look: a.Catalogue.Pictures()[m.Game().ID()], Width: width,
		Players: texts.Players(m.Game(), m.Players()), Title: texts.Game(m.Game()),
		Caption: func(ply int) string { return headline.Caption(m, ply, result) },
	}
	if out == "" {
		return film.WriteGIF(a.Out)
	}
	var made bytes.Buffer
	if err := film.WriteGIF(&made); err != nil {
		return err
	}
	err := durable.Create(out, made.Bytes())
	if errors.Is(err, fs.ErrExist) {
		return env.Usagef("%s exists already: choose another name", out)
	}
	return err
}
