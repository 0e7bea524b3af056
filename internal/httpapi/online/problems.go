package online

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
	"plateau/internal/play/accounts"
	"plateau/internal/play/admin"
	"plateau/internal/play/groups"
	"plateau/internal/play/house"
	"plateau/internal/play/reports"
	"plateau/internal/play/tournaments"
	"plateau/internal/push"
	"plateau/tournament"
)

// Refusals of the API itself.
var (
	noSession           = problem.New(http.StatusUnauthorized, "session.none", "sign in or play as a guest first")
	signInFirst         = problem.New(http.StatusUnauthorized, "session.needed", "sign in first")
	guestsClosed        = problem.New(http.StatusForbidden, "guest.closed", "only people with an account can play here; ask for an invitation")
	noSuchPlayer        = problem.New(http.StatusNotFound, "player.unknown", "there is no such player")
	noRecord            = problem.New(http.StatusNotFound, "record.none", "no game was played at this table")
	tooOftenByPlayer    = problem.New(http.StatusTooManyRequests, "api.often", "you sent too many requests")
	tooMuchChat         = problem.New(http.StatusTooManyRequests, "chat.often", "you sent too many messages; wait a moment")
	tooManyReports      = problem.New(http.StatusTooManyRequests, "report.often", "there were many reports from you or your network; try again later")
	tooManyStreams      = problem.New(http.StatusTooManyRequests, "stream.full", "the server is full").After(10 * time.Second)
	tooManyFromAddress  = problem.New(http.StatusTooManyRequests, "stream.often", "too many pages are open in your network").After(10 * time.Second)
	tooManyOfPlayer     = problem.New(http.StatusTooManyRequests, "stream.often", "you have too many pages open").After(10 * time.Second)
	stopping            = problem.New(http.StatusServiceUnavailable, "api.stopping", "the server is shutting down; try again soon").After(time.Second)
	storeAway           = problem.New(http.StatusServiceUnavailable, "api.store", "the server cannot store anything right now; try again soon").After(2 * time.Second)
	badCursor           = problem.New(http.StatusUnprocessableEntity, "api.cursor", "the cursor is not one from this server")
	noTablebase         = problem.New(http.StatusNotFound, "tablebase.none", "there is no tablebase of this game here")
	unreadableTablebase = problem.New(http.StatusInternalServerError, "tablebase.unreadable", "the tablebase cannot be read")
	ratedRunning        = problem.New(http.StatusForbidden, "values.rated", "you are playing a rated game of this kind; there are no values until it is over")
	noPush              = problem.New(http.StatusNotFound, "push.off", "this server sends no notifications")
	longCode            = problem.New(http.StatusUnprocessableEntity, "qr.long", "the text is too long for a QR code")
)

// unknownToken is the detail of a missing session if there is a token.
const unknownToken = "nobody has this token, or it has ended; make a new one"

