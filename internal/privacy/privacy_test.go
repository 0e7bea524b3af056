package privacy_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/export"
	"plateau/internal/play"
	"plateau/internal/privacy"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/storetest"
	"plateau/tournament"
)

const help = `
If it is about a person, name it in internal/privacy, and add it to the export (internal/export/export.go) and to
deletion (internal/store/sqlstore/forget.go); if it is not, name its table in privacy.Other.`

// database is a new database, and the same for reading and writing by hand.
func database(t *testing.T) (*sqlite.Store, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "play.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		s.Close()
	})
	return s, db
}

type column struct{ table, name, kind string }

// columns are all columns of the database.
func columns(t *testing.T, db *sql.DB) (all []column) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.table, &c.name, &c.kind); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if rows.Err() != nil || len(all) == 0 {
		t.Fatalf("no columns, %v", rows.Err())
	}
	return all
}

// described has, by table and column, whether it is the id of a player.
func described(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := make(map[string]map[string]bool)
	for _, item := range privacy.Items {
		for table, text := range item.Columns {
			if all[table] == nil {
				all[table] = make(map[string]bool)
			}
			for _, name := range strings.Fields(text) {
				name, isPlayer := strings.CutSuffix(name, "@")
				if _, twice := all[table][name]; twice {
					t.Errorf("%s.%s is described twice", table, name)
				}
				all[table][name] = isPlayer
			}
		}
	}
	return all
}

// Everything in the database is described, and everything that is described is there.
func TestEverythingIsDescribed(t *testing.T) {
	_, db := database(t)
	known := described(t)
	for _, c := range columns(t, db) {
		if _, other := privacy.Other[c.table]; other {
			continue
		}
		if _, ok := known[c.table][c.name]; !ok {
			t.Errorf("the column %s of the table %s is not described.%s", c.name, c.table, help)
		}
		delete(known[c.table], c.name)
	}
	for table, left := range known {
		for name := range left {
			t.Errorf("%s.%s is described, but not there", table, name)
		}
	}
}

// secret is what a person has in every text.
const secret = "Unmistakable"

