// Package removals is the list of what was deleted or revoked, in a file beside the
// database. A backup still has all of it: restoring one removes it again by
// this list, so that neither deleted players nor revoked tokens come back.
//
// The file is only ever appended to, one line per removal, and begins with a line
// about itself. Every line ends with a checksum:
//
//	plateau-removals 1 DATABASE SINCE CHECKSUM
//	TIME KIND KEY CHECKSUM
//
// Keys are ids and hashes: the file names nobody. The last line may be incomplete
// after a crash. It is cut off when the file is opened, and its removal is still in
// the database, which writes it again.
package removals

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"plateau/internal/durable"
)

// Kind is what was removed.
type Kind string

// The kinds of removals.
const (
	// Player is a deleted player; the key is the id.
	Player Kind = "player"
	// Access is a session or API token, Link a sign-in link and Code a recovery
	// code; the keys are hashes.
	Access Kind = "access"
	Link   Kind = "link"
	Code   Kind = "code"
	// Passkey is a passkey by its id, SSHKey an SSH key.
	Passkey Kind = "passkey"
	SSHKey  Kind = "ssh-key"
	// Password is a password that was replaced; the key is a hash of what was
	// stored of it, which was a salted hash itself.
	Password Kind = "password"
	// Administrator is a player who is no longer one.
	Administrator Kind = "administrator"
	// Group is a class or club, Leader a member who no longer leads one, as
	// GROUP:PLAYER, and Invitation one that ended, was revoked or used up.
	Group      Kind = "group"
	Leader     Kind = "leader"
	Invitation Kind = "invitation"
	// Tournament is a tournament by its id.
	Tournament Kind = "tournament"
	// Message is a chat message, as TABLE:NUMBER.
	Message Kind = "message"
)

// Removal is something that was removed.
type Removal struct {
	At   time.Time
	Kind Kind
	Key  string
}

// ListedFor is how long removals are listed. A backup that is older cannot be
// restored without ending all sessions.
const ListedFor = 2 * 365 * 24 * time.Hour

const format = "plateau-removals 1 "

// fileMode lets nobody but the owner read the file.
const fileMode = 0o600

// ErrForeign means that a file is not a list of removals.
var ErrForeign = errors.New("it is not a list of removals, or one of a newer version of the program")

// List is what a file has.
type List struct {
	// Database identifies the database that the list belongs to.
	Database string
	// Since is when the list begins: it does not have what was removed earlier.
	Since    time.Time
	Removals []Removal
	// Damaged is how many lines cannot be read. An incomplete last line does not
	// count.
	Damaged int
	// whole is how many bytes there are up to the end of the last complete line.
	whole int64
}

// Complete reports whether the list has everything that was removed from a database
// since a time.
func (l *List) Complete(database string, since time.Time) bool {
	return l != nil && l.Damaged == 0 && l.Database == database && !since.Before(l.Since)
}

// Read reads a file; a missing one is [fs.ErrNotExist].
func Read(path string) (*List, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}

func read(from io.Reader) (*List, error) {
	var l *List
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			if l == nil {
				return nil, ErrForeign
			}
			return l, nil
		}
		if err != nil {
			return nil, err
		}
		text, sound := checked(line)
		if l == nil {
			if l, err = readHead(text, sound); err != nil {
				return nil, err
			}
		} else if removal, ok := readRemoval(text); sound && ok {
			l.Removals = append(l.Removals, removal)
		} else {
			l.Damaged++
		}
		l.whole += int64(len(line))
	}
}

func readHead(text string, sound bool) (*List, error) {
	rest, ours := strings.CutPrefix(text, format)
	database, millis, _ := strings.Cut(rest, " ")
	since, err := strconv.ParseInt(millis, 10, 64)
	if !ours || !sound || err != nil {
		return nil, ErrForeign
	}
	return &List{Database: database, Since: time.UnixMilli(since).UTC()}, nil
}

