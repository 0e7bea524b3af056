package tournaments

import "plateau/game"

// Refusals. The codes are part of the API.
var (
	OnlyOrganisers  = game.Denied("tournament.organisers", "only organisers of the tournament can do that")
	NeedsAccount    = game.Denied("tournament.account", "only players with an account can organise tournaments")
	TooManyOwn      = game.Conflict("tournament.many", "you have {most} tournaments that are not finished; finish or delete one first")
	TooManyHere     = game.Conflict("tournament.server", "there are too many tournaments on this server; try again later")
	NotForYou       = game.Denied("entrant.closed", "only the organiser can add players")
	NeedsLink       = game.Denied("entrant.link", "only those with the link can join this tournament")
	NeedsMembership = game.Denied("entrant.members", "only members of the class or club can join this tournament")
	NoBots          = game.Denied("entrant.bots", "bots cannot join this tournament")
	JoinedTwice     = game.Conflict("entrant.twice", "you already take part")
	NotEntered      = game.Denied("entrant.none", "you do not take part in this tournament")
	Unasked         = game.Denied("entrant.consent", "only members of the class or club can be added with their account; everybody else joins with the link")
	NeedsPartner    = game.Invalid("entrant.partner", "a team needs a partner with an account who is your friend, or a member of the class or club")
	TooManyChanges  = game.Denied("entrant.changes", "you have changed your part in this tournament too often; ask the organiser")
	OneAtATime      = game.Invalid("tournament.batch", "one request pairs one round, and undoes one change; send the next ones one by one")
	PairingBusy     = game.Busy("tournament.busy", "the server is busy pairing large tournaments; try again soon")
	BadCode         = game.Denied("slip.code", "this code is not valid")
	OnlineResult    = game.Conflict("result.online", "the result of board {board} comes from its game on the server")
)
