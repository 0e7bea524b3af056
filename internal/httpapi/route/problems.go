package route

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/house"
)

// Refusals of the API itself.
var (
	noSession          = problem.New(http.StatusUnauthorized, "session.none", "sign in or play as a guest first")
	signInFirst        = problem.New(http.StatusUnauthorized, "session.needed", "sign in first")
	NoSuchPlayer       = problem.New(http.StatusNotFound, "player.unknown", "there is no such player")
	tooOftenByPlayer   = problem.New(http.StatusTooManyRequests, "api.often", "you sent too many requests")
	tooMuchChat        = problem.New(http.StatusTooManyRequests, "chat.often", "you sent too many messages; wait a moment")
	tooManyReports     = problem.New(http.StatusTooManyRequests, "report.often", "there were many reports from you or your network; try again later")
	tooManyStreams     = problem.New(http.StatusTooManyRequests, "stream.full", "the server is full").After(10 * time.Second)
	tooManyFromAddress = problem.New(http.StatusTooManyRequests, "stream.often", "too many pages are open in your network").After(10 * time.Second)
	tooManyOfPlayer    = problem.New(http.StatusTooManyRequests, "stream.often", "you have too many pages open").After(10 * time.Second)
	stopping           = problem.New(http.StatusServiceUnavailable, "api.stopping", "the server is shutting down; try again soon").After(time.Second)
	storeAway          = problem.New(http.StatusServiceUnavailable, "api.store", "the server cannot store anything right now; try again soon").After(2 * time.Second)
	badCursor          = problem.New(http.StatusUnprocessableEntity, "api.cursor", "the cursor is not one from this server")
)

// unknownToken is the detail of a missing session if there is a token.
const unknownToken = "nobody has this token, or it has ended; make a new one"

// statuses are the HTTP statuses of refusals by their kind.
var statuses = map[game.Kind]int{
	game.KindInvalid:  http.StatusUnprocessableEntity,
	game.KindConflict: http.StatusConflict,
	game.KindDenied:   http.StatusForbidden,
	game.KindMissing:  http.StatusNotFound,
	// A busy server is as ready as before: 503 would let load balancers leave it out.
	game.KindBusy: http.StatusTooManyRequests,
}

// StatusOf is the status of a kind of refusals; 0 if it has none.
func StatusOf(kind game.Kind) int { return statuses[kind] }

// soon is when to try again where a refusal does not say it.
const soon = 2 * time.Second

// ProblemOfRefusal converts a refusal of the rules or of a table.
func ProblemOfRefusal(r *game.Refusal) *problem.Problem {
	p := problem.New(StatusOf(r.Kind()), r.Code, r.Reason())
	p.Params = make(map[string]string, len(r.Params))
	for _, param := range r.Params {
		p.Params[param.Name] = param.Value
	}
	if r.Kind() != game.KindBusy {
		return p
	}
	seconds, err := strconv.Atoi(p.Params["seconds"])
	if err != nil {
		return p.After(soon)
	}
	return p.After(time.Duration(seconds) * time.Second)
}

// ProblemOf converts an error. Unexpected errors are logged and not shown to the
// client, because they may name files: the id of the request leads to them.
func (s *Router) ProblemOf(r *http.Request, err error) *problem.Problem {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		return p
	}
	if r, ok := errors.AsType[*game.Refusal](err); ok {
		return ProblemOfRefusal(r)
	}
	switch {
	case errors.Is(err, house.ErrClosing):
		return stopping
	case errors.Is(err, play.ErrNoPlayer):
		return s.SessionMissing() // The player was deleted during the request.
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		// The client has disconnected, or the store does not answer.
		return problem.TooSlow
	}
	s.Log.Error("request failed", "request_id", problem.RequestID(r.Context()), "route", r.Pattern, "error", err)
	if errors.Is(err, play.ErrUnavailable) {
		return storeAway
	}
	return problem.Unexpected
}

func init() {
	// Package huma offers no other way to set the type of its errors.
	huma.NewError = humaProblem
}

// humaProblem converts the errors of package huma.
func humaProblem(status int, message string, errs ...error) huma.StatusError {
	if p, ok := errors.AsType[*problem.Problem](errors.Join(errs...)); ok {
		return p
	}
	switch status {
	case http.StatusBadRequest:
		return problem.BadBody
	case http.StatusRequestTimeout:
		return problem.SlowBody
	case http.StatusRequestEntityTooLarge:
		return problem.LargeBody
	case http.StatusUnsupportedMediaType:
		return problem.BadType
	case http.StatusUnprocessableEntity:
		return problem.BadFields.Because(fieldsDetail(errs))
	case http.StatusInternalServerError:
		if message == unreadBody {
			return problem.BadBody
		}
	}
	return problem.Unexpected
}

// unreadBody is the message of package huma for a connection that ends within a
// body, which is not the server's fault.
const unreadBody = "cannot read request body"

// maxDetails limits how many wrong fields are named.
const maxDetails = 5

// fieldsDetail names the fields that are wrong.
func fieldsDetail(errs []error) string {
	var details []string
	for _, err := range errs {
		var detailer huma.ErrorDetailer
		if errors.As(err, &detailer) {
			detail := detailer.ErrorDetail()
			details = append(details, detail.Location+": "+detail.Message)
		}
	}
	if len(details) > maxDetails {
		details = append(details[:maxDetails], "…")
	}
	return cmp.Or(strings.Join(details, "; "), problem.BadFields.Detail)
}

// OrNoPlayer says that there is no such player.
func OrNoPlayer(err error) error {
	if errors.Is(err, play.ErrNoPlayer) {
		return NoSuchPlayer
	}
	return err
}
