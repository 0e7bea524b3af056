package play

import "plateau/game"

// Refusals of requests to a table. The codes are part of the API.
var (
	NoSuchTable   = game.Phrase{Code: "table.unknown", English: "there is no such table"}
	TableNewer    = game.Phrase{Code: "table.newer", English: "this table was played with a newer version of the program"}
	TableFailed   = game.Phrase{Code: "table.failed", English: "this table is not available because of an error on the server"}
	NotOpen       = game.Phrase{Code: "table.notopen", English: "the game has started, or the table was closed"}
	NotRunning    = game.Phrase{Code: "table.notrunning", English: "the game has not started"}
	NotOver       = game.Phrase{Code: "table.notover", English: "the game is not over"}
	NotSeated     = game.Phrase{Code: "table.notseated", English: "you are not playing at this table"}
	Seated        = game.Phrase{Code: "table.seated", English: "you already have a seat at this table"}
	ChairTaken    = game.Phrase{Code: "table.taken", English: "that seat is taken"}
	TableFull     = game.Phrase{Code: "table.full", English: "all seats are taken"}
	NoSpectators  = game.Phrase{Code: "table.nospectators", English: "only its players can see this table"}
	TooManyTables = game.Phrase{Code: "table.many", English: "you have {most} tables that are not finished; finish or close one first"}
	LobbyPlayer   = game.Phrase{Code: "lobby.player", English: "you have {most} tables in the list of open tables; close one, or keep the next one off the list"}
	LobbyAddress  = game.Phrase{Code: "lobby.address", English: "there are {most} open tables from your network in the list; keep yours off the list, and share its link"}
	TooEventful   = game.Phrase{Code: "table.eventful", English: "too much has happened at this table; it can only be played to its end"}
	NotYourTurn   = game.Phrase{Code: "move.turn", English: "it is not your turn"}
	StalePly      = game.Phrase{Code: "move.stale", English: "the position has changed (moves played: {ply})"}
	TimeIsUp      = game.Phrase{Code: "move.time", English: "your time is up"}
	TimeIsLeft    = game.Phrase{Code: "flag.early", English: "there is still time left"}
	NoClock       = game.Phrase{Code: "flag.noclock", English: "this table has no clock"}
	ComputerDraws = game.Phrase{Code: "draw.computer", English: "computer players do not agree to draws"}
	DrawAgain     = game.Phrase{Code: "draw.again", English: "your last offer was not accepted; you can offer a draw again {moves} moves after it"}
	NoTakeBack    = game.Phrase{Code: "takeback.none", English: "you have no move to take back"}
	TakeBackTwice = game.Phrase{Code: "takeback.twice", English: "somebody has already asked for a takeback"}
	NoTakeBackAsk = game.Phrase{Code: "takeback.noask", English: "nobody has asked for a takeback"}
	OwnTakeBack   = game.Phrase{Code: "takeback.own", English: "your own side asked for the takeback; it is up to the other side to answer"}
	RatedTakeBack = game.Phrase{Code: "takeback.rated", English: "moves cannot be taken back in rated games"}
	TakeBackAgain = game.Phrase{Code: "takeback.again", English: "your request was declined; you can ask again after your next move"}
	RatedAbort    = game.Phrase{Code: "abort.rated", English: "your opponent has moved, so this rated game counts; you can resign instead"}
	TooLate       = game.Phrase{Code: "abort.late", English: "both sides have moved; you can resign instead"}
	NobodyLeft    = game.Phrase{Code: "claim.here", English: "your opponent is here, or has only just left"}
	ClaimByDays   = game.Phrase{Code: "claim.days", English: "with days per move, nobody has to stay at the table"}
	CupTakeBack   = game.Phrase{Code: "takeback.tournament", English: "moves cannot be taken back in a tournament"}
	CupAbort      = game.Phrase{Code: "abort.tournament", English: "a tournament game cannot be aborted; you can resign instead"}
	CupRematch    = game.Phrase{Code: "rematch.tournament", English: "the tournament decides whom you play next"}
	RematchTwice  = game.Phrase{Code: "rematch.twice", English: "you have already asked for a rematch"}
	RematchMade   = game.Phrase{Code: "rematch.made", English: "the rematch already has its table"}
	NoChat        = game.Phrase{Code: "chat.off", English: "chat is turned off at this table"}
	OnlyPhrases   = game.Phrase{Code: "chat.phrases", English: "only the preset phrases can be sent here"}
	NoSuchPhrase  = game.Phrase{Code: "chat.phrase", English: "there is no such preset phrase"}
	ChatEmpty     = game.Phrase{Code: "chat.empty", English: "the message is empty"}
	ChatLong      = game.Phrase{Code: "chat.long", English: "a message has at most {most} characters"}
	ChatLetters   = game.Phrase{Code: "chat.letters", English: "the message has invisible characters"}
	ChatFull      = game.Phrase{Code: "chat.full", English: "this chat is full"}
	NotForOthers  = game.Phrase{Code: "command.others", English: "you cannot act for other players"}
	NotForPlayers = game.Phrase{Code: "command.house", English: "only the server can do that"}
	NoSuchMessage = game.Phrase{Code: "message.unknown", English: "there is no such message"}
)

