package online_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/exact/quixo/solver"
	"plateau/game"
	"plateau/games"
	"plateau/internal/bridge"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/route"
	"plateau/internal/values"
)

// openSmallest solves the smallest board of Quixo once for all tests.
var openSmallest = sync.OnceValues(func() (exact.Tablebase, error) { return solver.SmallMethod(3).Open("") })

// solvedBridge knows the smallest board of Quixo from its tablebase, but without
// distances, like the large board.
func solvedBridge(tb testing.TB) values.Bridge {
	tb.Helper()
	solved, err := openSmallest()
	if err != nil {
		tb.Fatal(err)
	}
	return bridgeTo(func(key uint64) (game.Value, error) {
		switch v, err := solved.ValueOf(key); {
		case err != nil:
			return game.Unknown, err
		case v.IsWin():
			return game.Win, nil
		case v.IsLoss():
			return game.Loss, nil
		}
		return game.Draw, nil
	})
}

func bridgeTo(t exact.ValueFunc) values.Bridge {
	return bridge.New(games.All(), func(id string, _ bridge.Use) (engine.Engine, error) {
		e, err := games.All().Find(id)
		if err != nil {
			return nil, err
		}
		newEngine, err := e.Open(catalogue.Sources{Tablebase: t})
		if err != nil {
			return nil, err
		}
		return newEngine(engine.Options{TranspositionBytes: 1 << 16}), nil
	})
}

// countingBridge counts look-ups.
type countingBridge struct {
	values.Bridge
	lookups int
}

func (c *countingBridge) Analyse(ctx context.Context, r bridge.AnalyseRequest, report func(bridge.AnalysisView)) (bridge.AnalysisView, error) {
	c.lookups++
	return c.Bridge.Analyse(ctx, r, report)
}

func tablebaseOf(b values.Bridge) values.Tablebases {
	return values.Tablebases{Games: []string{"quixo3"}, Bridges: []values.Bridge{b}}
}

// valuesAPI is an API without online play.
func valuesAPI(t values.Tablebases) http.Handler {
	return peer.Forwarded(online.New(online.Config{Tablebases: t, Config: route.Config{Now: time.Now}}), nil)
}

func solved(t *testing.T) http.Handler {
	t.Helper()
	return valuesAPI(tablebaseOf(solvedBridge(t)))
}

// request sends a request to an API. A body makes it a POST.
func request(t *testing.T, api http.Handler, target, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w
}

func decoded[T any](t *testing.T, w *httptest.ResponseRecorder) T {
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
	return "/api/v1/values?" + url.Values{"game": {"quixo3"}, "position": {position}}.Encode()
}

