package tournament

import (
	"strings"

	"plateau/game"
)

// Refusals of commands. The codes are stable.
var (
	NotCreated    = game.Phrase{Code: "tournament.unknown", English: "there is no such tournament"}
	AlreadyMade   = game.Phrase{Code: "tournament.exists", English: "the tournament has already been created"}
	Newer         = game.Phrase{Code: "tournament.newer", English: "this tournament was run with a newer version of the program"}
	Stale         = game.Phrase{Code: "tournament.stale", English: "somebody else has changed the tournament; look at it again"}
	Over          = game.Phrase{Code: "tournament.over", English: "the tournament is finished; reopen it to change it"}
	NotOver       = game.Phrase{Code: "tournament.notover", English: "the tournament is not finished"}
	TooMany       = game.Phrase{Code: "tournament.full", English: "a tournament has at most {most} entrants"}
	TooEventful   = game.Phrase{Code: "tournament.eventful", English: "this tournament has been changed too often; only results can be entered now, and it can be finished"}
	TooFew        = game.Phrase{Code: "tournament.few", English: "at least two have to take part"}
	Unfinished    = game.Phrase{Code: "round.unfinished", English: "round {round} still lacks {count} of its results; the first is that of board {board}"}
	AllPaired     = game.Phrase{Code: "round.all", English: "all rounds have been paired"}
	NotAllPaired  = game.Phrase{Code: "round.left", English: "rounds that have not been played: {count}"}
	NoRound       = game.Phrase{Code: "round.unknown", English: "there is no round {round}"}
	NoBoard       = game.Phrase{Code: "round.board", English: "round {round} has no board {board}"}
	WrongRound    = game.Phrase{Code: "round.notlast", English: "only the last round can be changed like that; it is round {round}"}
	HasResults    = game.Phrase{Code: "round.results", English: "round {round} already has results; correct or remove the pairing with all of them"}
	BadPairs      = game.Phrase{Code: "round.pairs", English: "everybody has to be in exactly one pair or have a bye; that is not so for number {number}"}
	NoEdit        = game.Phrase{Code: "round.form", English: "the pairs of this form follow from its results and cannot be edited"}
	ByTable       = game.Phrase{Code: "round.table", English: "in a round robin everybody meets everybody; only who moves first can be changed"}
	NoPairing     = game.Phrase{Code: "round.forbidden", English: "every possible pairing contains a forbidden pair; allow one of these pairs again"}
	NobodyWaits   = game.Phrase{Code: "round.nobody", English: "fewer than two players wait for an opponent"}
	JustMet       = game.Phrase{Code: "round.again", English: "those who wait have only just met; others play and may be free soon"}
	LaterRounds   = game.Phrase{Code: "round.later", English: "later rounds of the knockout follow from this result; remove their pairings first"}
	TimeIsOver    = game.Phrase{Code: "arena.over", English: "the time of the arena is over"}
	NoEntrant     = game.Phrase{Code: "entrant.unknown", English: "there is no entrant {number}"}
	SameName      = game.Phrase{Code: "entrant.name", English: "{name} already takes part"}
	TooLate       = game.Phrase{Code: "entrant.late", English: "nobody can join any more"}
	AlreadyOut    = game.Phrase{Code: "entrant.withdrawn", English: "{name} has already withdrawn"}
	NotWithdrawn  = game.Phrase{Code: "entrant.present", English: "{name} has not withdrawn"}
	NoReturn      = game.Phrase{Code: "entrant.out", English: "nobody can return to a knockout"}
	NoCategory    = game.Phrase{Code: "entrant.category", English: "{category}: there is no such category; the categories are {categories}"}
	WrongTeam     = game.Phrase{Code: "entrant.team", English: "{name} does not have the right number of players; players per team: {count}"}
	BadRating     = game.Phrase{Code: "entrant.rating", English: "a rating is a number from 0 to 9999"}
	NoByes        = game.Phrase{Code: "bye.none", English: "this tournament allows {count} half-point byes"}
	ByePast       = game.Phrase{Code: "bye.past", English: "round {round} has been paired"}
	ByeTwice      = game.Phrase{Code: "bye.twice", English: "{name} already has a bye in round {round}"}
	ByeUnasked    = game.Phrase{Code: "bye.unasked", English: "{name} has not requested a bye in round {round}"}
	ByeForm       = game.Phrase{Code: "bye.form", English: "only Swiss tournaments have half-point byes"}
	BadPair       = game.Phrase{Code: "pair.same", English: "a pair has two different entrants"}
	PairTwice     = game.Phrase{Code: "pair.forbidden", English: "this pair is already forbidden"}
	ForbiddenMany = game.Phrase{Code: "pair.many", English: "at most {most} pairs can be forbidden"}
	PairAllowed   = game.Phrase{Code: "pair.allowed", English: "this pair is not forbidden"}
	BadResult     = game.Phrase{Code: "result.text", English: "a result is 1-0, 0-1, 1/2, or +- -+ -- if somebody did not show up; that of a mini-match 2-0, 1.5-0.5, 1-1, 0.5-1.5 or 0-2"}
	ResultTwice   = game.Phrase{Code: "result.twice", English: "board {board} already has the result {result}; correct it instead"}
	NoResult      = game.Phrase{Code: "result.none", English: "board {board} has no result to correct"}
	SameResult    = game.Phrase{Code: "result.same", English: "board {board} has this result already"}
	NeedsWinner   = game.Phrase{Code: "result.winner", English: "in a knockout somebody has to win; let them play again, and enter who won"}
	NotReported   = game.Phrase{Code: "result.reports", English: "the organiser enters the results of this tournament"}
	NotTheirs     = game.Phrase{Code: "result.other", English: "only the players at board {board} can enter its result"}
	NoBracket     = game.Phrase{Code: "tournament.bracket", English: "only knockouts have a bracket"}
	NoReport      = game.Phrase{Code: "tournament.report", English: "FIDE's report TRF16 cannot say what happened in an arena; choose CSV or JSON"}
	NotUndone     = game.Phrase{Code: "tournament.undo", English: "there is nothing to undo"}
	TooSoon       = game.Phrase{Code: "result.grace", English: "it is too early; absent players lose {minutes} min after the pairing"}
)

