// Package ask has the commands that answer questions about positions: games, show, moves,
// value, best, analyse and perft.
package ask

import (
	"fmt"
	"slices"
	"strings"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/local"
)

// app is the run of the program, as these commands see it.
type app struct {
	*env.Env
	// notation is the other notation in which positions are written, if any.
	notation string
}

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{Env: e}
	return []*cobra.Command{
		a.gamesCommand(), a.showCommand(), a.movesCommand(), a.valueCommand(), a.bestCommand(), a.analyseCommand(), a.perftCommand(),
	}
}

func (a *app) gamesCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "games",
		Short: "List the games with their seats and start positions",
		Long: `List the games: their ids for use in commands, the size of the board, the seats
in turn order with what they play, and the start positions, one for each player
who may begin.`,
		Example: `  plateau games
  plateau games --json`,
		Args:              env.Takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.AsJSON {
				return a.writeGamesJSON()
			}
			a.writeGames()
			return nil
		},
	})
}

func (a *app) writeGames() {
	table, end := a.Table(0)
	defer end()
	texts, times := a.Texts(), "×"
	if a.Style().ASCII {
		times = "x"
	}
	fmt.Fprintln(table, "GAME\tNAME\tBOARD\tSEATS\tSTART")
	for _, g := range a.Games {
		var seats []string
		for i, seat := range g.Seats() {
			seats = append(seats, seat.ID+" "+texts.Colour(g, game.Seat(i)))
		}
		starts := startTexts(g)
		fmt.Fprintf(table, "%s\t%s\t%d%s%d\t%s\t%s\n", g.ID(), texts.Game(g), g.Size(), times, g.Size(),
			strings.Join(seats[:2], ", "), starts[0])
		for i := 2; i < max(len(seats), 2*len(starts)); i += 2 {
			more, start := "", ""
			if i < len(seats) {
				more = strings.Join(seats[i:i+2], ", ")
			}
			if i/2 < len(starts) {
				start = starts[i/2]
			}
			fmt.Fprintf(table, "\t\t\t%s\t%s\n", more, start)
		}
	}
}

// startTexts are the start positions, one for each seat that may begin.
func startTexts(g game.Game) []string {
	return text.Each(g.Openers(), func(seat game.Seat) string { return g.Start(seat).String() })
}

type gameObject struct {
	Game     string       `json:"game"`
	Name     string       `json:"name"`
	Size     int          `json:"size"`
	Seats    []seatObject `json:"seats"`
	Start    []string     `json:"start"`
	MaxPlies *int         `json:"max_plies"`
}

type seatObject struct {
	ID     string `json:"id"`
	Team   string `json:"team"`
	Colour string `json:"colour"`
}

