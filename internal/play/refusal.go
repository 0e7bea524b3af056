package play

import "plateau/game"

// Refusals of requests to a table. The codes are part of the API.
var (
	NoSuchTable   = game.Phrase{Code: "table.unknown", English: "there is no such table"}
	TableNewer    = game.Phrase{Code: "table.newer", English: "this table was played with a newer version of the program"}
	TableFailed   = game.Phrase{Code: "table.failed", English: "this table has been set aside because of an error in the server"}
	NotOpen       = game.Phrase{Code: "table.notopen", English: "the game has started, or the table was closed"}
	NotRunning    = game.Phrase{Code: "table.notrunning", English: "the game has not started"}
	NotOver       = game.Phrase{Code: "table.notover", English: "the game is not over"}
	NotSeated     = game.Phrase{Code: "table.notseated", English: "you do not play at this table"}
	Seated        = game.Phrase{Code: "table.seated", English: "you already have a chair at this table"}
	ChairTaken    = game.Phrase{Code: "table.taken", English: "that chair is taken"}
	TableFull     = game.Phrase{Code: "table.full", English: "all chairs are taken"}
	NoSpectators  = game.Phrase{Code: "table.nospectators", English: "only its players can see this table"}
	TooManyTables = game.Phrase{Code: "table.many", English: "you have {most} tables that are not finished; finish or close one first"}
	LobbyPlayer   = game.Phrase{Code: "lobby.player", English: "you have {most} tables in the lobby; close one, or do not list the next"}
	LobbyAddress  = game.Phrase{Code: "lobby.address", English: "there are {most} tables from your network in the lobby; do not list yours, and send the link"}
	TooEventful   = game.Phrase{Code: "table.eventful", English: "too much has happened at this table; it can only be played to its end"}
	NotYourTurn   = game.Phrase{Code: "move.turn", English: "it is not your turn"}
	StalePly      = game.Phrase{Code: "move.stale", English: "the position has changed: {ply} moves have been played"}
	TimeIsUp      = game.Phrase{Code: "move.time", English: "your time is up"}
	TimeIsLeft    = game.Phrase{Code: "flag.early", English: "there is time left"}
	NoClock       = game.Phrase{Code: "flag.noclock", English: "this table has no clock"}
	ComputerDraws = game.Phrase{Code: "draw.computer", English: "computer players do not agree to draws"}
	DrawAgain     = game.Phrase{Code: "draw.again", English: "your last offer was not accepted; you can offer a draw again {moves} moves after it"}
	NoTakeBack    = game.Phrase{Code: "takeback.none", English: "you have no move to take back"}
	TakeBackTwice = game.Phrase{Code: "takeback.twice", English: "a take-back has already been requested"}
	NoTakeBackAsk = game.Phrase{Code: "takeback.noask", English: "no take-back has been requested"}
	OwnTakeBack   = game.Phrase{Code: "takeback.own", English: "your own side asked for the take-back; the other side answers"}
	RatedTakeBack = game.Phrase{Code: "takeback.rated", English: "rated games have no take-backs"}
	TakeBackAgain = game.Phrase{Code: "takeback.again", English: "your request was declined; you can ask again after your next move"}
	RatedAbort    = game.Phrase{Code: "abort.rated", English: "your opponent has moved, so this rated game counts; you can resign"}
	TooLate       = game.Phrase{Code: "abort.late", English: "both sides have moved; you can resign"}
	NobodyLeft    = game.Phrase{Code: "claim.here", English: "your opponent is here, or has only just left"}
	ClaimByDays   = game.Phrase{Code: "claim.days", English: "with days per move, nobody has to stay at the table"}
	RematchTwice  = game.Phrase{Code: "rematch.twice", English: "you have already asked for a rematch"}
	RematchMade   = game.Phrase{Code: "rematch.made", English: "the rematch already has its table"}
	NoChat        = game.Phrase{Code: "chat.off", English: "this table has no such channel"}
	OnlyPhrases   = game.Phrase{Code: "chat.phrases", English: "only the preset phrases can be sent here"}
	NoSuchPhrase  = game.Phrase{Code: "chat.phrase", English: "there is no such preset phrase"}
	ChatEmpty     = game.Phrase{Code: "chat.empty", English: "the message is empty"}
	ChatLong      = game.Phrase{Code: "chat.long", English: "a message has at most {most} characters"}
	ChatLetters   = game.Phrase{Code: "chat.letters", English: "the message has invisible characters"}
	ChatFull      = game.Phrase{Code: "chat.full", English: "the chat of this table is full"}
	NotForOthers  = game.Phrase{Code: "command.others", English: "you cannot act for others"}
	NotForPlayers = game.Phrase{Code: "command.house", English: "only the server can do that"}
	NoSuchMessage = game.Phrase{Code: "message.unknown", English: "there is no such message"}
)

