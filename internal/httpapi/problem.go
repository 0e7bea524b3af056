package httpapi

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"
)

// problem is why a request has no answer, as RFC 9457 writes it; the code is
// for programs and stays as it is.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	// retry is when it is worth trying again; 0 where it is not.
	retry time.Duration
}

func newProblem(status int, code, detail string) *problem {
	return &problem{Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// What the API itself refuses; what the rules refuse has their codes.
var (
	noSuchAnswer = newProblem(http.StatusNotFound, "api.path", "there is nothing at this address")
	noTable      = newProblem(http.StatusNotFound, "api.table", "there is no table of this game here")
	badMethod    = newProblem(http.StatusMethodNotAllowed, "api.method", "this address is asked in another way")
	badBody      = newProblem(http.StatusBadRequest, "api.body", "the body is not the JSON that is expected here")
	largeBody    = newProblem(http.StatusRequestEntityTooLarge, "api.large", "the body is too large")
	otherOrigin  = newProblem(http.StatusForbidden, "api.origin", "only pages of this server may ask")
	tooOften     = newProblem(http.StatusTooManyRequests, "api.often", "too many requests came from this address")
	tooBusy      = newProblem(http.StatusServiceUnavailable, "api.busy", "too many requests are being answered").after(waitTime)
	unreadable   = newProblem(http.StatusInternalServerError, "api.unreadable", "the table cannot be read")
)

// after is the same problem, which will have passed in some time.
func (p *problem) after(retry time.Duration) *problem {
	later := *p
	later.retry = retry
	return &later
}

func (p *problem) write(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	if p.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retry.Seconds()))))
	}
	writeJSON(w, "application/problem+json", p.Status, p)
}

// writeJSON writes what is made of plain types only, which cannot fail.
func writeJSON(w http.ResponseWriter, kind string, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic("httpapi: " + err.Error())
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // nobody is left to be told that this failed
}
