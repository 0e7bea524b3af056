package online

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
	"plateau/internal/play/house"
)

// What only the network has to refuse.
var (
	noSession          = problem.New(http.StatusUnauthorized, "session.none", "you have to sign in, or to play as a guest")
	noSuchPlayer       = problem.New(http.StatusNotFound, "player.unknown", "there is no such player")
	noRecord           = problem.New(http.StatusNotFound, "record.none", "there was no game at this table")
	tooOftenByPlayer   = problem.New(http.StatusTooManyRequests, "api.often", "you ask too often")
	talksTooMuch       = problem.New(http.StatusTooManyRequests, "chat.often", "that is too much talk at once; wait a moment")
	tooManyStreams     = problem.New(http.StatusServiceUnavailable, "stream.full", "the server has all the visitors it can take").After(10 * time.Second)
	tooManyFromAddress = problem.New(http.StatusTooManyRequests, "stream.often", "too many pages of your network are open").After(10 * time.Second)
	tooManyOfPlayer    = problem.New(http.StatusTooManyRequests, "stream.often", "you have too many pages open").After(10 * time.Second)
	stopping           = problem.New(http.StatusServiceUnavailable, "api.stopping", "the server stops; it may be back soon").After(time.Second)
	badCursor          = problem.New(http.StatusUnprocessableEntity, "api.cursor", "the cursor is not one that was given out")
	longCode           = problem.New(http.StatusUnprocessableEntity, "qr.long", "the text is too long for a code")
)

// statuses says how a refusal is told over HTTP: 403 who asks may not do it,
// 409 the table is not in a state for it, 422 it could never be. Codes that
// are not here are those of the games' rules, and of what people type: 422.
var statuses = map[string]int{
	play.NoSuchTable.Code: http.StatusNotFound,

	play.NotSeated.Code:     http.StatusForbidden,
	play.NoSpectators.Code:  http.StatusForbidden,
	play.NotForOthers.Code:  http.StatusForbidden,
	play.NotForPlayers.Code: http.StatusForbidden,
	play.RatedGuest.Code:    http.StatusForbidden,

	play.TableNewer.Code:    http.StatusConflict,
	play.NotOpen.Code:       http.StatusConflict,
	play.NotRunning.Code:    http.StatusConflict,
	play.NotOver.Code:       http.StatusConflict,
	play.Seated.Code:        http.StatusConflict,
	play.ChairTaken.Code:    http.StatusConflict,
	play.TableFull.Code:     http.StatusConflict,
	play.NotYourTurn.Code:   http.StatusConflict,
	play.StalePly.Code:      http.StatusConflict,
	play.TimeIsUp.Code:      http.StatusConflict,
	play.TimeIsLeft.Code:    http.StatusConflict,
	play.NoClock.Code:       http.StatusConflict,
	play.ComputerDraws.Code: http.StatusConflict,
	play.NoTakeBack.Code:    http.StatusConflict,
	play.TakeBackTwice.Code: http.StatusConflict,
	play.NoTakeBackAsk.Code: http.StatusConflict,
	play.OwnTakeBack.Code:   http.StatusConflict,
	play.RatedTakeBack.Code: http.StatusConflict,
	play.TooLate.Code:       http.StatusConflict,
	play.NobodyLeft.Code:    http.StatusConflict,
	play.ClaimByDays.Code:   http.StatusConflict,
	play.RematchTwice.Code:  http.StatusConflict,
	play.RematchMade.Code:   http.StatusConflict,
	play.NoChat.Code:        http.StatusConflict,
	play.ChatFull.Code:      http.StatusConflict,
	play.TooManyTables.Code: http.StatusConflict,
	play.TooEventful.Code:   http.StatusConflict,
	play.TableFailed.Code:   http.StatusConflict,
	game.GameOver.Code:      http.StatusConflict,
	game.NoOffer.Code:       http.StatusConflict,
	game.OwnOffer.Code:      http.StatusConflict,
	game.OfferTwice.Code:    http.StatusConflict,
	game.NoDraws.Code:       http.StatusConflict,

	accounts.PasswordWrong.Code:  http.StatusForbidden,
	accounts.PasswordNeeded.Code: http.StatusForbidden,
	accounts.PasskeyFailed.Code:  http.StatusForbidden,
	accounts.OnlyPlays.Code:      http.StatusForbidden,

	accounts.NoSuchPasskey.Code: http.StatusNotFound,
	accounts.NoSuchToken.Code:   http.StatusNotFound,

	accounts.NameTaken.Code:       http.StatusConflict,
	accounts.PasskeyLate.Code:     http.StatusConflict,
	accounts.TooManyPasskeys.Code: http.StatusConflict,
	accounts.LastPasskey.Code:     http.StatusConflict,
	accounts.TooManyTokens.Code:   http.StatusConflict,

	accounts.SignInSlow.Code: http.StatusTooManyRequests,
	accounts.SignInBusy.Code: http.StatusServiceUnavailable,

	accounts.PasswordShort.Code: http.StatusUnprocessableEntity,
	accounts.PasswordLong.Code:  http.StatusUnprocessableEntity,
	accounts.PasskeyHost.Code:   http.StatusUnprocessableEntity,
	accounts.LabelLong.Code:     http.StatusUnprocessableEntity,
	accounts.LabelLetters.Code:  http.StatusUnprocessableEntity,

	play.ChatEmpty.Code:     http.StatusUnprocessableEntity,
	play.ChatLong.Code:      http.StatusUnprocessableEntity,
	play.ChatLetters.Code:   http.StatusUnprocessableEntity,
	play.BadDays.Code:       http.StatusUnprocessableEntity,
	play.BadClock.Code:      http.StatusUnprocessableEntity,
	play.BadChoice.Code:     http.StatusUnprocessableEntity,
	play.BadChair.Code:      http.StatusUnprocessableEntity,
	play.BadLevel.Code:      http.StatusUnprocessableEntity,
	play.NoPeople.Code:      http.StatusUnprocessableEntity,
	play.NoPartners.Code:    http.StatusUnprocessableEntity,
	play.RatedComputer.Code: http.StatusUnprocessableEntity,
	play.NameMissing.Code:   http.StatusUnprocessableEntity,
	play.NameLong.Code:      http.StatusUnprocessableEntity,
	play.NameLetters.Code:   http.StatusUnprocessableEntity,
	play.BadRequest.Code:    http.StatusUnprocessableEntity,
}

