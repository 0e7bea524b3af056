package referee

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"plateau/internal/ugi"
)

// TalkLog is a file with everything that is said to and by programs.
type TalkLog struct {
	began time.Time

	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
	// processes counts those that were started.
	processes int
}

// NewTalkLog makes a new file, and refuses one that exists.
func NewTalkLog(path string) (*TalkLog, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, errors.New(path + " exists already")
	}
	if err != nil {
		return nil, err
	}
	return &TalkLog{began: time.Now(), file: f, out: bufio.NewWriter(f)}, nil
}

// Of is the log of a new process. Errors show when the log is closed.
func (l *TalkLog) Of(name string) ugi.Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.processes++
	number := l.processes
	return func(direction byte, text string) {
		l.mu.Lock()
		defer l.mu.Unlock()
		fmt.Fprintf(l.out, "%.3f %s#%d %c %s\n", time.Since(l.began).Seconds(), name, number, direction, text)
	}
}

// Close closes the file.
func (l *TalkLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.out.Flush(), l.file.Close())
}
