package httpapi

import (
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"plateau/internal/httpapi/problem"
	"plateau/internal/parallel"
)

// Meter counts requests.
type Meter interface {
	// Answered counts a request by the pattern of its route. The duration of
	// streams is zero.
	Answered(route string, status int, took time.Duration)
	// Streams counts an event stream that was opened (1) or closed (-1).
	Streams(change int)
}

// Observed counts requests and logs them at debug level. Only the pattern of the
// route is logged, because the id of a table is a secret. Requests refused by
// limits are logged as warnings, at most one per minute. A panic is logged as an
// error and answered with status 500; it affects no other request.
//
// Every request gets an id, which is in the answer and in the log.
func Observed(next http.Handler, meter Meter, log *slog.Logger) http.Handler {
	return &observer{next: next, meter: meter, log: log, now: time.Now}
}

type observer struct {
	next  http.Handler
	meter Meter
	log   *slog.Logger
	now   func() time.Time

	mu sync.Mutex
	// refused counts the refused requests since the last warning.
	refused int
	warned  time.Time
}

// ServeHTTP implements [http.Handler].
func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := o.now()
	response := &observedResponse{ResponseWriter: w, meter: o.meter}
	ctx, id := problem.WithRequestID(r.Context())
	r = r.WithContext(ctx)
	w.Header().Set(problem.RequestIDHeader, id)
	defer o.end(response, r, began)
	o.next.ServeHTTP(response, r)
}

// end records a request that was answered or ended by a panic.
func (o *observer) end(w *observedResponse, r *http.Request, began time.Time) {
	now := o.now()
	route, id := routeOf(r), problem.RequestID(r.Context())
	cause := recover()
	if cause != nil && cause != http.ErrAbortHandler { //nolint:errorlint // Any other panic value need not be an error.
		o.log.Error("panic in a request", "request_id", id, "route", route, "panic", cause, "stack", string(stackOf(cause)))
		if w.status == 0 {
			problem.Unexpected.Write(w)
			cause = nil
		}
	}
	if w.stream {
		o.meter.Streams(-1)
		now = began
	}
	o.meter.Answered(route, w.status, now.Sub(began))
	o.log.Debug("request", "request_id", id, "route", route, "status", w.status, "took", now.Sub(began))
	if w.status == http.StatusTooManyRequests || w.status == http.StatusServiceUnavailable {
		o.warn(route, w.status, now)
	}
	if cause != nil {
		// The server closes the connection, so that the client does not take
		// a truncated answer for a complete one.
		panic(http.ErrAbortHandler)
	}
}

// stackOf is where a panic happened, which may be another goroutine.
func stackOf(cause any) []byte {
	if p, contained := cause.(*parallel.Panic); contained {
		return p.Stack
	}
	return debug.Stack()
}

// routeOf is the pattern that matched a request.
func routeOf(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// warnEvery is the minimum time between warnings about refused requests.
const warnEvery = time.Minute

// warn logs a refused request, unless it has logged one a moment ago.
func (o *observer) warn(route string, status int, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refused++
	if !o.warned.IsZero() && now.Sub(o.warned) < warnEvery {
		return
	}
	o.log.Warn("requests refused by limits", "requests", o.refused, "last_route", route, "last_status", status)
	o.refused, o.warned = 0, now
}

// observedResponse records the status of a response, and whether it is a stream.
type observedResponse struct {
	http.ResponseWriter
	meter  Meter
	status int
	stream bool
}

// Unwrap is for [http.ResponseController].
func (w *observedResponse) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (w *observedResponse) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
			w.stream = true
			w.meter.Streams(1)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *observedResponse) Write(b []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(b)
}

// FlushError is for [http.ResponseController].
func (w *observedResponse) FlushError() error {
	w.begin()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// begin sends the default header before the first byte.
func (w *observedResponse) begin() {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
}
