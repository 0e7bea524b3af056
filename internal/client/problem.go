package client

import (
	"cmp"
	"encoding/json"
	"errors"
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
	return fmt.Sprintf("%s (%d %s)", cmp.Or(p.Detail, p.Title), p.Status, p.Code)
}

// IsFinal reports whether an error is a refusal that would be the same if the request was
// repeated.
func IsFinal(err error) bool {
	problem, ok := errors.AsType[*Problem](err)
	return ok && problem.Status < http.StatusInternalServerError && problem.Status != http.StatusTooManyRequests
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
