package download_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/download"
)

var contents = []byte(strings.Repeat("all of the file ", 50_000))

// host serves the contents as a server does, or as a worse one.
func host(t *testing.T, serve http.HandlerFunc) *download.Remote {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return download.New(server.URL)
}

func whole(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "file", time.Time{}, bytes.NewReader(contents))
}

// continued is the file after continuing with what is there.
func continued(t *testing.T, remote *download.Remote, there []byte) ([]byte, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(there); err != nil {
		t.Fatal(err)
	}
	last := int64(-1)
	err = remote.Continue(t.Context(), f, int64(len(contents)), func(have int64) { last = have })
	if err == nil && len(there) < len(contents) && last != int64(len(contents)) {
		t.Errorf("the last progress is %d", last)
	}
	got, readErr := os.ReadFile(path)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return got, err
}

func TestContinue(t *testing.T) {
	var asked atomic.Int64
	remote := host(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		whole(w, r)
	})
	for _, have := range []int{0, 1, 70_000, len(contents)} {
		got, err := continued(t, remote, contents[:have])
		if err != nil || !bytes.Equal(got, contents) {
			t.Errorf("from %d: %d bytes, %v", have, len(got), err)
		}
	}
	if asked.Load() != 3 {
		t.Errorf("%d requests", asked.Load())
	}
	first, size, err := remote.Begin(t.Context(), 10)
	if err != nil || string(first) != "all of the" || size != int64(len(contents)) {
		t.Errorf("%q of %d, %v", first, size, err)
	}
}

// A server that knows no ranges sends everything again.
func TestServerWithoutRanges(t *testing.T) {
	remote := host(t, func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		whole(w, r)
	})
	got, err := continued(t, remote, []byte("something else"))
	if err != nil || !bytes.Equal(got, contents) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	first, size, err := remote.Begin(t.Context(), 3)
	if err != nil || string(first) != "all" || size != int64(len(contents)) {
		t.Errorf("%q of %d, %v", first, size, err)
	}
}

// A connection that breaks again and again is made again, as long as something
// arrives.
func TestBrokenConnections(t *testing.T) {
	asked := atomic.Int64{}
	remote := host(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		whole(&breaking{w, 300_000}, r)
	})
	got, err := continued(t, remote, nil)
	if err != nil || !bytes.Equal(got, contents) || asked.Load() < 3 {
		t.Errorf("%d bytes in %d requests, %v", len(got), asked.Load(), err)
	}
	remote = host(t, func(w http.ResponseWriter, r *http.Request) { whole(&breaking{w, 0}, r) })
	if _, err := continued(t, remote, nil); err == nil {
		t.Error("nothing arrived, and that was no error")
	}
}

// breaking ends the connection after a number of bytes.
type breaking struct {
	http.ResponseWriter

	left int
}

func (b *breaking) Write(data []byte) (int, error) {
	if b.left -= len(data); b.left < 0 {
		panic(http.ErrAbortHandler)
	}
	return b.ResponseWriter.Write(data)
}

func TestRefusals(t *testing.T) {
	missing := host(t, http.NotFound)
	if _, _, err := missing.Begin(t.Context(), 10); err == nil || !strings.Contains(err.Error(), "404 Not Found") {
		t.Errorf("a missing file: %v", err)
	}
	for _, span := range []string{"", "bytes x-9/10", "bytes 7-9/10", "bytes 0-9"} {
		wrong := host(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", span)
			w.WriteHeader(http.StatusPartialContent)
		})
		if _, err := continued(t, wrong, contents[:5]); err == nil {
			t.Errorf("the range %q was believed", span)
		}
	}
}

// A server that holds the connection and says nothing is given up.
func TestSilentServer(t *testing.T) {
	for _, spoken := range []int{-1, 0, 1000} {
		ended := make(chan struct{})
		remote := host(t, func(w http.ResponseWriter, r *http.Request) {
			if spoken >= 0 && r.Header.Get("Range") == "bytes=0-" {
				_, _ = w.Write(contents[:spoken])
				w.(http.Flusher).Flush()
			}
			select {
			case <-ended:
			case <-r.Context().Done():
			}
		})
		remote.Silence = time.Second / 10
		got, err := continued(t, remote, nil)
		close(ended)
		if err == nil || !strings.Contains(err.Error(), "has sent nothing for 100ms") || len(got) != max(spoken, 0) {
			t.Errorf("%d bytes spoken: %d bytes, %v", spoken, len(got), err)
		}
	}
}
