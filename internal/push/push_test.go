package push_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/push"
)

// devices is a store in memory.
type devices struct {
	mu      sync.Mutex
	list    []push.Device
	key     []byte
	expired []time.Time
	// broken makes reading panic.
	broken bool
}

func (d *devices) SavePushDevice(_ context.Context, device push.Device, _ int) (push.Device, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.list = append(d.list, device)
	return device, nil
}

func (d *devices) PushDevices(_ context.Context, player play.PlayerID) ([]push.Device, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken {
		panic("the store is broken")
	}
	return slices.DeleteFunc(slices.Clone(d.list), func(one push.Device) bool { return one.Player != player }), nil
}

func (d *devices) RemovePushDevice(_ context.Context, _ play.PlayerID, id string) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := len(d.list)
	d.list = slices.DeleteFunc(d.list, func(one push.Device) bool { return one.ID == id })
	return len(d.list) < before, nil
}

func (d *devices) ExpirePushDevices(_ context.Context, before time.Time) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.expired = append(d.expired, before)
	return 0, nil
}

func (d *devices) PushKey(_ context.Context, fresh []byte) ([]byte, error) {
	if d.key == nil {
		d.key = fresh
	}
	return d.key, nil
}

// service is a push service and the server that uses it.
type service struct {
	*push.Service
	store *devices
	log   bytes.Buffer
}

func newService(t *testing.T, change func(*push.Config)) *service {
	t.Helper()
	s := &service{store: new(devices)}
	config := push.Config{
		Store: s.store, Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&s.log, nil)),
		Subject: "https://games.example",
	}
	change(&config)
	var err error
	if s.Service, err = push.New(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	return s
}

// run sends until stop is called.
func (s *service) run(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}

var ann = accounts.Access{ID: "session", Player: "ann"}

var turn = play.Turn{
	Player: "ann", Table: "secret", Game: "quixo", Opponents: []play.Sitter{{Name: "Ben"}}, Within: 3 * 24 * time.Hour,
}

// answers is a push service that gives one answer after the other.
type answers struct {
	mu    sync.Mutex
	list  []answer
	asked []time.Time
	hosts []string
}

type answer struct {
	status int
	after  string
	err    error
	panics bool
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked, a.hosts = append(a.asked, time.Now()), append(a.hosts, r.URL.Host)
	next := answer{status: http.StatusCreated}
	if len(a.list) > 0 {
		next, a.list = a.list[0], a.list[1:]
	}
	if next.panics {
		panic("the transport is broken")
	}
	if next.err != nil {
		return nil, next.err
	}
	header := http.Header{}
	if next.after != "" {
		header.Set("Retry-After", next.after)
	}
	if next.status/100 == 3 {
		header.Set("Location", "https://elsewhere.example/")
	}
	return &http.Response{StatusCode: next.status, Header: header, Body: http.NoBody, Request: r}, nil
}

// The whole way over the network: a local push service decrypts what it gets and
// checks who sent it.
func TestMessageReachesTheBrowser(t *testing.T) {
	type received struct {
		header http.Header
		body   []byte
		path   string
	}
	got := make(chan received, 1)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusCreated)
		got <- received{r.Header, body, r.URL.Path}
	}))
	defer server.Close()
	trusted := server.Client().Transport.(*http.Transport).TLSClientConfig
	s := newService(t, func(c *push.Config) { c.Private, c.Transport = true, push.NewTransport(true, trusted) })
	phone := newBrowser(t)
	device, err := s.Add(t.Context(), ann, phone.subscription(server.URL+"/device", "Phone"))
	if err != nil || device.Player != "ann" || device.Session != "session" || device.Label != "Phone" {
		t.Fatalf("the device is %+v, %v", device, err)
	}
	stop := s.run(t)
	s.YourTurn(turn)
	r := <-got
	stop()
	text, err := phone.decrypt(r.body)
	if want := `{"table":"secret","game":"quixo","opponents":[{"name":"Ben"}]}`; err != nil || string(text) != want {
		t.Errorf("the browser reads %s, %v, want %s", text, err, want)
	}
	if r.path != "/device" || r.header.Get("Content-Encoding") != "aes128gcm" || r.header.Get("TTL") != "259200" || len(r.header.Get("Topic")) != 32 {
		t.Errorf("%s was asked with %v", r.path, r.header)
	}
	checkIdentity(t, r.header.Get("Authorization"), s.Key(), server.URL)
}

// checkIdentity verifies the header as a push service does (RFC 8292).
func checkIdentity(t *testing.T, header, key, origin string) {
	t.Helper()
	token, given, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	if !ok || given != key {
		t.Fatalf("the header is %q", header)
	}
	parts := strings.Split(token, ".")
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(decoded(t, parts[1]), &claims); err != nil {
		t.Fatal(err)
	}
	left := time.Until(time.Unix(claims.Exp, 0))
	if claims.Aud != origin || claims.Sub != "https://games.example" || left <= 0 || left > 24*time.Hour {
		t.Errorf("the claims are %+v", claims)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decoded(t, key))
	if err != nil {
		t.Fatal(err)
	}
	signature, hash := decoded(t, parts[2]), sha256.Sum256([]byte(parts[0]+"."+parts[1]))
	if !ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is not that of the key")
	}
}

