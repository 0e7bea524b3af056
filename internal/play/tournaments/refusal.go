package tournaments

import "plateau/game"

// Refusals. The codes are part of the API.
var (
	OnlyOrganisers  = game.Phrase{Code: "tournament.organisers", English: "only organisers of the tournament can do that"}
	NeedsAccount    = game.Phrase{Code: "tournament.account", English: "only players with an account can organise tournaments"}
	TooManyOwn      = game.Phrase{Code: "tournament.many", English: "you have {most} tournaments that are not finished; finish or delete one first"}
	TooManyHere     = game.Phrase{Code: "tournament.server", English: "there are too many tournaments on this server; try again later"}
	NotForYou       = game.Phrase{Code: "entrant.closed", English: "only the organiser can add players"}
	NeedsLink       = game.Phrase{Code: "entrant.link", English: "only those with the link can join this tournament"}
	NeedsMembership = game.Phrase{Code: "entrant.members", English: "only members of the class or club can join this tournament"}
	NoBots          = game.Phrase{Code: "entrant.bots", English: "bots cannot join this tournament"}
	JoinedTwice     = game.Phrase{Code: "entrant.twice", English: "you already take part"}
	NotEntered      = game.Phrase{Code: "entrant.none", English: "you do not take part in this tournament"}
	Unasked         = game.Phrase{Code: "entrant.consent", English: "only members of the class or club can be added with their account; everybody else joins with the link"}
	NeedsPartner    = game.Phrase{Code: "entrant.partner", English: "a team needs a partner with an account who is your friend, or a member of the class or club"}
	TooManyChanges  = game.Phrase{Code: "entrant.changes", English: "you have changed your part in this tournament too often; ask the organiser"}
	OneAtATime      = game.Phrase{Code: "tournament.batch", English: "one request pairs one round, and undoes one change; send the next ones one by one"}
	PairingBusy     = game.Phrase{Code: "tournament.busy", English: "the server is busy pairing large tournaments; try again soon"}
	BadCode         = game.Phrase{Code: "slip.code", English: "this code is not valid"}
	OnlineResult    = game.Phrase{Code: "result.online", English: "the result of board {board} comes from its game on the server"}
)