// Refusals of settings and names.
var (
	BadForm      = game.Phrase{Code: "settings.form", English: "a tournament is swiss, roundrobin, knockout or arena"}
	NoGame       = game.Phrase{Code: "settings.game", English: "choose a game for the tournament"}
	BadRounds    = game.Phrase{Code: "settings.rounds", English: "a Swiss tournament has 1 to {most} rounds"}
	RoundsFollow = game.Phrase{Code: "settings.norounds", English: "you choose the number of rounds only in Swiss tournaments; in other formats it follows from the number of entrants"}
	OtherForm    = game.Phrase{Code: "settings.other", English: "a setting is for another form than {form}: double is for round robins, a third place for knockouts, minutes and streaks are for arenas"}
	BadMinutes   = game.Phrase{Code: "settings.minutes", English: "an arena lasts up to a day"}
	BadBegins    = game.Phrase{Code: "settings.begins", English: "who begins is alternating, drawn or both"}
	BadAdvance   = game.Phrase{Code: "settings.advance", English: "rounds start by hand, when all are done, on schedule with a time from round to round, or by days with a number of days"}
	BadEntry     = game.Phrase{Code: "settings.entry", English: "the organiser adds people, or those with the link join, or members, or anybody"}
	BadPlace     = game.Phrase{Code: "settings.place", English: "games are played at real boards (boards), online or mixed"}
	BadReports   = game.Phrase{Code: "settings.reports", English: "results are entered by the organiser, by players who agree, or by players and confirmed"}
	Fixed        = game.Phrase{Code: "settings.fixed", English: "game, form, sides and teams cannot be changed after the first pairing"}
	BadTieBreak  = game.Phrase{Code: "settings.tiebreak", English: "the tie-breaks are buchholz1, buchholz, direct, sonneborn and wins, each once"}
	BadCategory  = game.Phrase{Code: "settings.category", English: "there are at most 20 categories, with different names"}
	BadTimes     = game.Phrase{Code: "settings.times", English: "rounds start a minute to a year apart; absent players lose within a day; a clock starts with up to a day and adds up to an hour per move, or a move may take up to a year"}
	Negative     = game.Phrase{Code: "settings.negative", English: "times and numbers cannot be negative"}
	NameMissing  = game.Phrase{Code: "name.missing", English: "a name is needed, without spaces around it"}
	NameLong     = game.Phrase{Code: "name.long", English: "a name has at most {most} characters"}
	NameLetters  = game.Phrase{Code: "name.letters", English: "the name has invisible characters"}
)

// RefuseCategory refuses a category that is none of those that there are.
func RefuseCategory(category string, categories []string) error {
	list := strings.Join(categories, ", ")
	if list == "" {
		list = "–"
	}
	return NoCategory.Refuse("", "category", category, "categories", list)
}
