package tournament

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"plateau/internal/client"
	"plateau/internal/store/tournamentfile"
	"plateau/tournament"
	"plateau/tournament/trf"
)

// tournamentPlace is where a tournament is: in a file, or on a server. Commands do
// not know which.
type tournamentPlace interface {
	// create makes a tournament, of a report if there is one, and returns how
	// to call it from now on.
	create(ctx context.Context, s tournament.Settings, report []byte) (name string, t *tournament.Tournament, err error)
	read(ctx context.Context) (*tournament.Tournament, error)
	// change carries out commands: all of them, or none.
	change(ctx context.Context, random *rand.Rand, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error)
	// undo takes back the last change, and says which it was, with the tournament
	// before it.
	undo(ctx context.Context) (before *tournament.Tournament, last tournament.Event, err error)
}

// place is where the tournament with a name is.
func (a *app) place(name string) (tournamentPlace, error) {
	if a.server.Server == "" {
		return inFile(name), nil
	}
	c, err := a.server.Client()
	if err != nil {
		return nil, err
	}
	return &onServer{client: c, id: name}, nil
}

// placeToRead is the place of a tournament that is only looked at: no token is
// needed for that.
func (a *app) placeToRead(name string) (tournamentPlace, error) {
	if s := &a.server; s.Server != "" && s.TokenFile == "" {
		c, err := a.serverClient(true)
		return &onServer{client: c, id: name}, err
	}
	return a.place(name)
}

// inFile is the path of a file with a tournament.
type inFile string

func (f inFile) create(_ context.Context, s tournament.Settings, report []byte) (string, *tournament.Tournament, error) {
	events, err := firstEvents(s, report)
	if err != nil {
		return "", nil, err
	}
	if err := tournamentfile.Create(string(f), events); err != nil {
		return "", nil, err
	}
	t, _, err := tournamentfile.Read(string(f))
	return string(f), t, err
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

func (f inFile) read(context.Context) (*tournament.Tournament, error) {
	t, _, err := tournamentfile.Read(string(f))
	return t, err
}

func (f inFile) change(_ context.Context, random *rand.Rand, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error) {
	return tournamentfile.Change(string(f), func(t *tournament.Tournament) (*tournament.Decision, error) {
		list, err := commands(t)
		if err != nil {
			return nil, err
		}
		all := &tournament.Decision{Tournament: t}
		for _, c := range list {
			d, err := tournament.Decide(all.Tournament, c, tournament.Moment{Now: time.Now(), Random: random})
			if err != nil {
				return nil, err
			}
			all.Events, all.Tournament = append(all.Events, d.Events...), d.Tournament
		}
		return all, nil
	})
}

func (f inFile) undo(context.Context) (*tournament.Tournament, tournament.Event, error) {
	last, err := tournamentfile.Undo(string(f))
	if err != nil {
		return nil, last, err
	}
	before, _, err := tournamentfile.Read(string(f))
	return before, last, err
}

// onServer is a tournament on a server.
type onServer struct {
	client *client.Client
	id     string
	// group is the class or club of a new tournament; it may be empty.
	group string
}

func (o *onServer) path(what string) string { return "/tournaments/" + url.PathEscape(o.id) + what }

func (o *onServer) create(ctx context.Context, s tournament.Settings, report []byte) (string, *tournament.Tournament, error) {
	body := struct {
		Settings tournament.Settings `json:"settings"`
		Group    string              `json:"group,omitempty"`
		TRF      string              `json:"trf,omitempty"`
	}{s, o.group, string(report)}
	var made struct {
		Summary struct {
			ID string `json:"id"`
		} `json:"summary"`
	}
	if err := o.client.Call(ctx, http.MethodPost, "/tournaments", body, &made); err != nil {
		return "", nil, err
	}
	o.id = made.Summary.ID
	t, err := o.read(ctx)
	return o.id, t, err
}

func (o *onServer) read(ctx context.Context) (*tournament.Tournament, error) {
	return o.after(ctx, &tournament.Tournament{})
}

// after replays what the server has after a known state.
func (o *onServer) after(ctx context.Context, t *tournament.Tournament) (*tournament.Tournament, error) {
	events, err := o.events(ctx, t.Seq)
	if err != nil {
		return nil, err
	}
	return tournament.Replay(t, events)
}

func (o *onServer) events(ctx context.Context, after uint64) ([]tournament.Event, error) {
	var text []byte
	if err := o.client.Read(ctx, fmt.Sprint(o.path("/log?after="), after), &text); err != nil {
		return nil, err
	}
	var events []tournament.Event
	lines := bufio.NewReader(bytes.NewReader(text))
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		var e tournament.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("the server's answer cannot be read: %w", err)
		}
		events = append(events, e)
	}
}

func (o *onServer) change(ctx context.Context, _ *rand.Rand, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error) {
	for {
		t, err := o.read(ctx)
		if err != nil {
			return nil, err
		}
		list, err := commands(t)
		if err != nil {
			return nil, err
		}
		var orders []tournament.Order
		for _, c := range list {
			order, err := tournament.OrderOf(c)
			if err != nil {
				return nil, err
			}
			orders = append(orders, order)
		}
		err = o.order(ctx, t.Seq, orders)
		var problem *client.Problem
		if errors.As(err, &problem) && problem.Code == tournament.Stale.Code {
			continue // Somebody else was faster: the commands are made for what is there now.
		}
		if err != nil {
			return nil, err
		}
		return o.after(ctx, t)
	}
}

func (o *onServer) order(ctx context.Context, expected uint64, orders []tournament.Order) error {
	body := struct {
		Expected uint64             `json:"expected,omitempty"`
		Orders   []tournament.Order `json:"orders"`
	}{expected, orders}
	return o.client.Call(ctx, http.MethodPost, o.path("/orders"), body, nil)
}

// renewCodes makes the codes to join and to report results invalid.
func (o *onServer) renewCodes(ctx context.Context) error {
	order, err := tournament.OrderOf(tournament.RenewCodes{})
	if err != nil {
		return err
	}
	return o.order(ctx, 0, []tournament.Order{order})
}

func (o *onServer) undo(ctx context.Context) (*tournament.Tournament, tournament.Event, error) {
	events, err := o.events(ctx, 0)
	if err != nil {
		return nil, tournament.Event{}, err
	}
	last := events[len(events)-1]
	before, err := tournament.Replay(&tournament.Tournament{}, events[:len(events)-1])
	if err != nil {
		return nil, last, err
	}
	return before, last, o.order(ctx, last.Seq, []tournament.Order{{Do: tournament.UndoOrder}})
}
