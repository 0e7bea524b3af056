package httpapi

import (
	"net/http"

	"plateau/internal/httpapi/problem"
)

// What is refused here beside what package problem knows; what the rules refuse
// has their codes.
var (
	noTable    = problem.New(http.StatusNotFound, "api.table", "there is no table of this game here")
	unreadable = problem.New(http.StatusInternalServerError, "api.unreadable", "the table cannot be read")
)
