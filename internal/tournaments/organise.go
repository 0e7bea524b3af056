package tournaments

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/tournament"
	"plateau/tournament/trf"
)

// Plan is a tournament to be made.
type Plan struct {
	Settings tournament.Settings
	// Group is the class or club it belongs to; it may be empty.
	Group play.GroupID
	// Report is a tournament in FIDE's format TRF16, with players and results;
	// nil for none.
	Report io.Reader
	// Request is chosen by the player.
	Request string
}

// Grace times of online tournaments whose organiser sets none: a player who does
// not show up must not block a round.
const (
	usualGrace = tournament.Millis(5 * 60 * 1000)
	arenaGrace = tournament.Millis(60 * 1000)
)

// Create makes a tournament.
func (s *Service) Create(ctx context.Context, a groups.Actor, p Plan) (play.TournamentID, error) {
	by := a.Player
	if !by.Registered || by.Managed() {
		return "", NeedsAccount.Refuse("")
	}
	settings, err := s.settle(p.Settings, p.Report != nil)
	if err != nil {
		return "", err
	}
	if err := s.refuseMany(ctx, a, p.Group); err != nil {
		return s.answeredBefore(ctx, by.ID, p.Request, err)
	}
	var events []tournament.Event
	if p.Report != nil {
		events, err = s.imported(p.Report, settings)
	} else {
		var d *tournament.Decision
		d, err = tournament.Decide(&tournament.Tournament{}, tournament.Create{Settings: settings}, tournament.Moment{Now: s.Now(), By: string(by.ID)})
		if err == nil {
			events = d.Events
		}
	}
	if err != nil {
		return "", err
	}
	for i := range events {
		events[i].By = string(by.ID)
	}
	t, err := tournament.Replay(&tournament.Tournament{}, events)
	if err != nil {
		return "", err
	}
	if err := s.checkNames(t); err != nil {
		return "", err
	}
	head := Head{ID: play.TournamentID(play.NewTableID(s.Random)), Owner: by.ID, Group: p.Group, Key: play.RandomBytes(s.Random, keyBytes)}
	err = s.commit(ctx, head, &tournament.Decision{Events: events, Tournament: t}, p.Request)
	repeated := &Repeated{ID: head.ID}
	if errors.As(err, &repeated) {
		err = nil
	}
	return repeated.ID, err
}

func (s *Service) imported(from io.Reader, settings tournament.Settings) ([]tournament.Event, error) {
	report, err := trf.Read(from)
	if err != nil {
		return nil, BadReport.Refuse("", "problem", err.Error())
	}
	events, err := tournament.FromTRF(report, settings, s.Now())
	if err != nil && !play.Refused(err) {
		err = BadReport.Refuse("", "problem", err.Error())
	}
	return events, err
}

// BadReport refuses a TRF16 file that cannot be read.
var BadReport = game.Invalid("tournament.trf", "the TRF16 file cannot be read: {problem}")

// settle fills in what was left open, and refuses games and clocks that the server
// does not have.
func (s *Service) settle(settings tournament.Settings, imported bool) (tournament.Settings, error) {
	g, err := s.Games.Find(settings.Game)
	if err != nil {
		return settings, err
	}
	settings.Name = strings.Join(strings.Fields(settings.Name), " ")
	if settings.Name == "" && !imported {
		settings.Name = g.Name()
	}
	if settings.Begins == "" && s.OneSided != nil && s.OneSided(g.ID()) {
		settings.Begins = tournament.BothSides
	}
	settings.TeamSize = len(g.Seats()) / 2
	rounds := settings.Rounds
	if settings = settings.Standard(); imported {
		settings.Rounds = rounds // If there are none, the report says how many.
	}
	online := settings.Place == tournament.Online || settings.Place == tournament.Mixed
	if online && settings.Grace == 0 && settings.Clock.Days == 0 {
		settings.Grace = usualGrace
		if settings.Form == tournament.Arena {
			settings.Grace = arenaGrace
		}
	}
	if online {
		terms := play.Terms{Game: g.ID(), Rated: settings.Rated, Time: play.Time{
			Main: play.Millis(settings.Clock.Main), Increment: play.Millis(settings.Clock.Increment), Days: settings.Clock.Days,
		}}
		if err := terms.CheckPaired(g, play.Player{Registered: true}); err != nil {
			return settings, err
		}
	}
	return settings, nil
}

