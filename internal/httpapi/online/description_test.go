package online_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"plateau/internal/doctest"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
)

// Every described path supports exactly the described methods.
func TestDescriptionIsComplete(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	for template := range s.doc.paths {
		path := strings.NewReplacer("{id}", "x", "{game}", "x").Replace(template)
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			if s.doc.has(method, path) {
				allowed = append(allowed, method)
			}
		}
		r := ann.send(ann.request("PROPFIND", path, nil))
		r.refused(http.StatusMethodNotAllowed, "api.method")
		got := strings.Split(strings.ReplaceAll(r.header.Get("Allow"), "GET, HEAD", "GET"), ", ")
		slices.Sort(got)
		slices.Sort(allowed)
		if !slices.Equal(got, allowed) {
			t.Errorf("%s: %v is described, %v is served", template, allowed, got)
		}
	}
	if len(s.doc.paths) < 40 {
		t.Errorf("%d addresses are described", len(s.doc.paths))
	}
}

// Every route is described.
func TestPatterns(t *testing.T) {
	var config online.Config
	s := newSite(t, func(c *online.Config) { config = *c })
	for _, pattern := range online.New(config).Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		if s.doc.paths[path][strings.ToLower(method)] == nil {
			t.Errorf("%s is not described", pattern)
		}
	}
}

// Every refusal has a status. The rules are the same for everybody and for all time:
// they refuse what is never possible, or is not in the state of a game.
func TestStatuses(t *testing.T) {
	for _, p := range doctest.Phrases(t) {
		status := route.StatusOf(p.Kind)
		if (status == 0) != (p.Kind == 0) {
			t.Errorf("%s has the status %d", p.Code, status)
		}
		folder, _, _ := strings.Cut(p.Folder, "/")
		if folder == "game" && status != 0 && status != http.StatusConflict && status != http.StatusUnprocessableEntity {
			t.Errorf("%s has the status %d", p.Code, status)
		}
	}
}