// fill makes Ann and Ben, with a row of each table about either, and a game.
func fill(t *testing.T, s *sqlite.Store, db *sql.DB) {
	t.Helper()
	now := time.Now()
	for id, name := range map[play.PlayerID]string{"ann": secret, "ben": "Ben"} {
		access := accounts.Access{ID: string(id), Hash: play.Token(id).Hash(), Player: id, Kind: accounts.Session, Label: name, Since: now, Used: now}
		if err := s.AddPlayer(t.Context(), play.Player{ID: id, Name: name, Since: now}, string(id), access); err != nil {
			t.Fatal(err)
		}
	}
	table := storetest.NewTable(1, now)
	for i, step := range []struct {
		by play.PlayerID
		do play.Command
	}{
		{"ann", play.OpenTable{ID: "t", Host: play.Player{ID: "ann", Name: secret}, Terms: play.Terms{Game: "quixo", Chat: true}, Chairs: []play.Sitter{{Player: "ann"}, {}}}},
		{"ben", play.Sit{Player: play.Player{ID: "ben", Name: "Ben"}, Chair: 1}},
		{"ann", play.Say{Channel: play.ToTable, Text: "I am " + secret}},
	} {
		d := table.Decide(t, step.by, fmt.Sprint(map[bool]string{true: secret, false: "r"}[step.by == "ann"], i), step.do)
		if err := s.Append(t.Context(), play.BatchOf(d)); err != nil {
			t.Fatal(err)
		}
		table.Keep(d)
	}
	// A class is nobody's own, but Ann leads one, which manages her account. She owns a
	// club of which nobody else is a member.
	club := play.Group{ID: "club", Name: secret + " club", Chat: play.TalkFree, Since: now, Owner: "ann"}
	if err := s.FoundClub(t.Context(), club, 1); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO player_groups (id, name, chat, since, request) VALUES ('ann-group', 'Class 5b', 'off', 1, ''), ('ben-group', 'Class 5c', 'off', 1, '')`,
		`UPDATE players SET administrator = 1, suspended_until = 1, bot = 1, barred = 1, challenges = 'friends', manager = id || '-group'`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	// A player who was reported does not learn of it.
	closed := admin.AuditEntry{At: now, By: "ben", Action: admin.ActionCloseReport, Player: "ann", Detail: "a note of Ben"}
	if err := s.AddAudit(t.Context(), closed); err != nil {
		t.Fatal(err)
	}
	fillTournament(t, s, now)
	known, rows := described(t), make(map[string][]column)
	for _, c := range columns(t, db) {
		rows[c.table] = append(rows[c.table], c)
	}
	for table, list := range rows {
		// These have contents that were made above, or are no person's.
		if _, other := privacy.Other[table]; other || slices.Contains([]string{"players", "events", "tables", "sitters", "removals", "shared", "player_groups", "tournaments", "tournament_events", "tournament_players"}, table) {
			continue
		}
		for n, owner := range []string{"ann", "ben"} {
			insert(t, db, table, list, known[table], owner, []string{"ben", "ann"}[n])
		}
	}
}

// fillTournament makes a tournament that Ann organises and plays in.
func fillTournament(t *testing.T, s *sqlite.Store, now time.Time) {
	t.Helper()
	cup := storetest.NewCup("cup", "ann", now)
	settings := tournament.Settings{Name: "Cup", Game: "quixo", Rounds: 3}.Standard()
	batch, _ := cup.Decide(t, "ann", secret+" cup", tournament.Create{Settings: settings},
		tournament.Add{Entrant: tournament.Entrant{Name: secret, Account: "ann"}}, tournament.Add{Entrant: tournament.Entrant{Name: "Ben", Account: "ben"}},
		tournament.Pair{})
	if err := s.AppendTournament(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// insert adds a row about a player, whatever its columns are.
func insert(t *testing.T, db *sql.DB, table string, list []column, known map[string]bool, owner, other string) {
	t.Helper()
	var names, marks []string
	var values []any
	for _, c := range list {
		var value any
		switch {
		case known[c.name] && (c.name == "player" || c.name == "maker"):
			value = owner
		case known[c.name]:
			value = other
		case c.name == "group_id":
			value = owner + "-group"
		case table == "reports" && c.name == "text" && other == "ann":
			value = secret + " reports" // Of the player who reports.
		case c.name == "game":
			value = "quixo"
		case slices.Contains([]string{"id", "action", "kind", "table_id", "session", "role", "reason", "state"}, c.name):
			value = owner + "-" + table // Ids and words of the program.
		case c.kind == "INTEGER" && c.name == "seq":
			continue
		case c.name == "until" || c.name == "ends":
			value = time.Now().Add(time.Hour).UnixMilli()
		case c.name == "terms":
			value = `{"game": "quixo"}`
		case c.kind == "INTEGER" || c.kind == "REAL":
			value = 1
		case c.kind == "BLOB":
			value = []byte(owner + " " + table)
		case c.name == "progress":
			value = `{"solved": {"quixo": ["p"]}}`
		case owner == "ann":
			value = secret + " " + table
		default:
			value = "of Ben " + table
		}
		names, marks, values = append(names, c.name), append(marks, "?"), append(values, value)
	}
	query := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ", "), strings.Join(marks, ", "))
	if _, err := db.ExecContext(t.Context(), query, values...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// What is described is exported, and nothing of it is left after deletion but ids.
func TestExportAndDeletion(t *testing.T) {
	s, db := database(t)
	fill(t, s, db)
	var text strings.Builder
	service := accounts.New(accounts.Config{Games: games.All().Games(), Store: s, Now: time.Now, Random: zero{}})
	writer := &export.Service{Store: s, Accounts: service}
	if err := writer.Write(t.Context(), "ann", &text); err != nil {
		t.Fatal(err)
	}
	var exported map[string]any
	if err := json.Unmarshal([]byte(text.String()), &exported); err != nil {
		t.Fatal(err)
	}
	for _, item := range privacy.Items {
		for _, path := range item.Exported {
			if empty(field(exported, path)) {
				t.Errorf("the export has nothing at %s (%s):%s\n%s", path, item.Code, help, &text)
			}
		}
		if len(item.Exported) == 0 && !item.Passing {
			t.Errorf("%s is not exported.%s", item.Code, help)
		}
	}
	if strings.Contains(text.String(), "of Ben") {
		t.Errorf("the export has what somebody else wrote:\n%s", &text)
	}
	if err := s.Forget(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	var stays []string
	for _, item := range privacy.Items {
		stays = append(stays, item.Stays...)
	}
	known := described(t)
	for _, c := range columns(t, db) {
		query := fmt.Sprintf("SELECT count(*) FROM %s WHERE CAST(%s AS TEXT) LIKE ?", c.table, c.name)
		if left := count(t, db, query, "%"+secret+"%"); left > 0 {
			t.Errorf("%s.%s still has what a deleted person wrote.%s", c.table, c.name, help)
		}
		if c.table == "players" && c.name != "id" {
			query := fmt.Sprintf("SELECT count(*) FROM players WHERE id = 'ann' AND %s NOT IN ('', 0, 'everybody')", c.name)
			if count(t, db, query) > 0 {
				t.Errorf("players.%s still tells something about a deleted person.%s", c.name, help)
			}
		}
		if !known[c.table][c.name] || slices.Contains(stays, c.table+"."+c.name) {
			continue
		}
		if left := count(t, db, query, "ann"); left > 0 {
			t.Errorf("%s.%s still has the id of a deleted person.%s", c.table, c.name, help)
		}
	}
	// Ben has lost nothing but what was between the two.
	if n := count(t, db, "SELECT count(*) FROM accounts") + count(t, db, "SELECT count(*) FROM group_members"); n != 2 {
		t.Errorf("%d of the account and the membership of the other player are left", n)
	}
}

// field is what is at a path of a document.
func field(document map[string]any, path string) any {
	first, rest, more := strings.Cut(path, ".")
	if !more {
		return document[first]
	}
	inner, _ := document[first].(map[string]any)
	return field(inner, rest)
}

// empty reports whether there is nothing; numbers and false are something.
func empty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

func count(t *testing.T, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// zero is a random source for what nobody guesses at.
type zero struct{}

func (zero) Read(b []byte) (int, error) { return len(b), nil }
