package tournament

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"plateau/tournament/pairing"
)

// Entrant is a player or a team.
type Entrant struct {
	// Number counts the entrants from 1, in the order in which they joined.
	Number int    `json:"number" required:"false" minimum:"0" doc:"It follows by itself for those who are added"`
	Name   string `json:"name" maxLength:"200"`
	Rating int    `json:"rating,omitempty" minimum:"0" maximum:"9999"`
	// Category is one of the settings, or empty.
	Category string   `json:"category,omitempty" maxLength:"200"`
	Members  []string `json:"members,omitempty" maxItems:"4" doc:"The players of a team"`
	// Account is who the entrant is on a server; it may be empty.
	Account  string   `json:"account,omitempty" maxLength:"64" doc:"The id of the player on this server"`
	Accounts []string `json:"accounts,omitempty" maxItems:"4" doc:"The ids of the members of a team, in their order"`
	AtBoard  bool     `json:"at_board,omitempty" doc:"Plays at a real board of a mixed tournament, despite having an account"`
	// Joined is the number of rounds paired before, Withdrawn whether the
	// entrant left, HalfByes the rounds with requested byes, and Changes how often
	// the entrant returned, requested a bye or reported another result than before.
	// Events do not set them.
	Joined    int   `json:"-"`
	Withdrawn bool  `json:"-"`
	HalfByes  []int `json:"-"`
	Changes   int   `json:"-"`
}

// Players are the accounts with which the entrant plays online; nil without
// them.
func (e *Entrant) Players() []string {
	switch {
	case e.Account != "" && len(e.Members) == 0:
		return []string{e.Account}
	case len(e.Members) > 0 && len(e.Accounts) == len(e.Members) && !slices.Contains(e.Accounts, ""):
		return e.Accounts
	}
	return nil
}

// Is reports whether an account is that of the entrant, or of a member.
func (e *Entrant) Is(account string) bool {
	return account != "" && (e.Account == account || slices.Contains(e.Accounts, account))
}

// Game is a pair of a round.
type Game struct {
	Board         int
	First, Second int
	Result        Result
	Detail        string
	// Ended is when the game got its first result; zero while it has none.
	Ended time.Time
	// Reported is what the two sides have reported, while there is no result.
	Reported [2]Claim
}

// Claim is a result that a side has reported; the zero Claim is none.
type Claim struct {
	Result Result
	Detail string
}

// agrees reports whether two claims say the same; one may leave out the score of
// a mini-match.
func (c Claim) agrees(with Claim) bool {
	return c.Result == with.Result && (c.Detail == with.Detail || c.Detail == "" || with.Detail == "")
}

// ReportedDetails are the scores of a mini-match that the two sides have reported;
// nil if there are none.
func (g *Game) ReportedDetails() []string {
	if g.Reported[0].Detail == "" && g.Reported[1].Detail == "" {
		return nil
	}
	return []string{g.Reported[0].Detail, g.Reported[1].Detail}
}

// Opponent is the opponent of an entrant.
func (g *Game) Opponent(number int) int { return g.First + g.Second - number }

// Points are what an entrant has from the game.
func (g *Game) Points(number int) Points {
	first, second := g.Result.Points()
	if g.First == number {
		return first
	}
	return second
}

// Side is the side of an entrant.
func (g *Game) Side(number int) pairing.Side {
	if g.First == number {
		return pairing.First
	}
	return pairing.Second
}

// Has reports whether an entrant plays the game.
func (g *Game) Has(number int) bool { return g.First == number || g.Second == number }

// Bye is a round without a game that gives points.
type Bye struct {
	Number int    `json:"number"`
	Points Points `json:"points"`
}

// Round is a round, or in an arena one pairing of those who waited.
type Round struct {
	Games []Game
	Byes  []Bye
	At    time.Time
	// Seq is the number of the event that made its pairs.
	Seq uint64
}

// Open is the number of games without a result.
func (r *Round) Open() int {
	open := 0
	for i := range r.Games {
		if !r.Games[i].Result.Known() {
			open++
		}
	}
	return open
}

// game returns the game of an entrant, or nil.
func (r *Round) game(number int) *Game {
	for i := range r.Games {
		if r.Games[i].Has(number) {
			return &r.Games[i]
		}
	}
	return nil
}