// Refusals because of blocks.
var (
	OwnBlock        = game.Phrase{Code: "block.own", English: "you have blocked this player; unblock them first"}
	BlockedAtTable  = game.Phrase{Code: "block.table", English: "somebody at this table does not want to play with you"}
	OnlyOwnGroup    = game.Phrase{Code: "contact.own", English: "you can only play and chat with members of your own class or club; its leaders can change that"}
	TableOfGroup    = game.Phrase{Code: "contact.table", English: "somebody at this table only plays with members of their own class or club"}
	OwnBlockAtTable = game.Phrase{Code: "block.owntable", English: "you have blocked somebody at this table; unblock them first"}
	BlockSelf       = game.Phrase{Code: "block.self", English: "you cannot block or mute yourself"}
	TooManyBlocks   = game.Phrase{Code: "block.many", English: "you can block or mute at most {most} players; unblock some first"}
)

// Refusals of terms, names and requests.
var (
	BadDays       = game.Phrase{Code: "terms.days", English: "a move may take 1 to 14 days, without any other clock"}
	BadClock      = game.Phrase{Code: "terms.clock", English: "a clock can start with 10 seconds to 6 hours and add up to 5 minutes per move"}
	BadChoice     = game.Phrase{Code: "terms.choice", English: "a choice is first, second, or empty to decide at random"}
	BadChair      = game.Phrase{Code: "terms.chairs", English: "the seats do not fit the game"}
	BadLevel      = game.Phrase{Code: "terms.level", English: "the levels are 1 to 6 and perfect"}
	NoPeople      = game.Phrase{Code: "terms.nopeople", English: "at least one seat must be for a person"}
	NoPartners    = game.Phrase{Code: "terms.partners", English: "there are no partners in {game}"}
	RatedComputer = game.Phrase{Code: "terms.ratedcomputer", English: "games with computer players are not rated"}
	RatedRunning  = game.Phrase{Code: "computer.rated", English: "you are playing a rated game of this kind; computer players wait until it is over"}
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
	ProvedValue = game.Phrase{Code: "proved", English: "a player left the game, so the result is that of best play from there"}
	LongGame    = game.Phrase{Code: "long", English: "the game was too long"}
	Aborted     = game.Phrase{Code: "aborted", English: "the game was aborted before everybody had moved"}
	Failed      = game.Phrase{Code: "failed", English: "the computer player failed, and the game was aborted"}
	Closed      = game.Phrase{Code: "closed", English: "the table was closed before the game started"}
	Dissolved   = game.Phrase{Code: "dissolved", English: "an administrator closed the table"}
)