func readRemoval(text string) (Removal, bool) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return Removal{}, false
	}
	millis, err := strconv.ParseInt(fields[0], 10, 64)
	return Removal{time.UnixMilli(millis).UTC(), Kind(fields[1]), fields[2]}, err == nil
}

// checked is a line without its checksum, and whether that is right.
func checked(line string) (text string, sound bool) {
	line = strings.TrimSuffix(line, "\n")
	text = line[:max(0, strings.LastIndexByte(line, ' '))]
	return text, line == text+" "+checksum(text)
}

func checksum(text string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text))) }

func writeLine(to *bytes.Buffer, text string) { fmt.Fprintf(to, "%s %s\n", text, checksum(text)) }

func writeHead(to *bytes.Buffer, database string, since time.Time) {
	writeLine(to, fmt.Sprintf("%s%s %d", format, database, since.UnixMilli()))
}

func writeRemoval(to *bytes.Buffer, r Removal) {
	writeLine(to, fmt.Sprintf("%d %s %s", r.At.UnixMilli(), r.Kind, r.Key))
}

// File is a list that is open for writing. It is not safe for concurrent use.
type File struct {
	path string
	file *os.File
	// size is how many bytes are complete.
	size int64
}

// Open opens the list of a database, and begins a new one if there is none. A file
// that belongs to another database, or cannot be read, is put aside under another
// name: restoring then knows of no removals before now.
func Open(path, database string, now time.Time) (*File, error) {
	list, err := Read(path)
	switch {
	case err == nil && list.Database == database:
		return open(path, list.whole)
	case err == nil, errors.Is(err, ErrForeign):
		if err := os.Rename(path, path+now.UTC().Format("-20060102-150405")); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	var head bytes.Buffer
	writeHead(&head, database, now)
	if err := replace(path, head.Bytes()); err != nil {
		return nil, err
	}
	return open(path, int64(head.Len()))
}

// replace writes a whole file that only its owner may read.
func replace(path string, content []byte) error {
	return durable.ReplaceBy(path, func(f *os.File) error {
		if err := f.Chmod(fileMode); err != nil {
			return err
		}
		_, err := f.Write(content)
		return err
	})
}

// open cuts off an incomplete line.
func open(path string, whole int64) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, fileMode)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(whole); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &File{path: path, file: f, size: whole}, nil
}

// Append adds removals. When it returns without an error they are on the disk; with
// an error, none of them is in the file, or they are cut off with the next call.
func (f *File) Append(all []Removal) error {
	var lines bytes.Buffer
	for _, r := range all {
		writeRemoval(&lines, r)
	}
	if err := f.file.Truncate(f.size); err != nil {
		return err
	}
	if _, err := f.file.WriteAt(lines.Bytes(), f.size); err != nil {
		return err
	}
	if err := f.file.Sync(); err != nil {
		return err
	}
	f.size += int64(lines.Len())
	return nil
}

// Compact removes what happened before a time, and what is there twice. The list
// begins at that time from then on.
func (f *File) Compact(before time.Time) error {
	list, err := Read(f.path)
	if err != nil {
		return err
	}
	if list.Damaged > 0 {
		return nil // What is damaged must stay visible.
	}
	if before.After(list.Since) {
		list.Since = before
	}
	var content bytes.Buffer
	writeHead(&content, list.Database, list.Since)
	known := make(map[Removal]bool, len(list.Removals))
	for _, r := range list.Removals {
		same := Removal{Kind: r.Kind, Key: r.Key}
		if r.At.Before(before) || known[same] {
			continue
		}
		known[same] = true
		writeRemoval(&content, r)
	}
	if int64(content.Len()) == f.size {
		return nil
	}
	if err := replace(f.path, content.Bytes()); err != nil {
		return err
	}
	renewed, err := open(f.path, int64(content.Len()))
	if err != nil {
		return err
	}
	err = f.file.Close()
	*f = *renewed
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
