package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/game"
	"plateau/games"
	"plateau/internal/bridge"
	"plateau/internal/httpapi"
)

// valueless is a tablebase without distances, from another one.
type valueless struct {
	exact.Tablebase
	value func(known game.Value) game.Value
}

func (v valueless) ValueOf(key uint64) (game.Value, error) {
	known, err := v.Tablebase.ValueOf(key)
	return v.value(known), err
}

// solvedBridge knows the smallest board of Quixo by its tablebase, but without
// distances, as the large one.
func solvedBridge(t *testing.T) httpapi.Bridge {
	t.Helper()
	return bridgeTo(t, func(v game.Value) game.Value {
		switch {
		case v.IsWin():
			return game.Win
		case v.IsLoss():
			return game.Loss
		}
		return game.Draw
	})
}

func bridgeTo(t *testing.T, value func(known game.Value) game.Value) httpapi.Bridge {
	t.Helper()
	solved, err := quixosolver.SmallMethod(3).Open("")
	if err != nil {
		t.Fatal(err)
	}
	return bridge.New(games.All(), func(id string, _ bridge.Use) (engine.Engine, error) {
		e, err := games.All().Find(id)
		if err != nil {
			return nil, err
		}
		newEngine, err := e.Open(catalogue.Sources{Tablebase: valueless{solved, value}})
		if err != nil {
			return nil, err
		}
		return newEngine(engine.Options{TranspositionBytes: 1 << 16}), nil
	})
}

// counted counts what a bridge is asked.
type counted struct {
	httpapi.Bridge
	asked int
}

func (c *counted) Handle(ctx context.Context, request []byte, report func([]byte)) []byte {
	c.asked++
	return c.Bridge.Handle(ctx, request, report)
}

func solved(t *testing.T) http.Handler {
	t.Helper()
	return httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{solvedBridge(t)}})
}

// request asks an API as a client at an address does; a body makes it a POST.
func request(t *testing.T, api http.Handler, target, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w
}

func read[T any](t *testing.T, w *httptest.ResponseRecorder) T {
	t.Helper()
	var got T
	if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != http.StatusOK || err != nil {
		t.Fatalf("%d %s (%v)", w.Code, w.Body, err)
	}
	if kind := w.Header().Get("Content-Type"); kind != "application/json" {
		t.Errorf("the type is %s", kind)
	}
	return got
}

func valuesOf(position string) string {
	return "/api/values?" + url.Values{"game": {"quixo3"}, "position": {position}}.Encode()
}

