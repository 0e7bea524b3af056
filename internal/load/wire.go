package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// The load shares the machine with the server that it measures, so it must be
// cheap: it sends requests as bytes, reads only the status and length of a
// response, and only the ids of the messages of a stream.

// wire is a connection for one request after another.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
}

// wireBuffer holds the head of a response, or the beginning of a line of a stream.
const wireBuffer = 2 << 10

func dial(ctx context.Context, address string) (*wire, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, wireBuffer)}, nil
}

func (w *wire) close() { w.conn.Close() }

// ask sends a request and skips its response. Anything but success is an error with
// the server's message.
func (w *wire) ask(request []byte) error {
	if _, err := w.conn.Write(request); err != nil {
		return err
	}
	status, length, err := w.head()
	if err != nil {
		return err
	}
	if status < 300 && length >= 0 {
		_, err := w.in.Discard(length)
		return err
	}
	text := make([]byte, max(0, min(length, wireBuffer)))
	if _, err := io.ReadFull(w.in, text); err != nil {
		return err
	}
	return fmt.Errorf("the server answered %d: %s", status, text)
}

// head reads the head of a response. The length is -1 if it is chunked.
func (w *wire) head() (status, length int, err error) {
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, 0, errors.New("the server does not speak HTTP")
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, err
	}
	if status != 204 {
		length = -1
	}
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return status, length, nil
		}
		if value, found := bytes.CutPrefix(line, []byte("Content-Length: ")); found {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, 0, err
			}
		}
	}
}

// message is what the load reads of a message of a stream.
type message struct {
	// id is the number of the last event; 0 if a message has none.
	id uint64
	// nonce is that of a heartbeat.
	nonce string
}

// follow sends a request for a stream and calls each for its messages until
// the connection ends.
func (w *wire) follow(request []byte, each func(m message)) error {
	if _, err := w.conn.Write(request); err != nil {
		return err
	}
	status, length, err := w.head()
	if err != nil {
		return err
	}
	if status != 200 || length >= 0 {
		return fmt.Errorf("the server answered %d instead of a stream", status)
	}
	var m message
	for {
		line, err := w.line()
		if err != nil {
			return err
		}
		switch {
		case bytes.HasPrefix(line, []byte("id: ")):
			if m.id, err = strconv.ParseUint(string(bytes.TrimSpace(line[4:])), 10, 64); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("data: ")):
			m.nonce = nonceOf(line)
			each(m)
			m = message{}
		}
	}
}

// line reads a line; of a long one only the beginning. The lines between chunks do
// not look like any that matters.
func (w *wire) line() ([]byte, error) {
	line, err := w.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	start := bytes.Clone(line[:min(len(line), 64)])
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = w.in.ReadSlice('\n')
	}
	return start, err
}

// nonceOf is the number at the beginning of a heartbeat's data, as text.
func nonceOf(line []byte) string {
	rest, found := bytes.CutPrefix(line, []byte(`data: {"nonce":`))
	if !found {
		return ""
	}
	nonce, _, _ := bytes.Cut(rest, []byte(","))
	return string(nonce)
}
