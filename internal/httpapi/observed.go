package httpapi

import (
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"plateau/internal/httpapi/problem"
)

// Meter counts requests.
type Meter interface {
	// Answered tells of a request by the pattern of its route, and how long
	// it took. Streams have their time elsewhere.
	Answered(route string, status int, took time.Duration)
	// Streams tells that an event stream has begun (1) or ended (-1).
	Streams(change int)
}

// Observed counts requests and writes them to the log, at the level debug. Of
// their addresses only the pattern is told: the id of a table is the key to it.
// What is refused because of limits is a warning, at most one a minute. A
// panic is an error, and harms no other request.
func Observed(next http.Handler, meter Meter, log *slog.Logger) http.Handler {
	o := &observer{next: next, meter: meter, log: log, now: time.Now}
	return o
}

type observer struct {
	next  http.Handler
	meter Meter
	log   *slog.Logger
	now   func() time.Time

	mu sync.Mutex
	// refused counts what was refused since told.
	refused int
	told    time.Time
}

// ServeHTTP implements [http.Handler].
func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := o.now()
	answer := &observedAnswer{ResponseWriter: w, meter: o.meter}
	defer o.end(answer, r, began)
	o.next.ServeHTTP(answer, r)
}

// end takes note of a request that was answered, or ended by a panic.
func (o *observer) end(a *observedAnswer, r *http.Request, began time.Time) {
	now := o.now()
	route := routeOf(r)
	cause := recover()
	if cause != nil && cause != http.ErrAbortHandler { //nolint:errorlint // It is no error unless it is this one.
		o.log.Error("a request ended by a panic", "route", route, "panic", cause, "stack", string(debug.Stack()))
		if a.status == 0 {
			problem.Unexpected.Write(a)
			cause = nil
		}
	}
	if a.stream {
		o.meter.Streams(-1)
		now = began
	}
	o.meter.Answered(route, a.status, now.Sub(began))
	o.log.Debug("request", "route", route, "status", a.status, "took", now.Sub(began))
	if a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable {
		o.refuse(route, a.status, now)
	}
	if cause != nil {
		// The server closes the connection: whoever asked must not take what
		// was sent for the whole.
		panic(http.ErrAbortHandler)
	}
}

// routeOf is the pattern that led to the answer.
func routeOf(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// tellEvery is how often a warning comes of what is refused.
const tellEvery = time.Minute

// refuse warns, unless it has done so a moment ago.
func (o *observer) refuse(route string, status int, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refused++
	if !o.told.IsZero() && now.Sub(o.told) < tellEvery {
		return
	}
	o.log.Warn("requests were refused because of limits", "requests", o.refused, "last_route", route, "last_status", status)
	o.refused, o.told = 0, now
}

// observedAnswer notes the status of an answer, and whether it is a stream.
type observedAnswer struct {
	http.ResponseWriter
	meter  Meter
	status int
	stream bool
}

// Unwrap is for [http.ResponseController].
func (a *observedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (a *observedAnswer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.status = status
		if strings.HasPrefix(a.Header().Get("Content-Type"), "text/event-stream") {
			a.stream = true
			a.meter.Streams(1)
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *observedAnswer) Write(b []byte) (int, error) {
	a.begin()
	return a.ResponseWriter.Write(b)
}

// FlushError is for [http.ResponseController].
func (a *observedAnswer) FlushError() error {
	a.begin()
	return http.NewResponseController(a.ResponseWriter).Flush()
}

// begin sends the header that answers have who say nothing else.
func (a *observedAnswer) begin() {
	if a.status == 0 {
		a.WriteHeader(http.StatusOK)
	}
}
