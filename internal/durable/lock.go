package durable

import (
	"errors"
	"os"
)

// ErrLocked tells that another process has the lock.
var ErrLocked = errors.New("another process uses it")

// Lock takes a file for this process alone, makes it if there is none, and
// leaves it there. The lock ends when it is released, and with the process,
// however that ends. On systems without such locks it always succeeds.
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
