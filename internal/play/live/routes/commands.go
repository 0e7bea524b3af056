package routes

import (
	"context"
	"time"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// identified is a body with a request id.
type identified interface{ ID() string }

// commandInput is a command to a table.
type commandInput[B identified] struct {
	route.TableInput
	Body B
}

// plainInput is a command that needs nothing but its name, so the body is
// optional.
type plainInput[B identified] struct {
	route.TableInput
	Body *B
}

type (
	heartbeatInput struct {
		route.TableInput
		Body api.HeartbeatAnswer
	}
)

func (s *routes) registerCommands() {
	plain(s, "leave", "Leave a chair before the game; the table closes when its host leaves",
		func(api.RequestID, play.Player) play.Command { return play.Leave{} })
	plain(s, "resign", "Resign", func(api.RequestID, play.Player) play.Command { return play.Resign{} })
	plain(s, "abort", "Abort the game before its second move",
		func(api.RequestID, play.Player) play.Command { return play.Abort{} })
	plain(s, "flag", "Ask the server to check the clock", func(api.RequestID, play.Player) play.Command { return play.Flag{} })
	plain(s, "rematch", "Ask for a rematch; it opens when all players have asked",
		func(api.RequestID, play.Player) play.Command { return play.AskRematch{} })
	plain(s, "sit", "Take a chair", func(b api.Sit, p play.Player) play.Command {
		if b.Chair == nil {
			return play.Sit{Player: p, Chair: play.AnyChair}
		}
		return play.Sit{Player: p, Chair: *b.Chair}
	})
	command(s, "draw", "Offer a draw, or answer an offer", func(b api.Draw, _ play.Player) play.Command {
		if b.Do == "offer" {
			return play.OfferDraw{}
		}
		return play.AnswerDraw{Accept: b.Do == "accept"}
	})
	command(s, "takeback", "Ask to take back your last move, or answer such a request", func(b api.TakeBack, _ play.Player) play.Command {
		if b.Do == "ask" {
			return play.AskTakeBack{}
		}
		return play.AnswerTakeBack{Accept: b.Do == "accept"}
	})
	command(s, "claim", "Claim a game that the other side has left", func(b api.Claim, _ play.Player) play.Command {
		return play.Claim{Draw: b.Result == "draw"}
	})
	route.Add(s.Router, commandRoute("move", "Make a move"), route.Body(s.move))
	route.Add(s.Router, commandRoute("say", "Send a chat message"), route.Body(s.say))
	route.Add(s.Router, commandRoute("beat",
		"Answer a heartbeat of the stream, so that network delay does not count as thinking time").NoContent(), s.answerHeartbeat)
}

func commandRoute(name, summary string) route.Route {
	return route.ForPlayers("commands", name, "POST /tables/{id}/"+name, summary)
}

// command registers a command that is made from its body.
func command[B identified](s *routes, name, summary string, of func(B, play.Player) play.Command) {
	route.Add(s.Router, commandRoute(name, summary), route.Body(func(ctx context.Context, in *commandInput[B]) (api.Answer, error) {
		return s.do(ctx, in.ID, in.Body.ID(), of(in.Body, route.PlayerOf(ctx)))
	}))
}

// plain registers a command whose body is optional.
func plain[B identified](s *routes, name, summary string, of func(B, play.Player) play.Command) {
	route.Add(s.Router, commandRoute(name, summary), route.Body(func(ctx context.Context, in *plainInput[B]) (api.Answer, error) {
		var body B
		if in.Body != nil {
			body = *in.Body
		}
		return s.do(ctx, in.ID, body.ID(), of(body, route.PlayerOf(ctx)))
	}))
}

// do passes a player's command to the house.
func (s *routes) do(ctx context.Context, table, request string, c play.Command) (api.Answer, error) {
	return answer(s.House.Tables.Do(ctx, live.Request{
		Table: play.TableID(table), By: route.PlayerOf(ctx).ID, ID: request, Program: route.PlayerOf(ctx).Program, Command: c,
	}))
}

func (s *routes) move(ctx context.Context, in *commandInput[api.Move]) (api.Answer, error) {
	roundTrip := s.House.Latency.RoundTrip(play.TableID(in.ID), route.PlayerOf(ctx).ID)
	return s.do(ctx, in.ID, in.Body.Request, play.Play{Ply: in.Body.Ply, Move: in.Body.Move, RoundTrip: roundTrip})
}

func (s *routes) say(ctx context.Context, in *commandInput[api.Say]) (api.Answer, error) {
	if p := s.Limiters.Chat.Take(string(route.PlayerOf(ctx).ID), 1); p != nil {
		return api.Answer{}, p
	}
	return s.do(ctx, in.ID, in.Body.Request, play.Say{
		Channel: in.Body.Channel, Text: in.Body.Text, Phrase: in.Body.Phrase, Guest: !route.PlayerOf(ctx).Registered,
	})
}

func (s *routes) answerHeartbeat(ctx context.Context, in *heartbeatInput) (*struct{}, error) {
	s.House.Latency.Answered(play.TableID(in.ID), route.PlayerOf(ctx).ID, time.UnixMilli(int64(in.Body.Nonce)))
	return nil, nil //nolint:nilnil // There is nothing to answer.
}
