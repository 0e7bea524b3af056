//go:build unix

package transfer_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"plateau/internal/meeting"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/progress"
	"plateau/internal/push"
	"plateau/internal/reports"
	"plateau/internal/store/postgres"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
	"plateau/internal/store/storetest"
	"plateau/internal/store/transfer"
	"plateau/tournament"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var now = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func closes(t *testing.T, db *sqlstore.Raw) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// fill puts something into every table, some of it unusual.
func fill(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	ctx := t.Context()
	for i, id := range []play.PlayerID{"ann", "ben", "Ünal"} {
		p := play.Player{ID: id, Name: string(id) + " 👋", Since: now}
		must(t, s.AddPlayer(ctx, p, string(id), accounts.Access{ID: "a", Hash: play.Token(id).Hash(), Player: id, Kind: accounts.Session, Since: now, Label: "x\x00y\xff"}))
		must(t, s.SetPassword(ctx, p, string(id), "hash"))
		must(t, s.AddPasskey(ctx, p, string(id), accounts.Passkey{ID: string(id), Credential: []byte("{}"), Since: now}, 9))
		must(t, s.AddSSHKey(ctx, p, string(id), accounts.SSHKey{ID: string(id), Hash: accounts.KeyHash{byte(i)}, Kind: "ssh-ed25519", Since: now}, 9, false))
		must(t, s.SetRecoveryCodes(ctx, id, []accounts.CodeHash{{byte(i)}, {byte(i), 255}}, now))
		must(t, s.AddSignInLink(ctx, accounts.SignInLink{Hash: play.Token("l" + id).Hash(), Player: id, Since: now, Until: now.Add(time.Hour)}))
		_, err := s.SavePushDevice(ctx, push.Device{ID: string(id), Player: id, Session: "a", Endpoint: string(id), Key: []byte{0, 1}, Secret: []byte{255}, Since: now, Used: now}, 9)
		must(t, err)
		_, err = s.MergeStars(ctx, id, progress.Stars{"lessons": {"quixo": {"one": 2}}}, 99)
		must(t, err)
		_, err = s.MergePuzzles(ctx, id, progress.PuzzleProgress{Solved: map[string][]string{"quixo": {"a"}}}, 99)
		must(t, err)
	}
	must(t, s.SetBlock(ctx, blocks.Block{By: "ann", Player: "ben", Kind: blocks.Muted, Since: now}, 9))
	_, err := s.AskFriend(ctx, "ann", "Ünal", now, 9)
	must(t, err)
	must(t, s.AddChallenge(ctx, meeting.Challenge{ID: "c", By: "ann", To: "Ünal", Terms: play.Terms{Game: "quixo"}, Sent: now, Until: now.Add(time.Hour)}, 9))
	must(t, s.AddGroup(ctx, play.Group{ID: "g", Name: "Club", Chat: play.TalkFree, Since: now}))
	must(t, s.SetMember(ctx, "g", "ann", play.RoleLeader, now))
	must(t, s.FoundClub(ctx, play.Group{ID: "h", Name: "Ben's", Chat: play.TalkFree, Since: now, Owner: "ben"}, 9))
	must(t, s.AddInvitation(ctx, accounts.Invitation{ID: "i", Hash: play.Token("i").Hash(), Group: "g", Role: play.RoleMember, By: "ann", Since: now, Until: now.Add(time.Hour), Uses: 3}, 9))
	must(t, s.AddReport(ctx, reports.Report{At: now, By: "ann", Player: "ben", Reason: "chat", Text: "He said: \"no\""}, 9))
	must(t, s.HoldName(ctx, "old", "ann", now.Add(time.Hour)))
	must(t, s.RenewNameKeys(ctx, 1, func(name string) string { return name }, func(name string) string { return name }))
	must(t, s.Announce(ctx, admin.Announcement{Text: "Hello", Since: now, Until: now.Add(time.Hour)}))
	for range 3 {
		must(t, s.AddAudit(ctx, admin.AuditEntry{At: now.Add(-time.Hour), Action: "old"}))
	}
	must(t, s.AddAudit(ctx, admin.AuditEntry{At: now, Action: "announce"}))
	must(t, s.AddAudit(ctx, admin.AuditEntry{At: now.Add(-time.Hour), Action: "newest, but old"}))
	_, err = s.ExpireAudit(ctx, now)
	must(t, err)
	_, err = s.PushKey(ctx, []byte("key"))
	must(t, err)
	must(t, s.Share(ctx, now, play.SharedChange{SharedValue: play.SharedValue{Key: "k", Value: []byte("v")}}))
	_, err = s.Heartbeat(ctx, func() time.Time { return now }, 0)
	must(t, err)
	_, err = s.Heartbeat(ctx, func() time.Time { return now.Add(time.Hour) }, 0)
	must(t, err)
	cup, _ := storetest.NewCup("cup", "ann", now).Decide(t, "ann", "r", tournament.Create{Settings: tournament.Settings{Name: "Cup", Game: "quixo", Rounds: 3}.Standard()},
		tournament.Add{Entrant: tournament.Entrant{Name: "Ann", Account: "ann"}})
	must(t, s.AppendTournament(ctx, cup))
	must(t, s.KeepTableOf(ctx, "cup", "board"))
	games(t, s, 0, 30)
}

