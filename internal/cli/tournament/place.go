package tournament

import (
	"bytes"
	"context"
	"math/rand/v2"
	"time"

	"plateau/internal/store/tournamentfile"
	"plateau/tournament"
	"plateau/tournament/trf"
)

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
// the random source, which may be nil.
func (a *app) place(name string, random *rand.Rand) (tournamentPlace, error) {
	if a.server.Server == "" {
		return &inFile{name, random}, nil
	}
	c, err := a.server.Client()
	if err != nil {
		return nil, err
	}
	return c.Tournament(name), nil
}

// placeToRead is the place of a tournament that is only looked at: no token is
// needed for that.
func (a *app) placeToRead(name string) (tournamentPlace, error) {
	if s := &a.server; s.Server != "" && s.TokenFile == "" {
		c, err := s.Anonymous()
		if err != nil {
			return nil, err
		}
		return c.Tournament(name), nil
	}
	return a.place(name, nil)
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
