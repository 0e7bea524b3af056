//go:build unix

package cli_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clubMember is somebody with an account and a file with an API token of it.
type clubMember struct {
	*visitor
	file string
}

// member registers somebody at a server.
func (s *server) member(t *testing.T, address, name string) clubMember {
	t.Helper()
	v := s.guestFrom(t, address, name)
	v.wants(http.StatusOK, http.MethodPut, "/me/password", map[string]any{"password": testPassword})
	_, token := v.newToken()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return clubMember{v, file}
}

// club runs a command with the token of the member, which must end with a code, and
// print what a pattern describes.
func (m clubMember) club(code int, pattern string, args ...string) string {
	m.Helper()
	args = append(append([]string{"club"}, args...), "--server", m.server(), "--token-file", m.file)
	cmd := exec.CommandContext(m.Context(), "plateau", args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		m.Fatalf("%q: %v\n%s", args, err, out)
	}
	if !regexp.MustCompile(pattern).Match(out) {
		m.Errorf("%q printed\n%s\nwant %s", args, out, pattern)
	}
	return string(out)
}

// server is the address without that of the API.
func (m clubMember) server() string { return strings.TrimSuffix(m.url, "/api/v1") }

// accepts uses an invitation.
func (m clubMember) accepts(printed string) {
	m.Helper()
	_, token, found := strings.Cut(strings.TrimSpace(printed), "/#/invited/")
	if !found {
		m.Fatalf("there is no link in\n%s", printed)
	}
	m.wants(http.StatusOK, http.MethodPost, "/invitations/accept", map[string]any{"token": token})
}