func matchBody(start, rest string, moves ...string) string {
	list, err := json.Marshal(append([]string{}, moves...))
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"match":{"game":"quixo3","start":%q,"moves":%s,"players":[],"closing":null}%s}`, start, list, rest)
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		api  http.Handler
		want string
	}{
		{solved(t), `{"games":["quixo3"]}`},
		{httpapi.API(httpapi.Tables{}), `{"games":[]}`},
	} {
		w := request(t, c.api, "/api/tables.json", "", nil)
		if w.Code != http.StatusOK || w.Body.String() != c.want || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%d %s, want %s", w.Code, w.Body, c.want)
		}
	}
}

type analysis struct {
	Position string
	Worth    struct{ Outcome string }
	Moves    []struct{ Outcome, Move string }
	Line     []string
	Settled  bool
}

func TestValues(t *testing.T) {
	b := &counted{Bridge: solvedBridge(t)}
	api := httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{b}})
	for range 3 {
		w := request(t, api, valuesOf("XX1/3/O2 X"), "", nil)
		got := read[analysis](t, w)
		if !got.Settled || got.Worth.Outcome != "win" || got.Position != "XX1/3/O2 X" || got.Line[0] != got.Moves[0].Move {
			t.Errorf("%+v", got)
		}
		if keep := w.Header().Get("Cache-Control"); !strings.HasPrefix(keep, "public, max-age=") {
			t.Errorf("kept as %q", keep)
		}
	}
	if b.asked != 1 {
		t.Errorf("the same position was looked up %d times", b.asked)
	}
	head := request(t, api, valuesOf("XX1/3/O2 X"), "", func(r *http.Request) { r.Method = http.MethodHead })
	if head.Code != http.StatusOK {
		t.Errorf("head: %d", head.Code)
	}
}

func TestBest(t *testing.T) {
	got := read[struct{ Move string }](t, request(t, solved(t), "/api/best", matchBody("XX1/3/O2 X", `,"seed":4`), nil))
	after := read[analysis](t, request(t, solved(t), valuesOf("XX1/3/O2 X"), "", nil))
	if !slices.ContainsFunc(after.Moves, func(m struct{ Outcome, Move string }) bool {
		return m.Move == got.Move && m.Outcome == "win"
	}) {
		t.Errorf("%s does not win", got.Move)
	}
}

func TestDraw(t *testing.T) {
	for seat, want := range []bool{false, true} {
		body := matchBody("XX1/3/O2 X", fmt.Sprintf(`,"seat":%d`, seat))
		if got := read[struct{ Accepts bool }](t, request(t, solved(t), "/api/draw", body, nil)); got.Accepts != want {
			t.Errorf("seat %d accepts a draw: %t", seat, got.Accepts)
		}
	}
}

func TestReview(t *testing.T) {
	type ply struct {
		Ply   int
		Fault string
	}
	w := request(t, solved(t), "/api/review", matchBody("XX1/3/O2 X", "", "a3-a1", "c1-c3"), nil)
	got := read[struct{ Plies []ply }](t, w)
	if len(got.Plies) != 2 || got.Plies[0].Ply != 0 || got.Plies[0].Fault != "mistake" || got.Plies[1].Ply != 1 {
		t.Errorf("%+v", got)
	}
}

func checkProblem(t *testing.T, w *httptest.ResponseRecorder, status int, code string) {
	t.Helper()
	var got struct {
		Title, Code, Detail string
		Status              int
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Errorf("%s: %v", w.Body, err)
	}
	if w.Code != status || got.Status != status || got.Code != code || got.Title == "" || got.Detail == "" {
		t.Errorf("%d %+v, want %d %s", w.Code, got, status, code)
	}
	h := w.Header()
	if h.Get("Content-Type") != "application/problem+json" || h.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: headers %v", code, h)
	}
}

func TestProblems(t *testing.T) {
	api := solved(t)
	for _, c := range []struct {
		target, body string
		status       int
		code         string
	}{
		{"/api/", "", http.StatusNotFound, "api.path"},
		{"/api/values/", "", http.StatusNotFound, "api.path"},
		{"/api/values", "{}", http.StatusMethodNotAllowed, "api.method"},
		{"/api/best", "", http.StatusMethodNotAllowed, "api.method"},
		{"/api/values?game=quantik", "", http.StatusNotFound, "api.table"},
		{"/api/values?game=quixo", "", http.StatusNotFound, "api.table"},
		{valuesOf("XX1/3 X"), "", http.StatusBadRequest, "position.rows"},
		{valuesOf(strings.Repeat("X", 300)), "", http.StatusBadRequest, "bridge.large"},
		{"/api/best", "{", http.StatusBadRequest, "api.body"},
		{"/api/best", "{}", http.StatusBadRequest, "api.body"},
		{"/api/best", `{"match":{"game":"quixo3"},"level":"1"}`, http.StatusBadRequest, "api.body"},
		{"/api/best", `{"match":{"game":"quantik"}}`, http.StatusNotFound, "api.table"},
		{"/api/best", matchBody("XXX/3/3 O", ""), http.StatusBadRequest, "bridge.nomove"},
		{"/api/best", matchBody("", "", "b2-b1"), http.StatusBadRequest, "quixo.inner"},
		{"/api/review", matchBody("", "", strings.Repeat("x", 200_000)), http.StatusRequestEntityTooLarge, "api.large"},
		{"/api/draw", matchBody("", `,"seat":2`), http.StatusBadRequest, "match.seat"},
	} {
		t.Run(c.target+" "+c.code, func(t *testing.T) {
			checkProblem(t, request(t, api, c.target, c.body, nil), c.status, c.code)
		})
	}
	if w := request(t, api, "/api/best", "", nil); w.Header().Get("Allow") != "POST" {
		t.Errorf("allowed: %q", w.Header().Get("Allow"))
	}
	if w := request(t, api, "/api/values", "{}", nil); w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("allowed: %q", w.Header().Get("Allow"))
	}
}

// What the table does not tell is never taken for its answer, nor kept.
func TestTableThatCannotBeRead(t *testing.T) {
	b := &counted{Bridge: bridgeTo(t, func(game.Value) game.Value { return game.Unknown })}
	api := httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{b}})
	for range 2 {
		checkProblem(t, request(t, api, valuesOf(""), "", nil), http.StatusInternalServerError, "api.unreadable")
	}
	if b.asked != 2 {
		t.Errorf("asked %d times", b.asked)
	}
	broken := bridge.New(games.All(), func(string, bridge.Use) (engine.Engine, error) { return nil, context.Canceled })
	api = httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{broken}})
	checkProblem(t, request(t, api, valuesOf(""), "", nil), http.StatusInternalServerError, "bridge.unexpected")
}

func TestOtherSitesMayNotAsk(t *testing.T) {
	w := request(t, solved(t), "/api/best", matchBody("", ""), func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	checkProblem(t, w, http.StatusForbidden, "api.origin")
}

// stuck answers when it is told to, or when its time is over.
type stuck chan struct{}

func (s stuck) Handle(ctx context.Context, _ []byte, _ func([]byte)) []byte {
	select {
	case <-s:
	case <-ctx.Done():
	}
	return []byte(`{"result":{"settled":true}}`)
}

func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := make(stuck)
		api := httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{b}})
		first := make(chan int)
		go func() { first <- request(t, api, valuesOf("first"), "", nil).Code }()
		synctest.Wait()
		second := request(t, api, valuesOf("second"), "", nil)
		checkProblem(t, second, http.StatusServiceUnavailable, "api.busy")
		if wait := second.Header().Get("Retry-After"); wait != "2" {
			t.Errorf("to be tried again after %q", wait)
		}
		// Nobody tells the first one to answer, but its time ends.
		if code := <-first; code != http.StatusOK {
			t.Errorf("the first was answered by %d", code)
		}
		close(b)
		if w := request(t, api, valuesOf("third"), "", nil); w.Code != http.StatusOK {
			t.Errorf("the third was answered by %d", w.Code)
		}
	})
}

func TestLimitOfAnAddress(t *testing.T) {
	const atOnce, perSecond = 200, 40
	at := func(peer, forwarded string) func(r *http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr = peer
			if forwarded != "" {
				r.Header.Set("X-Forwarded-For", forwarded)
			}
		}
	}
	for _, c := range []struct {
		name        string
		same, other func(*http.Request)
	}{
		{"ports", at("192.0.2.1:1", ""), at("192.0.2.2:1", "")},
		{"networks", at("[2001:db8::1]:1", ""), at("[2001:db8:0:1::1]:1", "")},
		{"proxy", at("127.0.0.1:1", "192.0.2.9, 192.0.2.1"), at("127.0.0.1:1", "192.0.2.1, 192.0.2.9")},
		{"forged", at("192.0.2.1:1", "192.0.2.5"), at("192.0.2.3:1", "192.0.2.5")},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := make(stuck)
			close(b)
			synctest.Test(t, func(t *testing.T) {
				api := httpapi.API(httpapi.Tables{Games: []string{"quixo3"}, Bridges: []httpapi.Bridge{b}})
				answered := func(who func(*http.Request)) bool {
					w := request(t, api, valuesOf(""), "", who)
					if w.Code != http.StatusOK {
						checkProblem(t, w, http.StatusTooManyRequests, "api.often")
						if w.Header().Get("Retry-After") != "1" {
							t.Errorf("to be tried again after %q", w.Header().Get("Retry-After"))
						}
					}
					return w.Code == http.StatusOK
				}
				for i := range atOnce {
					if !answered(c.same) {
						t.Fatalf("request %d is refused", i)
					}
				}
				if answered(c.same) {
					t.Error("too many are answered")
				}
				if !answered(c.other) {
					t.Error("another address is refused")
				}
				time.Sleep(time.Second / perSecond)
				if !answered(c.same) || answered(c.same) {
					t.Error("time does not allow for one more")
				}
			})
		})
	}
}
