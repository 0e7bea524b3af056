package play

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/durable"
	"plateau/internal/tui/local"
	screen "plateau/internal/tui/screen"
)

// HasScreen reports whether there is a terminal on which the app can draw, and
// somebody who looks at it.
func HasScreen(e *env.Env) bool {
	return e.Interactive() && e.OnScreen() && os.Getenv("TERM") != "dumb" && !e.Plain
}

// appTime is how long the engine of the app thinks about hints and moves.
const appTime = time.Second

// RunApp opens the terminal app.
func RunApp(ctx context.Context, e *env.Env) error {
	a := &app{e}
	var failures []func()
	// The screen belongs to the app until it ends.
	a.Knowledge = a.OpenKnowledge("", func(g game.Game, err error) {
		failures = append(failures, func() { a.ReportFailure(g, err) })
	})
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(a.In), tea.WithOutput(a.Streams.Out)}
	if !a.WantsColour(true) {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(screen.New(a.appConfig()), options...).Run()
	for _, report := range failures {
		report()
	}
	if errors.Is(err, tea.ErrInterrupted) {
		return env.ErrInterrupted
	}
	return err
}

// appConfig is what the terminal app needs.
func (a *app) appConfig() screen.Config {
	return screen.Config{
		Games: a.Catalogue, Language: a.Lang, Texts: a.TextsIn, ASCII: a.Style().ASCII, Light: isLight(os.Getenv("COLORFGBG")),
		NewStore: a.store, NewGame: a.chosenGame, Exact: a.isExact, Time: appTime,
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return a.NewEngine(g, runtime.GOMAXPROCS(0), env.ThinkingBytes)
		},
		ReadRecord: func(path string) (local.Saved, error) { return local.Load(path, 1, a.Games) },
		WriteRecord: func(path string, rec *game.Record) error {
			var text bytes.Buffer
			if err := game.WriteRecord(&text, rec); err != nil {
				return err
			}
			return durable.Create(path, text.Bytes())
		},
		Solved:     func() (*local.Solved, error) { return local.ReadSolved(env.DataDir()) },
		LastServer: func() local.LastServer { return local.ReadLastServer(env.DataDir()) },
		KeepServer: func(last local.LastServer) error { return last.Keep(env.DataDir()) },
	}
}

// isLight reads what terminals say about their colours in COLORFGBG, such as "0;15" or
// "0;default;15": the last is the number of the background. It is dark if it is not
// known.
func isLight(colours string) bool {
	number, err := strconv.Atoi(colours[strings.LastIndexByte(colours, ';')+1:])
	return err == nil && (number == 7 || number > 8)
}

// chosenGame is the new game that somebody chose.
func (a *app) chosenGame(choice local.Choice) (local.Saved, error) {
	options := playOptions{app: a, seed: rand.Uint64()}
	options.take(choice)
	return options.newGame(choice.Game)
}