func (a *app) writeGamesJSON() error {
	for _, g := range a.Games {
		object := gameObject{Game: g.ID(), Name: g.Name(), Size: g.Size(), Start: startTexts(g)}
		for _, seat := range g.Seats() {
			object.Seats = append(object.Seats, seatObject{seat.ID, g.TeamID(seat.Team), seat.Colour})
		}
		if most := g.MaxPlies(); most > 0 {
			object.MaxPlies = &most
		}
		if err := a.WriteJSON(object); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) showCommand() *cobra.Command {
	cmd := a.WithJSON(&cobra.Command{
		Use:   "show GAME [POSITION] [MOVE...]",
		Short: "Draw a position, also after some moves, and show its state",
		Long: `Play the moves from the position (by default the start position), draw the
board, and print the position, who is to move, and whether and why the game is
over. The cells of the last move are in round brackets, a decisive line is in
square ones.

A position is the rows from the top down, a space, and the player to move: quote
it, or give the two as two arguments. "start" is the start position. With - as
the only argument, every line of the standard input is a position and the moves
after it, separated by spaces; empty lines are skipped.`,
		Example: `  plateau show quantik
  plateau show quixo start c1-c5 a1-a5
  plateau show pivot '4/1C2/4/4 2' b3-c3+S@b3
  plateau show quixo 5/5/2X2/5/5 O --json
  plateau show quantik start S@b3 --notation qfen
  plateau show quixo4p - < positions.txt`,
		Args:              env.Takes(env.AnyNumber, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.onGame(func(_ *cobra.Command, g game.Game, args []string) error {
			return a.eachInput(args, paragraphs, func(words []string) error {
				m, err := env.PlayWords(g, words)
				if err != nil {
					return err
				}
				if a.AsJSON {
					object := newShowObject(m)
					object.Position = a.positionText(m.Position())
					return a.WriteJSON(object)
				}
				a.WriteStanding(m, a.positionText(m.Position()))
				return nil
			})
		}),
	})
	a.addNotationFlag(cmd)
	return cmd
}

// showObject is a match with its legal moves; its keys are documented as stable.
type showObject struct {
	Game string `json:"game"`
	env.Standing
	Moves []string `json:"moves"`
}

func newShowObject(m *game.Match) showObject {
	object := showObject{m.Game().ID(), env.NewStanding(m), []string{}}
	if !m.Verdict().Outcome.Over() {
		object.Moves = local.MoveTexts(m.Position())
	}
	return object
}

func (a *app) movesCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "moves GAME [POSITION]",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position (by default the start position), sorted, one
per line. A finished game has none.

With - instead of a position, every line of the standard input is a position;
an empty line separates the lists. Empty lines of the input are skipped.`,
		Example: `  plateau moves quixo
  plateau moves pivot '4/1C2/4/4 2'
  plateau moves quantik --json - < positions.txt`,
		Args:              env.Takes(2, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(_ *cobra.Command, g game.Game, args []string) error {
			return a.eachPosition(g, args, paragraphs, a.writeMoves)
		}),
	})
}

// eachPosition is eachInput for positions; no words are the start position.
func (a *app) eachPosition(g game.Game, words []string, out layout, do func(game.Position) error) error {
	return a.eachInput(words, out, func(words []string) error {
		if len(words) == 0 {
			words = []string{env.StartWord}
		}
		p, err := env.ParsePosition(g, strings.Join(words, " "))
		if err != nil {
			return err
		}
		return do(p)
	})
}

// positionObject begins what is written about a position.
type positionObject struct {
	Game     string `json:"game"`
	Position string `json:"position"`
}

func (a *app) positionOf(p game.Position) positionObject {
	return positionObject{p.Game().ID(), a.positionText(p)}
}

type movesObject struct {
	positionObject
	Moves []string `json:"moves"`
}

func (a *app) writeMoves(p game.Position) error {
	texts := local.MoveTexts(p)
	if a.AsJSON {
		return a.WriteJSON(movesObject{a.positionOf(p), texts})
	}
	for _, text := range texts {
		fmt.Fprintln(a.Out, text)
	}
	return nil
}

// layout is how the output for several positions is arranged.
type layout bool

const (
	oneLine    layout = false // one line each
	paragraphs layout = true  // several lines each, separated by empty ones
)

// eachInput calls do for the arguments, or with - for the words of every line of
// the standard input.
func (a *app) eachInput(words []string, out layout, do func(words []string) error) error {
	if len(words) == 0 || words[0] != env.StdinArg {
		return do(words)
	}
	if len(words) > 1 {
		return env.Usagef("nothing may follow -: %q", words[1])
	}
	first := true
	return a.EachLine(func(text string) error {
		if !first && !a.AsJSON && out == paragraphs {
			fmt.Fprintln(a.Out)
		}
		first = false
		return do(strings.Fields(text))
	})
}

const notationFlag = "notation"

// addNotationFlag adds the flag for the notation in which positions are written.
// All of them are read without it.
func (a *app) addNotationFlag(cmd *cobra.Command) {
	names := a.notationNames()
	if names == "" {
		return
	}
	cmd.Flags().StringVar(&a.notation, notationFlag, "", "write positions in another notation, by its `NAME`: "+names)
	env.CompleteFlag(cmd, notationFlag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, g := range a.Games {
			if len(args) == 0 || strings.EqualFold(g.ID(), args[0]) {
				names = append(names, g.Notations()...)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// onGame is OnGame for commands with the flag.
func (a *app) onGame(run func(cmd *cobra.Command, g game.Game, args []string) error) func(*cobra.Command, []string) error {
	return a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
		if err := a.checkNotation(g); err != nil {
			return err
		}
		return run(cmd, g, args)
	})
}

// notationNames lists the notations with their games.
func (a *app) notationNames() string {
	var names []string
	for _, g := range a.Games {
		for _, name := range g.Notations() {
			names = append(names, name+" ("+g.ID()+")")
		}
	}
	return strings.Join(names, ", ")
}

// checkNotation refuses a notation that the game is not written in.
func (a *app) checkNotation(g game.Game) error {
	known := g.Notations()
	switch {
	case a.notation == "" || slices.Contains(known, a.notation):
		return nil
	case len(known) == 0:
		return env.Usagef("--%s %s: %s has only the notation of this program", notationFlag, a.notation, g.ID())
	}
	return env.Usagef("--%s %s: %s can be written in %s", notationFlag, a.notation, g.ID(), strings.Join(known, ", "))
}

// positionText writes a position in the chosen notation.
func (a *app) positionText(p game.Position) string {
	if a.notation == "" {
		return p.String()
	}
	return p.In(a.notation)
}