// statuses are the HTTP statuses of refusals: 403 the player may not do it, 409
// the table is not in a state for it, 422 it is never possible. Codes that are
// not listed are those of the games' rules and of input that cannot be parsed:
// 422.
var statuses = byCode(map[int][]game.Phrase{
	http.StatusForbidden: {
		play.OnlyPhrases, play.NotSeated, play.NoSpectators, play.NotForOthers, play.NotForPlayers, play.RatedGuest,
		play.RatedBarred, play.RatedRunning, play.RatedToken, play.BotPaired, play.OwnBlock, play.OnlyOwnGroup, play.TableOfGroup, play.BlockedAtTable, play.OwnBlockAtTable,
		play.FriendGuest, play.FriendNobody, play.ChallengeGuest, play.ChallengeFriends, play.ChallengeNobody, play.OnlyBots, play.NameNeedsChat,
		accounts.PasswordWrong, accounts.PasswordNeeded, accounts.PasskeyFailed, accounts.OnlyPlays,
		accounts.PasskeyNeeded, accounts.RecoveryWrong, accounts.RecoveryGuest, accounts.NeedsAccount,
		accounts.Suspended, accounts.SuspendedUntil, admin.NotAdministrator, admin.Yourself, admin.Guest, accounts.LinkUnknown, accounts.CardUnknown,
		tournaments.OnlyOrganisers, tournaments.NeedsAccount, tournaments.NotForYou, tournaments.NeedsLink, tournaments.NeedsMembership,
		tournaments.NoBots, tournaments.NotEntered, tournaments.TooManyChanges, tournaments.Unasked, tournaments.BadCode, tournament.NotReported, tournament.NotTheirs,
		accounts.ManagedAccount, accounts.SSHKeyFresh, accounts.Uninvited, accounts.InvitationUnknown, groups.OnlyLeaders,
		groups.OnlyOwner, groups.NeedsAccount, groups.Supervised,
	},
	http.StatusNotFound: {
		tournament.NotCreated, tournament.NoRound, tournament.NoBoard, tournament.NoEntrant,
		play.NoSuchTable, play.NoSuchMessage, play.NoSuchChallenge, admin.NoSuchPlayer, admin.NoSuchReport, groups.NoSuchGroup, groups.NoSuchMember, groups.NoSuchInvitation, accounts.NoSuchPasskey, accounts.NoSuchSSHKey, accounts.NoSuchToken, push.NoSuchDevice,
	},
	http.StatusConflict: {
		tournaments.TooManyOwn, tournaments.TooManyHere, tournaments.JoinedTwice, tournaments.OnlineResult,
		tournament.AlreadyMade, tournament.Newer, tournament.Stale, tournament.Over, tournament.NotOver, tournament.TooMany, tournament.TooEventful, tournament.ForbiddenMany, tournament.TooFew,
		tournament.Unfinished, tournament.AllPaired, tournament.NotAllPaired, tournament.WrongRound, tournament.HasResults, tournament.NoEdit,
		tournament.NoPairing, tournament.NobodyWaits, tournament.JustMet, tournament.LaterRounds, tournament.TimeIsOver, tournament.SameName, tournament.TooLate,
		tournament.AlreadyOut, tournament.NotWithdrawn, tournament.NoReturn, tournament.NoByes, tournament.ByePast, tournament.ByeTwice,
		tournament.ByeUnasked, tournament.PairTwice, tournament.PairAllowed, tournament.ResultTwice, tournament.NoResult, tournament.SameResult,
		tournament.NotUndone, tournament.NoBracket, tournament.NoReport, tournament.TooSoon, tournament.Fixed, play.CupTakeBack, play.CupAbort, play.CupRematch,
		play.TableNewer, play.NotOpen, play.NotRunning, play.NotOver, play.Seated, play.ChairTaken, play.TableFull,
		play.NotYourTurn, play.StalePly, play.TimeIsUp, play.TimeIsLeft, play.NoClock, play.ComputerDraws, play.DrawAgain, play.TakeBackAgain, play.RatedAbort,
		play.NoTakeBack, play.TakeBackTwice, play.NoTakeBackAsk, play.OwnTakeBack, play.RatedTakeBack, play.TooLate,
		play.NobodyLeft, play.ClaimByDays, play.RematchTwice, play.RematchMade, play.NoChat, play.ChatFull,
		play.TooManyTables, play.LobbyPlayer, play.LobbyAddress, play.TooEventful, play.TableFailed, game.GameOver, game.NoOffer, game.OwnOffer, game.OfferTwice,
		game.NoDraws, accounts.NameTaken, accounts.PasskeyLate, accounts.TooManyPasskeys, accounts.LastPasskey,
		accounts.SSHKeyTaken, accounts.TooManySSHKeys, accounts.LastSSHKey,
		accounts.TooManyTokens, accounts.TooManyPuzzles, accounts.TooManyItems, accounts.NoBot, play.TooManyBlocks,
		play.TooManyFriends, play.AskedByMany, play.ChallengeTwice, play.TooManyChallenges,
		accounts.HasAccount, accounts.GroupFull, groups.LastLeader, groups.OwnAccount, groups.ManagedLeader,
		groups.OwnerStays, groups.NoAccounts, groups.NotFounded, groups.TooManyClubs, groups.TooManyInvites,
		reports.Twice, reports.TooMany, admin.ReportClosed,
	},
	http.StatusUnprocessableEntity: {
		tournaments.NeedsPartner, tournaments.BadReport, tournament.BadPairs, tournament.ByTable, tournament.NoCategory, tournament.WrongTeam, tournament.BadRating,
		tournament.ByeForm, tournament.BadPair, tournament.BadResult, tournament.NeedsWinner, tournament.BadOrder, tournament.BadForm,
		tournament.NoGame, tournament.BadRounds, tournament.RoundsFollow, tournament.OtherForm, tournament.BadMinutes, tournament.BadBegins,
		tournament.BadAdvance, tournament.BadEntry, tournament.BadPlace, tournament.BadReports, tournament.BadTieBreak, tournament.BadCategory,
		tournament.Negative, tournament.BadTimes, tournaments.OneAtATime,
		accounts.BadStars, accounts.PasswordShort, accounts.PasswordLong, accounts.PasswordCommon, accounts.PasswordIsName,
		accounts.NameReserved, accounts.NameRefused, accounts.NameMarks, accounts.PasskeyHost, accounts.LabelLong,
		accounts.SSHKeyUnreadable, accounts.SSHKeyPrivate, accounts.SSHKeyWeak,
		accounts.LabelLetters, accounts.NoPuzzle, play.BlockSelf, reports.Yourself, reports.NoReason, reports.TextEmpty, reports.TextLong, reports.NotThere,
		play.FriendSelf, play.ChallengeSelf, play.ChallengeTwo, play.NoSuchPhrase, play.ChatEmpty, play.ChatLong, play.ChatLetters, play.BadDays, play.BadClock,
		play.BadChoice, play.BadChair, play.BadLevel, play.NoPeople, play.NoPartners, play.RatedComputer,
		play.RatedCasual, admin.LongText, admin.BadTime, groups.NameMissing, play.NameMissing, play.NameLong, play.NameLetters, play.BadRequest, push.BadEndpoint, push.BadKeys,
	},
	// A busy server is as ready as before: 503 would let load balancers leave it out.
	http.StatusTooManyRequests: {accounts.SignInSlow, accounts.SignInBusy, tournaments.PairingBusy},
})

func byCode(phrases map[int][]game.Phrase) map[string]int {
	statuses := make(map[string]int)
	for status, list := range phrases {
		for _, p := range list {
			statuses[p.Code] = status
		}
	}
	return statuses
}

// refusalProblem converts a refusal of the rules or of a table.
func refusalProblem(r *game.Refusal) *problem.Problem {
	p := problem.New(cmp.Or(statuses[r.Code], http.StatusUnprocessableEntity), r.Code, r.Reason())
	p.Params = make(map[string]string, len(r.Params))
	for _, param := range r.Params {
		p.Params[param.Name] = param.Value
	}
	switch r.Code {
	case accounts.SignInSlow.Code:
		if seconds, err := strconv.Atoi(p.Params["seconds"]); err == nil {
			return p.After(time.Duration(seconds) * time.Second)
		}
	case accounts.SignInBusy.Code, tournaments.PairingBusy.Code:
		return p.After(2 * time.Second)
	}
	return p
}

// problemOf converts an error. Unexpected errors are logged and not shown to the
// client, because they may name files: the id of the request leads to them.
func (s *server) problemOf(r *http.Request, err error) *problem.Problem {
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
		return s.sessionMissing() // The player was deleted during the request.
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
