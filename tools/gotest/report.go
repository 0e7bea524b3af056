package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// report is what is known of a run so far.
type report struct {
	out io.Writer
	// said is the output of tests that have not ended yet, by package and test.
	said map[key][]string
	// skipped are the tests that did not run, in the order of their reasons.
	reasons []reason
	skipped map[reason][]string
}

type key struct{ pkg, test string }

// reason is why something of a package was not tested.
type reason struct{ pkg, why string }

func newReport(out io.Writer) *report {
	return &report{out: out, said: make(map[key][]string), skipped: make(map[reason][]string)}
}

// add takes the next event.
func (r *report) add(e event) {
	k := key{e.Package, e.Test}
	switch {
	case e.Action == "build-output":
		fmt.Fprint(r.out, e.Output)
	case e.Action == "output" && e.Test == "":
		if e.Output != "PASS\n" {
			fmt.Fprint(r.out, e.Output)
		}
		if strings.HasPrefix(e.Output, "NOT ") {
			r.skip(k, strings.TrimSpace(e.Output))
		}
	case e.Action == "output":
		r.said[k] = append(r.said[k], e.Output)
		if why := reasonIn(e.Output); strings.HasPrefix(why, "NOT ") {
			r.skip(k, why)
		}
	case e.Test == "" && e.Action == "fail":
		r.tellAll(e.Package)
	case e.Action == "fail":
		r.tell(k)
	case e.Action == "skip" && e.Test != "":
		r.skip(k, lastReason(r.said[k]))
		delete(r.said, k)
	case e.Action == "pass":
		delete(r.said, k)
	}
}

// tell prints what a test has said.
func (r *report) tell(k key) {
	for _, line := range r.said[k] {
		fmt.Fprint(r.out, line)
	}
	delete(r.said, k)
}

// tellAll prints what the tests of a package have said that never ended.
func (r *report) tellAll(pkg string) {
	var left []key
	for k := range r.said {
		if k.pkg == pkg {
			left = append(left, k)
		}
	}
	slices.SortFunc(left, func(a, b key) int { return strings.Compare(a.test, b.test) })
	for _, k := range left {
		r.tell(k)
	}
}

// skip notes that a test, or a part of it, did not run.
func (r *report) skip(k key, why string) {
	test, _, _ := strings.Cut(k.test, "/")
	at := reason{strings.TrimPrefix(k.pkg, "plateau/"), why}
	if _, known := r.skipped[at]; !known {
		r.reasons = append(r.reasons, at)
	}
	if !slices.Contains(r.skipped[at], test) {
		r.skipped[at] = append(r.skipped[at], test)
	}
}

// notes are the lines about what was skipped.
func (r *report) notes() (lines []string) {
	for _, at := range r.reasons {
		tests := strings.Join(slices.DeleteFunc(r.skipped[at], func(test string) bool { return test == "" }), ", ")
		lines = append(lines, "skipped: "+strings.TrimSpace(at.pkg+" "+tests)+": "+at.why)
	}
	return lines
}

// message is a line of a test's log; its text is behind the place in the file.
var message = regexp.MustCompile(`^\s+\w+\.go:\d+: (.*)\n$`)

func reasonIn(output string) string {
	if found := message.FindStringSubmatch(output); found != nil {
		return found[1]
	}
	return ""
}

// lastReason is the last message of a test.
func lastReason(said []string) string {
	for _, output := range slices.Backward(said) {
		if why := reasonIn(output); why != "" {
			return why
		}
	}
	return "it does not say why"
}
