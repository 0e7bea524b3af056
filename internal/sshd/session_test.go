package sshd_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/server"
	"plateau/internal/testaid"
)

// withKey is Ann, who is known by a key.
func (s *site) withKey() (c *client.Client, id string, key gossh.Signer) {
	s.Helper()
	c, key = s.register("Ann", "a good password"), newKey(s)
	var added struct{ ID string }
	body := map[string]any{"key": lineOf(key), "password": "a good password"}
	if err := c.Call(s.Context(), http.MethodPost, "/me/ssh-keys", body, &added); err != nil {
		s.Fatal(err)
	}
	return c, added.ID, key
}

// Somebody over SSH plays with somebody over HTTP.
func TestPlayWithHTTP(t *testing.T) {
	s := open(t, server.Config{})
	_, _, key := s.withKey()
	l := s.lines(key, "")
	l.sees("Type the number of a table")
	l.types("open quixxo")
	l.sees("Did you mean: open quixo?")
	l.types("open quixo")
	l.sees("/#/table/")
	table := strings.TrimSpace(l.line())
	bob, me, err := s.http().Guest(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	id := play.TableID(table)
	if _, err := bob.Sit(t.Context(), id, "sit"); err != nil {
		t.Fatal(err)
	}
	l.sees("Type a move such as")
	state, err := bob.Table(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	begins := *state.ToMove == state.SeatOf(me.ID)
	for ply, move := range []string{"a1-a5", "e1-e5"} {
		if begins == (ply == 0) {
			if _, err := bob.Move(t.Context(), id, ply, move, move); err != nil {
				t.Fatal(err)
			}
		} else {
			l.sees("Your turn.")
			l.types(strings.Replace(move, "5", "6", 1), move)
			l.sees("Did you mean")
		}
		l.sees(move + ", ")
	}
	l.types("say Hello")
	l.types("resign", "no", "resign", "yes")
	l.sees("wins!")
	l.types("leave")
	l.sees("Type the number of a table")
}

// line is the rest of the line that was last seen.
func (l *talk) line() string {
	l.Helper()
	rest, ended := "", false
	testaid.Eventually(l, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		rest, _, ended = strings.Cut(l.received.String()[l.read:], "\n")
		return ended
	}, func() string { return "the line does not end" })
	return rest
}

// There is no shell, there are no commands, and nothing is forwarded.
func TestNothingElse(t *testing.T) {
	s := open(t, server.Config{})
	_, _, key := s.withKey()
	for _, command := range []string{"ls", "sh -c 'id'", "scp -t /tmp", "../../etc/passwd"} {
		l := s.lines(key, command)
		l.sees("there is no shell, and there are no commands")
		if code := l.ends(); code != 1 {
			t.Errorf("%s ends with %d", command, code)
		}
	}
	c := s.connect(key)
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "auth-agent@openssh.com", "tun@openssh.com"} {
		if _, _, err := c.OpenChannel(kind, nil); err == nil {
			t.Errorf("a channel %s was opened", kind)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com"} {
		if ok, _, err := c.SendRequest(kind, true, nil); err != nil || ok {
			t.Errorf("%s: %v, %v", kind, ok, err)
		}
	}
	session, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"x11-req", "auth-agent-req@openssh.com", "break"} {
		if ok, err := session.SendRequest(kind, true, nil); err != nil || ok {
			t.Errorf("%s: %v, %v", kind, ok, err)
		}
	}
	if err := session.RequestSubsystem("sftp"); err == nil {
		t.Error("there is a subsystem for files")
	}
	if err := session.Setenv("LD_PRELOAD", "/tmp/x.so"); err == nil {
		t.Error("any variable can be set")
	}
	if err := session.Setenv("LANG", "fr_FR.UTF-8"); err != nil {
		t.Error(err)
	}
	if second, err := c.NewSession(); err == nil {
		second.Close()
		t.Error("a connection has two sessions")
	}
	// Neither a password nor nothing at all lets anybody in.
	for _, auth := range [][]gossh.AuthMethod{nil, {gossh.Password("a good password")}} {
		config := &gossh.ClientConfig{User: "Ann", Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey()}
		if c, err := gossh.Dial("tcp", s.SSHAddress, config); err == nil {
			c.Close()
			t.Errorf("%v lets somebody in", auth)
		}
	}
}

// offered is a public key without its private key.
type offered struct{ public gossh.PublicKey }

// PublicKey implements [gossh.Signer].
func (o offered) PublicKey() gossh.PublicKey { return o.public }

// Sign implements [gossh.Signer].
func (offered) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("somebody else has the key")
}

// A public key alone lets nobody in: that of somebody else is known to many.
func TestKeysHaveToBeProved(t *testing.T) {
	s := open(t, server.Config{})
	_, _, key := s.withKey()
	if text := s.lines(offered{key.PublicKey()}, "").sees("Number from"); !strings.Contains(text, "without an SSH key") {
		t.Errorf("with Ann's public key, somebody sees %q", text)
	}
}

func TestRevokedKeysEndSessions(t *testing.T) {
	s := open(t, server.Config{})
	ann, id, key := s.withKey()
	l := s.lines(key, "")
	l.sees("Type the number of a table")
	if err := ann.Call(t.Context(), http.MethodDelete, "/me/ssh-keys/"+id, nil, nil); err != nil {
		t.Fatal(err)
	}
	l.sees("You are no longer signed in")
	if code := l.ends(); code != 1 {
		t.Errorf("it ends with %d", code)
	}
	s.lines(key, "").sees("does not know your key")
}