// The key is made once: subscriptions are bound to it.
func TestKeyIsStored(t *testing.T) {
	first := newService(t, func(*push.Config) {})
	second := newService(t, func(c *push.Config) { c.Store = first.store })
	if first.Key() == "" || first.Key() != second.Key() {
		t.Errorf("the keys are %q and %q", first.Key(), second.Key())
	}
}

func TestSubscriptionsAreChecked(t *testing.T) {
	s := newService(t, func(*push.Config) {})
	good := newBrowser(t).subscription("https://push.example/x", "")
	for code, change := range map[string]func(*push.Subscription){
		"push.endpoint": func(c *push.Subscription) { c.Endpoint = "https://127.0.0.1/x" },
		"push.keys":     func(c *push.Subscription) { c.Secret = "AAAA" },
		"label.long":    func(c *push.Subscription) { c.Label = strings.Repeat("x", 41) },
	} {
		bad := good
		change(&bad)
		_, err := s.Add(t.Context(), ann, bad)
		if refusal, ok := errors.AsType[*game.Refusal](err); !ok || refusal.Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
	for _, key := range []string{"", "!", encoded(make([]byte, 65)), good.Key[:80]} {
		bad := good
		bad.Key = key
		if _, err := s.Add(t.Context(), ann, bad); err == nil {
			t.Errorf("the key %q was accepted", key)
		}
	}
	if _, err := s.Add(t.Context(), ann, good); err != nil {
		t.Error(err)
	}
}

// within runs a service in a bubble of time with a push service that gives some
// answers, until everything is quiet for hours.
func within(t *testing.T, list []answer, change func(*push.Config), do func(s *service, a *answers)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		a := &answers{list: list}
		s := newService(t, func(c *push.Config) {
			c.Transport = a
			if change != nil {
				change(c)
			}
		})
		if _, err := s.Add(t.Context(), ann, newBrowser(t).subscription("https://push.example/x", "")); err != nil {
			t.Fatal(err)
		}
		stop := s.run(t)
		do(s, a)
		stop()
	})
}

// quiet lets hours pass.
func quiet() {
	time.Sleep(5 * time.Hour)
	synctest.Wait()
}

// Answers decide what becomes of a notice and of its device.
func TestAnswers(t *testing.T) {
	const busy, down = http.StatusTooManyRequests, http.StatusServiceUnavailable
	always := slices.Repeat([]answer{{status: down}}, 99)
	for name, c := range map[string]struct {
		answers []answer
		asked   int
		want    push.Stats
		devices int
	}{
		"accepted":        {nil, 1, push.Stats{Sent: 1}, 1},
		"busy at first":   {[]answer{{status: busy}, {status: down}}, 3, push.Stats{Sent: 1}, 1},
		"no connection":   {[]answer{{err: errors.New("cut")}}, 2, push.Stats{Sent: 1}, 1},
		"always down":     {always, len(push.Pauses) + 1, push.Stats{Failed: 1}, 1},
		"not known":       {[]answer{{status: http.StatusNotFound}}, 1, push.Stats{Removed: 1}, 0},
		"gone":            {[]answer{{status: http.StatusGone}}, 1, push.Stats{Removed: 1}, 0},
		"gone after busy": {[]answer{{status: busy}, {status: http.StatusGone}}, 2, push.Stats{Removed: 1}, 0},
		"refused":         {[]answer{{status: http.StatusForbidden}}, 1, push.Stats{Failed: 1}, 1},
		"redirected":      {[]answer{{status: http.StatusTemporaryRedirect}}, 1, push.Stats{Failed: 1}, 1},
		"not public":      {[]answer{{err: push.ErrNotPublic}}, 1, push.Stats{Failed: 1}, 1},
		"panic":           {[]answer{{panics: true}}, 1, push.Stats{Panics: 1}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			within(t, c.answers, nil, func(s *service, a *answers) {
				s.YourTurn(turn)
				quiet()
				if got := s.Stats(); got != c.want || len(a.asked) != c.asked || len(s.store.list) != c.devices {
					t.Errorf("%+v after %d requests, with %d devices left", got, len(a.asked), len(s.store.list))
				}
				if slices.Contains(a.hosts, "elsewhere.example") {
					t.Error("a redirect was followed")
				}
			})
		})
	}
}

// Pauses grow, and a push service may ask for longer ones, but not for ever.
func TestPauses(t *testing.T) {
	for after, want := range map[string]time.Duration{"": push.Pauses[0], "1": push.Pauses[0], "600": 10 * time.Minute, "999999999": 2 * time.Hour, "-5": push.Pauses[0], "soon": push.Pauses[0]} {
		within(t, []answer{{status: http.StatusTooManyRequests, after: after}}, nil, func(s *service, a *answers) {
			s.YourTurn(turn)
			quiet()
			if len(a.asked) != 2 || a.asked[1].Sub(a.asked[0]) != want {
				t.Errorf("%q: asked at %v", after, a.asked)
			}
		})
	}
}

