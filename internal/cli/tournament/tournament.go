// Package tournament has the commands that run tournaments, in files and on servers.
package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/cli/env"
	"plateau/internal/store/tournamentfile"
	"plateau/tournament"
	"plateau/tournament/trf"
)

// app is the run of the program, as these commands see it.
type app struct {
	*env.Env
	// server is where tournaments are, if not in files.
	server env.ServerFlags
}

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{Env: e}
	cmd := &cobra.Command{
		Use:   "tournament",
		Short: "Run tournaments: pairings, results, standings and printouts",
		Long: `Run a tournament at real boards: Swiss, round robin, knockout or arena. It is
stored in a file with one event per line; no server is needed. A command either
changes the file as a whole or not at all, and 'undo' takes back the last
change.

With --server it is stored on a Plateau server instead, and FILE is the id of
the tournament that 'new' prints. The token is made on the account page, under
'Programs that play for you'.

Entrants are given by number or by name, boards by number. docs/tournaments.md
walks through a club evening and explains how pairings and tie-breaks work.`,
		Example: `  plateau tournament new friday.jsonl --game quixo --rounds 5
  plateau tournament add friday.jsonl Ann 'Ben;1450' Cleo Dan
  plateau tournament pair friday.jsonl
  plateau tournament result friday.jsonl 1 1-0 2 1/2
  plateau tournament standings friday.jsonl
  plateau tournament print friday.jsonl pairings`,
		RunE: env.RunGroup,
	}
	a.server.Add(cmd, "work on a server (`URL`) instead of a file; FILE is the id of the tournament",
		"with --server: the file with a token of your account (`FILE`)")
	cmd.AddCommand(a.tournamentNewCommand())
	cmd.AddCommand(a.entrantCommands()...)
	cmd.AddCommand(a.roundCommands()...)
	cmd.AddCommand(a.viewCommands()...)
	cmd.AddCommand(a.serverCommands()...)
	return []*cobra.Command{cmd}
}

// fileCommand is a command on the tournament of a file.
func fileCommand(use, short, long, example string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: example, Args: args, RunE: run,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// change gives commands to a tournament, all of them or none, and prints what is so now.
func (a *app) change(
	cmd *cobra.Command, name string, random *rand.Rand,
	commands func(t *tournament.Tournament) ([]tournament.Command, error), write func(t *tournament.Tournament),
) error {
	place, err := a.place(name, random, false)
	if err != nil {
		return err
	}
	t, err := place.Change(cmd.Context(), commands)
	if err == nil {
		write(t)
	}
	return err
}

// changeOne is change for a single command.
func (a *app) changeOne(
	cmd *cobra.Command, name string,
	command func(t *tournament.Tournament) (tournament.Command, error), write func(t *tournament.Tournament),
) error {
	return a.change(cmd, name, nil, func(t *tournament.Tournament) ([]tournament.Command, error) {
		c, err := command(t)
		return []tournament.Command{c}, err
	}, write)
}

// always gives the same command whatever the tournament is.
func always(c tournament.Command) func(*tournament.Tournament) (tournament.Command, error) {
	return func(*tournament.Tournament) (tournament.Command, error) { return c, nil }
}

// findEntrant reads an entrant: a number, a name, or the beginning of one name.
func findEntrant(t *tournament.Tournament, text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if t.Entrant(n) == nil {
			return 0, tournament.NoEntrant.Refuse("", "number", text)
		}
		return n, nil
	}
	found := 0
	for _, e := range t.Entrants {
		if strings.EqualFold(e.Name, text) {
			return e.Number, nil
		}
		if len(text) <= len(e.Name) && strings.EqualFold(e.Name[:len(text)], text) {
			if found != 0 {
				return 0, fmt.Errorf("%s and %s both begin with %q; give the whole name or the number", t.Name(found), e.Name, text)
			}
			found = e.Number
		}
	}
	if found == 0 {
		return 0, fmt.Errorf("nobody is called %q", text)
	}
	return found, nil
}

// parseCount reads a number of a round or a board.
func parseCount(what, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, env.Usagef("%s: a %s is a number from 1", text, what)
	}
	return n, nil
}

