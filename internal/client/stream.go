package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"plateau/internal/play"
)

// Message is one message of an event stream.
type Message struct {
	Event string
	// ID is the last id that the stream has sent.
	ID   string
	Data []byte
}

// Read reads the data of a message, such as an [api.TableNews].
func Read[T any](m Message) (news T, err error) {
	err = json.Unmarshal(m.Data, &news)
	return news, err
}

// maxSilence is how long a stream may be silent: servers send a heartbeat every 15
// seconds, so a longer silence means that the connection is lost.
const maxSilence = time.Minute

// errSilent ends a silent stream.
var errSilent = errors.New("the stream has been silent for too long")

// Stream is an event stream over one connection.
type Stream struct {
	ctx    context.Context //nolint:containedctx // It is that of the request, which lasts as long as the stream.
	stop   context.CancelCauseFunc
	silent *time.Timer
	body   io.ReadCloser
	lines  *bufio.Reader
	last   string
}

// Stream opens an event stream at a path of the API, after the message with the id
// last, which may be empty.
func (c *Client) Stream(ctx context.Context, path, last string) (*Stream, error) {
	header := http.Header{"Accept": {"text/event-stream"}}
	if last != "" {
		header.Set("Last-Event-ID", last)
	}
	s := &Stream{last: last}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	s.silent = time.AfterFunc(maxSilence, func() { s.stop(errSilent) })
	response, err := c.send(s.ctx, http.MethodGet, path, nil, header) //nolint:bodyclose // Close does.
	s.silent.Stop()
	if err != nil {
		s.stop(nil)
		return nil, err
	}
	s.body, s.lines = response.Body, bufio.NewReader(response.Body)
	return s, nil
}

// Watch opens the stream of a table after an event; 0 is the beginning.
func (c *Client) Watch(ctx context.Context, id play.TableID, after uint64) (*Stream, error) {
	last := ""
	if after > 0 {
		last = strconv.FormatUint(after, 10)
	}
	return c.Stream(ctx, tablePath(id)+"/events"+c.acknowledged.query(id), last)
}

// Close ends the stream.
func (s *Stream) Close() error {
	s.stop(nil)
	return s.body.Close()
}

// maxMessage limits a message; the longest game is far below it.
const maxMessage = 4 << 20

// Next waits for a message. It fails with [io.EOF] when the server has ended the
// stream.
func (s *Stream) Next() (Message, error) {
	s.silent.Reset(maxSilence)
	defer s.silent.Stop() // Readers may take their time.
	m := Message{ID: s.last}
	size := 0
	for {
		line, err := s.line(maxMessage - size)
		size += len(line)
		if cause := context.Cause(s.ctx); err != nil && errors.Is(cause, errSilent) {
			return Message{}, cause
		}
		if err != nil {
			return Message{}, err
		}
		s.silent.Reset(maxSilence)
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			if m.Data != nil {
				s.last = m.ID
				return m, nil
			}
			continue
		}
		m.take(line)
	}
}

// errTooLong ends a stream with a message of more than maxMessage bytes.
var errTooLong = errors.New("a message of the stream is too long")

// line reads a line of at most so many bytes, with its end.
func (s *Stream) line(most int) ([]byte, error) {
	var line []byte
	for {
		part, err := s.lines.ReadSlice('\n')
		if len(line)+len(part) > most {
			return nil, errTooLong
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// take reads one line of a message. Comments and unknown fields are ignored.
func (m *Message) take(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		m.Event = string(value)
	case "id":
		m.ID = string(value)
	case "data":
		if m.Data == nil {
			m.Data = []byte{}
		} else {
			m.Data = append(m.Data, '\n')
		}
		m.Data = append(m.Data, value...)
	}
}

// Follow reads a stream and reopens it whenever it breaks, from where it was, with
// growing pauses. It ends with the context, with the first error of the function,
// or with a [*Problem] when the server refuses.
func (c *Client) Follow(ctx context.Context, path string, each func(Message) error) error {
	return c.FollowConnection(ctx, path, each, func(bool) {})
}

// FollowConnection is [Client.Follow] for those who want to know about the
// connection: it is called when the stream is open, and when it has broken.
func (c *Client) FollowConnection(ctx context.Context, path string, each func(Message) error, connected func(bool)) error {
	const shortest, longest = 50 * time.Millisecond, 5 * time.Second
	last, pause := "", shortest
	for {
		err := c.read(ctx, path, &last, func() { connected(true) }, func(m Message) error {
			pause = shortest
			return each(m)
		})
		var stop *stopped
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &stop):
			return stop.error
		case IsFinal(err):
			return err
		}
		connected(false)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause = min(2*pause, longest)
	}
}

// stopped means that the function has ended the stream.
type stopped struct{ error }

// read reads the stream of one connection to its end.
func (c *Client) read(ctx context.Context, path string, last *string, opened func(), each func(Message) error) error {
	s, err := c.Stream(ctx, path, *last)
	if err != nil {
		return err
	}
	defer s.Close()
	opened()
	for {
		m, err := s.Next()
		if err != nil {
			return err
		}
		if m.Event == "end" {
			problem := &Problem{}
			if err := json.Unmarshal(m.Data, problem); err != nil {
				return &stopped{fmt.Errorf("the end of the stream cannot be read: %w", err)}
			}
			return &stopped{problem}
		}
		if err := each(m); err != nil {
			return &stopped{err}
		}
		*last = m.ID
	}
}