// What was not delivered is not sent again if the player has moved meanwhile.
func TestOutdatedTurns(t *testing.T) {
	moved := func(c *push.Config) { c.Awaits = func(context.Context, play.Turn) bool { return false } }
	within(t, []answer{{status: http.StatusBadGateway}}, moved, func(s *service, a *answers) {
		s.YourTurn(turn)
		quiet()
		if len(a.asked) != 1 || s.Stats().Waiting != 0 {
			t.Errorf("asked at %v, %+v", a.asked, s.Stats())
		}
	})
}

// Telling of a turn takes no time, even when nobody sends.
func TestFullQueue(t *testing.T) {
	s := newService(t, func(*push.Config) {})
	for range push.MaxQueued + 5 {
		s.YourTurn(turn)
	}
	if got := s.Stats(); got.Dropped != 5 || got.Waiting != push.MaxQueued {
		t.Errorf("%+v", got)
	}
}

// So many may wait to be sent again, and no more.
func TestManyLater(t *testing.T) {
	down := slices.Repeat([]answer{{status: http.StatusServiceUnavailable}}, push.MaxLater+7)
	within(t, down, nil, func(s *service, _ *answers) {
		for range push.MaxLater + 7 {
			s.YourTurn(turn)
			synctest.Wait()
		}
		if got := s.Stats(); got.Failed != 7 || got.Waiting != push.MaxLater {
			t.Errorf("%+v", got)
		}
		quiet()
		if got := s.Stats(); got.Sent != push.MaxLater || got.Waiting != 0 {
			t.Errorf("later: %+v", got)
		}
	})
}

// A panic ends nothing but the notice.
func TestPanicsAreContained(t *testing.T) {
	within(t, nil, nil, func(s *service, _ *answers) {
		s.store.broken = true
		for range 50 {
			s.YourTurn(turn)
		}
		synctest.Wait()
		s.store.mu.Lock()
		s.store.broken = false
		s.store.mu.Unlock()
		s.YourTurn(turn)
		synctest.Wait()
		if got := s.Stats(); got.Panics != 50 || got.Sent != 1 {
			t.Errorf("%+v", got)
		}
		if !strings.Contains(s.log.String(), "the store is broken") {
			t.Errorf("the log is %s", s.log.String())
		}
	})
}

// All devices of the player get a notice, and nobody else's.
func TestAllDevices(t *testing.T) {
	within(t, nil, nil, func(s *service, a *answers) {
		for i, player := range []play.PlayerID{"ann", "ben"} {
			access := accounts.Access{ID: "s", Player: player}
			if _, err := s.Add(t.Context(), access, newBrowser(t).subscription(fmt.Sprintf("https://%d.example/", i), "")); err != nil {
				t.Fatal(err)
			}
		}
		s.YourTurn(turn)
		synctest.Wait()
		slices.Sort(a.hosts)
		if fmt.Sprint(a.hosts) != "[0.example push.example]" {
			t.Errorf("asked %v", a.hosts)
		}
	})
}

// An address that the operator no longer allows is not called.
func TestAllowedOnlyBefore(t *testing.T) {
	within(t, nil, nil, func(s *service, a *answers) {
		s.store.list[0].Endpoint = "https://10.0.0.1/x"
		s.YourTurn(turn)
		quiet()
		if len(a.asked) != 0 || s.Stats().Failed != 1 {
			t.Errorf("asked %v, %+v", a.hosts, s.Stats())
		}
	})
}

// Devices that were not used for long are removed, again and again.
func TestUnusedDevicesExpire(t *testing.T) {
	within(t, nil, nil, func(s *service, _ *answers) {
		synctest.Wait()
		began := time.Now()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		s.store.mu.Lock()
		defer s.store.mu.Unlock()
		if len(s.store.expired) < 4 || !s.store.expired[0].Equal(began.Add(-push.DeviceTime)) {
			t.Errorf("looked for those before %v", s.store.expired)
		}
	})
}

// endless is an answer without an end.
type endless struct{ read int64 }

func (e *endless) Read(b []byte) (int, error) {
	e.read += int64(len(b))
	return len(b), nil
}
func (e *endless) Close() error { return nil }

type endlessly struct{ body *endless }

func (e endlessly) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusCreated, Header: http.Header{}, Body: e.body, Request: r}, nil
}

func TestLongAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body := new(endless)
		s := newService(t, func(c *push.Config) { c.Transport = endlessly{body} })
		if _, err := s.Add(t.Context(), ann, newBrowser(t).subscription("https://push.example/x", "")); err != nil {
			t.Fatal(err)
		}
		stop := s.run(t)
		s.YourTurn(turn)
		synctest.Wait()
		stop()
		if s.Stats().Sent != 1 || body.read > 64<<10 {
			t.Errorf("%+v after %d bytes", s.Stats(), body.read)
		}
	})
}

// The push service learns nothing about the table from the topic.
func TestTopic(t *testing.T) {
	if topic := push.DescribeTopic("secret"); len(topic) > 32 || strings.Contains(topic, "secret") || topic == push.DescribeTopic("other") {
		t.Errorf("the topic is %s", topic)
	}
}
