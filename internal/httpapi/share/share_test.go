package share_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"image/gif"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"plateau/games/full"
	"plateau/internal/budget"
	"plateau/internal/bus/memory"
	"plateau/internal/httpapi/share"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/store/sqlite"
)

var now = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

type site struct {
	*testing.T
	handler http.Handler
	house   *house.House
}

// newSite is a site with online play and the usual limits.
func newSite(t *testing.T) *site {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := house.New(t.Context(), house.Config{
		Games: full.All().Games(), Store: store, Bus: new(memory.Bus), Now: func() time.Time { return now },
		Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		tables.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	handler := share.New(share.Config{
		Games: full.All(),
		Table: func(ctx context.Context, id play.TableID) (*play.Table, error) {
			return tables.Tables.Table(ctx, id, "")
		},
		URL: func(*http.Request) string { return "https://games.example.org" },
		Address: func(r *http.Request) string {
			host, _, _ := strings.Cut(r.RemoteAddr, ":")
			return host
		},
		Budgets: budget.NewMemory(func() time.Time { return now }),
	})
	return &site{t, handler, tables}
}

func (s *site) get(path string) *httptest.ResponseRecorder {
	s.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(s.Context(), http.MethodGet, path, nil))
	return w
}

// table opens a table at which Ann and Bob sit.
func (s *site) table(terms play.Terms, moves ...string) play.TableID {
	s.Helper()
	terms.FirstSide, terms.Begins = play.FirstParty, play.FirstParty
	ann, bob := play.Player{ID: "ann", Name: "Ann", Registered: true}, play.Player{ID: "bob", Name: "Bob <b>", Registered: true}
	opened, err := s.house.Tables.Open(s.Context(), ann, terms, []play.Sitter{play.SitterOf(ann), {}}, "")
	if err != nil {
		s.Fatal(err)
	}
	do := func(by play.Player, command play.Command) {
		s.Helper()
		if _, err := s.house.Tables.Do(s.Context(), live.Request{Table: opened.Table, By: by.ID, Command: command}); err != nil {
			s.Fatal(err)
		}
	}
	if len(moves) == 0 {
		return opened.Table
	}
	do(bob, play.Sit{Player: bob, Chair: play.AnyChair})
	for i, move := range moves {
		do([]play.Player{ann, bob}[i%2], play.Play{Ply: i, Move: move})
	}
	return opened.Table
}

// meta reads the meta elements of a page, unescaped by the browser's rules for
// what the tests use.
func meta(page, name string) string {
	match := regexp.MustCompile(`<meta (?:property|name|http-equiv)="` + regexp.QuoteMeta(name) + `" content="([^"]*)"`).FindStringSubmatch(page)
	if match == nil {
		return ""
	}
	return strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&#43;", "+", "&#39;", "'").Replace(match[1])
}

func (s *site) wantPreview(path, title, description, page string) string {
	s.Helper()
	w := s.get(path)
	text := w.Body.String()
	if w.Code != http.StatusOK || meta(text, "og:title") != title || meta(text, "twitter:title") != title {
		s.Errorf("%s: %d, title %q, want %q", path, w.Code, meta(text, "og:title"), title)
	}
	if got := meta(text, "og:description"); !strings.Contains(got, description) {
		s.Errorf("%s: description %q, want %q", path, got, description)
	}
	if got := meta(text, "refresh"); got != "0; url="+page {
		s.Errorf("%s leads to %q, want %q", path, got, page)
	}
	image := meta(text, "og:image")
	if !strings.HasPrefix(image, "https://games.example.org/") {
		s.Errorf("%s: the picture is at %q", path, image)
	}
	u, err := url.Parse(image)
	if err != nil {
		s.Fatal(err)
	}
	picture := s.get(u.RequestURI())
	decoded, err := png.Decode(picture.Body)
	if err != nil || decoded.Bounds().Dx() != 1200 || picture.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		s.Errorf("%s: the picture is wrong: %d, %v", path, picture.Code, err)
	}
	return text
}

func TestPreviewsOfTables(t *testing.T) {
	s := newSite(t)
	open := s.table(play.Terms{Game: "quixo", Time: play.Time{Main: 600_000, Increment: 5000}})
	s.wantPreview("/t/"+string(open), "Quixo: Ann", "You are invited to play. 10 min + 5 s", "/#/table/"+string(open))
	s.wantPreview("/t/"+string(open)+"?l=fr", "Quixo\u202f: Ann", "On vous invite à jouer. 10 min + 5 s", "/#/table/"+string(open))
	running := s.table(play.Terms{Game: "quixo", Spectators: true}, "c1-c5", "a1-e1")
	text := s.wantPreview("/t/"+string(running), "Quixo: Ann – Bob <b>", "2 moves played so far.", "/#/table/"+string(running))
	if strings.Contains(text, "<b>") {
		t.Error("the name of a player is not escaped")
	}
}