// games plays some rated games.
func games(t *testing.T, s *sqlstore.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		table := storetest.NewTable(uint64(i), now)
		keep := func(d *play.Decision) {
			t.Helper()
			must(t, s.Append(t.Context(), play.BatchOf(d)))
			table.Keep(d)
		}
		terms := play.Terms{Game: "quixo", Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty, Listed: true, Spectators: true}
		keep(table.Decide(t, "ann", fmt.Sprint("r", i), storetest.Opening(play.TableID(fmt.Sprint("t", i)), "ann", terms)))
		keep(table.Decide(t, "ben", "", play.Sit{Player: play.Player{ID: "ben", Name: "ben", Registered: true}, Chair: 1}))
		for range 4 {
			keep(table.Move(t))
		}
		d := table.Decide(t, "ben", "", play.Resign{})
		standings, err := s.Standings(t.Context(), play.Rank{Game: "quixo", Player: "ann"}, play.Rank{Game: "quixo", Player: "ben"})
		must(t, err)
		must(t, d.Rate(standings))
		keep(d)
	}
}

// copied copies from one to the other.
func copied(t *testing.T, from, to func() (*sqlstore.Raw, error), replace bool) (all []transfer.Copied, err error) {
	t.Helper()
	source, err := from()
	must(t, err)
	target, err := to()
	must(t, err)
	defer func() {
		must(t, errors.Join(source.Close(), target.Close()))
	}()
	return transfer.Copy(t.Context(), source, target, replace, transfer.Observer{})
}