func matchBody(start, rest string, moves ...string) string {
	list, err := json.Marshal(append([]string{}, moves...))
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"match":{"game":"quixo3","start":%q,"moves":%s,"players":[],"closing":null}%s}`, start, list, rest)
}

func TestTablebases(t *testing.T) {
	for _, c := range []struct {
		api  http.Handler
		want string
	}{
		{solved(t), `{"games":["quixo3"]}`},
		{valuesAPI(values.Tablebases{}), `{"games":[]}`},
	} {
		w := request(t, c.api, "/api/v1/tablebases", "", nil)
		if w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != c.want || w.Header().Get("Cache-Control") != "no-cache" {
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
	b := &countingBridge{Bridge: solvedBridge(t)}
	api := valuesAPI(tablebaseOf(b))
	for range 3 {
		w := request(t, api, valuesOf("XX1/3/O2 X"), "", nil)
		got := decoded[analysis](t, w)
		if !got.Settled || got.Worth.Outcome != "win" || got.Position != "XX1/3/O2 X" || got.Line[0] != got.Moves[0].Move {
			t.Errorf("%+v", got)
		}
		if keep := w.Header().Get("Cache-Control"); !strings.HasPrefix(keep, "public, max-age=") {
			t.Errorf("cached as %q", keep)
		}
	}
	if b.lookups != 1 {
		t.Errorf("the same position was looked up %d times", b.lookups)
	}
	head := request(t, api, valuesOf("XX1/3/O2 X"), "", func(r *http.Request) { r.Method = http.MethodHead })
	if head.Code != http.StatusOK {
		t.Errorf("head: %d", head.Code)
	}
}

func TestBest(t *testing.T) {
	got := decoded[struct{ Move string }](t, request(t, solved(t), "/api/v1/values/best", matchBody("XX1/3/O2 X", `,"seed":4`), nil))
	after := decoded[analysis](t, request(t, solved(t), valuesOf("XX1/3/O2 X"), "", nil))
	if !slices.ContainsFunc(after.Moves, func(m struct{ Outcome, Move string }) bool {
		return m.Move == got.Move && m.Outcome == "win"
	}) {
		t.Errorf("%s does not win", got.Move)
	}
}

func TestDraw(t *testing.T) {
	for seat, want := range []bool{false, true} {
		body := matchBody("XX1/3/O2 X", fmt.Sprintf(`,"seat":%d`, seat))
		if got := decoded[struct{ Accepts bool }](t, request(t, solved(t), "/api/v1/values/draw", body, nil)); got.Accepts != want {
			t.Errorf("seat %d accepts a draw: %t", seat, got.Accepts)
		}
	}
}

func TestReview(t *testing.T) {
	type ply struct {
		Ply   int
		Fault string
	}
	w := request(t, solved(t), "/api/v1/values/review", matchBody("XX1/3/O2 X", "", "a3-a1", "c1-c3"), nil)
	got := decoded[struct{ Plies []ply }](t, w)
	if len(got.Plies) != 2 || got.Plies[0].Ply != 0 || got.Plies[0].Fault != "blunder" || got.Plies[1].Ply != 1 {
		t.Errorf("%+v", got)
	}
}

// The answers are as described.
func TestValuesAreDescribed(t *testing.T) {
	c := newSite(t, nil).nobody()
	c.get("/tablebases")
	match := matchBody("XX1/3/O2 X", "", "a3-a1")
	for _, r := range []reply{
		c.get(strings.TrimPrefix(valuesOf("XX1/3/O2 X"), "/api/v1")), c.post("/values/best", match), c.post("/values/review", match),
		c.post("/values/draw", matchBody("", `,"seat":1`)), c.post("/values/best", `{"match":{"game":"quixo3","moves":[]}}`),
	} {
		if r.status != http.StatusOK {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
}

// Without online play, the same router serves and describes the rest.
func TestWithoutOnlinePlay(t *testing.T) {
	api := solved(t)
	var paths []string
	for path := range readDocument(t, api).paths {
		paths = append(paths, strings.TrimPrefix(path, "/api/v1"))
	}
	slices.Sort(paths)
	want := []string{"/openapi.json", "/privacy", "/qr", "/server", "/tablebases", "/values", "/values/best", "/values/draw", "/values/review"}
	if !slices.Equal(paths, want) {
		t.Errorf("described are %v", paths)
	}
	info := decoded[struct{ Games []string }](t, request(t, api, "/api/v1/server", "", nil))
	if info.Games == nil || len(info.Games) > 0 {
		t.Errorf("the server names the games %v", info.Games)
	}
	checkProblem(t, request(t, api, "/api/v1/lobby", "", nil), http.StatusNotFound, "api.path")
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
		{"/api/v1/values/", "", http.StatusNotFound, "api.path"},
		{"/api/v1/values", "{}", http.StatusMethodNotAllowed, "api.method"},
		{"/api/v1/values/best", "", http.StatusMethodNotAllowed, "api.method"},
		{"/api/v1/values", "", http.StatusUnprocessableEntity, "api.fields"},
		{"/api/v1/values?game=quantik", "", http.StatusNotFound, "tablebase.none"},
		{"/api/v1/values?game=quixo", "", http.StatusNotFound, "tablebase.none"},
		{valuesOf("XX1/3 X"), "", http.StatusUnprocessableEntity, "position.rows"},
		{valuesOf(strings.Repeat("X", 300)), "", http.StatusUnprocessableEntity, "api.fields"},
		{"/api/v1/values/best", "{", http.StatusBadRequest, "api.body"},
		{"/api/v1/values/best", "{}", http.StatusUnprocessableEntity, "api.fields"},
		{"/api/v1/values/best", `{"match":{"game":"quixo3","moves":[]},"level":"1"}`, http.StatusUnprocessableEntity, "api.fields"},
		{"/api/v1/values/best", `{"match":{"game":"quantik","moves":[]}}`, http.StatusNotFound, "tablebase.none"},
		{"/api/v1/values/best", matchBody("XXX/3/3 O", ""), http.StatusUnprocessableEntity, "bridge.nomove"},
		{"/api/v1/values/best", matchBody("", "", "b2-b1"), http.StatusUnprocessableEntity, "quixo.inner"},
		{"/api/v1/values/review", matchBody("", "", strings.Repeat("x", 200_000)), http.StatusRequestEntityTooLarge, "api.large"},
		{"/api/v1/values/draw", matchBody("", `,"seat":2`), http.StatusUnprocessableEntity, "match.seat"},
	} {
		t.Run(c.target+" "+c.code, func(t *testing.T) {
			checkProblem(t, request(t, api, c.target, c.body, nil), c.status, c.code)
		})
	}
	if w := request(t, api, "/api/v1/values/best", "", nil); w.Header().Get("Allow") != "POST" {
		t.Errorf("allowed: %q", w.Header().Get("Allow"))
	}
	if w := request(t, api, "/api/v1/values", "{}", nil); w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("allowed: %q", w.Header().Get("Allow"))
	}
}

// A tablebase that cannot be read never gives an answer that looks exact, and
// nothing of it is cached.
func TestUnreadableTablebase(t *testing.T) {
	b := &countingBridge{Bridge: bridgeTo(func(uint64) (game.Value, error) {
		return game.Unknown, errors.New("input/output error")
	})}
	api := valuesAPI(tablebaseOf(b))
	for range 2 {
		checkProblem(t, request(t, api, valuesOf(""), "", nil), http.StatusInternalServerError, "tablebase.unreadable")
	}
	if b.lookups != 2 {
		t.Errorf("%d look-ups", b.lookups)
	}
	for target, body := range map[string]string{
		"/api/v1/values/best":   matchBody("", ""),
		"/api/v1/values/draw":   matchBody("", `,"seat":0`),
		"/api/v1/values/review": matchBody("", "", "a1-a3"),
	} {
		checkProblem(t, request(t, api, target, body, nil), http.StatusInternalServerError, "tablebase.unreadable")
	}
	broken := bridge.New(games.All(), func(string, bridge.Use) (engine.Engine, error) { return nil, errors.New("no file") })
	w := request(t, valuesAPI(tablebaseOf(broken)), valuesOf(""), "", nil)
	checkProblem(t, w, http.StatusInternalServerError, "api.unexpected")
	if strings.Contains(w.Body.String(), "no file") {
		t.Errorf("the client learns %s", w.Body)
	}
}

// panickingBridge fails in the middle of a look-up.
type panickingBridge struct{ values.Bridge }

func (panickingBridge) Choose(context.Context, bridge.ChooseRequest) (string, error) { panic("broken") }

// After a panic the bridge answers the next request.
func TestPanicDoesNotLoseTheBridge(t *testing.T) {
	api := valuesAPI(tablebaseOf(panickingBridge{solvedBridge(t)}))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("there was no panic")
			}
		}()
		request(t, api, "/api/v1/values/best", matchBody("", ""), nil)
	}()
	if w := request(t, api, valuesOf(""), "", nil); w.Code != http.StatusOK {
		t.Errorf("then %d %s", w.Code, w.Body)
	}
}

func TestOtherSitesMayNotAsk(t *testing.T) {
	w := request(t, solved(t), "/api/v1/values/best", matchBody("", ""), func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	checkProblem(t, w, http.StatusForbidden, "api.origin")
}

// stuck answers when its channel is closed, or when its time is over.
type stuck struct {
	values.Bridge
	free chan struct{}
}

func (s stuck) Analyse(ctx context.Context, _ bridge.AnalyseRequest, _ func(bridge.AnalysisView)) (bridge.AnalysisView, error) {
	select {
	case <-s.free:
	case <-ctx.Done():
	}
	return bridge.AnalysisView{Settled: true}, nil
}

func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := stuck{free: make(chan struct{})}
		api := valuesAPI(tablebaseOf(b))
		first := make(chan int)
		go func() { first <- request(t, api, valuesOf("first"), "", nil).Code }()
		synctest.Wait()
		second := request(t, api, valuesOf("second"), "", nil)
		checkProblem(t, second, http.StatusTooManyRequests, "api.busy")
		if wait := second.Header().Get("Retry-After"); wait != "2" {
			t.Errorf("to be tried again after %q", wait)
		}
		// The first one is still stuck, but its time ends.
		if code := <-first; code != http.StatusOK {
			t.Errorf("the first was answered with %d", code)
		}
		close(b.free)
		if w := request(t, api, valuesOf("third"), "", nil); w.Code != http.StatusOK {
			t.Errorf("the third was answered with %d", w.Code)
		}
	})
}

func TestLimitOfAnAddress(t *testing.T) {
	const atOnce, perSecond = 200, 50
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
			b := stuck{free: make(chan struct{})}
			close(b.free)
			synctest.Test(t, func(t *testing.T) {
				api := valuesAPI(tablebaseOf(b))
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