// refuseMany refuses a tournament to an account or a server that has too many, and
// one of a group to those who do not lead it.
func (s *Service) refuseMany(ctx context.Context, a groups.Actor, group play.GroupID) error {
	own, err := s.Store.CountTournaments(ctx, Query{Owner: a.Player.ID, Unfinished: true})
	if err != nil {
		return err
	}
	all, err := s.Store.CountTournaments(ctx, Query{Unfinished: true})
	switch {
	case err != nil:
		return err
	case own >= mostOwn:
		return TooManyOwn.Refuse("", "most", strconv.Itoa(mostOwn))
	case all >= mostHere:
		return TooManyHere.Refuse("")
	case group == "":
		return nil
	}
	role, err := s.role(ctx, a.Player, group)
	if err == nil && role != play.RoleLeader && !a.Administers() {
		err = OnlyOrganisers.Refuse("")
	}
	return err
}

// role is what a player is in a group; empty for those who do not belong to it.
func (s *Service) role(ctx context.Context, player play.Player, group play.GroupID) (play.Role, error) {
	if group == "" || player.ID == "" {
		return "", nil
	}
	all, err := s.Store.GroupsOf(ctx, player.ID)
	i := slices.IndexFunc(all, func(m play.Membership) bool { return m.Group.ID == group })
	if err != nil || i < 0 {
		return "", err
	}
	return all[i].Role, nil
}

// Organises reports whether somebody may run a tournament: who created it, as long as
// they belong to its group, leaders of its group, and administrators in a session.
func (s *Service) Organises(ctx context.Context, a groups.Actor, head Head) (bool, error) {
	owns := head.Owner == a.Player.ID
	switch {
	case a.Player.ID == "":
		return false, nil
	case a.Administers() || owns && head.Group == "":
		return true, nil
	}
	role, err := s.role(ctx, a.Player, head.Group)
	if err != nil || !owns || role != "" {
		return role == play.RoleLeader || owns && role != "", err
	}
	_, err = s.Store.Group(ctx, head.Group)
	if errors.Is(err, play.ErrNoGroup) {
		return true, nil // The group was dissolved; its tournaments stay.
	}
	return false, err
}

// organised refuses those who do not run a tournament.
func (s *Service) organised(ctx context.Context, a groups.Actor, id play.TournamentID) (*room, error) {
	r, err := s.load(ctx, id)
	if err != nil {
		return nil, err
	}
	may, err := s.Organises(ctx, a, r.head)
	if err == nil && !may {
		err = OnlyOrganisers.Refuse("")
	}
	return r, err
}

// checkNames refuses names that nobody may have.
func (s *Service) checkNames(t *tournament.Tournament) error {
	names := append([]string{t.Settings.Name}, t.Categories...)
	for _, e := range t.Entrants {
		names = append(append(names, e.Name), e.Members...)
	}
	return s.checkWords(names...)
}

func (s *Service) checkEntrantNames(e *tournament.Entrant) error {
	return s.checkWords(append([]string{e.Name}, e.Members...)...)
}

func (s *Service) checkWords(names ...string) error {
	for _, name := range names {
		if err := s.Names.CheckWords(name); err != nil {
			return err
		}
	}
	return nil
}

// Order carries out orders of an organiser: all of them, or none.
func (s *Service) Order(ctx context.Context, a groups.Actor, q Request, orders []tournament.Order) (View, error) {
	r, err := s.organised(ctx, a, q.ID)
	if err != nil {
		return View{}, err
	}
	if countOf(orders, "pair") > 1 || countOf(orders, tournament.UndoOrder) > 1 {
		return View{}, OneAtATime.Refuse("")
	}
	q.By = a.Player.ID
	return s.changed(ctx, r, q, func(r *room, t *tournament.Tournament) ([]tournament.Command, error) {
		var commands []tournament.Command
		for _, o := range orders {
			c, err := s.command(ctx, r, t, o)
			if err != nil {
				return nil, err
			}
			commands = append(commands, c)
		}
		return commands, nil
	})
}