// TestThereAndBack copies a file to PostgreSQL, goes on there, and copies it back.
func TestThereAndBack(t *testing.T) {
	path, address := filepath.Join(t.TempDir(), "online.db"), pgtest.Shared(t).Database(t)
	file := func() (*sqlstore.Raw, error) { return sqlite.OpenRaw(t.Context(), path) }
	server := func() (*sqlstore.Raw, error) { return postgres.OpenRaw(t.Context(), address) }
	original, err := sqlite.Open(t.Context(), path)
	must(t, err)
	fill(t, original.Store)
	must(t, original.Close())

	first, err := copied(t, file, server, false)
	must(t, err)
	for _, c := range first {
		if c.Rows == 0 && c.Table != "removals" {
			t.Errorf("the test has nothing in %s", c.Table)
		}
	}
	if _, err := copied(t, file, server, false); !errors.Is(err, transfer.ErrOther) {
		t.Errorf("a copy that servers may have used is overwritten: %v", err)
	}
	again, err := copied(t, file, server, true)
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("the same copy again: %v, %v", again, err)
	}

	s, err := postgres.Open(t.Context(), address, filepath.Join(t.TempDir(), "online.removals"))
	must(t, err)
	if _, err := postgres.OpenRaw(t.Context(), address); err == nil {
		t.Error("a database that a server uses was opened")
	}
	// Numbers go on after those that were given, even if their rows are gone.
	must(t, s.AddAudit(t.Context(), admin.AuditEntry{At: now, Action: "next"}))
	if list, err := s.Audit(t.Context(), 0, 1); err != nil || list[0].Seq != 6 {
		t.Errorf("the next entry of the audit log is %+v, %v", list, err)
	}
	games(t, s.Store, 30, 33)
	must(t, s.Forget(t.Context(), "ben"))
	must(t, s.Close())

	back, err := copied(t, server, file, true)
	must(t, err)
	if reflect.DeepEqual(back, first) {
		t.Error("nothing has changed")
	}
	reopened, err := sqlite.Open(t.Context(), path)
	must(t, err)
	defer reopened.Close()
	if p, err := reopened.Player(t.Context(), "ben"); err != nil || p.Name != "" {
		t.Errorf("a player who was deleted in between is %+v, %v", p, err)
	}
	if n, err := reopened.CountTables(t.Context(), play.TableQuery{}); err != nil || n != 33 {
		t.Errorf("there are %d tables, %v", n, err)
	}
}

// TestInterruptedCopy stops a copy at its first word, and continues it.
func TestInterruptedCopy(t *testing.T) {
	path, address := filepath.Join(t.TempDir(), "online.db"), pgtest.Shared(t).Database(t)
	original, err := sqlite.Open(t.Context(), path)
	must(t, err)
	games(t, original.Store, 0, 40)
	must(t, original.Close())
	source, err := sqlite.OpenRaw(t.Context(), path)
	must(t, err)
	defer closes(t, source)
	target, err := postgres.OpenRaw(t.Context(), address)
	must(t, err)
	defer closes(t, target)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = transfer.Copy(ctx, source, target, false, transfer.Observer{Checked: func(transfer.Copied) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("it was not interrupted: %v", err)
	}
	if id, err := sqlstore.UnfinishedCopy(t.Context(), target.DB); err != nil || id == "" {
		t.Errorf("an unfinished copy does not say so: %q, %v", id, err)
	}
	// What is there is wrong by now.
	for _, statement := range []string{
		`DELETE FROM events WHERE seq = 3`, `UPDATE events SET body = '{}' WHERE seq = 4`,
		`INSERT INTO sitters (player, table_id) VALUES ('nobody', 'nowhere')`,
	} {
		_, err := target.DB.ExecContext(t.Context(), statement)
		must(t, err)
	}
	_, err = transfer.Copy(t.Context(), source, target, false, transfer.Observer{})
	must(t, err)
	if id, err := sqlstore.UnfinishedCopy(t.Context(), target.DB); err != nil || id != "" {
		t.Errorf("a finished copy says that it is none: %q, %v", id, err)
	}
}

// TestAllTablesAreCopied compares the list with what the engines have.
func TestAllTablesAreCopied(t *testing.T) {
	source, err := sqlite.OpenRaw(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	must(t, err)
	defer closes(t, source)
	target, err := postgres.OpenRaw(t.Context(), pgtest.Shared(t).Database(t))
	must(t, err)
	defer closes(t, target)
	want := slices.Sorted(slices.Values(transfer.Tables()))
	for _, c := range []struct {
		db    *sql.DB
		query string
	}{
		{source.DB, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`},
		{target.DB, `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_version' ORDER BY tablename COLLATE "C"`},
	} {
		rows, err := c.db.QueryContext(t.Context(), c.query)
		must(t, err)
		var names []string
		for rows.Next() {
			var name string
			must(t, rows.Scan(&name))
			names = append(names, name)
		}
		must(t, errors.Join(rows.Err(), rows.Close()))
		if !slices.Equal(names, want) {
			t.Errorf("there are the tables\n%q, copied are\n%q", names, want)
		}
	}
}