func TestPrivateTablesAreNotShown(t *testing.T) {
	s := newSite(t)
	private := "/t/" + string(s.table(play.Terms{Game: "quixo"}, "c1-c5"))
	text := s.wantPreview(private, "A private table", "", "/#"+strings.Replace(private, "/t/", "/table/", 1))
	if strings.Contains(text, "Ann") || strings.Contains(text, "Quixo:") {
		t.Error("the preview says who plays")
	}
	if w := s.get(private + ".gif"); w.Code != http.StatusNotFound {
		t.Errorf("the film: %d", w.Code)
	}
	if w := s.get("/embed" + private); w.Code != http.StatusNotFound {
		t.Errorf("the board: %d", w.Code)
	}
	other := "/t/" + string(s.table(play.Terms{Game: "pivot"}, "C@a1"))
	a, b := s.get(private+".png"), s.get(other+".png")
	if !bytes.Equal(a.Body.Bytes(), b.Body.Bytes()) {
		t.Error("the pictures of two private tables differ")
	}
	if w := s.get("/t/unknown"); w.Code != http.StatusNotFound || meta(w.Body.String(), "refresh") != "0; url=/#/table/unknown" {
		t.Errorf("an unknown table: %d", w.Code)
	}
}

func TestPreviewsOfGamesAndPuzzles(t *testing.T) {
	s := newSite(t)
	s.wantPreview("/g/quixo?moves=c1-c5_a1-e1&names=Ann_Bob&end=resignation-1&l=en", "Quixo: Ann – Bob", "Ann wins!",
		"/#/play?end=resignation-1&game=quixo&moves=c1-c5_a1-e1&names=Ann_Bob")
	s.wantPreview("/g/quixo?moves=c1-c5_a1-e1&names=Ann_Bob&end=illegal-move-0&l=en", "Quixo: Ann – Bob", "Bob wins!",
		"/#/play?end=illegal-move-0&game=quixo&moves=c1-c5_a1-e1&names=Ann_Bob")
	s.wantPreview("/a/quixo?moves=c1-c5&ply=0", "Quixo", "1 move Crosses to move", "/#/analyse/quixo?moves=c1-c5&ply=0")
	s.wantPreview("/g/quantik?start=3y/SY2/CssN/4+2&l=de", "Quantik", "Dunkel ist am Zug", "/#/play?game=quantik&start=3y%2FSY2%2FCssN%2F4+2")
	s.wantPreview("/p/quantik/32375d", "Quantik: puzzle 1", "Dark to move: only one move wins. Find it. Difficulty 1 of 5", "/#/puzzle/quantik/32375d")
	for _, path := range []string{"/g/quixo?moves=c3-c5", "/g/nothing", "/g/quixo?end=x", "/p/quantik/nothing", "/p/nothing/1"} {
		if w := s.get(path); w.Code != http.StatusNotFound || meta(w.Body.String(), "refresh") == "" {
			t.Errorf("%s: %d, want a page that leads on", path, w.Code)
		}
		if w := s.get(strings.Replace(path, "?", ".png?", 1)); !strings.Contains(path, "?") && w.Code != http.StatusNotFound {
			t.Errorf("%s.png: %d", path, w.Code)
		}
	}
	if w := s.get(`/g/quixo?names=%22%3E%3Cscript%3E_Bob`); strings.Contains(w.Body.String(), "<script>") {
		t.Error("a name is not escaped")
	}
}

func TestFilmsOfGames(t *testing.T) {
	s := newSite(t)
	w := s.get("/g/quixo.gif?moves=c1-c5_a1-e1&names=Ann_Bob")
	film, err := gif.DecodeAll(w.Body)
	if err != nil || len(film.Image) < 6 || w.Header().Get("Content-Type") != "image/gif" {
		t.Fatalf("%d %v", w.Code, err)
	}
}

func TestBoardsMayBeFramed(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/embed/g/quixo?moves=c1-c5_a1-e1&names=Ann_Bob", "/embed/board.js", "/embed/board.css"} {
		w := s.get(path)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != http.StatusOK || !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "sandbox allow-scripts") ||
			strings.Contains(policy, "allow-same-origin") || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, %s", path, w.Code, policy)
		}
	}
	framed := s.get("/embed/g/quixo?moves=c1-c5_a1-e1&names=Ann_Bob")
	if vary := framed.Header().Get("Vary"); vary != "Accept-Language" {
		t.Errorf("its texts depend on the language of the browser, and it varies by %q", vary)
	}
	page := framed.Body.String()
	if len(page) > 40<<10 || !strings.Contains(page, "Ann – Bob") || !strings.Contains(page, "2. a1-e1") {
		t.Errorf("the page has %d bytes:\n%.300s", len(page), page)
	}
	for _, path := range []string{"/embed/", "/embed/board", "/embed/..%2fshare.go", "/embed/g/quixo?moves=x"} {
		if w := s.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := s.get("/g/quixo"); w.Header().Get("Content-Security-Policy") != "" {
		t.Error("a preview has another policy than the site")
	}
}

func TestPicturesAreLimitedByAddress(t *testing.T) {
	s := newSite(t)
	refused := 0
	for range 60 {
		// The picture is known from the second time on; it counts all the same.
		if s.get("/g/quixo.png").Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 20 {
		t.Errorf("%d of 60 pictures were refused, want 20", refused)
	}
}
