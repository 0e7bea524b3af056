package main

import (
	"slices"
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"plateau/a"}
{"Action":"run","Package":"plateau/a","Test":"TestGood"}
{"Action":"output","Package":"plateau/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"plateau/a","Test":"TestGood","Output":"    good_test.go:3: NOT TESTED: networks\n"}
{"Action":"pass","Package":"plateau/a","Test":"TestGood"}
{"Action":"output","Package":"plateau/a","Test":"TestLater","Output":"    later_test.go:7: without a tablebase\n"}
{"Action":"output","Package":"plateau/a","Test":"TestLater","Output":"--- SKIP: TestLater (0.00s)\n"}
{"Action":"skip","Package":"plateau/a","Test":"TestLater"}
{"Action":"output","Package":"plateau/a","Test":"TestSome/one","Output":"    later_test.go:9: without a tablebase\n"}
{"Action":"skip","Package":"plateau/a","Test":"TestSome/one"}
{"Action":"output","Package":"plateau/a","Output":"NOT TESTED: cables\n"}
{"Action":"output","Package":"plateau/a","Output":"PASS\n"}
{"Action":"output","Package":"plateau/a","Output":"ok  \tplateau/a\t0.1s\n"}
{"Action":"pass","Package":"plateau/a"}
not an event
{"Action":"output","Package":"plateau/b","Test":"TestBad","Output":"    bad_test.go:3: wrong\n"}
{"Action":"output","Package":"plateau/b","Test":"TestHangs","Output":"    bad_test.go:9: still here\n"}
{"Action":"fail","Package":"plateau/b","Test":"TestBad"}
{"Action":"output","Package":"plateau/b","Output":"FAIL\tplateau/b\t0.1s\n"}
{"Action":"fail","Package":"plateau/b"}
`

func TestReport(t *testing.T) {
	var out strings.Builder
	r := newReport(&out)
	if err := r.read(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	const printed = "NOT TESTED: cables\nok  \tplateau/a\t0.1s\nnot an event\n    bad_test.go:3: wrong\nFAIL\tplateau/b\t0.1s\n    bad_test.go:9: still here\n"
	if out.String() != printed {
		t.Errorf("printed is\n%s", &out)
	}
	want := []string{"skipped: a TestGood: NOT TESTED: networks", "skipped: a TestLater, TestSome: without a tablebase", "skipped: a: NOT TESTED: cables"}
	if got := r.notes(); !slices.Equal(got, want) {
		t.Errorf("the notes are %q", got)
	}
}
