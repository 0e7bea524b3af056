package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"plateau/internal/budget"
	"plateau/internal/httpapi/route"
	"plateau/internal/metrics"
)

// securityLog writes refused attempts to a file, one line each, for programs that
// ban addresses:
//
//	2026-11-16T07:12:03Z plateau signin-failed from 192.0.2.7 player=ID
//
// Nothing in a line comes from the client, so nobody can forge one.
type securityLog struct {
	log *slog.Logger
	// count counts an attempt by its kind.
	count func(kind string)
	// path is the file; empty for none.
	path string
	// lines limits how many an address can cause.
	lines budget.Budgets

	mu     sync.Mutex
	file   *os.File
	failed bool
}

const (
	attemptsMetric = "plateau_attempts_refused_total"
	// rotateAfter is the age of the first line at which a file is put aside, and
	// the one that was put aside before is removed: a line is there for twice that
	// time at most.
	rotateAfter = 14 * 24 * time.Hour
)

// linesOfAddress is more than a program that bans addresses waits for, and too
// little to fill a disk.
var linesOfAddress = budget.Rate{PerSecond: 1, AtOnce: 30}

// openSecurityLog counts attempts, and writes them to a file if it has a name.
func openSecurityLog(path string, log *slog.Logger, m *metrics.Metrics) (*securityLog, error) {
	s := &securityLog{
		log: log, path: path, lines: budget.NewMemory(time.Now),
		count: m.Labelled(attemptsMetric, "Refused attempts to get in, and requests beyond a limit, by kind.", "kind", attemptKinds()),
	}
	if path == "" {
		return s, nil
	}
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("the security log cannot be written: %w", err)
	}
	return s, nil
}

func attemptKinds() (all []string) {
	for _, kind := range route.AttemptKinds() {
		all = append(all, string(kind))
	}
	return all
}

func (s *securityLog) open() (err error) {
	s.file, err = os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, ownerOnly)
	return err
}

// note counts an attempt, and writes its line.
func (s *securityLog) note(a route.Attempt) {
	s.count(string(a.Kind))
	if s.path == "" || s.lines.Take("security log", linesOfAddress, string(a.Kind)+" "+a.Address.String(), 1) > 0 {
		return
	}
	address, player := "-", ""
	if a.Address.IsValid() {
		address = a.Address.String()
	}
	if a.Player != "" {
		player = " player=" + string(a.Player)
	}
	line := fmt.Sprintf("%s plateau %s from %s%s\n", a.At.UTC().Format(time.RFC3339), a.Kind, address, player)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.reopenIfMoved()
	if err == nil {
		_, err = s.file.WriteString(line)
	}
	if err != nil && !s.failed {
		s.log.Error("the security log cannot be written", "error", err)
	}
	s.failed = err != nil
}

// reopenIfMoved lets others put the file aside without telling the server.
func (s *securityLog) reopenIfMoved() error {
	there, err := os.Stat(s.path)
	if err == nil && s.file != nil {
		if ours, failure := s.file.Stat(); failure == nil && os.SameFile(there, ours) {
			return nil
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.close()
	return s.open()
}

// rotate removes lines that are too old.
func (s *securityLog) rotate(_ context.Context, now time.Time) error {
	if s.path == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.path + ".1"
	if began, ok := firstTime(old); ok && now.Sub(began) >= 2*rotateAfter {
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	if began, ok := firstTime(s.path); !ok || now.Sub(began) < rotateAfter {
		return nil
	}
	if err := os.Rename(s.path, old); err != nil {
		return err
	}
	return s.reopenIfMoved()
}

// firstTime is the time of the first line of a file.
func firstTime(path string) (time.Time, bool) {
	f, err := os.Open(path)
	if err != nil {
		return time.Time{}, false
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadString('\n')
	if err != nil {
		return time.Time{}, false
	}
	text, _, _ := strings.Cut(line, " ")
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil
}

func (s *securityLog) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}
