package play

import (
	"slices"

	"plateau/game"
)

// OpenTable opens a table at an id that no table has.
type OpenTable struct {
	ID    TableID
	Terms Terms
	// Chairs have a level for a computer player, the host on at most one, and
	// nobody elsewhere.
	Chairs []Sitter
	// Host is the player who opens it.
	Host Player
}

func (c OpenTable) decide(d *draft) error {
	if c.Host.ID == "" || c.Host.ID != d.By {
		return NotForOthers.Refuse("")
	}
	c.Terms.Tournament, c.Terms.Grace = false, 0 // Only the server opens tables of tournaments.
	own := 0
	chairs := make([]Sitter, len(c.Chairs))
	for i, s := range c.Chairs {
		switch {
		case s.Player == "":
			chairs[i].Level = s.Level
		case s.Player == c.Host.ID && s.Level == "" && own == 0:
			own++
			chairs[i] = SitterOf(c.Host)
		default:
			return BadChair.Refuse("")
		}
	}
	return d.openFor([]Player{c.Host}, c.ID, c.Terms, chairs)
}

// openFor opens a table if its terms are possible, and possible for the players.
func (d *draft) openFor(players []Player, id TableID, terms Terms, chairs []Sitter) error {
	g, err := d.games.Find(terms.Game)
	if err != nil {
		return err
	}
	if err := terms.check(g, chairs); err != nil {
		return err
	}
	for _, p := range players {
		if err := p.refuseRated(); terms.Rated && err != nil {
			return err
		}
	}
	return d.open(id, Opened{Terms: terms, Chairs: chairs})
}

// OpenPaired opens a table for players whom the server has paired. It is the
// server's own command; all of them are seated, and the game starts.
type OpenPaired struct {
	ID      TableID
	Terms   Terms
	Players []Player
}

func (c OpenPaired) decide(d *draft) error {
	if d.By != "" {
		return NotForPlayers.Refuse("")
	}
	chairs := make([]Sitter, len(c.Players))
	for i, p := range c.Players {
		chairs[i] = SitterOf(p)
		if slices.Contains(chairs[:i], chairs[i]) {
			return Seated.Refuse("")
		}
	}
	return d.openFor(c.Players, c.ID, c.Terms, chairs)
}

// CheckPaired refuses terms under which a player cannot be paired.
func (t Terms) CheckPaired(g game.Game, p Player) error {
	if p.Bot {
		return BotPaired.Refuse("")
	}
	if err := p.refuseRated(); t.Rated && err != nil {
		return err
	}
	return t.check(g, make([]Sitter, len(g.Seats())))
}

// open adds the first event, and starts the game if all chairs are taken.
func (d *draft) open(id TableID, b Opened) error {
	d.Table = NewTable(d.games, id)
	if err := d.add(b); err != nil {
		return err
	}
	return d.startIfFull()
}

// Sit takes a chair.
type Sit struct {
	Player Player
	// Chair is counted from 0; AnyChair takes the first that is free.
	Chair int
}

// AnyChair leaves the choice of a chair to the table.
const AnyChair = -1

func (c Sit) decide(d *draft) error {
	chair := c.Chair
	switch {
	case c.Player.ID == "" || c.Player.ID != d.By:
		return NotForOthers.Refuse("")
	case d.seat != game.NoSeat:
		return Seated.Refuse("")
	case d.Phase != Open:
		return NotOpen.Refuse("")
	case d.Terms.Rated && c.Player.refuseRated() != nil:
		return c.Player.refuseRated()
	case chair == AnyChair:
		chair = slices.IndexFunc(d.Sitters, Sitter.Free)
		if chair < 0 {
			return TableFull.Refuse("")
		}
	case chair < 0 || chair >= len(d.Sitters):
		return game.NoSuchSeat.Refuse("")
	case !d.Sitters[chair].Free():
		return ChairTaken.Refuse("")
	}
	if err := d.add(Sat{Chair: chair, Sitter: SitterOf(c.Player)}); err != nil {
		return err
	}
	return d.startIfFull()
}

// startIfFull starts the game when the last chair is taken. What the terms leave
// open is decided here at random, and recorded.
func (d *draft) startIfFull() error {
	if slices.ContainsFunc(d.Sitters, Sitter.Free) {
		return nil
	}
	names := []string{string(FirstParty), string(SecondParty)}
	setup := game.Setup{Players: names, Begins: parties[d.Terms.Begins], FirstSide: parties[d.Terms.FirstSide]}
	m, err := game.NewMatch(d.Game, setup, d.Random)
	if err != nil {
		return err
	}
	return d.add(Started{FirstSide: Choice(m.Players()[0]), Begins: m.Position().ToMove(), Swapped: m.Game().IsSwapped()})
}

// Leave gives up a chair before the game. When the host leaves, the table
// closes.
type Leave struct{}

func (Leave) decide(d *draft) error {
	switch {
	case d.Phase != Open:
		return NotOpen.Refuse("")
	case d.By != "" && d.By == d.Host:
		return d.end(Void, Closed.Code)
	case d.seat == game.NoSeat:
		return NotSeated.Refuse("")
	}
	return d.add(Left{Chair: int(d.seat)})
}
