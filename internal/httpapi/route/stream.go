package route

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

const (
	// HeartbeatEvery is how often a stream writes something at least, so that
	// both ends notice when the other is gone.
	HeartbeatEvery = 15 * time.Second
	// writeTime is what a client has at least to accept a message. The deadline
	// is set so that several messages may share it.
	writeTime  = 10 * time.Second
	sharedTime = writeTime / 2
	// retryLine tells browsers when to reconnect after a stream has ended.
	retryLine = "retry: 1000\n\n"
	// noEvent keeps a connection alive. Clients ignore it.
	noEvent = ":\n\n"
)

// Stream is an open event stream.
type Stream struct {
	Request *http.Request
	Viewer  play.Player
	Caller  *Caller

	router  *Router
	policy  *policy
	w       http.ResponseWriter
	control *http.ResponseController
	// deadline is that of writing.
	deadline time.Time
}

// openStream opens a stream, unless there are too many or the client may not
// have one. The caller must close it.
func (s *Router) openStream(w http.ResponseWriter, r *http.Request, p *policy) (*Stream, *problem.Problem) {
	if r.Method == http.MethodHead {
		w.Header().Set("Allow", http.MethodGet)
		return nil, problem.BadMethod
	}
	// These GET requests have effects: presence at a table, a place in a
	// queue.
	if !fromPage(r) {
		return nil, problem.OtherOrigin
	}
	c, refused := s.admit(w, r, p)
	if refused != nil {
		return nil, refused
	}
	if refused := s.streams.add(c); refused != nil {
		return nil, refused
	}
	return &Stream{router: s, Request: r, Viewer: c.Player, Caller: c, w: w, control: http.NewResponseController(w), policy: p}, nil
}

// Refuse answers with a problem instead of a stream.
func (o *Stream) Refuse(err error) { o.router.ProblemOf(o.Request, err).Write(o.w) }

// begin writes the headers of the stream.
func (o *Stream) begin() error {
	h := o.w.Header()
	h.Set("Content-Type", "text/event-stream")
	// Otherwise nginx buffers events.
	h.Set("X-Accel-Buffering", "no")
	o.w.WriteHeader(http.StatusOK)
	// The server's own deadlines are for answers that end. Test servers have
	// none, so errors do not matter.
	_ = o.control.SetReadDeadline(time.Time{})
	return o.Write([]byte(retryLine))
}

func (o *Stream) close() { o.router.streams.remove(o.Caller) }

// errGone means that the client has disconnected or does not read.
var errGone = errors.New("the client has disconnected")

// Write writes the parts of a message, or fails with [errGone]. Messages that
// are written together are sent together, by flush.
func (o *Stream) Write(parts ...[]byte) error {
	var err error
	if now := time.Now(); o.deadline.Sub(now) < writeTime {
		o.deadline = now.Add(writeTime + sharedTime)
		err = o.control.SetWriteDeadline(o.deadline)
	}
	for _, part := range parts {
		if err == nil {
			_, err = o.w.Write(part)
		}
	}
	if err != nil {
		return errGone
	}
	return nil
}

// flush sends what was written, or fails with [errGone].
func (o *Stream) flush() error {
	if o.control.Flush() != nil {
		return errGone
	}
	return nil
}

// Send writes an event without an id.
func (o *Stream) Send(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return o.Write(AppendEvent(nil, name, ""), text, EndOfEvent)
}

// EndOfEvent is what follows the data of an event.
var EndOfEvent = []byte("\n\n")

// AppendEvent appends the head of an event; its data follow.
func AppendEvent(dst []byte, name, id string) []byte {
	dst = append(dst, "event: "...)
	dst = append(dst, name...)
	if id != "" {
		dst = append(dst, "\nid: "...)
		dst = append(dst, id...)
	}
	return append(dst, "\ndata: "...)
}

// end sends the reason why a stream has ended for good, so that the client does
// not reconnect.
func (o *Stream) end(err error) {
	if errors.Is(err, errGone) {
		return
	}
	p := o.router.ProblemOf(o.Request, err).Of(o.w.Header())
	// Other problems are temporary.
	if p.Status < http.StatusInternalServerError && p.Status != http.StatusTooManyRequests {
		_ = o.Send("end", p) // It is over in any case.
	}
}

// Source is where a stream gets its messages.
type Source struct {
	// Look writes what is new and returns a channel that signals more; nil if
	// the source has ended.
	Look func() (bell <-chan struct{}, err error)
	// Heartbeat writes that there is nothing new.
	Heartbeat func() error
}

// Run writes messages until the source ends, the client disconnects, or the
// house closes.
func (o *Stream) Run(from Source) {
	if o.begin() != nil {
		return
	}
	// After a restart, many streams start together.
	timer := time.NewTimer(HeartbeatEvery/2 + rand.N(HeartbeatEvery/2))
	defer timer.Stop()
	for {
		bell, err := from.Look()
		if err != nil {
			o.end(err)
			return
		}
		if bell == nil || o.flush() != nil {
			return
		}
		select {
		case <-bell:
		case <-timer.C:
			if !o.stillSignedIn() || from.Heartbeat() != nil {
				return
			}
			timer.Reset(HeartbeatEvery)
		case <-o.Request.Context().Done():
			return
		case <-o.router.House.Closing():
			return
		}
	}
}

// stillSignedIn reports whether the session of the viewer is still valid: it may
// have been ended elsewhere.
func (o *Stream) stillSignedIn() bool {
	if o.Viewer.ID == "" {
		return true
	}
	access := o.router.accessOf
	if o.policy.own {
		access = o.router.accessNow
	}
	player, _, err := access(o.Request)
	return err == nil && player.ID == o.Viewer.ID
}

// Heartbeat keeps a connection alive without an event.
func (o *Stream) Heartbeat() error { return o.Write([]byte(noEvent)) }

// LastEvent is the event after which a stream continues: the last one that the
// browser has seen, or that of the query.
func LastEvent(r *http.Request) (uint64, error) {
	if text := r.Header.Get("Last-Event-ID"); text != "" {
		return eventNumber("after", text)
	}
	return eventNumber("after", r.URL.Query().Get("after"))
}

// SeenEvent is an event that was acknowledged to the client, perhaps by another
// server.
func SeenEvent(r *http.Request) (uint64, error) {
	return eventNumber("seen", r.URL.Query().Get("seen"))
}

// eventNumber reads a parameter; it is zero if there is none.
func eventNumber(name, text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	seq, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, problem.BadFields.Because("query." + name + ": expected the number of an event")
	}
	return seq, nil
}

// ParseNumber parses a query parameter of a stream.
func ParseNumber(name, text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, problem.BadFields.Because("query." + name + ": expected a number")
	}
	return n, nil
}

// ParseFlag parses a query parameter of a stream.
func ParseFlag(name, text string) (bool, error) {
	switch text {
	case "", "false", "0":
		return false, nil
	case "true", "1":
		return true, nil
	}
	return false, problem.BadFields.Because("query." + name + ": expected true or false")
}
