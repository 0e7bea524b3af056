// Package export writes down everything about a player, for the player.
package export

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"plateau/internal/meeting"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/glicko"
	"plateau/internal/progress"
	"plateau/internal/push"
	"plateau/internal/reports"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// Store is what exports are read from.
type Store interface {
	play.TableStore
	play.PlayerStore
	accounts.StatusStore
	accounts.InvitationStore
	accounts.LinkStore
	progress.PuzzleStore
	progress.StarStore
	admin.AuditStore
	blocks.BlockStore
	meeting.FriendStore
	meeting.ChallengeStore
	play.MemberStore
	reports.Store
	tournaments.EventStore
	push.Store
}

// Service writes exports.
type Service struct {
	Store    Store
	Accounts *accounts.Service
}

// exported is the beginning of a player's export; the tables follow. It has no
// hashes.
type exported struct {
	Made    time.Time                `json:"made"`
	Player  play.Player              `json:"player"`
	Account exportedAccount          `json:"account"`
	Ratings map[string]exportedScore `json:"ratings"`
	// Puzzles is what the player has solved.
	Puzzles progress.PuzzleProgress `json:"puzzles"`
	// Progress is what the player has learnt: stars by area, game and item.
	Progress progress.Stars `json:"progress"`
	// Blocks are the players whom the player has blocked or muted.
	Blocks []blocks.Block `json:"blocks"`
	// Friends are the player's, with requests by and to the player. Challenges
	// are those that have not expired.
	Friends        []meeting.Friend       `json:"friends"`
	Challenges     []meeting.Challenge    `json:"challenges"`
	ChallengesFrom meeting.ChallengesFrom `json:"challenges_from"`
	FriendsFrom    meeting.ChallengesFrom `json:"friends_from"`
	// Groups are those to which the player belongs, and Invitations those that
	// the player made.
	Groups      []exportedMembership  `json:"groups"`
	Invitations []accounts.Invitation `json:"invitations"`
	// Reports are those that the player has made.
	Reports []reports.Report `json:"reports"`
	// Tournaments are those that the player organises or took part in.
	Tournaments []exportedTournament `json:"tournaments"`
}

type exportedTournament struct {
	ID        play.TournamentID `json:"id"`
	Name      string            `json:"name"`
	Game      string            `json:"game"`
	Phase     string            `json:"phase"`
	Organiser bool              `json:"organiser,omitempty"`
	// Entrant is the player's part, and Rank and Points what became of it.
	Entrant *tournament.Entrant `json:"entrant,omitempty"`
	Rank    int                 `json:"rank,omitempty"`
	Points  *tournament.Points  `json:"points,omitempty"`
	// Done is what the player did.
	Done []tournament.Event `json:"done,omitempty"`
}

// maxTournaments is more than a player can have part in.
const maxTournaments = 100_000

type exportedAccount struct {
	accounts.Facts
	// Devices are those that the player is notified at.
	Devices []push.Device         `json:"devices"`
	Links   []accounts.SignInLink `json:"links"`
	// Audit is what administrators did to the player, and what the player did as
	// an administrator.
	Audit []exportedAudit `json:"audit"`
}

// exportedAudit is an entry of the audit log. Who the administrator is, or whom
// something was done to, is somebody else's data.
type exportedAudit struct {
	At     time.Time    `json:"at"`
	Action string       `json:"action"`
	Own    bool         `json:"own,omitempty"`
	Table  play.TableID `json:"table,omitempty"`
	Detail string       `json:"detail,omitempty"`
}

type exportedMembership struct {
	play.Membership
	// Manages means that the group made the account and manages it.
	Manages bool `json:"manages,omitempty"`
	// Owns means that the group is a club of the player.
	Owns bool `json:"owns,omitempty"`
}

type exportedScore struct {
	glicko.Rating
	Games int `json:"games"`
}

// maxReports is more than a player can make in the time for which they are kept.
const maxReports = 100_000

// exportedTable is a table, or only its id if the player may no longer see it.
type exportedTable struct {
	ID play.TableID `json:"id"`
	*play.Summary
	Phase string `json:"phase,omitempty"`
	// Record is the record of the game; there may be none.
	Record string         `json:"record,omitempty"`
	Said   []exportedSaid `json:"said,omitempty"`
}

type exportedSaid struct {
	At      time.Time    `json:"at"`
	Channel play.Channel `json:"channel"`
	Text    string       `json:"text"`
	Phrase  string       `json:"phrase,omitempty"`
}

// Write writes everything about a player as one JSON document. It reads one table
// at a time, so it may fail in the middle.
func (s *Service) Write(ctx context.Context, player play.PlayerID, w io.Writer) error {
	head, err := s.exportHead(ctx, player)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(head, "", "\t")
	if err != nil {
		return err
	}
	tables, err := s.Store.Visited(ctx, player)
	if err != nil {
		return err
	}
	slices.Sort(tables)
	// The tables become the last field of the object.
	out := string(text[:len(text)-len("\n}")]) + ",\n\t\"tables\": ["
	for i, id := range tables {
		table, err := s.exportTable(ctx, player, id)
		if err != nil {
			return err
		}
		if i > 0 {
			out += ","
		}
		if _, err := io.WriteString(w, out+"\n\t\t"+string(table)); err != nil {
			return err
		}
		out = ""
	}
	_, err = io.WriteString(w, out+"\n\t]\n}\n")
	return err
}

