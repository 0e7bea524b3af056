package route

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// What requests and answers of several features consist of.
type (
	// BodyInput is a request that has nothing but a body.
	BodyInput[B any] struct{ Body B }
	// OptionalInput is one whose body may be missing.
	OptionalInput[B any] struct{ Body *B }
	// BodyOutput is an answer that has nothing but a body.
	BodyOutput[B any] struct{ Body B }
	// PlayerInput names a player.
	PlayerInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	// TableInput names a table.
	TableInput struct {
		ID string `path:"id" maxLength:"64" doc:"The id of the table, the secret part of its link"`
	}
	// PageInput selects a page of a list.
	PageInput struct {
		Cursor string `query:"cursor" maxLength:"200" doc:"The field next of the previous page"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// Text is a text file or a picture.
	Text struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
)

// Given is the body, or an empty one.
func (in *OptionalInput[B]) Given() B {
	if in.Body == nil {
		return *new(B)
	}
	return *in.Body
}

// Tables is a page of a list of tables, with the cursor of the next page.
func (in PageInput) Tables(ctx context.Context, store play.TableStore, q play.TableQuery) (list []play.Summary, next string, err error) {
	if in.Cursor != "" {
		id, entered, err := ReadCursor(in.Cursor)
		if err != nil {
			return nil, "", err
		}
		q.After = &play.Summary{ID: play.TableID(id), Entered: entered}
	}
	q.Limit = in.Limit
	list, err = store.Tables(ctx, q)
	if err == nil && len(list) == in.Limit {
		last := list[len(list)-1]
		next = CursorAfter(string(last.ID), last.Entered)
	}
	return list, next, err
}

// Phases are the phases by name; the empty name stands for all.
var Phases = map[string]play.Phase{
	"": play.Unopened, play.Open.String(): play.Open, play.Running.String(): play.Running, play.Over.String(): play.Over,
}

// Player is the player's id.
func (in *PlayerInput) Player() play.PlayerID { return play.PlayerID(in.ID) }

// Body makes a handler of a function that returns the body of the answer.
func Body[I, B any](handle func(context.Context, *I) (B, error)) func(context.Context, *I) (*BodyOutput[B], error) {
	return func(ctx context.Context, in *I) (*BodyOutput[B], error) {
		answer, err := handle(ctx, in)
		return &BodyOutput[B]{answer}, err
	}
}

// InSession makes a handler of a function that needs a session. The token of a
// program is refused.
func InSession[I, O any](handle func(context.Context, accounts.Access, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		access := CallerOf(ctx).Access
		if access.Kind != accounts.Session {
			return out, accounts.OnlyPlays.Refuse("")
		}
		return handle(ctx, access, in)
	}
}

// Attachment is a text file to download.
func Attachment(name string, text []byte) *Text {
	return &Text{ContentType: "text/plain; charset=utf-8", Disposition: `attachment; filename="` + name + `"`, Body: text}
}

// CursorAfter encodes the place of something in a list that is sorted by time.
func CursorAfter(id string, at time.Time) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(at.UnixMilli(), 10) + " " + id))
}

// ReadCursor reads what [CursorAfter] wrote.
func ReadCursor(cursor string) (id string, at time.Time, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return "", at, badCursor
	}
	entered, id, _ := strings.Cut(string(text), " ")
	ms, err := strconv.ParseInt(entered, 10, 64)
	if err != nil {
		return "", at, badCursor
	}
	return id, time.UnixMilli(ms), nil
}