// refusalProblem tells a refusal of the rules or of a table.
func refusalProblem(r *game.Refusal) *problem.Problem {
	status, known := statuses[r.Code]
	if !known {
		status = http.StatusUnprocessableEntity
	}
	p := problem.New(status, r.Code, r.Reason())
	for _, param := range r.Params {
		if p.Params == nil {
			p.Params = make(map[string]string, len(r.Params))
		}
		p.Params[param.Name] = param.Value
	}
	return p
}

// problemOf is what an error is told as. What is nobody's fault is noted, and
// not told: it may speak of files.
func (s *server) problemOf(err error) *problem.Problem {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		return p
	}
	if r, ok := errors.AsType[*game.Refusal](err); ok {
		return refusalProblem(r)
	}
	switch {
	case errors.Is(err, house.ErrClosing):
		return stopping
	case errors.Is(err, play.ErrNoPlayer):
		return noSuchPlayer
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		// Whoever asked has gone, as a rule.
		return problem.TooBusy
	}
	s.Log.Error("a request could not be answered", "error", err)
	return problem.Unexpected
}

func init() {
	// The only way in which package huma can be given a type for its errors.
	huma.NewError = humaProblem
}

// humaProblem tells what package huma refuses.
func humaProblem(status int, message string, errs ...error) huma.StatusError {
	if p, ok := errors.AsType[*problem.Problem](errors.Join(errs...)); ok {
		return p
	}
	if _, large := errors.AsType[*http.MaxBytesError](errors.Join(errs...)); large {
		return problem.LargeBody
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

// unreadBody is what package huma says when a connection ends within a body,
// which is not the server's fault.
const unreadBody = "cannot read request body"

// maxDetails bounds how much of what is wrong is told.
const maxDetails = 5

// fieldsDetail names the fields that are wrong.
func fieldsDetail(errs []error) string {
	var told []string
	for _, err := range errs {
		var detailer huma.ErrorDetailer
		if !errors.As(err, &detailer) {
			continue
		}
		if len(told) == maxDetails {
			told = append(told, "…")
			break
		}
		detail := detailer.ErrorDetail()
		told = append(told, detail.Location+": "+detail.Message)
	}
	if len(told) == 0 {
		return problem.BadFields.Detail
	}
	return strings.Join(told, "; ")
}
