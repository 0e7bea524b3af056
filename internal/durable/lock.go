package durable

import (
	"errors"
	"os"
)

// ErrLocked means that another process has the lock.
var ErrLocked = errors.New("another process uses it")

// Lock locks a file for this process, creating it if needed. The lock ends when
// it is released or the process ends, in whatever way; the file stays. On systems
// without such locks it always succeeds.
func Lock(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
