package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/httpapi/route"
	"plateau/internal/metrics"
	"plateau/internal/play"
	"plateau/internal/store/storetest"
)

// quietHouse is online play at which nobody plays.
func quietHouse(t *testing.T, log *bytes.Buffer, database string) *onlinePlay {
	t.Helper()
	o, err := openForOperator(t.Context(), &Config{
		Store: Store{Data: t.TempDir(), Database: database}, Program: Program{Games: games.All()},
		Log: slog.New(slog.NewTextHandler(log, nil)), Retention: Retention{Guests: 365, Games: 30},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

func (o *onlinePlay) adds(t *testing.T, id string, since, used time.Time) play.Player {
	t.Helper()
	p := play.Player{ID: play.PlayerID(id), Name: "Name " + id, Since: since}
	access := accounts.Access{ID: id, Hash: play.Token(id).Hash(), Player: p.ID, Kind: accounts.Session, Since: since, Used: used}
	if err := o.store.AddPlayer(t.Context(), p, "key "+id, access); err != nil {
		t.Fatal(err)
	}
	return p
}

// plays has a visitor play a game with somebody, and resign if it ends.
func (o *onlinePlay) plays(t *testing.T, id string, at time.Time, other play.PlayerID, ends bool) {
	t.Helper()
	const one = play.PlayerID("visitor")
	table := storetest.NewTable(1, at)
	terms := play.Terms{Game: "quixo"}
	steps := []struct {
		by play.PlayerID
		do play.Command
	}{{one, storetest.Opening(play.TableID(id), one, terms)}, {other, play.Sit{Player: play.Player{ID: other, Name: string(other)}, Chair: 1}}}
	if ends {
		steps = append(steps, struct {
			by play.PlayerID
			do play.Command
		}{one, play.Resign{}})
	}
	for i, step := range steps {
		d := table.Decide(t, step.by, fmt.Sprint(id, i), step.do)
		if err := o.store.Append(t.Context(), play.BatchOf(d)); err != nil {
			t.Fatal(err)
		}
		table.Keep(d)
	}
}

// Guests who do not come back go, with their games; everybody else stays.
func TestRetention(t *testing.T) { testRetention(t, "") }

func testRetention(t *testing.T, database string) {
	t.Helper()
	var log bytes.Buffer
	o := quietHouse(t, &log, database)
	began := time.Date(2025, 1, 1, 12, 0, 0, 0, time.UTC)
	now := began.AddDate(1, 1, 0)
	for n := range retentionBatch + 7 {
		o.adds(t, fmt.Sprint("gone", n), began, began.AddDate(0, 0, n%20))
	}
	o.adds(t, "visitor", began, now.AddDate(0, -1, 0))
	o.adds(t, "recent", now.AddDate(0, -2, 0), now.AddDate(0, -2, 0))
	member := o.adds(t, "member", began, began)
	if err := o.store.SetPassword(t.Context(), member, "key member", "hash"); err != nil {
		t.Fatal(err)
	}
	o.adds(t, "pupil", began, began)
	link := accounts.SignInLink{Hash: play.Token("link").Hash(), Player: "pupil", Since: began, Until: accounts.Forever}
	ended := accounts.SignInLink{Hash: play.Token("ended").Hash(), Player: "visitor", Since: began, Until: began.AddDate(0, 0, 7)}
	for _, one := range []accounts.SignInLink{link, ended} {
		if err := o.store.AddSignInLink(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
	for n := range retentionBatch + 3 {
		o.plays(t, fmt.Sprint("old", n), began.AddDate(0, 0, n), "recent", true)
	}
	o.plays(t, "running", began, "gone0", false)
	o.plays(t, "lately", now.AddDate(0, 0, -3), "recent", true)
	o.plays(t, "members", began, "member", true)
	for _, at := range []time.Time{began.AddDate(-2, 0, 0), now.AddDate(0, 0, -1)} {
		if err := o.store.AddAudit(t.Context(), admin.AuditEntry{At: at, Action: "announce"}); err != nil {
			t.Fatal(err)
		}
	}

	o.chores(t.Context(), began.AddDate(0, 0, 20))
	if got := o.names(t); len(got) != retentionBatch+7+4 {
		t.Fatalf("too early, %d players are left", len(got))
	}
	o.chores(t.Context(), now)
	got := o.names(t)
	for _, name := range []string{"Name visitor", "Name recent", "Name member", "Name pupil"} {
		if !strings.Contains(strings.Join(got, ","), name) {
			t.Errorf("%s is gone", name)
		}
	}
	if len(got) != 4 {
		t.Errorf("left are %q", got)
	}
	for id, want := range map[play.TableID]bool{"old0": false, "old52": false, "running": true, "lately": true, "members": true} {
		table, err := play.Load(t.Context(), o.store, games.All().Games(), id)
		if want != (err == nil) {
			t.Errorf("the table %s: %v", id, err)
		}
		if id == "running" && err == nil && table.Phase != play.Over {
			t.Error("a game of a guest who is gone goes on")
		}
	}
	if entries, err := o.store.Audit(t.Context(), 0, 9); err != nil || len(entries) != 1 {
		t.Errorf("the audit log has %+v, %v", entries, err)
	}
	for _, want := range []string{`msg="removed guests who have not been online for a long time" number=57`, `msg="removed finished games of guests" number=47`, `msg="removed tables without a move" number=6`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is missing in the log:\n%s", want, &log)
		}
	}
	// For ever.
	o.retention = Retention{}
	o.chores(t.Context(), now.AddDate(9, 0, 0))
	if got := o.names(t); len(got) != 4 {
		t.Errorf("without retention, left are %q", got)
	}
}

func (o *onlinePlay) names(t *testing.T) (all []string) {
	t.Helper()
	players, err := o.store.Players(t.Context(), admin.PlayerQuery{Limit: 999})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		all = append(all, p.Name)
	}
	return all
}

// A line of the security log is there for four weeks at most, and others may put
// the file aside.
func TestSecurityLogIsRotated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "security.log")
	s, err := openSecurityLog(path, slog.New(slog.DiscardHandler), metrics.New())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	now := time.Date(2026, 11, 16, 7, 0, 0, 0, time.UTC)
	lines := func(name string) int {
		text, err := os.ReadFile(name)
		if err != nil {
			return -1
		}
		return strings.Count(string(text), "\n")
	}
	for range 10 {
		s.note(route.Attempt{At: now, Kind: route.SignInFailed})
		if err := s.rotate(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, path + ".1"} {
			if at, ok := firstTime(name); ok && now.Sub(at) > 28*day {
				t.Errorf("at %v %s has a line of %v", now, name, at)
			}
		}
		now = now.Add(5 * day)
	}
	if got := lines(path); got < 1 || got > 3 {
		t.Errorf("the file has %d lines", got)
	}
	if err := s.rotate(t.Context(), now.Add(365*day)); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".1", path+".moved"); err != nil {
		t.Fatal(err)
	}
	s.note(route.Attempt{At: now, Kind: route.Limited})
	if got := lines(path); got != 1 {
		t.Errorf("after the file was put aside, it has %d lines", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != ownerOnly {
		t.Errorf("the file is %v, %v", info, err)
	}
	// A flood from one address does not fill the disk.
	for range 500 {
		s.note(route.Attempt{At: now, Kind: route.Limited})
	}
	if got := lines(path); got > 100 {
		t.Errorf("a flood wrote %d lines", got)
	}
}
