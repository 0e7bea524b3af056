package online_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// A client follows a table from before the start to the end of the game, with the
// connection interrupted in between: no event is lost or repeated.
func TestTableStream(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, nobody := s.guest("Ann"), s.guest("Ben"), &client{site: s}
	id := ann.open(quixo)
	path := "/tables/" + id + "/events"
	stream := nobody.follow(path, "")
	var seen []uint64
	see := func(news tableNews) tableNews {
		for _, e := range news.Events {
			seen = append(seen, e.Seq)
		}
		if last := seen[len(seen)-1]; news.Table.Seq < last || stream.last != itoa(last) {
			t.Errorf("the table is at %d, the stream at %s, the events at %d", news.Table.Seq, stream.last, last)
		}
		return news
	}
	if news := see(dataOf[tableNews](stream, "table")); len(news.Events) != 1 || news.Table.Phase != "open" || news.Now != s.Now().UnixMilli() {
		t.Errorf("got %+v at first", news)
	}
	ben.do(id, "sit", "")
	for see(dataOf[tableNews](stream, "table")).Table.Phase != "running" {
	}
	playOn(id, 2, ann, ben)
	last := see(dataOf[tableNews](stream, "table"))
	stream.close()
	playOn(id, 2, ann, ben)
	ann.do(id, "resign", "")
	stream = nobody.follow(path, stream.last)
	for last.Table.Phase != "over" {
		last = see(dataOf[tableNews](stream, "table"))
	}
	for i, seq := range seen {
		if seq != uint64(i+1) {
			t.Fatalf("the events are %v", seen)
		}
	}
	// A client that has seen everything gets only the table.
	again := dataOf[tableNews](nobody.follow(path+"?after="+stream.last, ""), "table")
	if len(again.Events) != 0 || again.Table.Seq != last.Table.Seq {
		t.Errorf("got %+v again", again)
	}
	// An event number from the future starts again.
	if all := dataOf[tableNews](nobody.follow(path, "999"), "table"); len(all.Events) != len(seen) {
		t.Errorf("got %d of %d events", len(all.Events), len(seen))
	}
	nobody.get(path+"?after=soon").refused(http.StatusUnprocessableEntity, "api.fields")
}

// Streams say who is present at a table.
func TestPresence(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.guest("Ann"), s.guest("Ben"), s.guest("Cleo")
	id := ann.begin(ben, quixo)
	path := "/tables/" + id + "/events"
	type here struct{ Players []string }
	stream := ann.follow(path, "")
	if got := dataOf[here](stream, "here").Players; fmt.Sprint(got) != fmt.Sprint([]string{ann.id}) {
		t.Errorf("%v are present", got)
	}
	cleo.follow(path, "").next("here")
	other := ben.follow(path, "")
	if got := dataOf[here](stream, "here").Players; len(got) != 2 {
		t.Errorf("%v are present", got)
	}
	if got := read[struct{ Here []string }](cleo.get("/tables/"+id), http.StatusOK).Here; len(got) != 2 {
		t.Errorf("%v are present", got)
	}
	other.close()
	if got := dataOf[here](stream, "here").Players; len(got) != 1 {
		t.Errorf("%v are present", got)
	}
}

// Messages between partners are hidden from all others, without a gap in the
// numbers.
func TestPartnersChat(t *testing.T) {
	s := newSite(t, nil)
	var players []*client
	for _, name := range []string{"Ann", "Ben", "Cleo", "Dan"} {
		players = append(players, s.guest(name))
	}
	id := players[0].open(`"game":"quixo4p","advice":true,"chat":true,"spectators":true`)
	for _, c := range players[1:] {
		c.do(id, "sit", "")
	}
	path := "/tables/" + id + "/events"
	watchers := append([]*client{{site: s}}, players...)
	streams := make([]*events, len(watchers))
	for i, c := range watchers {
		streams[i] = c.follow(path, "")
		streams[i].next("beat")
	}
	players[0].do(id, "say", `{"channel":"partners","text":"take the corner"}`)
	players[0].do(id, "say", `{"channel":"table","text":"hello"}`)
	for i, stream := range streams {
		var kinds []string
		var raw strings.Builder
		for len(kinds) < 2 {
			event := stream.next("table")
			raw.Write(event.Data)
			var news tableNews
			if err := json.Unmarshal(event.Data, &news); err != nil {
				t.Fatal(err)
			}
			for _, e := range news.Events {
				kinds = append(kinds, e.Kind())
			}
		}
		partner := i == 1 || i == 3 // The first player and the third.
		if want := map[bool]string{true: "[said said]", false: "[hidden said]"}[partner]; fmt.Sprint(kinds) != want {
			t.Errorf("watcher %d got %v, want %s", i, kinds, want)
		}
		if strings.Contains(raw.String(), "corner") != partner {
			t.Errorf("watcher %d got %s", i, raw.String())
		}
	}
	// The same is true of the whole history.
	for i, c := range watchers {
		event := c.follow(path, "").next("table")
		if partner := i == 1 || i == 3; strings.Contains(string(event.Data), "corner") != partner {
			t.Errorf("watcher %d got %s", i, event.Data)
		}
	}
}

