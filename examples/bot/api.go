package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// api talks to a server.
type api struct{ server, token string }

// object is a JSON object.
type object map[string]any

// problem is the server's reason for refusing a request.
type problem struct {
	Status int
	Code   string // stable, for programs
	Detail string // a sentence, for people
}

func (p *problem) Error() string { return fmt.Sprintf("%s (%d %s)", p.Detail, p.Status, p.Code) }

// passing reports whether an error may be temporary: of the network, or of a busy
// server.
func passing(err error) bool {
	var network *url.Error
	var refused *problem
	return errors.As(err, &network) ||
		errors.As(err, &refused) && (refused.Status >= http.StatusInternalServerError || refused.Status == http.StatusTooManyRequests)
}

// send makes a request. The caller closes the body of the response.
func (a *api) send(ctx context.Context, method, path, lastEvent string, body object) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, a.server+"/api/v1"+path, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if a.token != "" {
		request.Header.Set("Authorization", "Bearer "+a.token)
	}
	if lastEvent != "" {
		request.Header.Set("Last-Event-ID", lastEvent)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	defer response.Body.Close()
	refused := &problem{}
	if err := json.NewDecoder(response.Body).Decode(refused); err != nil {
		refused.Detail = response.Status
	}
	refused.Status = response.StatusCode
	return nil, refused
}

const (
	// callTime limits how long a response may take.
	callTime = 30 * time.Second
	// silence is how long a stream may be silent: it has a heartbeat every 15 seconds.
	silence = time.Minute
)

// call makes a request and reads the response into answer, unless that is nil.
func (a *api) call(ctx context.Context, method, path string, body object, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	response, err := a.send(ctx, method, path, "", body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// follow reads an event stream and calls each with the name and the data of every
// message. When the connection breaks, it reconnects and continues. It ends when
// each fails for good, or when the server refuses the stream.
func (a *api) follow(ctx context.Context, path string, each func(event string, data []byte) error) error {
	const shortest, longest = time.Second, time.Minute
	last, pause := "", shortest
	for {
		before := last
		final, err := a.read(ctx, path, &last, each)
		if final || ctx.Err() != nil {
			return err
		}
		if last != before {
			pause = shortest
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause = min(2*pause, longest)
	}
}

// read reads a stream until its connection ends, and reports whether that is final.
// It remembers the id of the last message.
func (a *api) read(ctx context.Context, path string, last *string, each func(event string, data []byte) error) (final bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silent := time.AfterFunc(silence, cancel)
	defer silent.Stop()
	response, err := a.send(ctx, http.MethodGet, path, *last, nil)
	if err != nil {
		return !passing(err), err
	}
	defer response.Body.Close()
	id, event, data := *last, "", []byte(nil)
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false, err
		}
		silent.Reset(silence)
		switch field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); field {
		case "event":
			event = value
		case "id":
			id = value
		case "data":
			data = []byte(value)
		case "": // A message ends with an empty line.
			if event == "end" {
				return true, fmt.Errorf("the server ends the stream: %s", data)
			}
			if data != nil {
				if err := each(event, data); err != nil {
					return !passing(err), err
				}
			}
			*last, event, data = id, "", nil
		}
	}
}