// bye returns the points of an entrant's bye.
func (r *Round) bye(number int) (Points, bool) {
	for _, b := range r.Byes {
		if b.Number == number {
			return b.Points, true
		}
	}
	return 0, false
}

// Tournament is a tournament after some of its events. It is never changed: its
// fields, and what they point to, are for reading. The zero Tournament has no
// event yet.
type Tournament struct {
	// Seq is the number of events.
	Seq uint64
	Settings
	// Entrants are by number, from 1 at index 0.
	Entrants []Entrant
	// Played are the rounds, from 1 at index 0, also the one in progress.
	Played []Round
	// Forbidden are pairs that are never made.
	Forbidden []pairing.Pair
	// Slots is the draw of a knockout or the table of a round robin, made with
	// the first pairing: entrants by place, 0 where there is none.
	Slots []int
	// Finished is set at the end.
	Finished bool
	// Newer means that there is an event which this version does not know.
	Newer bool
	// CodesRenewed is the number of the event that renewed the codes; 0 for
	// the first ones.
	CodesRenewed uint64
	Changed      time.Time
}

// Entrant returns an entrant, or nil.
func (t *Tournament) Entrant(number int) *Entrant {
	if number < 1 || number > len(t.Entrants) {
		return nil
	}
	return &t.Entrants[number-1]
}

// Name is the name of an entrant.
func (t *Tournament) Name(number int) string {
	if e := t.Entrant(number); e != nil {
		return e.Name
	}
	return ""
}

// ByAccount returns the entrant of an account, or nil.
func (t *Tournament) ByAccount(account string) *Entrant {
	i := slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.Is(account) })
	if i < 0 {
		return nil
	}
	return &t.Entrants[i]
}

// IsOnline reports whether a game is played on the server.
func (t *Tournament) IsOnline(g *Game) bool {
	first, second := t.Entrant(g.First), t.Entrant(g.Second)
	if t.Place != Online && t.Place != Mixed || first.Players() == nil || second.Players() == nil {
		return false
	}
	return t.Place == Online || !first.AtBoard && !second.AtBoard
}

// Round returns a round, or nil.
func (t *Tournament) Round(number int) *Round {
	if number < 1 || number > len(t.Played) {
		return nil
	}
	return &t.Played[number-1]
}

// Last returns the last round, or nil.
func (t *Tournament) Last() *Round { return t.Round(len(t.Played)) }

// OpenGames are the games without a result, with their rounds.
func (t *Tournament) OpenGames() iter.Seq2[int, *Game] {
	return func(yield func(round int, g *Game) bool) {
		for i := range t.Played {
			for j := range t.Played[i].Games {
				if g := &t.Played[i].Games[j]; !g.Result.Known() && !yield(i+1, g) {
					return
				}
			}
		}
	}
}

// present are the entrants who can be paired.
func (t *Tournament) present() []Entrant {
	return slices.DeleteFunc(slices.Clone(t.Entrants), func(e Entrant) bool { return e.Withdrawn })
}

// TotalRounds is the number of rounds, or 0 if it is not known: in arenas, and
// before the first pairing of a round robin or a knockout.
func (t *Tournament) TotalRounds() int {
	switch t.Form {
	case Swiss:
		return t.Rounds
	case RoundRobin:
		rounds := pairing.RoundRobinRounds(len(t.Slots))
		if t.Double {
			rounds *= 2
		}
		return rounds
	case Knockout:
		rounds := 0
		for size := 1; size < len(t.Slots); size *= 2 {
			rounds++
		}
		return rounds
	}
	return 0
}

// Replay gives the tournament after more events and leaves t as it is. Its errors
// mean damage: events that [Decide] made always fit.
func Replay(t *Tournament, events []Event) (*Tournament, error) {
	next := *t
	for i := range events {
		e := &events[i]
		if e.Seq != next.Seq+1 {
			return nil, fmt.Errorf("event %d cannot follow event %d", e.Seq, next.Seq)
		}
		if err := next.apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind(), err)
		}
	}
	return &next, nil
}

// apply changes t, which must be a copy made for it.
func (t *Tournament) apply(e *Event) error {
	if _, first := e.Body.(Created); first != (t.Seq == 0) {
		return errors.New("a tournament is created once, by its first event")
	}
	if err := e.Body.apply(t, e); err != nil {
		return err
	}
	t.Seq, t.Changed = e.Seq, e.At
	return nil
}
