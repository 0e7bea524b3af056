package play

import "plateau/game"

// Refusals of requests to a table. The codes are part of the API.
var (
	NoSuchTable   = game.Missing("table.unknown", "there is no such table")
	TableNewer    = game.Conflict("table.newer", "this table was played with a newer version of the program")
	TableFailed   = game.Conflict("table.failed", "this table is not available because of an error on the server")
	NotOpen       = game.Conflict("table.notopen", "the game has started, or the table was closed")
	NotRunning    = game.Conflict("table.notrunning", "the game has not started")
	NotOver       = game.Conflict("table.notover", "the game is not over")
	NotSeated     = game.Denied("table.notseated", "you are not playing at this table")
	Seated        = game.Conflict("table.seated", "you already have a seat at this table")
	ChairTaken    = game.Conflict("table.taken", "that seat is taken")
	TableFull     = game.Conflict("table.full", "all seats are taken")
	NoSpectators  = game.Denied("table.nospectators", "only its players can see this table")
	TooManyTables = game.Conflict("table.many", "you have {most} tables that are not finished; finish or close one first")
	LobbyPlayer   = game.Conflict("lobby.player", "you have {most} tables in the list of open tables; close one, or keep the next one off the list")
	LobbyAddress  = game.Conflict("lobby.address", "there are {most} open tables from your network in the list; keep yours off the list, and share its link")
	TooEventful   = game.Conflict("table.eventful", "too much has happened at this table; it can only be played to its end")
	NotYourTurn   = game.Conflict("move.turn", "it is not your turn")
	StalePly      = game.Conflict("move.stale", "the position has changed (moves played: {ply})")
	TimeIsUp      = game.Conflict("move.time", "your time is up")
	TimeIsLeft    = game.Conflict("flag.early", "there is still time left")
	NoClock       = game.Conflict("flag.noclock", "this table has no clock")
	ComputerDraws = game.Conflict("draw.computer", "computer players do not agree to draws")
	DrawAgain     = game.Conflict("draw.again", "your last offer was not accepted; you can offer a draw again {moves} moves after it")
	NoTakeBack    = game.Conflict("takeback.none", "you have no move to take back")
	TakeBackTwice = game.Conflict("takeback.twice", "somebody has already asked for a takeback")
	NoTakeBackAsk = game.Conflict("takeback.noask", "nobody has asked for a takeback")
	OwnTakeBack   = game.Conflict("takeback.own", "your own side asked for the takeback; it is up to the other side to answer")
	RatedTakeBack = game.Conflict("takeback.rated", "moves cannot be taken back in rated games")
	TakeBackAgain = game.Conflict("takeback.again", "your request was declined; you can ask again after your next move")
	RatedAbort    = game.Conflict("abort.rated", "your opponent has moved, so this rated game counts; you can resign instead")
	TooLate       = game.Conflict("abort.late", "both sides have moved; you can resign instead")
	NobodyLeft    = game.Conflict("claim.here", "your opponent is here, or has only just left")
	ClaimByDays   = game.Conflict("claim.days", "with days per move, nobody has to stay at the table")
	CupTakeBack   = game.Conflict("takeback.tournament", "moves cannot be taken back in a tournament")
	CupAbort      = game.Conflict("abort.tournament", "a tournament game cannot be aborted; you can resign instead")
	CupRematch    = game.Conflict("rematch.tournament", "the tournament decides whom you play next")
	RematchTwice  = game.Conflict("rematch.twice", "you have already asked for a rematch")
	RematchMade   = game.Conflict("rematch.made", "the rematch already has its table")
	NoChat        = game.Conflict("chat.off", "chat is turned off at this table")
	OnlyPhrases   = game.Denied("chat.phrases", "only the preset phrases can be sent here")
	NoSuchPhrase  = game.Invalid("chat.phrase", "there is no such preset phrase")
	ChatEmpty     = game.Invalid("chat.empty", "the message is empty")
	ChatLong      = game.Invalid("chat.long", "a message has at most {most} characters")
	ChatLetters   = game.Invalid("chat.letters", "the message has invisible characters")
	ChallengeTwo  = game.Invalid("challenge.two", "challenges are for games for two")
	NameNeedsChat = game.Denied("terms.namechat", "you can name a table only where you may chat freely")
	ChatFull      = game.Conflict("chat.full", "this chat is full")
	NotForOthers  = game.Denied("command.others", "you cannot act for other players")
	NotForPlayers = game.Denied("command.house", "only the server can do that")
	NoSuchMessage = game.Missing("message.unknown", "there is no such message")
)

// Refusals because of blocks.
var (
	OwnBlock        = game.Denied("block.own", "you have blocked this player; unblock them first")
	BlockedAtTable  = game.Denied("block.table", "somebody at this table does not want to play with you")
	OnlyOwnGroup    = game.Denied("contact.own", "you can only play and chat with members of your own class or club; its leaders can change that")
	TableOfGroup    = game.Denied("contact.table", "somebody at this table only plays with members of their own class or club")
	OwnBlockAtTable = game.Denied("block.owntable", "you have blocked somebody at this table; unblock them first")
	BlockSelf       = game.Invalid("block.self", "you cannot block or mute yourself")
	TooManyBlocks   = game.Conflict("block.many", "you can block or mute at most {most} players; unblock some first")
)

// Refusals of terms, names and requests.
var (
	BadDays       = game.Invalid("terms.days", "a move may take 1 to 14 days, without any other clock")
	BadClock      = game.Invalid("terms.clock", "a clock can start with 10 seconds to 6 hours and add up to 5 minutes per move")
	BadChoice     = game.Invalid("terms.choice", "a choice is first, second, or empty to decide at random")
	BadChair      = game.Invalid("terms.chairs", "the seats do not fit the game")
	BadLevel      = game.Invalid("terms.level", "the levels are 1 to 6 and perfect")
	NoPeople      = game.Invalid("terms.nopeople", "at least one seat must be for a person")
	NoPartners    = game.Invalid("terms.partners", "there are no partners in {game}")
	RatedComputer = game.Invalid("terms.ratedcomputer", "games with computer players are not rated")
	RatedRunning  = game.Denied("computer.rated", "you are playing a rated game of this kind; computer players wait until it is over")
	RatedCasual   = game.Invalid("terms.ratedcasual", "games of this kind are not rated")
	RatedGuest    = game.Denied("terms.ratedguest", "rated games are for registered players")
	RatedBarred   = game.Denied("terms.ratedbarred", "you cannot play rated games on this server")
	RatedToken    = game.Denied("terms.ratedtoken", "programs cannot play rated games for people; declare the account a bot")
	BotPaired     = game.Denied("bot.paired", "bots are not paired; open a table, or sit down at one")
	NameMissing   = game.Invalid("name.missing", "a name is needed")
	NameLong      = game.Invalid("name.long", "a name has at most {most} characters")
	NameLetters   = game.Invalid("name.letters", "the name has invisible characters")
	BadRequest    = game.Invalid("request.id", "a request id has at most 64 letters, digits, - and _")
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
