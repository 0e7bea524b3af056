// Package download fetches large files from web servers, and continues where an
// earlier attempt stopped.
package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Remote is a file on a web server.
type Remote struct {
	URL  string
	HTTP *http.Client
	// Silence is how long the server may send nothing.
	Silence time.Duration
}

// New is the file at an address.
func New(address string) *Remote {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// A compressed answer would have other offsets.
	transport.DisableCompression = true
	return &Remote{URL: address, HTTP: &http.Client{Transport: transport}, Silence: time.Minute}
}

// Begin reads up to n bytes at the beginning of the file, and its size, which is
// -1 if the server does not say.
func (r *Remote) Begin(ctx context.Context, n int64) (first []byte, size int64, err error) {
	ctx, _, stop := r.listen(ctx)
	defer stop()
	response, err := r.ask(ctx, fmt.Sprintf("bytes=0-%d", n-1))
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	size = response.ContentLength
	if response.StatusCode == http.StatusPartialContent {
		_, size, err = contentRange(response)
		if err != nil {
			return nil, 0, err
		}
	}
	first, err = io.ReadAll(io.LimitReader(response.Body, n))
	return first, size, reason(ctx, err)
}

// listen ends the context when nothing was heard of the server for too long.
func (r *Remote) listen(ctx context.Context) (_ context.Context, heard, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(r.Silence, func() {
		cancel(fmt.Errorf("the server has sent nothing for %v", r.Silence))
	})
	return ctx, func() { timer.Reset(r.Silence) }, func() {
		timer.Stop()
		cancel(nil)
	}
}

// reason is why a request failed, where the context knows it better.
func reason(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// ask requests some bytes. A server may answer with all of them.
func (r *Remote) ask(ctx context.Context, bytes string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, http.NoBody)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Range", bytes)
	response, err := r.HTTP.Do(request)
	if err != nil {
		return nil, reason(ctx, err)
	}
	if s := response.StatusCode; s != http.StatusOK && s != http.StatusPartialContent {
		_ = response.Body.Close()
		return nil, fmt.Errorf("%s: the server answered %s", r.URL, response.Status)
	}
	return response, nil
}

// contentRange is where the bytes of an answer begin, and the size of the file,
// which is -1 if the server does not know it.
func contentRange(response *http.Response) (from, size int64, err error) {
	text := response.Header.Get("Content-Range")
	span, total, ok := strings.Cut(strings.TrimPrefix(text, "bytes "), "/")
	first, _, dash := strings.Cut(span, "-")
	from, err = strconv.ParseInt(first, 10, 64)
	if size = -1; err == nil && total != "*" {
		size, err = strconv.ParseInt(total, 10, 64)
	}
	if !ok || !dash || err != nil {
		return 0, 0, fmt.Errorf("the server answered with the range %q", text)
	}
	return from, size, nil
}

// Continue appends to a file until it has a size. It calls progress with the
// size so far. When the connection breaks it asks for the rest, as long as
// something arrives.
func (r *Remote) Continue(ctx context.Context, f *os.File, size int64, progress func(have int64)) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	for have < size {
		before := have
		have, err = r.more(ctx, f, have, size, progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && have <= before {
			return err
		}
	}
	return nil
}

// more makes one request for the rest.
func (r *Remote) more(ctx context.Context, f *os.File, have, size int64, progress func(have int64)) (int64, error) {
	ctx, heard, stop := r.listen(ctx)
	defer stop()
	response, err := r.ask(ctx, fmt.Sprintf("bytes=%d-", have))
	if err != nil {
		return have, err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusPartialContent {
		from, _, err := contentRange(response)
		if err != nil {
			return have, err
		}
		if from != have {
			return have, fmt.Errorf("%s: the server sent the bytes from %d on instead of %d", r.URL, from, have)
		}
	} else if have > 0 {
		// This server always begins at the beginning.
		if err := f.Truncate(0); err != nil {
			return have, err
		}
		have = 0
	}
	b := make([]byte, 1<<18)
	for have < size {
		n, err := response.Body.Read(b[:min(int64(len(b)), size-have)])
		if _, failed := f.WriteAt(b[:n], have); failed != nil {
			return have, failed
		}
		have += int64(n)
		heard()
		progress(have)
		if errors.Is(err, io.EOF) && have < size {
			err = io.ErrUnexpectedEOF
		}
		if err != nil && have < size {
			return have, fmt.Errorf("%s: after %d of %d bytes: %w", r.URL, have, size, reason(ctx, err))
		}
	}
	return have, nil
}
