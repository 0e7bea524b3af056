package online

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// TableInput names a table. Other inputs embed it.
type TableInput struct {
	ID string `path:"id" maxLength:"64" doc:"The id of the table, the secret part of its link"`
}

// readInput is for reading a table.
type readInput struct {
	TableInput
	Seen uint64 `query:"seen" doc:"An event that was acknowledged to the client, perhaps by another server: the answer has it"`
}

type (
	chairInput struct {
		Level string `json:"level,omitempty" maxLength:"16" doc:"A computer player of this level"`
		Me    bool   `json:"me,omitempty" doc:"The player who opens the table; at most one"`
	}
	openInput struct {
		Body struct {
			RequestID
			Terms  play.Terms   `json:"terms"`
			Chairs []chairInput `json:"chairs" minItems:"1" maxItems:"4" doc:"One per seat of the game; {} is a free chair"`
		}
	}
	tableOutput struct {
		Body struct {
			Table tableView `json:"table"`
			Here  []string  `json:"here" doc:"The players of the table who are present"`
			Now   int64     `json:"now"`
		}
	}
	// textOutput is a text file or a picture.
	textOutput struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
)

func (s *server) registerTables() {
	register(s, huma.Operation{
		OperationID: "openTable", Method: http.MethodPost, Path: "/tables", DefaultStatus: http.StatusCreated,
		Summary: "Open a table", Tags: []string{"tables"}, Security: signedIn,
	}, s.openTable)
	register(s, huma.Operation{
		OperationID: "getTable", Method: http.MethodGet, Path: "/tables/{id}",
		Summary: "The current state of a table", Tags: []string{"tables"}, Security: anybody,
	}, s.getTable)
	register(s, huma.Operation{
		OperationID: "getRecord", Method: http.MethodGet, Path: "/tables/{id}/record",
		Summary: "The record of a game", Tags: []string{"tables"}, Security: anybody, Responses: okResponse("text/plain", plainText),
	}, s.getRecord)
}

func (s *server) openTable(ctx context.Context, in *openInput) (*answerOutput, error) {
	host := playerFrom(ctx)
	if p := s.limitTables(ctx, host); p != nil {
		return nil, p
	}
	chairs := make([]play.Sitter, len(in.Body.Chairs))
	for i, c := range in.Body.Chairs {
		chairs[i].Level = c.Level
		if c.Me {
			chairs[i].Player = host.ID
		}
	}
	if err := s.checkTableName(ctx, &in.Body.Terms, host); err != nil {
		return nil, err
	}
	if group := in.Body.Terms.Group; group != "" {
		member, err := s.memberFrom(ctx)
		if err != nil {
			return nil, err
		}
		if _, err := s.Groups.Look(ctx, member, group); err != nil {
			return nil, err
		}
	}
	return answer(s.House.Tables.Open(ctx, host, in.Body.Terms, chairs, in.Body.Request))
}

// limitTables counts a new table for its host, and for those who share a budget at the
// address: guests are as many as somebody likes.
func (s *server) limitTables(ctx context.Context, host play.Player) *problem.Problem {
	if p := s.limits.tables.take(string(host.ID), 1); p != nil {
		return p
	}
	c := callerOf(requestFrom(ctx))
	client := c.address
	if c.kind() == guestCaller {
		client = "guests at " + client
	}
	return s.limits.tablesByAddress.take(client, 1)
}

func (s *server) getTable(ctx context.Context, in *readInput) (*tableOutput, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), playerFrom(ctx).ID, in.Seen)
	if err != nil {
		return nil, err
	}
	out := new(tableOutput)
	out.Body.Table, out.Body.Here, out.Body.Now = viewTable(t, playerFrom(ctx).ID), []string{}, millis(s.Now())
	for _, player := range s.House.Tables.Here(t.ID) {
		out.Body.Here = append(out.Body.Here, string(player))
	}
	return out, nil
}

func (s *server) getRecord(ctx context.Context, in *readInput) (*textOutput, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), playerFrom(ctx).ID, in.Seen)
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
	return attachment(t.Game.ID()+".txt", text.Bytes()), nil
}

// attachment is a text file to download.
func attachment(name string, text []byte) *textOutput {
	return &textOutput{ContentType: "text/plain; charset=utf-8", Disposition: `attachment; filename="` + name + `"`, Body: text}
}

// answer is the answer to every command.
func answer(a live.Answer, err error) (*answerOutput, error) {
	if err != nil {
		return nil, err
	}
	out := new(answerOutput)
	out.Body.Table, out.Body.Seq = string(a.Table), a.Seq
	return out, nil
}
