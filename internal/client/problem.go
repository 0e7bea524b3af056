package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"plateau/internal/api"
)

// Problem is the server's answer to a request that it refused or that failed.
type Problem struct {
	api.Problem

	// RetryAfter is how many seconds to wait, if the server says so.
	RetryAfter string `json:"-"`
}

func (p *Problem) Error() string {
	text := p.Detail
	if text == "" {
		text = p.Title
	}
	return fmt.Sprintf("%s (%d %s)", text, p.Status, p.Code)
}

// maxProblem limits how much of a problem is read.
const maxProblem = 64 << 10

// problemOf reads a problem. A proxy may answer in another form.
func problemOf(response *http.Response) error {
	p := &Problem{}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxProblem))
	if err != nil || json.Unmarshal(text, p) != nil {
		p = &Problem{Problem: api.Problem{Title: http.StatusText(response.StatusCode)}}
	}
	p.Status, p.RetryAfter = response.StatusCode, response.Header.Get("Retry-After")
	return p
}
