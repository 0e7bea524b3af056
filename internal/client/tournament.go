package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/tournament"
)

// Tournament is a tournament on the server.
type Tournament struct {
	client *Client
	id     string
	// Group is the class or club of a new tournament; it may be empty.
	Group string
}

// Tournament is that with an id, or one that is yet to be created.
func (c *Client) Tournament(id string) *Tournament { return &Tournament{client: c, id: id} }

// Call makes a request about the tournament.
func (o *Tournament) Call(ctx context.Context, method, what string, body, answer any) error {
	return o.client.Call(ctx, method, o.path(what), body, answer)
}

func (o *Tournament) path(what string) string { return "/tournaments/" + url.PathEscape(o.id) + what }

// Create makes the tournament, of a report if there is one, and returns its id.
func (o *Tournament) Create(ctx context.Context, s tournament.Settings, report []byte) (string, *tournament.Tournament, error) {
	body := api.NewTournament{Settings: s, Group: play.GroupID(o.Group), TRF: string(report)}
	var made api.Tournament
	if err := o.client.Call(ctx, http.MethodPost, "/tournaments", body, &made); err != nil {
		return "", nil, err
	}
	o.id = string(made.Summary.ID)
	t, err := o.Read(ctx)
	return o.id, t, err
}

// Read replays the tournament.
func (o *Tournament) Read(ctx context.Context) (*tournament.Tournament, error) {
	return o.after(ctx, &tournament.Tournament{})
}

// after replays what the server has after a known state.
func (o *Tournament) after(ctx context.Context, t *tournament.Tournament) (*tournament.Tournament, error) {
	events, err := o.events(ctx, t.Seq)
	if err != nil {
		return nil, err
	}
	return tournament.Replay(t, events)
}

func (o *Tournament) events(ctx context.Context, after uint64) ([]tournament.Event, error) {
	var text []byte
	if err := o.client.Read(ctx, fmt.Sprint(o.path("/log?after="), after), &text); err != nil {
		return nil, err
	}
	var events []tournament.Event
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		var e tournament.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("the server's answer cannot be read: %w", err)
		}
		events = append(events, e)
	}
	return events, nil
}

// Change carries out commands: all of them, or none. They are asked for again where
// somebody else was faster.
func (o *Tournament) Change(ctx context.Context, commands func(t *tournament.Tournament) ([]tournament.Command, error)) (*tournament.Tournament, error) {
	for {
		t, err := o.Read(ctx)
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
		if problem, ok := errors.AsType[*Problem](err); ok && problem.Code == tournament.Stale.Code {
			continue // The commands are made for what is there now.
		}
		if err != nil {
			return nil, err
		}
		return o.after(ctx, t)
	}
}

func (o *Tournament) order(ctx context.Context, expected uint64, orders []tournament.Order) error {
	body := api.Orders{Expected: expected, Orders: orders}
	return o.Call(ctx, http.MethodPost, "/orders", body, nil)
}

// RenewCodes makes the codes to join and to report results invalid.
func (o *Tournament) RenewCodes(ctx context.Context) error {
	order, err := tournament.OrderOf(tournament.RenewCodes{})
	if err != nil {
		return err
	}
	return o.order(ctx, 0, []tournament.Order{order})
}

// Undo takes back the last change, and returns it with the tournament before it.
func (o *Tournament) Undo(ctx context.Context) (*tournament.Tournament, tournament.Event, error) {
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
