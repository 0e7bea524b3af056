//go:build unix

package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/meeting"

	"plateau/game"
	"plateau/games"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// startBot lets an engine play as a new guest.
func startBot(t *testing.T, s *server, engine string, args ...string) *process {
	t.Helper()
	guest, _, err := client.New(s.url).Guest(t.Context(), "Robot")
	if err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte(guest.Token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"bot", "--server", s.url, "--token-file", token, "--engine", engine, "--time", "10ms"}, args...)
	return start(t, t.TempDir(), args...)
}

// lobbyTable waits for a table in the lobby.
func lobbyTable(t *testing.T, c *client.Client) (id play.TableID) {
	t.Helper()
	found := errors.New("found")
	err := c.Follow(t.Context(), "/lobby/events", func(m client.Message) error {
		var news struct {
			Changes []struct {
				Table   play.TableID
				Summary json.RawMessage
			}
		}
		if json.Unmarshal(m.Data, &news) == nil {
			for _, change := range news.Changes {
				if string(change.Summary) != "null" {
					id = change.Table
					return found
				}
			}
		}
		return nil
	})
	if !errors.Is(err, found) {
		t.Fatal(err)
	}
	return id
}

// plays lets a person play the first legal move until the game is over; before is
// called before each of their moves.
func plays(t *testing.T, c *client.Client, id play.TableID, me play.PlayerID, before func(ply int)) api.Table {
	t.Helper()
	var last api.Table
	over := errors.New("over")
	err := c.Follow(t.Context(), "/tables/"+string(id)+"/events", func(m client.Message) error {
		if m.Event != "table" {
			return nil
		}
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			return err
		}
		if last = news.Table; last.Phase == "over" {
			return over
		}
		if last.ToMove == nil || *last.ToMove != last.SeatOf(me) {
			return nil
		}
		before(len(last.Moves))
		g, err := games.All().Games().Find(last.Terms.Game)
		if err != nil {
			return err
		}
		start, err := g.Parse(last.Start)
		if err != nil {
			return err
		}
		match := game.MatchFrom(start, nil)
		for _, move := range last.Moves {
			if err := match.Play(move); err != nil {
				return err
			}
		}
		p := match.Position()
		legal := p.Moves()
		_, err = c.Move(t.Context(), id, len(last.Moves), p.MoveText(legal[len(last.Moves)*7%len(legal)]), "")
		return err
	})
	if !errors.Is(err, over) {
		t.Fatal(err)
	}
	return last
}

// A bot opens a table, plays on after a restart of the server, and plays again when
// it is asked to.
func TestBotPlaysOnAServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAt(t, "localhost:"+freePort(t), data)
	bot := startBot(t, s, "cmd=plateau engine --level 1", "--games", "quixo3,quantik", "--open", "quixo3")
	ann, me, err := client.New(s.url).Guest(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	table := lobbyTable(t, ann)
	if _, err := ann.Sit(t.Context(), table, ""); err != nil {
		t.Fatal(err)
	}
	restarted := false
	end := plays(t, ann, table, me.ID, func(ply int) {
		if ply >= 2 && !restarted {
			restarted = true
			s.stops(t, syscall.SIGTERM)
			s = serveAt(t, strings.TrimPrefix(s.url, "http://"), data)
		}
	})
	if !restarted || end.Reason == "resignation" {
		t.Errorf("it ended by %s after %v", end.Reason, end.Moves)
	}
	if _, err := ann.Do(t.Context(), table, "rematch", nil); err != nil {
		t.Fatal(err)
	}
	again := errors.New("again")
	err = ann.Follow(t.Context(), "/tables/"+string(table)+"/events", func(m client.Message) error {
		if news, err := client.Read[api.TableNews](m); err == nil && news.Table.Next != "" {
			return again
		}
		return nil
	})
	if !errors.Is(err, again) {
		t.Error(err)
	}
	signalled(t, bot, os.Interrupt)
	if _, code := bot.ends(t); code != 0 {
		t.Errorf("exit code %d: %s", code, bot.stderr)
	}
	for _, want := range []string{" plays as Robot on http://", " waits for an opponent in quixo3"} {
		if !strings.Contains(bot.stderr.String(), want) {
			t.Errorf("it does not say %q: %s", want, bot.stderr)
		}
	}
	// Nobody would play at the tables that it left.
	var lobby struct{ Tables []json.RawMessage }
	if err := ann.Call(context.Background(), http.MethodGet, "/lobby", nil, &lobby); err != nil || len(lobby.Tables) > 0 {
		t.Errorf("%d tables in the lobby, %v", len(lobby.Tables), err)
	}
	s.stops(t, os.Interrupt)
}

// startDeclaredBot lets an engine play as a new account that was declared a bot.
func startDeclaredBot(t *testing.T, s *server, name string, args ...string) *process {
	t.Helper()
	owner := registered(t, s, name)
	var made struct{ Token string }
	for _, err := range []error{
		owner.Call(t.Context(), http.MethodPost, "/me/bot", map[string]any{"password": accountPassword}, nil),
		owner.Call(t.Context(), http.MethodPost, "/me/tokens", map[string]any{"label": "bot", "password": accountPassword}, &made),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte(made.Token), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, t.TempDir(), append([]string{"bot", "--server", s.url, "--token-file", token, "--engine", "level=1", "--time", "10ms"}, args...)...)
}