// parsePair reads a pair such as 3-5 or "Ann-Ben". Names may have hyphens, too: the
// one between the two is that which leaves two entrants.
func parsePair(t *tournament.Tournament, text string) ([2]int, error) {
	var found [][2]int
	var failure error
	for i, r := range text {
		if r != '-' {
			continue
		}
		first, firstErr := findEntrant(t, strings.TrimSpace(text[:i]))
		second, secondErr := findEntrant(t, strings.TrimSpace(text[i+1:]))
		if err := errors.Join(firstErr, secondErr); err == nil {
			found = append(found, [2]int{first, second})
		} else if failure == nil {
			failure = err
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return [2]int{}, env.Usagef("%s: this may mean several pairs; give the numbers, such as 3-5", text)
	case failure != nil:
		return [2]int{}, failure
	}
	return [2]int{}, env.Usagef("%s: a pair is two entrants with - between them, such as 3-5", text)
}

// tournamentPlace is where a tournament is: in a file, or on a server. Commands do
// not know which.
type tournamentPlace interface {
	// Create makes a tournament, of a report if there is one, and returns how
	// to call it from now on.
	Create(ctx context.Context, s tournament.Settings, report []byte) (name string, t *tournament.Tournament, err error)
	Read(ctx context.Context) (*tournament.Tournament, error)
	// Change carries out commands: all of them, or none.
	Change(ctx context.Context, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error)
	// Undo takes back the last change, and says which it was, with the tournament
	// before it.
	Undo(ctx context.Context) (before *tournament.Tournament, last tournament.Event, err error)
}

// place is where the tournament with a name is. Draws in a file take their chance from
// the random source, which may be nil. Who only looks at it needs no token.
func (a *app) place(name string, random *rand.Rand, anonymous bool) (tournamentPlace, error) {
	if a.server.Server == "" {
		return &inFile{name, random}, nil
	}
	c, err := a.serverClient(anonymous)
	if err != nil {
		return nil, err
	}
	return c.Tournament(name), nil
}

// inFile is a tournament in a file.
type inFile struct {
	path   string
	random *rand.Rand
}

func (f *inFile) Create(_ context.Context, s tournament.Settings, report []byte) (string, *tournament.Tournament, error) {
	events, err := firstEvents(s, report)
	if err != nil {
		return "", nil, err
	}
	if err := tournamentfile.Create(f.path, events); err != nil {
		return "", nil, err
	}
	t, _, err := tournamentfile.Read(f.path)
	return f.path, t, err
}

// firstEvents are those of a new tournament, or of a report.
func firstEvents(s tournament.Settings, report []byte) ([]tournament.Event, error) {
	if report == nil {
		d, err := tournament.Decide(&tournament.Tournament{}, tournament.Create{Settings: s}, tournament.Moment{Now: time.Now()})
		if err != nil {
			return nil, err
		}
		return d.Events, nil
	}
	read, err := trf.Read(bytes.NewReader(report))
	if err != nil {
		return nil, err
	}
	return tournament.FromTRF(read, s, time.Now())
}

func (f *inFile) Read(context.Context) (*tournament.Tournament, error) {
	t, _, err := tournamentfile.Read(f.path)
	return t, err
}

func (f *inFile) Change(_ context.Context, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error) {
	return tournamentfile.Change(f.path, func(t *tournament.Tournament) (*tournament.Decision, error) {
		list, err := commands(t)
		if err != nil {
			return nil, err
		}
		all := &tournament.Decision{Tournament: t}
		for _, c := range list {
			d, err := tournament.Decide(all.Tournament, c, tournament.Moment{Now: time.Now(), Random: f.random})
			if err != nil {
				return nil, err
			}
			all.Events, all.Tournament = append(all.Events, d.Events...), d.Tournament
		}
		return all, nil
	})
}

func (f *inFile) Undo(context.Context) (*tournament.Tournament, tournament.Event, error) {
	last, err := tournamentfile.Undo(f.path)
	if err != nil {
		return nil, last, err
	}
	before, _, err := tournamentfile.Read(f.path)
	return before, last, err
}
