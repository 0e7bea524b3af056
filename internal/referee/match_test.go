package referee_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/elo"
	"plateau/internal/referee"
)

// newMatch is a match of two who play at random; counted is called after each game.
func newMatch(t *testing.T, count int, counted func(s *referee.Score) error) *referee.Match {
	t.Helper()
	m := &referee.Match{Began: time.Now(), Counted: counted}
	m.Game, m.Entrants = find(t, "quixo3"), []referee.Entrant{entrant("Ann", script{}), entrant("Ben", script{})}
	m.Format, m.Games, m.RandomPlies, m.MaxPlies, m.Seed, m.Workers = referee.RoundRobin, count, 2, 400, 7, 2
	return m
}

// A match that was interrupted and resumed has the games and the score of one that was not.
func TestMatchResumes(t *testing.T) {
	known := games.All().Games()
	play := func(path string, count int, seeded bool, m *referee.Match) (text, score string) {
		t.Helper()
		enough := errors.New("enough")
		m.Counted = func(s *referee.Score) error {
			if s.Games() == count {
				return enough
			}
			return nil
		}
		if err := m.Prepare(path, true, seeded, known); err != nil {
			t.Fatal(err)
		}
		if err := m.Play(t.Context()); err != nil && !errors.Is(err, enough) {
			t.Fatal(err)
		}
		var scores strings.Builder
		m.Look(func(s *referee.Score) {
			for _, e := range []int{0, 1} {
				of := s.Of(e)
				fmt.Fprintf(&scores, "+%d =%d -%d\n", of.Wins, of.Draws, of.Losses)
			}
		})
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(content), scores.String()
	}
	whole, score := play(filepath.Join(t.TempDir(), "whole"), 0, true, newMatch(t, 12, nil))
	path := filepath.Join(t.TempDir(), "resumed")
	first := newMatch(t, 12, nil)
	first.Workers = 1 // Others would leave out games between.
	play(path, 5, true, first)
	again := newMatch(t, 12, nil)
	again.Seed = 99 // The file knows the seed.
	resumed, sameScore := play(path, 0, false, again)
	if resumed != whole || sameScore != score {
		t.Errorf("resumed:\n%s%s\nwhole:\n%s%s", resumed, sameScore, whole, score)
	}
	// Another match refuses the file.
	other := newMatch(t, 14, nil)
	if err := other.Prepare(path, true, true, known); err == nil || !strings.Contains(err.Error(), "belongs to another match") {
		t.Errorf("another match: %v", err)
	}
	if err := newMatch(t, 12, nil).Prepare(path, false, true, known); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a new match: %v", err)
	}
}

// A match ends when its test has decided, and is over when it is resumed.
func TestMatchEndsWithItsTest(t *testing.T) {
	path, known := filepath.Join(t.TempDir(), "games"), games.All().Games()
	played := 0
	for range 2 {
		m := newMatch(t, 400, func(*referee.Score) error {
			played++
			return nil
		})
		m.Test = &elo.Test{Elo0: -900, Elo1: -800, Alpha: 0.05, Beta: 0.05, Model: elo.Logistic}
		if err := m.Prepare(path, true, true, known); err != nil {
			t.Fatal(err)
		}
		if err := m.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.Look(func(s *referee.Score) {
			if s.Decision != elo.AcceptH1 || s.Total != 400 || s.Games() != played || played == 400 {
				t.Errorf("%v after %d of %d games, of which %d were played now", s.Decision, s.Games(), s.Total, played)
			}
		})
	}
}

func TestOpeningsInFiles(t *testing.T) {
	g, known := find(t, "quixo3"), games.All().Games()
	path := filepath.Join(t.TempDir(), "openings")
	play := func(g game.Game, words []string) (*game.Match, error) {
		m := game.MatchFrom(g.Start(0), nil)
		for _, word := range words {
			if err := m.Play(word); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	move := g.Start(0).MoveText(g.Start(0).Moves()[0])
	for content, want := range map[string]string{
		"": "has no openings", "# nothing\n\n": "has no openings", move + "\nnonsense\n": "line 2", "\ufeff# one\n\n" + move + "\n": "",
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := referee.ReadOpenings(path, g, known, play)
		switch {
		case want == "" && (err != nil || len(found) != 1 || found[0].Plies() != 1):
			t.Errorf("%q: %v, %v", content, found, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", content, err)
		}
	}
}