// countOf is how many orders do something.
func countOf(orders []tournament.Order, what string) int {
	n := 0
	for _, o := range orders {
		if o.Do == what {
			n++
		}
	}
	return n
}

// command is what an order means here: names are checked, accounts need the consent
// of their players, and pairings keep those apart who have blocked each other.
func (s *Service) command(ctx context.Context, r *room, t *tournament.Tournament, o tournament.Order) (tournament.Command, error) {
	if o.Do == tournament.UndoOrder {
		return s.undo(ctx, r, t)
	}
	c, err := o.Command()
	if err != nil {
		return nil, err
	}
	switch c := c.(type) {
	case tournament.Add:
		return c, errors.Join(s.checkEntrantNames(&c.Entrant), s.checkConsent(ctx, r, &c.Entrant, nil))
	case tournament.Edit:
		return c, errors.Join(s.checkEntrantNames(&c.Entrant), s.checkConsent(ctx, r, &c.Entrant, t.Entrant(c.Entrant.Number)))
	case tournament.Amend:
		return c, s.checkWords(c.Categories...)
	case tournament.ChangeSettings:
		if c.Settings, err = s.settle(c.Settings, false); err != nil {
			return nil, err
		}
		return c, s.checkNames(&tournament.Tournament{Settings: c.Settings})
	case tournament.Pair:
		return s.withWhom(ctx, t, c)
	}
	return c, nil
}

// checkConsent refuses accounts of people who have not joined by themselves, unless
// they are members of the group. Who is in it already may stay.
func (s *Service) checkConsent(ctx context.Context, r *room, e, before *tournament.Entrant) error {
	for _, account := range append([]string{e.Account}, e.Accounts...) {
		if account == "" || before != nil && before.Is(account) || play.PlayerID(account) == r.head.Owner {
			continue
		}
		role, err := s.role(ctx, play.Player{ID: play.PlayerID(account)}, r.head.Group)
		if err != nil {
			return err
		}
		if role == "" {
			return Unasked.Refuse("")
		}
	}
	return nil
}

func (s *Service) undo(ctx context.Context, r *room, t *tournament.Tournament) (tournament.Command, error) {
	var c tournament.Undo
	_, err := Load(ctx, s.Store, r.head.ID, &tournament.Tournament{}, func(e tournament.Event, before *tournament.Tournament) {
		if e.Seq == t.Seq {
			c = tournament.Undo{Before: before, Last: e}
		}
	})
	if c.Before == nil && err == nil {
		err = tournament.NotUndone.Refuse("")
	}
	return c, err
}

// Delete deletes a tournament with everything about it. Its finished games stay.
func (s *Service) Delete(ctx context.Context, a groups.Actor, id play.TournamentID) error {
	r, err := s.organised(ctx, a, id)
	if err != nil {
		return err
	}
	t := r.now()
	if _, err := s.Store.RemoveTournament(ctx, id); err != nil {
		return err
	}
	s.mu.Lock()
	delete(s.rooms, id)
	s.mu.Unlock()
	for round, g := range t.OpenGames() {
		if t.IsOnline(g) {
			s.dissolve(ctx, r, board{t.Round(round).Seq, g.Board})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wake()
	return nil
}

// RefuseStranger refuses those who do not belong to a group. Administrators belong
// to all, in a session.
func (s *Service) RefuseStranger(ctx context.Context, a groups.Actor, group play.GroupID) error {
	if a.Administers() {
		return nil
	}
	role, err := s.role(ctx, a.Player, group)
	if err == nil && role == "" {
		err = groups.NoSuchGroup.Refuse("")
	}
	return err
}