// awaitBot waits until the only bot of the server is as it should be.
func awaitBot(t *testing.T, c *client.Client, good func(accepts *meeting.Accepting) bool) (id play.PlayerID) {
	t.Helper()
	var list struct {
		Bots []struct {
			Player  api.Player
			Accepts *meeting.Accepting
		}
	}
	testaid.Eventually(t, func() bool {
		list.Bots = nil
		if err := c.Call(t.Context(), http.MethodGet, "/bots", nil, &list); err != nil {
			t.Fatal(err)
		}
		return len(list.Bots) == 1 && good(list.Bots[0].Accepts)
	}, func() string { return fmt.Sprintf("the bots are %+v", list.Bots) })
	return list.Bots[0].Player.ID
}

// challenge sends a challenge and waits for the answer.
func challenge(t *testing.T, c *client.Client, bot play.PlayerID, terms string) (state string, table play.TableID) {
	t.Helper()
	type view struct {
		ID, State string
		Table     play.TableID
	}
	var sent view
	body := map[string]any{"terms": json.RawMessage(terms)}
	if err := c.Call(t.Context(), http.MethodPost, "/players/"+string(bot)+"/challenge", body, &sent); err != nil {
		t.Fatal(err)
	}
	var now view
	testaid.Eventually(t, func() bool {
		var list struct{ Challenges []view }
		if err := c.Call(t.Context(), http.MethodGet, "/me/challenges", nil, &list); err != nil {
			t.Fatal(err)
		}
		for _, now = range list.Challenges {
			if now.ID == sent.ID && now.State != string(meeting.ChallengePending) {
				return true
			}
		}
		return false
	}, func() string { return "nobody answers the challenge" })
	return now.State, now.Table
}

// A bot says which challenges it accepts, plays those, and declines others.
func TestBotAnswersChallenges(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	bot := startDeclaredBot(t, s, "Robot", "--games", "quixo3,quixo,quixo4p", "--challenges", "rated", "--at-once", "1")
	ann := registered(t, s, "Ann")
	var me struct{ Player api.Player }
	if err := ann.Call(t.Context(), http.MethodGet, "/me", nil, &me); err != nil {
		t.Fatal(err)
	}
	id := awaitBot(t, ann, func(a *meeting.Accepting) bool {
		return a != nil && strings.Join(a.Games, " ") == "quixo3 quixo" && a.Rated && !a.Casual && !a.Busy
	})
	for terms, why := range map[string]string{
		`{"game":"quixo"}`:                "it plays rated games only",
		`{"game":"quantik","rated":true}`: "it does not play this game",
	} {
		if state, _ := challenge(t, ann, id, terms); state != string(meeting.ChallengeDeclined) {
			t.Errorf("the answer to %s is %s, but %s", terms, state, why)
		}
	}
	const rated = `{"game":"quixo","rated":true,"spectators":true,"time":{"main_ms":600000}}`
	state, table := challenge(t, ann, id, rated)
	if state != string(meeting.ChallengeAccepted) {
		t.Fatalf("the answer is %s", state)
	}
	awaitBot(t, ann, func(a *meeting.Accepting) bool { return a != nil && a.Busy })
	if state, _ := challenge(t, registered(t, s, "Ben"), id, rated); state != string(meeting.ChallengeDeclined) {
		t.Errorf("a busy bot answers %s", state)
	}
	moved := false
	end := plays(t, ann, table, me.Player.ID, func(ply int) { moved = moved || ply > 1 })
	if !moved || end.Reason == "resignation" {
		t.Errorf("it ended by %s after %v", end.Reason, end.Moves)
	}
	signalled(t, bot, os.Interrupt)
	if _, code := bot.ends(t); code != 0 {
		t.Errorf("exit code %d: %s", code, bot.stderr)
	}
	awaitBot(t, ann, func(a *meeting.Accepting) bool { return a == nil })
	for _, want := range []string{"declines the challenge of Ann to quantik: it does not play this game", "accepts the challenge of Ann to quixo", "it plays as many games as it may"} {
		if !strings.Contains(bot.stderr.String(), want) {
			t.Errorf("it does not say %q: %s", want, bot.stderr)
		}
	}
	s.stops(t, os.Interrupt)
}

// An engine that does not work and a token that nobody has end the bot.
func TestBotWithProblems(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	bot := startBot(t, s, "false", "--open", "quantik")
	if _, code := bot.ends(t); code != 1 || !strings.Contains(bot.stderr.String(), "the engine does not start: it ended (exit status 1)") {
		t.Errorf("exit code %d: %s", code, bot.stderr)
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("nobody"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := start(t, t.TempDir(), "bot", "--server", s.url, "--token-file", token, "--engine", "level=1")
	if _, code := refused.ends(t); code != 1 || !strings.Contains(refused.stderr.String(), "does not know the token") {
		t.Errorf("exit code %d: %s", code, refused.stderr)
	}
	s.stops(t, os.Interrupt)
}
