// Package routes has the routes of tables: everything that is done at one, and the
// streams by which it is followed.
package routes

import (
	"bytes"
	"cmp"
	"context"
	"net/http"

	"plateau/internal/groups"
	grouproutes "plateau/internal/groups/routes"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// readInput is for reading a table.
type readInput struct {
	route.TableInput
	Seen uint64 `query:"seen" doc:"An event that was acknowledged to the client, perhaps by another server: the answer has it"`
}

type (
	openInput   struct{ Body api.NewTable }
	tableOutput struct{ Body api.TableSnapshot }
)

// Config is what the routes need besides the router.
type Config struct {
	Store  Store
	Groups *groups.Service
	Games  game.List
}

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	play.MemberStore
}

var noRecord = problem.New(http.StatusNotFound, "record.none", "no game was played at this table")

type routes struct {
	*route.Router
	Config
}

// Register adds tables, with everything that is done and said at them, and lists of them.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	s.registerTables()
	s.registerCommands()
	s.registerLists()
	s.registerStreams()
}

func (s *routes) registerTables() {
	route.Add(s.Router, route.ForPlayers("tables", "openTable", "POST /tables", "Open a table").Created(), route.Body(s.openTable))
	route.Add(s.Router, route.ForVisitors("tables", "getTable", "GET /tables/{id}", "The current state of a table"), s.getTable)
	route.Add(s.Router, route.ForVisitors("tables", "getRecord", "GET /tables/{id}/record", "The record of a game").Answers("text/plain", route.PlainText), s.getRecord)
}

func (s *routes) openTable(ctx context.Context, in *openInput) (api.Answer, error) {
	host := route.PlayerOf(ctx)
	if p := s.limitTables(ctx, host); p != nil {
		return api.Answer{}, p
	}
	chairs := make([]play.Sitter, len(in.Body.Chairs))
	for i, c := range in.Body.Chairs {
		chairs[i].Level = c.Level
		if c.Me {
			chairs[i].Player = host.ID
		}
	}
	if err := s.checkTableName(ctx, &in.Body.Terms, host); err != nil {
		return api.Answer{}, err
	}
	if group := in.Body.Terms.Group; group != "" {
		if _, err := s.Groups.Look(ctx, grouproutes.MemberOf(route.CallerOf(ctx)), group); err != nil {
			return api.Answer{}, err
		}
	}
	return answer(s.House.Tables.Open(ctx, host, in.Body.Terms, chairs, in.Body.Request))
}

// limitTables counts a new table for its host, and for those who share a budget at the
// address: guests are as many as somebody likes.
func (s *routes) limitTables(ctx context.Context, host play.Player) *problem.Problem {
	if p := s.Limiters.Tables.Take(string(host.ID), 1); p != nil {
		return p
	}
	c := route.CallerOf(ctx)
	client := c.Address
	if c.IsGuest() {
		client = "guests at " + client
	}
	return s.Limiters.TablesByAddress.Take(client, 1)
}

func (s *routes) getTable(ctx context.Context, in *readInput) (*tableOutput, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), route.PlayerOf(ctx).ID, in.Seen)
	if err != nil {
		return nil, err
	}
	here := append([]play.PlayerID{}, s.House.Tables.Here(t.ID)...)
	return &tableOutput{api.TableSnapshot{Table: api.ViewTable(t, route.PlayerOf(ctx).ID), Here: here, Now: api.Millis(s.Now())}}, nil
}

func (s *routes) getRecord(ctx context.Context, in *readInput) (*route.Text, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), route.PlayerOf(ctx).ID, in.Seen)
	if err != nil {
		return nil, err
	}
	record := t.Record()
	if record == nil {
		return nil, noRecord
	}
	var text bytes.Buffer
	if err := game.WriteRecord(&text, record); err != nil {
		return nil, err
	}
	return route.Attachment(t.Game.ID()+".txt", text.Bytes()), nil
}

// answer is the answer to every command.
func answer(a live.Answer, err error) (api.Answer, error) {
	return api.Answer{Table: a.Table, Seq: a.Seq}, err
}

// checkTableName cleans the name of a table, which strangers will read: it is for
// those who may also write to them.
func (s *routes) checkTableName(ctx context.Context, terms *play.Terms, host play.Player) error {
	name, err := play.CleanTableName(terms.Name)
	if err != nil {
		return err
	}
	terms.Name = name
	if name == "" {
		return nil
	}
	if cmp.Or(s.House.Tables.Chat, play.TalkFree) != play.TalkFree || !host.Registered && !s.House.Tables.GuestChat {
		return play.NameNeedsChat.Refuse("")
	}
	if among, err := s.Store.TalkAmong(ctx, host.ID); err != nil {
		return err
	} else if among != play.TalkFree {
		return play.NameNeedsChat.Refuse("")
	}
	return s.Accounts.CheckWords(name)
}
