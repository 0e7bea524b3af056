// Package durable writes files so that neither a crash nor a power failure
// leaves an incomplete one under its name.
package durable

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"
)

// Unfinished is the prefix of the names of files that are being written.
const Unfinished = ".writing-"

// Replace writes the parts to a file, one after the other. At every moment the
// name has either the old content or the new one.
func Replace(path string, parts ...[]byte) error { return ReplaceBy(path, writeParts(parts)) }

// ReplaceBy is [Replace] for content that is too large for memory: fill writes it
// to a new file.
func ReplaceBy(path string, fill func(f *os.File) error) error {
	dir := filepath.Dir(path)
	// Unlike os.CreateTemp, this leaves the permissions to the user's mask.
	temporary := filepath.Join(dir, fmt.Sprintf("%s%x", Unfinished, rand.Uint64()))
	if err := write(temporary, fill); err != nil {
		return err
	}
	if err := Rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// Create writes the parts to a file that must not exist yet.
func Create(path string, parts ...[]byte) error {
	if err := write(path, writeParts(parts)); err != nil {
		return err
	}
	syncDir(filepath.Dir(path))
	return nil
}

// write creates a file, and removes it if it cannot be completed.
func write(path string, fill func(f *os.File) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = fill(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// unfinished are the names of what [ReplaceBy] has not finished, and of the journals of
// databases among them.
var unfinished = regexp.MustCompile(`^\` + Unfinished + `[0-9a-f]{1,16}(-journal)?$`)

// RemoveUnfinished removes files from a folder that a process began to write and did not
// finish, before it died: since a time, nobody has written to them.
func RemoveUnfinished(dir string, since time.Time) error {
	files, err := os.ReadDir(dir)
	for _, f := range files {
		if !unfinished.MatchString(f.Name()) {
			continue
		}
		info, unknown := f.Info()
		if errors.Is(unknown, os.ErrNotExist) {
			continue // It has just been finished.
		}
		if err = errors.Join(err, unknown); unknown == nil && info.Mode().IsRegular() && info.ModTime().Before(since) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, f.Name())))
		}
	}
	return err
}

// writeParts writes parts one after the other.
func writeParts(parts [][]byte) func(f *os.File) error {
	return func(f *os.File) error {
		for _, part := range parts {
			if _, err := f.Write(part); err != nil {
				return err
			}
		}
		return nil
	}
}

// Rename gives a file, which must be synced, another name in the same folder.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	syncDir(filepath.Dir(to))
	return nil
}

// syncDir makes a new name in a folder durable. Not every system can do that,
// and the content is safe without it.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// ErrLocked means that another process has the lock.
var ErrLocked = errors.New("another process uses it")

// Lock locks a file for this process, creating it if needed. The lock ends when
// it is released or the process ends, in whatever way; the file stays. On systems
// without such locks it always succeeds.
func Lock(path string) (release func() error, err error) {
	f, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	return f.Close, nil
}

func openLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// LockBriefly is [Lock] with a file that goes away with the lock.
func LockBriefly(path string) (release func() error, err error) {
	for {
		f, err := openLocked(path)
		if err != nil {
			return nil, err
		}
		// The one before may have removed the file after it was opened here: then
		// others do not see this lock.
		locked, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if now, err := os.Stat(path); err == nil && os.SameFile(locked, now) {
			return func() error { return removeLocked(f) }, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// removeLocked removes a locked file before anybody else can lock it. Windows removes
// only what nobody has open, so there it comes after, and is left to the next one if
// that has opened it.
func removeLocked(f *os.File) error {
	if runtime.GOOS == "windows" {
		err := f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	return errors.Join(os.Remove(f.Name()), f.Close())
}