// A club is run from the terminal, from its start to its end.
func TestClubOnServer(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	olga, ben, cleo := s.member(t, "198.51.100.1", "Olga"), s.member(t, "198.51.100.2", "Ben"), s.member(t, "198.51.100.3", "Cleo")
	olga.club(0, `^You belong to no class or club; 'plateau club new NAME' starts a club\.\n$`, "list")
	id := strings.TrimSuffix(strings.Fields(olga.club(0, `^Started [a-z2-7]+: Friday evening\. Invite people with`, "new", "Friday evening"))[1], ":")
	olga.club(1, `a group needs a name`, "new", " ")
	olga.club(0, `^`+id+`  Friday evening  leader  chat: free\n$`, "list")
	olga.club(0, `^{"id":"`+id+`","name":"Friday evening",.*}\n$`, "list", "--json")

	// People join by links.
	ben.accepts(olga.club(0, `^This link is good for one person, until 20.*:\nhttp.*/#/invited/`, "invite", id, "--leader"))
	cleo.accepts(ben.club(0, `^This link is good for 5 people, until`, "invite", "friday evening", "--uses", "5", "--for", "30d"))
	ben.club(1, `only the owner of the club can do that`, "invite", id, "--leader")
	ben.club(0, `"link":"http`, "invite", id, "--json")
	invited := regexp.MustCompile(`(?m)^(\S+)  until .* used by 1 of 5  Friday evening  Ben$`).FindStringSubmatch(olga.club(0, "", "invitations", id))
	if invited == nil {
		t.Fatal("the invitation is not listed")
	}
	olga.club(0, `"used":1`, "invitations", id, "--json")
	olga.club(0, `^The invitation has ended; people who used it stay members\.`, "revoke", invited[1])
	olga.club(1, `there is no such invitation`, "revoke", invited[1])

	// Members look at it.
	page := olga.club(0, `(?s)^Friday evening, 3 members, chat: free\n`, "show", "Friday evening")
	for _, row := range []string{`(?m)Olga +owner`, `(?m)Ben +leader`, `(?m)Cleo +member`} {
		if !regexp.MustCompile(row).MatchString(page) {
			t.Errorf("the club is\n%s\nwant %s", page, row)
		}
	}
	cleo.club(0, `^{"group":{"id":"`+id+`"`, "show", id, "--json")
	cleo.club(0, `^Friday evening has no open tables\.\n$`, "tables", id)
	table, status := ben.opens(map[string]any{"time": map[string]any{"days": 2}, "group": id})
	if status != http.StatusCreated {
		t.Fatalf("a table for the club: %d", status)
	}
	cleo.club(0, `^Quixo .*2 days.* Ben, .* http.*/#/table/`+table+`\n$`, "tables", id)
	cleo.club(0, `^{"id":"`+table+`",`, "tables", id, "--json")
	cleo.club(0, `^Nobody in Friday evening has a rated game of Quixo yet\.\n$`, "leaderboard", id, "quixo")
	cleo.club(2, `chess`, "leaderboard", id, "chess")

	// Leaders and the owner change it.
	cleo.club(1, `only leaders of the group can do that`, "chat", id, "off")
	ben.club(0, `^Chat with members of Friday evening: phrases\.`, "chat", id, "phrases")
	ben.club(2, `loud: chat is off, phrases or free`, "chat", id, "loud")
	ben.club(1, `only the owner of the club can do that`, "rename", id, "Ben's")
	olga.club(0, `^Friday evening is now called Saturday evening\.`, "rename", id, "Saturday evening")
	olga.club(0, `^Cleo is a leader of Saturday evening now\.`, "role", id, "cleo", "leader")
	olga.club(0, `^Cleo is a member of Saturday evening now\.`, "role", id, cleo.id(), "member")
	olga.club(2, `chief: a role is leader or member`, "role", id, "Cleo", "chief")
	olga.club(1, `Saturday evening has no member "Dan"; 'plateau club show' lists them`, "role", id, "Dan", "leader")
	ben.club(0, `^Cleo is removed from Saturday evening\.`, "remove", id, "Cleo")
	cleo.club(1, `there is no group "`+id+`"; 'plateau club list' shows yours`, "show", id)
	olga.club(1, `the owner cannot leave the club; hand it over or dissolve it first`, "leave", id)
	olga.club(0, `^Ben owns Saturday evening now\.`, "give", id, "Ben")
	olga.club(0, `^You have left Saturday evening\.`, "leave", id)
	ben.club(2, `this would dissolve Saturday evening for good; add --yes`, "dissolve", id)
	ben.club(0, `^Saturday evening is dissolved\.`, "dissolve", id, "--yes")
	ben.club(0, `no class or club`, "list")

	// Names may occur twice.
	olga.club(0, "", "new", "Twins")
	olga.club(0, "", "new", "Twins")
	olga.club(1, `several groups are called "Twins"; name one by its id; 'plateau club list' shows yours`, "show", "Twins")
}

// The command says what a token cannot do, and what is missing.
func TestClubProblems(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data)
	theo := s.member(t, "198.51.100.1", "Theo")
	succeeds(t, "admin", "--data", data, "group", "create", "Class 5b", "--leader", "Theo")
	for _, args := range [][]string{{"dissolve", "Class 5b", "--yes"}, {"invite", "Class 5b", "--leader"}} {
		theo.club(1, `a token cannot do that, because it concerns accounts; sign in at http.*/#/groups`, args...)
	}
	theo.club(0, `/#/invited/`, "invite", "Class 5b")
	if err := os.WriteFile(theo.file, []byte("nobody"), 0o600); err != nil {
		t.Fatal(err)
	}
	theo.club(1, `the server does not know the token in .*; make one on the account page, http.*/#/account`, "list")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"club", "list"}, "--server is missing"},
		{[]string{"club", "list", "--server", theo.server()}, "--token-file is missing"},
		{[]string{"club", "list", "--server", "games", "--token-file", theo.file}, "an address is such as"},
		{[]string{"club", "rename", "x"}, "NAME is missing"},
		{[]string{"club", "hurry"}, "there is no command"},
	} {
		cmd := exec.CommandContext(t.Context(), "plateau", c.args...)
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), c.want) {
			t.Errorf("%q: %v\n%s", c.args, cmd.ProcessState, out)
		}
	}
}
