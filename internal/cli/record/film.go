package record

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/headline"
	"plateau/internal/picture/raster"
)

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
	file, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return env.Usagef("%s exists already: choose another name", out)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(made.Bytes())
	return errors.Join(err, file.Close())
}
