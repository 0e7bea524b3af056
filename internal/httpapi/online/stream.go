package online

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/visit"
	"plateau/internal/play"
)

const (
	// beatEvery is how often a stream has something to say at least, so that
	// both ends notice when the other has gone.
	beatEvery = 15 * time.Second
	// writeTime is how long one message may take to be taken by the network.
	writeTime = 10 * time.Second
	// comeBack is when browsers try again whose stream has ended.
	comeBack = "retry: 1000\n\n"
	// noEvent keeps a connection alive, and is no event for who reads.
	noEvent = ":\n\n"
)

// stream is an answer that goes on.
type stream struct {
	server  *server
	request *http.Request
	viewer  play.Player
	from    netip.Prefix
	w       http.ResponseWriter
	control *http.ResponseController
}

// admit lets a stream begin, unless there are too many, or something is wrong
// with who wants it. Nothing has happened before. Whoever gets a stream has to
// close it.
func (s *server) admit(w http.ResponseWriter, r *http.Request, needsPlayer bool) (*stream, *problem.Problem) {
	if r.Method == http.MethodHead {
		w.Header().Set("Allow", http.MethodGet)
		return nil, problem.BadMethod
	}
	// Streams are read with GET and yet cause something: being there, and
	// being in a queue.
	if !visit.FromPage(r) {
		return nil, problem.OtherOrigin
	}
	viewer, p := s.viewer(r, needsPlayer)
	if p != nil {
		return nil, p
	}
	from := visit.Address(r)
	if p := s.streams.enter(from, viewer.ID); p != nil {
		return nil, p
	}
	return &stream{server: s, request: r, viewer: viewer, from: from, w: w, control: http.NewResponseController(w)}, nil
}

// refuse answers that there is nothing to be told.
func (o *stream) refuse(err error) { o.server.problemOf(err).Write(o.w) }

// begin answers that events follow.
func (o *stream) begin() error {
	h := o.w.Header()
	h.Set("Content-Type", "text/event-stream")
	// nginx would gather events otherwise.
	h.Set("X-Accel-Buffering", "no")
	o.w.WriteHeader(http.StatusOK)
	// The server's own deadlines are for answers that end. Where there are
	// none, as in some tests, there is nothing to be lifted.
	_ = o.control.SetReadDeadline(time.Time{})
	return o.write([]byte(comeBack))
}

func (o *stream) close() { o.server.streams.leave(o.from, o.viewer.ID) }

// errGone tells that the client has gone, or does not read.
var errGone = errors.New("the client has gone")

// write sends parts of one message in time, or fails with [errGone].
func (o *stream) write(parts ...[]byte) error {
	err := o.control.SetWriteDeadline(time.Now().Add(writeTime))
	for _, part := range parts {
		if err == nil {
			_, err = o.w.Write(part)
		}
	}
	if err == nil {
		err = o.control.Flush()
	}
	if err != nil {
		return errGone
	}
	return nil
}

// send sends an event without an id.
func (o *stream) send(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return o.write(appendEvent(nil, name, ""), text, endOfEvent)
}

var endOfEvent = []byte("\n\n")

// appendEvent begins an event; its data follow.
func appendEvent(dst []byte, name, id string) []byte {
	dst = append(dst, "event: "...)
	dst = append(dst, name...)
	if id != "" {
		dst = append(dst, "\nid: "...)
		dst = append(dst, id...)
	}
	return append(dst, "\ndata: "...)
}

// end tells why a stream will not go on: the client does not come back.
func (o *stream) end(err error) {
	if errors.Is(err, errGone) {
		return
	}
	p := o.server.problemOf(err)
	// Only what is wrong with the request stays wrong.
	if p.Status < http.StatusInternalServerError && p.Status != http.StatusTooManyRequests {
		_ = o.send("end", p) // It is over in any case.
	}
}

// source is what a stream tells of.
type source struct {
	// look writes what is new, and gives what rings when there is more; it
	// has ended if that is nil.
	look func() (bell <-chan struct{}, err error)
	// beat writes that there is nothing new.
	beat func() error
}

// follow writes what a source has until that ends, the client has gone, or
// the house closes.
func (o *stream) follow(from source) {
	if o.begin() != nil {
		return
	}
	// Many streams may have begun together, after a restart.
	timer := time.NewTimer(beatEvery/2 + rand.N(beatEvery/2))
	defer timer.Stop()
	for {
		bell, err := from.look()
		if err != nil {
			o.end(err)
			return
		}
		if bell == nil {
			return
		}
		select {
		case <-bell:
		case <-timer.C:
			if !o.stillThere() || from.beat() != nil {
				return
			}
			timer.Reset(beatEvery)
		case <-o.request.Context().Done():
			return
		case <-o.server.House.Closing():
			return
		}
	}
}

// stillThere tells whether the viewer is still who began the stream: a session
// may have been ended elsewhere.
func (o *stream) stillThere() bool {
	if o.viewer.ID == "" {
		return true
	}
	player, err := o.server.who(o.request)
	return err == nil && player.ID == o.viewer.ID
}

// beat is that of streams whose events say everything.
func (o *stream) beat() error { return o.write([]byte(noEvent)) }

// viewer finds out who wants to read a stream, and counts the request.
func (s *server) viewer(r *http.Request, required bool) (play.Player, *problem.Problem) {
	player, err := s.who(r)
	switch {
	case err != nil:
		return player, s.problemOf(err)
	case player.ID == "" && required:
		return player, noSession
	case player.ID != "":
		if wait := s.players.Wait(player.ID, 1); wait > 0 {
			return player, tooOftenByPlayer.After(wait)
		}
	}
	return player, nil
}

// lastEvent is where a stream is to go on: what the browser saw last, or what
// the address says.
func lastEvent(r *http.Request) (uint64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text == "" {
		return 0, nil
	}
	after, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, problem.BadFields.Because("query.after: expected the number of an event")
	}
	return after, nil
}

// parseNumber and parseFlag read parameters of a stream's address.
func parseNumber(name, text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, problem.BadFields.Because("query." + name + ": expected a number")
	}
	return n, nil
}

func parseFlag(name, text string) (bool, error) {
	switch text {
	case "", "false", "0":
		return false, nil
	case "true", "1":
		return true, nil
	}
	return false, problem.BadFields.Because("query." + name + ": expected true or false")
}