func TestDeletedPlayersAreOut(t *testing.T) {
	s := open(t, server.Config{})
	ann, _, key := s.withKey()
	l := s.lines(key, "")
	l.sees("Type the number of a table")
	if err := ann.Call(t.Context(), http.MethodDelete, "/me", map[string]any{"password": "a good password"}, nil); err != nil {
		t.Fatal(err)
	}
	l.sees("You are no longer signed in")
	if code := l.ends(); code != 1 {
		t.Errorf("it ends with %d", code)
	}
	s.lines(key, "").sees("does not know your key")
}

// Who signs out everywhere is out, over SSH too. The key stays.
func TestSignOutEverywhereEndsSessions(t *testing.T) {
	s := open(t, server.Config{})
	ann, _, key := s.withKey()
	everywhere := func(l *talk, end func()) {
		t.Helper()
		l.sees("Type the number of a table")
		end()
		l.sees("You are no longer signed in")
		if code := l.ends(); code != 1 {
			t.Errorf("it ends with %d", code)
		}
	}
	call := func(method, path string, body any) func() {
		return func() {
			if err := ann.Call(t.Context(), method, path, body, nil); err != nil {
				t.Error(err)
			}
		}
	}
	everywhere(s.lines(key, ""), call(http.MethodPut, "/me/password", map[string]any{"password": "another password", "current": "a good password"}))
	everywhere(s.lines(key, ""), call(http.MethodDelete, "/sessions", nil))
	everywhere(s.lines(key, ""), func() { s.operator(http.MethodDelete, "/admin/sessions", nil, nil) })
	s.lines(key, "").sees("Type the number of a table")
}

func TestSuspendedPlayersAreOut(t *testing.T) {
	s := open(t, server.Config{})
	ann, _, key := s.withKey()
	l := s.lines(key, "")
	l.sees("Type the number of a table")
	guest := s.lines(nil, "")
	guest.types("1", "Gus")
	guest.sees("Type the number of a table")
	player, err := ann.Me(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var found struct{ Players []api.Player }
	s.operator(http.MethodGet, "/admin/players?text=Gus", nil, &found)
	for _, id := range []play.PlayerID{player.ID, found.Players[0].ID} {
		s.operator(http.MethodPut, "/admin/players/"+string(id)+"/suspension", map[string]any{}, nil)
	}
	for _, each := range []*talk{l, guest} {
		each.sees("has suspended this account")
		each.ends()
	}
	again := s.lines(key, "")
	again.sees("has suspended this account")
	if code := again.ends(); code != 1 {
		t.Errorf("it ends with %d", code)
	}
}

// After a restart the server has the same key, and the same command leads back to the
// table.
func TestRestart(t *testing.T) {
	s := open(t, server.Config{})
	_, _, key := s.withKey()
	l := s.lines(key, "")
	l.types("open quixo")
	l.sees("/#/table/")
	table := strings.TrimSpace(l.line())
	before := s.hostKey()
	s.stop()
	l.sees("The server is restarting.")
	if code := l.ends(); code != 1 {
		t.Errorf("it ends with %d", code)
	}
	file := filepath.Join(s.config.Data, "ssh_host_ed25519_key")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key of the server: %v, %v", info, err)
	}
	s = open(t, server.Config{Store: server.Store{Data: s.config.Data}})
	if after := s.hostKey(); after != before {
		t.Error("the server has another key")
	}
	l = s.lines(key, table)
	l.sees("Quixo: Ann, free seat")
	l = s.lines(key, "https://games.example.org/#/table/"+table)
	l.sees("Quixo: Ann, free seat")
}

// hostKey is the key of the server as clients see it.
func (s *site) hostKey() (fingerprint string) {
	s.Helper()
	config := &gossh.ClientConfig{
		User: "x", HostKeyCallback: func(_ string, _ net.Addr, key gossh.PublicKey) error {
			fingerprint = gossh.FingerprintSHA256(key)
			return nil
		},
	}
	if c, err := gossh.Dial("tcp", s.SSHAddress, config); err == nil {
		c.Close()
	}
	return fingerprint
}

// On a terminal there is the app, in the language of its reader.
func TestApp(t *testing.T) {
	s := open(t, server.Config{})
	_, _, key := s.withKey()
	for locale, want := range map[string]string{"de_DE.UTF-8": "Mehr", "en_GB.UTF-8": "More"} {
		session, err := s.connect(key).NewSession()
		if err != nil {
			t.Fatal(err)
		}
		l := &talk{TB: t, session: session}
		session.Stdout = l
		if l.in, err = session.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := session.Setenv("LANG", locale); err != nil {
			t.Fatal(err)
		}
		if err := session.RequestPty("xterm-256color", 30, 100, nil); err != nil {
			t.Fatal(err)
		}
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		l.sees(want)
		if err := session.WindowChange(24, 80); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(l.in, "q"); err != nil {
			t.Fatal(err)
		}
		if code := l.ends(); code != 0 {
			t.Errorf("it ends with %d", code)
		}
	}
}
