package tournament

import (
	"strings"

	"plateau/game"
)

// Refusals of commands. The codes are stable.
var (
	NotCreated    = game.Missing("tournament.unknown", "there is no such tournament")
	AlreadyMade   = game.Conflict("tournament.exists", "the tournament has already been created")
	Newer         = game.Conflict("tournament.newer", "this tournament was run with a newer version of the program")
	Stale         = game.Conflict("tournament.stale", "somebody else has changed the tournament; look at it again")
	Over          = game.Conflict("tournament.over", "the tournament is finished; reopen it to change it")
	NotOver       = game.Conflict("tournament.notover", "the tournament is not finished")
	TooMany       = game.Conflict("tournament.full", "a tournament has at most {most} entrants")
	TooEventful   = game.Conflict("tournament.eventful", "this tournament has been changed too often; only results can be entered now, and it can be finished")
	TooFew        = game.Conflict("tournament.few", "at least two have to take part")
	Unfinished    = game.Conflict("round.unfinished", "round {round} still lacks {count} of its results; the first is that of board {board}")
	AllPaired     = game.Conflict("round.all", "all rounds have been paired")
	NotAllPaired  = game.Conflict("round.left", "rounds that have not been played: {count}")
	NoRound       = game.Missing("round.unknown", "there is no round {round}")
	NoBoard       = game.Missing("round.board", "round {round} has no board {board}")
	HasResults    = game.Conflict("round.results", "round {round} already has results; correct or remove the pairing with all of them")
	BadPairs      = game.Invalid("round.pairs", "everybody has to be in exactly one pair or have a bye; that is not so for number {number}")
	NoEdit        = game.Conflict("round.form", "the pairs of this form follow from its results and cannot be edited")
	ByTable       = game.Invalid("round.table", "in a round robin everybody meets everybody; only who moves first can be changed")
	NoPairing     = game.Conflict("round.forbidden", "every possible pairing contains a forbidden pair; allow one of these pairs again")
	NobodyWaits   = game.Conflict("round.nobody", "fewer than two players wait for an opponent")
	JustMet       = game.Conflict("round.again", "those who wait have only just met; others play and may be free soon")
	LaterRounds   = game.Conflict("round.later", "later rounds of the knockout follow from this result; remove their pairings first")
	TimeIsOver    = game.Conflict("arena.over", "the time of the arena is over")
	NoEntrant     = game.Missing("entrant.unknown", "there is no entrant {number}")
	SameName      = game.Conflict("entrant.name", "{name} already takes part")
	TooLate       = game.Conflict("entrant.late", "nobody can join any more")
	AlreadyOut    = game.Conflict("entrant.withdrawn", "{name} has already withdrawn")
	NotWithdrawn  = game.Conflict("entrant.present", "{name} has not withdrawn")
	NoReturn      = game.Conflict("entrant.out", "nobody can return to a knockout")
	NoCategory    = game.Invalid("entrant.category", "{category}: there is no such category; the categories are {categories}")
	WrongTeam     = game.Invalid("entrant.team", "{name} does not have the right number of players; players per team: {count}")
	BadRating     = game.Invalid("entrant.rating", "a rating is a number from 0 to 9999")
	NoByes        = game.Conflict("bye.none", "this tournament allows {count} half-point byes")
	ByePast       = game.Conflict("bye.past", "round {round} has been paired")
	ByeTwice      = game.Conflict("bye.twice", "{name} already has a bye in round {round}")
	ByeUnasked    = game.Conflict("bye.unasked", "{name} has not requested a bye in round {round}")
	ByeForm       = game.Invalid("bye.form", "only Swiss tournaments have half-point byes")
	BadPair       = game.Invalid("pair.same", "a pair has two different entrants")
	PairTwice     = game.Conflict("pair.forbidden", "this pair is already forbidden")
	ForbiddenMany = game.Conflict("pair.many", "at most {most} pairs can be forbidden")
	PairAllowed   = game.Conflict("pair.allowed", "this pair is not forbidden")
	BadResult     = game.Invalid("result.text", "a result is 1-0, 0-1, 1/2, or +- -+ -- if somebody did not show up; that of a mini-match 2-0, 1.5-0.5, 1-1, 0.5-1.5 or 0-2")
	ResultTwice   = game.Conflict("result.twice", "board {board} already has the result {result}; correct it instead")
	NoResult      = game.Conflict("result.none", "board {board} has no result to correct")
	SameResult    = game.Conflict("result.same", "board {board} has this result already")
	NeedsWinner   = game.Invalid("result.winner", "in a knockout somebody has to win; let them play again, and enter who won")
	NotReported   = game.Denied("result.reports", "the organiser enters the results of this tournament")
	NotTheirs     = game.Denied("result.other", "only the players at board {board} can enter its result")
	NoBracket     = game.Conflict("tournament.bracket", "only knockouts have a bracket")
	NoReport      = game.Conflict("tournament.report", "FIDE's report TRF16 cannot say what happened in an arena; choose CSV or JSON")
	NotUndone     = game.Conflict("tournament.undo", "there is nothing to undo")
	TooSoon       = game.Conflict("result.grace", "it is too early; absent players lose {minutes} min after the pairing")
)

// Refusals of settings and names.
var (
	BadForm      = game.Invalid("settings.form", "a tournament is swiss, roundrobin, knockout or arena")
	NoGame       = game.Invalid("settings.game", "choose a game for the tournament")
	BadRounds    = game.Invalid("settings.rounds", "a Swiss tournament has 1 to {most} rounds")
	RoundsFollow = game.Invalid("settings.norounds", "you choose the number of rounds only in Swiss tournaments; in other formats it follows from the number of entrants")
	OtherForm    = game.Invalid("settings.other", "a setting is for another form than {form}: double is for round robins, a third place for knockouts, minutes and streaks are for arenas")
	BadMinutes   = game.Invalid("settings.minutes", "an arena lasts up to a day")
	BadBegins    = game.Invalid("settings.begins", "who begins is alternating, drawn or both")
	BadAdvance   = game.Invalid("settings.advance", "rounds start by hand, when all are done, on schedule with a time from round to round, or by days with a number of days")
	BadEntry     = game.Invalid("settings.entry", "the organiser adds people, or those with the link join, or members, or anybody")
	BadPlace     = game.Invalid("settings.place", "games are played at real boards (boards), online or mixed")
	BadReports   = game.Invalid("settings.reports", "results are entered by the organiser, by players who agree, or by players and confirmed")
	Fixed        = game.Conflict("settings.fixed", "game, form, sides and teams cannot be changed after the first pairing")
	BadTieBreak  = game.Invalid("settings.tiebreak", "the tie-breaks are buchholz1, buchholz, direct, sonneborn and wins, each once")
	BadCategory  = game.Invalid("settings.category", "there are at most 20 categories, with different names")
	BadTimes     = game.Invalid("settings.times", "rounds start a minute to a year apart; absent players lose within a day; a clock starts with up to a day and adds up to an hour per move, or a move may take up to a year")
	Negative     = game.Invalid("settings.negative", "times and numbers cannot be negative")
	NameMissing  = game.Invalid("name.missing", "a name is needed, without spaces around it")
	NameLong     = game.Invalid("name.long", "a name has at most {most} characters")
	NameLetters  = game.Invalid("name.letters", "the name has invisible characters")
)

// RefuseCategory refuses a category that is none of those that there are.
func RefuseCategory(category string, categories []string) error {
	list := strings.Join(categories, ", ")
	if list == "" {
		list = "–"
	}
	return NoCategory.Refuse("", "category", category, "categories", list)
}