// Streams of viewers who may no longer watch end.
func TestShutOut(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.guest("Ann"), s.guest("Ben"), s.guest("Cleo")
	id := ann.open(`"game":"quixo"`)
	stream := cleo.follow("/tables/"+id+"/events", "")
	stream.next("beat")
	ben.do(id, "sit", "")
	if p := dataOf[problem.Problem](stream, "end"); p.Code != "table.nospectators" || p.Status != http.StatusForbidden {
		t.Errorf("got %+v", p)
	}
	stream.wantEnd()
}

// All streams end when the house closes, without an event.
func TestStopping(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	streams := []*events{
		ann.follow("/tables/"+id+"/events", ""), ann.follow("/lobby/events", ""),
		ann.follow("/me/events", ""), ann.follow("/pairing/events?game=quixo", ""),
	}
	for i, name := range []string{"beat", "lobby", "mine", "waiting"} {
		streams[i].next(name)
	}
	s.house.Close()
	for _, stream := range streams {
		if event, ok := stream.read(); ok {
			t.Errorf("%s got %s %s", stream.path, event.Name, event.Data)
		}
	}
}

// The delay of a slow network does not count as thinking time.
func TestRoundTrip(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo+`,"time":{"main_ms":60000}`)
	playOn(id, 2, ann, ben)
	stream := ann.follow("/tables/"+id+"/events", "")
	beat := dataOf[struct {
		Nonce, Seq uint64
		Ply        int
		Clock      *struct{ Counts bool }
	}](stream, "beat")
	if beat.Ply != 2 || beat.Seq != ann.table(id).Seq || beat.Clock == nil || !beat.Clock.Counts {
		t.Errorf("the heartbeat is %+v", beat)
	}
	s.wait(300 * time.Millisecond)
	for range 2 { // A second answer does not count.
		r := ann.post("/tables/"+id+"/beat", fmt.Sprintf(`{"nonce":%d}`, beat.Nonce))
		if r.status != http.StatusNoContent {
			t.Errorf("%d %s", r.status, r.body)
		}
		s.wait(time.Second)
	}
	playOn(id, 1, ann)
	// 2.3 s have passed, 0.3 of them in the network.
	if left := ann.table(id).Clock.Left[0]; left != 58_000 {
		t.Errorf("%d ms are left", left)
	}
}

