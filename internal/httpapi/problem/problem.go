// Package problem has the error responses of the HTTP API: problem details as in
// RFC 9457, with a stable code for programs.
package problem

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"plateau/internal/api"
)

// ContentType is the content type of every problem.
const ContentType = "application/problem+json"

// Problem is an error that package huma can write.
type Problem struct {
	api.Problem

	// retry is when to try again; 0 if that makes no sense.
	retry time.Duration
}

// New makes a problem.
func New(status int, code, detail string) *Problem {
	return &Problem{Problem: api.Problem{Title: http.StatusText(status), Status: status, Code: code, Detail: detail}}
}

// Problems of requests in general.
var (
	NoSuchPath  = New(http.StatusNotFound, "api.path", "there is nothing at this address")
	BadMethod   = New(http.StatusMethodNotAllowed, "api.method", "this address does not support this method")
	BadBody     = New(http.StatusBadRequest, "api.body", "the body is not valid JSON")
	BadType     = New(http.StatusUnsupportedMediaType, "api.type", "the body must be JSON")
	BadFields   = New(http.StatusUnprocessableEntity, "api.fields", "the request has wrong fields or values")
	LargeBody   = New(http.StatusRequestEntityTooLarge, "api.large", "the body is too large")
	SlowBody    = New(http.StatusRequestTimeout, "api.slow", "the body took too long")
	OtherOrigin = New(http.StatusForbidden, "api.origin", "only pages of this server may send this request")
	TooOften    = New(http.StatusTooManyRequests, "api.often", "too many requests from this address")
	TooBusy     = New(http.StatusTooManyRequests, "api.busy", "the server is too busy").After(2 * time.Second)
	TooSlow     = New(http.StatusServiceUnavailable, "api.busy", "the server did not get an answer in time").After(2 * time.Second)
	Unexpected  = New(http.StatusInternalServerError, "api.unexpected", "something went wrong on the server; to report it, mention {request}")
)

// After is the same problem with a time after which to try again.
func (p *Problem) After(retry time.Duration) *Problem {
	later := *p
	later.retry = retry
	return &later
}

// Because is the same problem with another detail.
func (p *Problem) Because(detail string) *Problem {
	detailed := *p
	detailed.Detail = detail
	return &detailed
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus is the HTTP status, for package huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements an interface of package huma.
func (p *Problem) ContentType(string) string { return ContentType }

// GetHeaders are the headers of the response, for package huma.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{"Cache-Control": {"no-store"}}
	if p.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retry.Seconds()))))
	}
	return h
}

// Of is the same problem in the answer with some headers, which name the request.
func (p *Problem) Of(answer http.Header) *Problem {
	named := *p
	named.RequestID = answer.Get(RequestIDHeader)
	if p.Code == Unexpected.Code {
		named.Detail = strings.ReplaceAll(p.Detail, "{request}", named.RequestID)
		named.Params = map[string]string{"request": named.RequestID}
	}
	return &named
}

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	p = p.Of(w.Header())
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic("problem: " + err.Error()) // It has plain types only.
	}
	w.Header().Set("Content-Type", ContentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(text) // The client has disconnected if this fails.
}
