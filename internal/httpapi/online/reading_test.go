package online_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"plateau/internal/play"
)

// events reads a stream.
type events struct {
	*client
	path   string
	body   io.Closer
	reader *bufio.Reader
	// last is the id of the last event that had one.
	last string
	stop context.CancelFunc
}

type streamEvent struct {
	Name, ID string
	Data     []byte
}

// follow opens a stream after an event.
func (c *client) follow(path, after string) *events {
	c.Helper()
	r := c.request(http.MethodGet, "/api/v1"+path, nil)
	// A test that waits in vain must not wait for ever.
	ctx, stop := context.WithTimeout(c.Context(), time.Minute)
	r = r.WithContext(ctx)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	response, err := http.DefaultClient.Do(r) //nolint:bodyclose // By close, at the end of the test at the latest.
	if err != nil {
		c.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		text, _ := io.ReadAll(response.Body)
		c.Fatalf("%s: %d %s %s", path, response.StatusCode, kind, text)
	}
	e := &events{client: c, path: "/api/v1" + path, body: response.Body, reader: bufio.NewReader(response.Body), stop: stop}
	c.Cleanup(e.close)
	return e
}

func (e *events) close() {
	e.stop()
	e.body.Close()
}

// read is the next event; ok is false at the end of the stream.
func (e *events) read() (event streamEvent, ok bool) {
	e.Helper()
	for {
		line, err := e.reader.ReadString('\n')
		if err != nil {
			return event, false
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "event":
			event.Name = value
		case "id":
			event.ID = value
		case "data":
			event.Data = []byte(value)
		case "":
			if event.Name == "" {
				continue
			}
			if event.ID != "" {
				e.last = event.ID
			}
			if err := e.doc.checkEvent(e.path, event.Name, event.Data); err != nil {
				e.Error(err)
			}
			return event, true
		}
	}
}

// next waits for the next event with a name, skipping others.
func (e *events) next(name string) streamEvent {
	e.Helper()
	for {
		event, ok := e.read()
		if !ok {
			e.Fatalf("the stream of %s ended before an event %s", e.path, name)
		}
		if event.Name == name {
			return event
		}
	}
}

// dataOf is the data of the next event with a name.
func dataOf[V any](e *events, name string) V {
	e.Helper()
	var v V
	event := e.next(name)
	if err := json.Unmarshal(event.Data, &v); err != nil {
		e.Fatalf("%v in %s", err, event.Data)
	}
	return v
}

// tableNews is the data of an event of a table.
type tableNews struct {
	Events []play.Event
	Table  table
	Now    int64
}

// wantEnd reads to the end of a stream.
func (e *events) wantEnd() {
	e.Helper()
	for {
		if _, ok := e.read(); !ok {
			return
		}
	}
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
