package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Problem is the server's answer to what it could not or would not do.
type Problem struct {
	// Status is that of HTTP.
	Status int `json:"status"`
	// Code is stable; programs decide by it.
	Code string `json:"code"`
	// Title names the kind of problem, and Detail says in English what was
	// wrong.
	Title  string            `json:"title"`
	Detail string            `json:"detail"`
	Params map[string]string `json:"params"`
	// RetryAfter is how many seconds to wait, where the server says so.
	RetryAfter string `json:"-"`
}

func (p *Problem) Error() string {
	text := p.Detail
	if text == "" {
		text = p.Title
	}
	return fmt.Sprintf("%s (%d %s)", text, p.Status, p.Code)
}

// maxProblem bounds what is read of a problem.
const maxProblem = 64 << 10

// problemOf reads a problem. Whatever stands between may answer otherwise.
func problemOf(response *http.Response) error {
	p := &Problem{}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxProblem))
	if err != nil || json.Unmarshal(text, p) != nil {
		p = &Problem{Title: http.StatusText(response.StatusCode)}
	}
	p.Status, p.RetryAfter = response.StatusCode, response.Header.Get("Retry-After")
	return p
}
