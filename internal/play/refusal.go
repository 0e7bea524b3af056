package play

import "plateau/game"

// Refusals of what people ask of a table. The codes are part of the API.
var (
	NoSuchTable   = game.Phrase{Code: "table.unknown", English: "there is no such table"}
	TableNewer    = game.Phrase{Code: "table.newer", English: "this table was played with a newer version of the program"}
	TableFailed   = game.Phrase{Code: "table.failed", English: "this table has been set aside because of an error in the server"}
	NotOpen       = game.Phrase{Code: "table.notopen", English: "the game has begun, or the table was closed"}
	NotRunning    = game.Phrase{Code: "table.notrunning", English: "the game has not begun"}
	NotOver       = game.Phrase{Code: "table.notover", English: "the game is not over"}
	NotSeated     = game.Phrase{Code: "table.notseated", English: "you do not play at this table"}
	Seated        = game.Phrase{Code: "table.seated", English: "you have a chair at this table"}
	ChairTaken    = game.Phrase{Code: "table.taken", English: "that chair is taken"}
	TableFull     = game.Phrase{Code: "table.full", English: "all chairs are taken"}
	NoSpectators  = game.Phrase{Code: "table.nospectators", English: "only its players may see this table"}
	TooManyTables = game.Phrase{Code: "table.many", English: "you have {most} tables that are not finished; finish or close one first"}
	TooEventful   = game.Phrase{Code: "table.eventful", English: "so much has happened at this table that it can only be played to its end"}
	NotYourTurn   = game.Phrase{Code: "move.turn", English: "it is not your turn"}
	StalePly      = game.Phrase{Code: "move.stale", English: "{ply} moves have been played; yours answers another position"}
	TimeIsUp      = game.Phrase{Code: "move.time", English: "your time is up"}
	TimeIsLeft    = game.Phrase{Code: "flag.early", English: "there is time left"}
	NoClock       = game.Phrase{Code: "flag.noclock", English: "this table has no clock"}
	ComputerDraws = game.Phrase{Code: "draw.computer", English: "computer players do not agree on draws"}
	NoTakeBack    = game.Phrase{Code: "takeback.none", English: "there is no move of yours to take back"}
	TakeBackTwice = game.Phrase{Code: "takeback.twice", English: "somebody has asked for a move back already"}
	NoTakeBackAsk = game.Phrase{Code: "takeback.noask", English: "nobody has asked for a move back"}
	OwnTakeBack   = game.Phrase{Code: "takeback.own", English: "your own side asked for the move back; the other side answers"}
	RatedTakeBack = game.Phrase{Code: "takeback.rated", English: "in rated games moves are not taken back"}
	TooLate       = game.Phrase{Code: "abort.late", English: "both sides have moved; you can resign"}
	NobodyLeft    = game.Phrase{Code: "claim.here", English: "the other side is here, or has just left"}
	ClaimByDays   = game.Phrase{Code: "claim.days", English: "with days a move, nobody has to stay at the table"}
	RematchTwice  = game.Phrase{Code: "rematch.twice", English: "you have asked for another game"}
	RematchMade   = game.Phrase{Code: "rematch.made", English: "the next game has its table"}
	NoChat        = game.Phrase{Code: "chat.off", English: "this table has no such channel"}
	ChatEmpty     = game.Phrase{Code: "chat.empty", English: "there is nothing to say"}
	ChatLong      = game.Phrase{Code: "chat.long", English: "a message has at most {most} letters"}
	ChatLetters   = game.Phrase{Code: "chat.letters", English: "the message has characters that cannot be seen"}
	ChatFull      = game.Phrase{Code: "chat.full", English: "enough has been said at this table"}
	NotForOthers  = game.Phrase{Code: "command.others", English: "nobody acts for others"}
	NotForPlayers = game.Phrase{Code: "command.house", English: "only the server does that"}
)

// Refusals of terms, names and requests.
var (
	BadDays       = game.Phrase{Code: "terms.days", English: "a move may take 1 to 14 days, and then there is no other clock"}
	BadClock      = game.Phrase{Code: "terms.clock", English: "a clock has 10 seconds to 6 hours, and adds up to 5 minutes a move"}
	BadChoice     = game.Phrase{Code: "terms.choice", English: "a choice is first, second or left to the lot"}
	BadChair      = game.Phrase{Code: "terms.chairs", English: "the chairs do not fit the game"}
	BadLevel      = game.Phrase{Code: "terms.level", English: "levels are 1 to 6 and perfect"}
	NoPeople      = game.Phrase{Code: "terms.nopeople", English: "at least one chair is for a person"}
	NoPartners    = game.Phrase{Code: "terms.partners", English: "there are no partners in {game}"}
	RatedComputer = game.Phrase{Code: "terms.ratedcomputer", English: "games with computer players are not rated"}
	RatedGuest    = game.Phrase{Code: "terms.ratedguest", English: "rated games are for players with an account"}
	NameMissing   = game.Phrase{Code: "name.missing", English: "a name is needed"}
	NameLong      = game.Phrase{Code: "name.long", English: "a name has at most {most} letters"}
	NameLetters   = game.Phrase{Code: "name.letters", English: "the name has characters that cannot be seen"}
	BadRequest    = game.Phrase{Code: "request.id", English: "the id of a request has at most 64 letters, digits, - and _"}
)

// Reasons for which a table ends beside those of its game and its match.
var (
	Abandoned   = game.Phrase{Code: "abandoned", English: "the other side left the game"}
	ProvedValue = game.Phrase{Code: "proved", English: "a player left the game, and the position is decided by best play"}
	LongGame    = game.Phrase{Code: "long", English: "the game was too long"}
	Aborted     = game.Phrase{Code: "aborted", English: "the game was called off before everybody had moved"}
	Failed      = game.Phrase{Code: "failed", English: "the computer player failed, and the game was called off"}
	Closed      = game.Phrase{Code: "closed", English: "the table was closed before the game"}
)

// Phrases lists everything that a table may say, for translators.
func Phrases() []game.Phrase {
	return []game.Phrase{
		NoSuchTable, TableNewer, TableFailed, NotOpen, NotRunning, NotOver, NotSeated, Seated, ChairTaken, TableFull, NoSpectators,
		TooManyTables, TooEventful,
		NotYourTurn, StalePly, TimeIsUp, TimeIsLeft, NoClock, ComputerDraws, NoTakeBack, TakeBackTwice, NoTakeBackAsk,
		OwnTakeBack, RatedTakeBack, TooLate, NobodyLeft, ClaimByDays, RematchTwice, RematchMade, NoChat, ChatEmpty,
		ChatLong, ChatLetters, ChatFull, NotForOthers, NotForPlayers,
		BadDays, BadClock, BadChoice, BadChair, BadLevel, NoPeople, NoPartners, RatedComputer, RatedGuest,
		NameMissing, NameLong, NameLetters, BadRequest,
		Abandoned, ProvedValue, LongGame, Aborted, Failed, Closed,
	}
}