func (s *Service) exportHead(ctx context.Context, player play.PlayerID) (exported, error) {
	now := s.Accounts.Now()
	e := exported{Made: time.UnixMilli(now.UnixMilli()).UTC(), Ratings: make(map[string]exportedScore)}
	var preferences meeting.Preferences
	var groups []play.Membership
	var standings map[string]play.Standing
	err := cmp.Or(
		keep(&e.Player)(s.Store.Player(ctx, player)),
		keep(&e.Account)(s.exportAccount(ctx, player)),
		keep(&e.Puzzles)(s.Store.Puzzles(ctx, player)),
		keep(&e.Progress)(s.Store.Stars(ctx, player)),
		keepAll(&e.Blocks)(s.Store.Blocks(ctx, player)),
		keepAll(&e.Friends)(s.Store.FriendsOf(ctx, player)),
		keepAll(&e.Challenges)(s.Store.ChallengesOf(ctx, player, now)),
		keep(&preferences)(s.Store.Preferences(ctx, player)),
		keep(&groups)(s.Store.GroupsOf(ctx, player)),
		keepAll(&e.Invitations)(s.Store.InvitationsBy(ctx, player)),
		keepAll(&e.Reports)(s.Store.Reports(ctx, reports.Query{By: player, Limit: maxReports})),
		keep(&e.Tournaments)(s.exportTournaments(ctx, player)),
		keep(&standings)(play.StandingsOf(ctx, s.Store, s.Accounts.Games, player)),
	)
	if err != nil {
		return e, err
	}
	e.ChallengesFrom, e.FriendsFrom = preferences.Challenges, preferences.Friends
	e.Groups = make([]exportedMembership, len(groups))
	for i, m := range groups {
		e.Groups[i] = exportedMembership{m, m.Group.ID == e.Player.Manager, m.Group.Owner == player}
	}
	for id, st := range standings {
		e.Ratings[id] = exportedScore{st.Rating, st.Games}
	}
	return e, nil
}

// keep keeps what was read.
func keep[T any](to *T) func(T, error) error {
	return func(read T, err error) error {
		*to = read
		return err
	}
}

// keepAll keeps a list that was read. In the export an empty one is not null.
func keepAll[T any](to *[]T) func([]T, error) error {
	return func(read []T, err error) error {
		*to = append([]T{}, read...)
		return err
	}
}

func (s *Service) exportAccount(ctx context.Context, player play.PlayerID) (exportedAccount, error) {
	a := exportedAccount{Audit: []exportedAudit{}}
	var entries []admin.AuditEntry
	err := cmp.Or(
		keep(&a.Facts)(s.Accounts.Facts(ctx, player)),
		keepAll(&a.Devices)(s.Store.PushDevices(ctx, player)),
		keepAll(&a.Links)(s.Store.SignInLinks(ctx, player)),
		keep(&entries)(s.Store.AuditAbout(ctx, player)),
	)
	for _, e := range entries {
		// The reported player does not learn of reports.
		if strings.HasPrefix(e.Action, admin.ActionCloseReport) && e.By != player {
			continue
		}
		out := exportedAudit{At: e.At, Action: e.Action, Own: e.By == player, Table: e.Table}
		if e.Player == player || e.Player == "" {
			out.Detail = e.Detail
		}
		a.Audit = append(a.Audit, out)
	}
	return a, err
}

// exportTable is what a player did at a table, and the table itself if they may
// still see it: somebody may have chatted there before others sat down.
func (s *Service) exportTable(ctx context.Context, player play.PlayerID, id play.TableID) ([]byte, error) {
	out := exportedTable{ID: id}
	t, err := play.Load(ctx, s.Store, s.Accounts.Games, id, func(events []play.Event, _ *play.Table) {
		for _, e := range events {
			if b, ok := e.Body.(play.Said); ok && e.By == player {
				out.Said = append(out.Said, exportedSaid{e.At, b.Channel, b.Text, b.Phrase})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if !t.MayWatch(player) {
		return json.Marshal(out)
	}
	out.Summary, out.Phase = new(t.Summary()), t.Phase.String()
	if t.Host != player {
		out.Terms = t.Terms.Shown()
	}
	if record := t.Record(); record != nil {
		var text strings.Builder
		if err := game.WriteRecord(&text, record); err != nil {
			return nil, err
		}
		out.Record = text.String()
	}
	return json.Marshal(out)
}

// exportTournaments lists the tournaments that a player organises or took part in.
func (s *Service) exportTournaments(ctx context.Context, player play.PlayerID) ([]exportedTournament, error) {
	all := []exportedTournament{}
	own, err := s.Store.Tournaments(ctx, tournaments.Query{Owner: player, Limit: maxTournaments})
	if err != nil {
		return all, err
	}
	part, err := s.Store.Tournaments(ctx, tournaments.Query{Player: player, Limit: maxTournaments})
	if err != nil {
		return all, err
	}
	joined := slices.DeleteFunc(part, func(head tournaments.Head) bool { return head.Owner == player })
	for _, head := range append(own, joined...) {
		one, err := s.exportTournament(ctx, player, head)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (s *Service) exportTournament(ctx context.Context, player play.PlayerID, head tournaments.Head) (exportedTournament, error) {
	out := exportedTournament{ID: head.ID, Name: head.Name, Game: head.Game, Phase: head.Phase.String(), Organiser: head.Owner == player}
	t, err := tournaments.Load(ctx, s.Store, head.ID, &tournament.Tournament{}, func(e tournament.Event, _ *tournament.Tournament) {
		if e.By == string(player) {
			out.Done = append(out.Done, e)
		}
	})
	if err != nil {
		return out, err
	}
	if out.Entrant = t.ByAccount(string(player)); out.Entrant == nil {
		return out, nil
	}
	for _, row := range t.Standings() {
		if row.Number == out.Entrant.Number {
			out.Rank, out.Points = row.Rank, &row.Points
		}
	}
	return out, nil
}