// Refusals because of blocks.
var (
	BlockedByOther  = game.Phrase{Code: "block.other", English: "this player does not want to play with you"}
	OwnBlock        = game.Phrase{Code: "block.own", English: "you have blocked this player; unblock them first"}
	BlockedAtTable  = game.Phrase{Code: "block.table", English: "somebody at this table does not want to play with you"}
	OwnBlockAtTable = game.Phrase{Code: "block.owntable", English: "you have blocked somebody at this table; unblock them first"}
	BlockSelf       = game.Phrase{Code: "block.self", English: "you cannot block or mute yourself"}
	TooManyBlocks   = game.Phrase{Code: "block.many", English: "you can block or mute at most {most} players; unblock some first"}
)

// Refusals of terms, names and requests.
var (
	BadDays       = game.Phrase{Code: "terms.days", English: "a move may take 1 to 14 days, without another clock"}
	BadClock      = game.Phrase{Code: "terms.clock", English: "a clock has 10 seconds to 6 hours, and adds up to 5 minutes per move"}
	BadChoice     = game.Phrase{Code: "terms.choice", English: "a choice is first, second, or empty to decide at random"}
	BadChair      = game.Phrase{Code: "terms.chairs", English: "the chairs do not fit the game"}
	BadLevel      = game.Phrase{Code: "terms.level", English: "the levels are 1 to 6 and perfect"}
	NoPeople      = game.Phrase{Code: "terms.nopeople", English: "at least one chair is for a person"}
	NoPartners    = game.Phrase{Code: "terms.partners", English: "there are no partners in {game}"}
	RatedComputer = game.Phrase{Code: "terms.ratedcomputer", English: "games with computer players are not rated"}
	RatedCasual   = game.Phrase{Code: "terms.ratedcasual", English: "games of this kind are not rated"}
	RatedGuest    = game.Phrase{Code: "terms.ratedguest", English: "rated games are for registered players"}
	RatedBarred   = game.Phrase{Code: "terms.ratedbarred", English: "you cannot play rated games on this server"}
	RatedToken    = game.Phrase{Code: "terms.ratedtoken", English: "programs cannot play rated games for people; declare the account a bot"}
	BotPaired     = game.Phrase{Code: "bot.paired", English: "bots are not paired; open a table, or sit down at one"}
	NameMissing   = game.Phrase{Code: "name.missing", English: "a name is needed"}
	NameLong      = game.Phrase{Code: "name.long", English: "a name has at most {most} characters"}
	NameLetters   = game.Phrase{Code: "name.letters", English: "the name has invisible characters"}
	BadRequest    = game.Phrase{Code: "request.id", English: "a request id has at most 64 letters, digits, - and _"}
)

// Reasons for which a table ends, besides those of its game and its match.
var (
	Abandoned   = game.Phrase{Code: "abandoned", English: "the other side left the game"}
	ProvedValue = game.Phrase{Code: "proved", English: "a player left the game, and the position decides it with best play"}
	LongGame    = game.Phrase{Code: "long", English: "the game was too long"}
	Aborted     = game.Phrase{Code: "aborted", English: "the game was called off before everybody had moved"}
	Failed      = game.Phrase{Code: "failed", English: "the computer player failed, and the game was called off"}
	Closed      = game.Phrase{Code: "closed", English: "the table was closed before the game"}
	Dissolved   = game.Phrase{Code: "dissolved", English: "an administrator closed the table"}
)

// Phrases lists all refusals and reasons of a table, for translators.
func Phrases() []game.Phrase {
	return []game.Phrase{
		NoSuchTable, TableNewer, TableFailed, NotOpen, NotRunning, NotOver, NotSeated, Seated, ChairTaken, TableFull, NoSpectators,
		TooManyTables, LobbyPlayer, LobbyAddress, TooEventful,
		NotYourTurn, StalePly, TimeIsUp, TimeIsLeft, NoClock, ComputerDraws, DrawAgain, TakeBackAgain, RatedAbort, NoTakeBack, TakeBackTwice, NoTakeBackAsk,
		OwnTakeBack, RatedTakeBack, TooLate, NobodyLeft, ClaimByDays, RematchTwice, RematchMade, NoChat, OnlyPhrases, NoSuchPhrase, ChatEmpty,
		ChatLong, ChatLetters, ChatFull, NotForOthers, NotForPlayers, NoSuchMessage,
		BlockedByOther, OwnBlock, BlockedAtTable, OwnBlockAtTable, BlockSelf, TooManyBlocks,
		BadDays, BadClock, BadChoice, BadChair, BadLevel, NoPeople, NoPartners, RatedComputer, RatedCasual, RatedGuest, RatedBarred, RatedToken, BotPaired,
		NameMissing, NameLong, NameLetters, BadRequest,
		Abandoned, ProvedValue, LongGame, Aborted, Failed, Closed, Dissolved,
	}
}
