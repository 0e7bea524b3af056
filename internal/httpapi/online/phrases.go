package online

import (
	"plateau/game"
	"plateau/internal/httpapi/problem"
)

// Phrases lists the problems that people may see, for translators. Problems that
// only programs can cause stay in English.
func Phrases() []game.Phrase {
	problems := []*problem.Problem{
		noSession, signInFirst, guestsClosed, noSuchPlayer, noRecord, tooMuchChat, tooManyReports, tooManyStreams, tooManyOfPlayer, stopping, storeAway, noPush, ratedRunning,
		problem.NoSuchPath, problem.BadFields, problem.LargeBody, problem.OtherOrigin, problem.TooOften, problem.TooBusy,
		problem.Unexpected,
	}
	phrases := make([]game.Phrase, len(problems))
	for i, p := range problems {
		phrases[i] = game.Phrase{Code: p.Code, English: p.Detail}
	}
	return phrases
}