// A client that does not read its stream delays nobody else.
func TestNeverReads(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	path := "/tables/" + id + "/events"
	var dialer net.Dialer
	conn, err := dialer.DialContext(t.Context(), "tcp", s.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(1 << 10); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(conn, "GET /api/v1%s HTTP/1.1\r\nHost: x\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	stream := ann.follow(path, "")
	long := strings.Repeat("ü", play.MaxMessage)
	for range 200 {
		ben.do(id, "say", fmt.Sprintf(`{"channel":"table","text":%q}`, long))
	}
	for last := uint64(0); last < 200; last = dataOf[tableNews](stream, "table").Table.Seq {
	}
}

// Tables appear in the lobby and disappear.
func TestLobby(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, nobody := s.guest("Ann"), s.guest("Ben"), &client{site: s}
	type lobby struct {
		Whole   bool
		Version uint64
		Changes []struct {
			Table   string
			Summary *struct {
				ID      string
				Sitters []struct{ Name string }
			}
		}
	}
	stream := nobody.follow("/lobby/events", "")
	if news := dataOf[lobby](stream, "lobby"); !news.Whole || len(news.Changes) != 0 {
		t.Errorf("got %+v at first", news)
	}
	private := ann.open(quixo)
	id := ann.open(quixo + `,"listed":true`)
	appeared := dataOf[lobby](stream, "lobby")
	if appeared.Whole || len(appeared.Changes) != 1 || appeared.Changes[0].Summary.ID != id || appeared.Changes[0].Summary.Sitters[0].Name != "Ann" {
		t.Errorf("got %+v when a table appeared", appeared)
	}
	if got := read[struct{ Tables []struct{ ID string } }](nobody.get("/lobby"), http.StatusOK).Tables; len(got) != 1 || got[0].ID != id {
		t.Errorf("the lobby has %v, and %s is private", got, private)
	}
	before := stream.last
	ben.do(id, "sit", "")
	gone := dataOf[lobby](stream, "lobby")
	if len(gone.Changes) != 1 || gone.Changes[0].Table != id || gone.Changes[0].Summary != nil {
		t.Errorf("got %+v when the table disappeared", gone)
	}
	again := nobody.follow("/lobby/events", before)
	if news := dataOf[lobby](again, "lobby"); news.Whole || len(news.Changes) != 1 {
		t.Errorf("got %+v after reconnecting", news)
	}
}

// A player follows all of their tables.
func TestMyTables(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	running, open := ann.begin(ben, quixo), ann.open(quixo)
	type mine struct {
		Whole  bool
		Tables []struct {
			ID, Phase string
			Plies     int
			ToMove    *int `json:"to_move"`
		}
	}
	stream := ben.follow("/me/events", "")
	if news := dataOf[mine](stream, "mine"); !news.Whole || len(news.Tables) != 1 || news.Tables[0].ID != running || *news.Tables[0].ToMove != 0 {
		t.Errorf("got %+v at first", news)
	}
	playOn(running, 1, ann)
	if news := dataOf[mine](stream, "mine"); news.Whole || len(news.Tables) != 1 || news.Tables[0].Plies != 1 || *news.Tables[0].ToMove != 1 {
		t.Errorf("got %+v after a move", news)
	}
	ben.do(open, "sit", "")
	if news := dataOf[mine](stream, "mine"); len(news.Tables) != 1 || news.Tables[0].ID != open || news.Tables[0].Phase != "running" {
		t.Errorf("got %+v after sitting down", news)
	}
	list := read[mine](ben.get("/me/tables?phase=running"), http.StatusOK)
	if len(list.Tables) != 2 {
		t.Errorf("the list is %+v", list)
	}
	(&client{site: s}).get("/me/events").refused(http.StatusUnauthorized, "session.none")
}

// Two players are paired.
func TestPairing(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	const path = "/pairing/events?game=quixo&main_ms=180000&increment_ms=2000"
	type waiting struct{ Waiting int }
	type paired struct{ Table string }
	first := ann.follow(path, "")
	second := ann.follow(path, "") // Another page of the same player.
	for _, stream := range []*events{first, second} {
		if got := dataOf[waiting](stream, "waiting"); got.Waiting != 0 {
			t.Errorf("%d others are waiting", got.Waiting)
		}
	}
	third := ben.follow(path, "")
	id := dataOf[paired](third, "paired").Table
	for _, stream := range []*events{first, second} {
		if got := dataOf[paired](stream, "paired").Table; got != id {
			t.Errorf("paired at %s and %s", got, id)
		}
		stream.wantEnd()
	}
	if got := ben.table(id); got.Phase != "running" || got.Clock.Left[0] != 180_000 {
		t.Errorf("the table is %+v", got)
	}
	for query, code := range map[string]string{
		"game=chess": "game.unknown", "game=quixo&main_ms=5": "terms.clock", "game=quixo&days=x": "api.fields", "game=quixo&rated=maybe": "api.fields",
	} {
		ann.get("/pairing/events?"+query).refused(http.StatusUnprocessableEntity, code)
	}
	ann.get("/pairing/events?game=quixo&rated=true").refused(http.StatusForbidden, "terms.ratedguest")
}
