package online

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/play"
	"plateau/internal/play/house"
)

// RequestID is part of every body that causes something. It is exported, as all
// types are that others embed, because package huma does not look into others.
type RequestID struct {
	Request string `json:"request,omitempty" maxLength:"64" doc:"An id of the caller's choice; a repeat gets the same answer and has no other effect"`
}

func (r RequestID) id() string { return r.Request }

// identified is a body with the id of its request.
type identified interface{ id() string }

// commandInput is a command to a table.
type commandInput[B identified] struct {
	TableInput
	Body B
}

// plainInput is a command that needs no more than its name: a body may be
// left out.
type plainInput[B identified] struct {
	TableInput
	Body *B
}

type (
	plainBody struct{ RequestID }
	sitBody   struct {
		RequestID
		Chair *int `json:"chair,omitempty" minimum:"0" maximum:"3" doc:"The first free one if not said"`
	}
	moveBody struct {
		RequestID
		Ply  int    `json:"ply" minimum:"0" doc:"How many moves have been played before this one"`
		Move string `json:"move" maxLength:"64" doc:"In notation"`
	}
	drawBody struct {
		RequestID
		Do string `json:"do" enum:"offer,accept,decline"`
	}
	takeBackBody struct {
		RequestID
		Do string `json:"do" enum:"ask,accept,decline"`
	}
	claimBody struct {
		RequestID
		Result string `json:"result" enum:"win,draw" doc:"Where the value of the position is proved, that decides instead"`
	}
	sayBody struct {
		RequestID
		Channel string `json:"channel" enum:"table,partners"`
		Text    string `json:"text" maxLength:"2000"`
	}
	beatInput struct {
		TableInput
		Body struct {
			Nonce uint64 `json:"nonce" doc:"What the beat on the stream carried"`
		}
	}
	answerOutput struct {
		Body struct {
			Table string `json:"table"`
			Seq   uint64 `json:"seq" doc:"The first event that was caused"`
		} `nameHint:"Answer"`
	}
)

func (s *server) registerCommands() {
	plain(s, "leave", "Give a chair up before the game; the table closes when its host leaves",
		func(plainBody, play.Player) play.Command { return play.Leave{} })
	plain(s, "resign", "Give the game up", func(plainBody, play.Player) play.Command { return play.Resign{} })
	plain(s, "abort", "Call the game off before its second move",
		func(plainBody, play.Player) play.Command { return play.Abort{} })
	plain(s, "flag", "Ask the server to look at the clock", func(plainBody, play.Player) play.Command { return play.Flag{} })
	plain(s, "rematch", "Ask for another game; it opens when all have asked",
		func(plainBody, play.Player) play.Command { return play.AskRematch{} })
	plain(s, "sit", "Take a chair", func(b sitBody, p play.Player) play.Command {
		if b.Chair == nil {
			return play.Sit{Player: p, Chair: play.AnyChair}
		}
		return play.Sit{Player: p, Chair: *b.Chair}
	})
	command(s, "draw", "Offer a draw, or answer the offer", func(b drawBody, _ play.Player) play.Command {
		if b.Do == "offer" {
			return play.OfferDraw{}
		}
		return play.AnswerDraw{Accept: b.Do == "accept"}
	})
	command(s, "takeback", "Ask for one's last move back, or answer that", func(b takeBackBody, _ play.Player) play.Command {
		if b.Do == "ask" {
			return play.AskTakeBack{}
		}
		return play.AnswerTakeBack{Accept: b.Do == "accept"}
	})
	command(s, "claim", "Claim a game that the other side has left", func(b claimBody, _ play.Player) play.Command {
		return play.Claim{Draw: b.Result == "draw"}
	})
	huma.Register(s.api, commandOperation("move", "Make a move"), s.move)
	huma.Register(s.api, commandOperation("say", "Say something"), s.say)
	beat := commandOperation("beat", "Answer a beat of the stream, so that the network's delay is not charged")
	beat.DefaultStatus = http.StatusNoContent
	huma.Register(s.api, beat, s.beat)
}

func commandOperation(name, summary string) huma.Operation {
	return huma.Operation{
		OperationID: name, Method: http.MethodPost, Path: Path + "/tables/{id}/" + name,
		Summary: summary, Tags: []string{"commands"}, Security: signedIn,
	}
}

// command registers one that follows from its body.
func command[B identified](s *server, name, summary string, of func(B, play.Player) play.Command) {
	huma.Register(s.api, commandOperation(name, summary), func(ctx context.Context, in *commandInput[B]) (*answerOutput, error) {
		return s.do(ctx, in.ID, in.Body.id(), of(in.Body, playerFrom(ctx)))
	})
}

// plain registers one whose body may be left out.
func plain[B identified](s *server, name, summary string, of func(B, play.Player) play.Command) {
	huma.Register(s.api, commandOperation(name, summary), func(ctx context.Context, in *plainInput[B]) (*answerOutput, error) {
		var body B
		if in.Body != nil {
			body = *in.Body
		}
		return s.do(ctx, in.ID, body.id(), of(body, playerFrom(ctx)))
	})
}

// do gives a player's command to the house.
func (s *server) do(ctx context.Context, table, request string, c play.Command) (*answerOutput, error) {
	return s.answer(s.House.Do(ctx, house.Request{
		Table: play.TableID(table), By: playerFrom(ctx).ID, ID: request, Command: c,
	}))
}

func (s *server) move(ctx context.Context, in *commandInput[moveBody]) (*answerOutput, error) {
	trip := s.trips.shortest(tripKey{play.TableID(in.ID), playerFrom(ctx).ID})
	return s.do(ctx, in.ID, in.Body.Request, play.Play{Ply: in.Body.Ply, Move: in.Body.Move, RoundTrip: trip})
}

func (s *server) say(ctx context.Context, in *commandInput[sayBody]) (*answerOutput, error) {
	if wait := s.talkers.Wait(playerFrom(ctx).ID, 1); wait > 0 {
		return nil, talksTooMuch.After(wait)
	}
	return s.do(ctx, in.ID, in.Body.Request, play.Say{Channel: play.Channel(in.Body.Channel), Text: in.Body.Text})
}

func (s *server) beat(ctx context.Context, in *beatInput) (*struct{}, error) {
	s.trips.answer(tripKey{play.TableID(in.ID), playerFrom(ctx).ID}, in.Body.Nonce, s.Now())
	return nil, nil //nolint:nilnil // There is nothing to answer.
}
