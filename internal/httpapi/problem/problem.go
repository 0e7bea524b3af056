// Package problem is how the program says over HTTP why a request has no
// answer: as RFC 9457 writes it, with a code that is for programs and stays as
// it is.
package problem

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"
)

// ContentType is the type of every problem.
const ContentType = "application/problem+json"

// Problem is why a request has no answer. It is an error, which package huma
// knows how to write.
type Problem struct {
	Title  string `json:"title" doc:"The status in words"`
	Status int    `json:"status" doc:"The HTTP status"`
	Code   string `json:"code" doc:"A stable name to tell problems apart and to translate them by"`
	Detail string `json:"detail" doc:"What is wrong, in English"`
	// Params fill the translation of the code.
	Params map[string]string `json:"params,omitempty" doc:"What the detail speaks of, for translations"`

	// retry is when it is worth trying again; 0 where it is not.
	retry time.Duration
}

// New makes a problem.
func New(status int, code, detail string) *Problem {
	return &Problem{Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// What the program refuses before it knows what is asked for.
var (
	NoSuchPath  = New(http.StatusNotFound, "api.path", "there is nothing at this address")
	BadMethod   = New(http.StatusMethodNotAllowed, "api.method", "this address is asked in another way")
	BadBody     = New(http.StatusBadRequest, "api.body", "the body is not the JSON that is expected here")
	BadType     = New(http.StatusUnsupportedMediaType, "api.type", "the body has to be JSON")
	BadFields   = New(http.StatusUnprocessableEntity, "api.fields", "the request has other fields or values than are expected here")
	LargeBody   = New(http.StatusRequestEntityTooLarge, "api.large", "the body is too large")
	SlowBody    = New(http.StatusRequestTimeout, "api.slow", "the body took too long")
	OtherOrigin = New(http.StatusForbidden, "api.origin", "only pages of this server may ask")
	TooOften    = New(http.StatusTooManyRequests, "api.often", "too many requests came from this address")
	TooBusy     = New(http.StatusServiceUnavailable, "api.busy", "too many requests are being answered").After(2 * time.Second)
	Unexpected  = New(http.StatusInternalServerError, "api.unexpected", "something went wrong here; it was noted")
)

// After is the same problem, which will have passed in some time.
func (p *Problem) After(retry time.Duration) *Problem {
	later := *p
	later.retry = retry
	return &later
}

// Because is the same problem with more about what is wrong.
func (p *Problem) Because(detail string) *Problem {
	told := *p
	told.Detail = detail
	return &told
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus is the HTTP status, for package huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of problems, for package huma.
func (p *Problem) ContentType(string) string { return ContentType }

// GetHeaders are those to send with it, for package huma.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{"Cache-Control": {"no-store"}}
	if p.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retry.Seconds()))))
	}
	return h
}

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	WriteJSON(w, ContentType, p.Status, p)
}

// WriteJSON answers a request with what is made of plain types only, which
// cannot fail.
func WriteJSON(w http.ResponseWriter, kind string, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic("problem: " + err.Error())
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // nobody is left to be told that this failed
}
