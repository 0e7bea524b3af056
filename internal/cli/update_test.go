package cli_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plateau/internal/cli"
)

// A server on this machine publishes releases; the program reads its feed when asked to.
func TestUpdateCheck(t *testing.T) {
	asked := make(chan string, 20)
	mux := http.NewServeMux()
	mux.HandleFunc("/latest.json", func(w http.ResponseWriter, r *http.Request) {
		asked <- r.UserAgent()
		fmt.Fprint(w, `{"version":"v1.2.3","date":"2026-11-20T10:00:00Z","url":"https://example.org/v1.2.3/","files":[]}`)
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") })
	mux.HandleFunc("/tag", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"version":"next"}`) })
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"version":"v1.2.3"}`, strings.Repeat(" ", 2<<20))
	})
	mux.Handle("/moved", http.RedirectHandler("/latest.json", http.StatusFound))
	mux.Handle("/open", http.RedirectHandler("http://example.org/latest.json", http.StatusFound))
	host := httptest.NewServer(mux)
	defer host.Close()
	feed := host.URL + "/latest.json"
	for _, c := range []struct {
		name, version, builtIn, variable string
		args                             []string
		code                             int
		want                             string
	}{
		{"older", "v1.2.2", feed, "", []string{"--check"}, 0, "v1.2.3 is available (2026-11-20); this is v1.2.2.\nTo update, replace the program by the one in https://example.org/v1.2.3/\n"},
		{"same", "v1.2.3", feed, "", []string{"--check"}, 0, "This is v1.2.3, and no newer version was released.\n"},
		{"newer", "v1.3.0", feed, "", []string{"--check"}, 0, "This is v1.3.0, and no newer version was released.\n"},
		{"between releases", "v1.2.3-dev.17.g0123abcd", feed, "", []string{"--check"}, 0, "v1.2.3 is available"},
		{"after the release", "v1.2.4-dev.17.g0123abcd", feed, "", []string{"--check"}, 0, "no newer version"},
		{"no version", "unknown", feed, "", []string{"--check"}, 0, "The newest release is v1.2.3 (2026-11-20). This program has no version to compare with it: unknown."},
		{"json", "v1.2.2", feed, "", []string{"--check", "--json"}, 0, `{"current":"v1.2.2","latest":"v1.2.3","date":"2026-11-20T10:00:00Z","url":"https://example.org/v1.2.3/","newer":true}`},
		{"json without a version", "unknown", feed, "", []string{"--check", "--json"}, 0, `"newer":null}`},
		{"named by a flag", "v1.2.3", "", "", []string{"--check", "--feed", feed}, 0, "no newer version"},
		{"named by a variable", "v1.2.3", host.URL + "/none", feed, []string{"--check"}, 0, "no newer version"},
		{"moved", "v1.2.3", "", host.URL + "/moved", []string{"--check"}, 0, "no newer version"},
		{"without --check", "v1.2.3", feed, "", nil, 2, "the program does not replace itself; --check says"},
		{"no feed", "v1.2.3", "", "", []string{"--check"}, 2, "name their feed with --feed or PLATEAU_FEED"},
		{"no address", "v1.2.3", "", "", []string{"--check", "--feed", "example.org"}, 2, "--feed example.org: a feed has an address such as https://"},
		{"no encryption", "v1.2.3", "", "http://example.org/latest.json", []string{"--check"}, 2, "PLATEAU_FEED=http://example.org/latest.json: the address of a feed begins with https"},
		{"missing", "v1.2.3", host.URL + "/none", "", []string{"--check"}, 1, "there is no feed of releases at " + host.URL + `/none: the server answers "404 Not Found"`},
		{"another page", "v1.2.3", host.URL + "/page", "", []string{"--check"}, 1, "what is at " + host.URL + "/page is no feed of releases"},
		{"no release", "v1.2.3", host.URL + "/tag", "", []string{"--check"}, 1, "is no feed of releases"},
		{"endless", "v1.2.3", host.URL + "/long", "", []string{"--check"}, 1, "is no feed of releases"},
		{"moved to where it is not encrypted", "v1.2.3", host.URL + "/open", "", []string{"--check"}, 1, "it redirects to http://example.org/latest.json"},
		{"nobody there", "v1.2.3", "http://localhost:1/latest.json", "", []string{"--check"}, 1, "cannot reach the feed of releases"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PLATEAU_FEED", c.variable)
			var out, problems bytes.Buffer
			program := cli.Program{Build: cli.Build{Version: c.version, Feed: c.builtIn}}
			code := cli.Main(program, append([]string{"update"}, c.args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems})
			if printed := out.String() + problems.String(); code != c.code || !strings.Contains(printed, c.want) {
				t.Errorf("exit code %d, want %d:\n%swant\n%s", code, c.code, printed, c.want)
			}
		})
	}
	if agent := <-asked; agent != "plateau/v1.2.2" {
		t.Errorf("the host knows the program as %q", agent)
	}
}

// Nothing else looks for releases.
func TestNothingLooksForReleasesUnasked(t *testing.T) {
	host := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the feed was read") }))
	defer host.Close()
	t.Setenv("PLATEAU_FEED", host.URL)
	for _, args := range [][]string{{"version"}, {"update"}, {"update", "--help"}, {}} {
		var out bytes.Buffer
		program := cli.Program{Build: cli.Build{Version: "v1.2.3", Feed: host.URL}}
		cli.Main(program, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	}
}
