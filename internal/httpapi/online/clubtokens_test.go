package online_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
)

// The token of an account does in clubs what its owner may do.
func TestClubsByToken(t *testing.T) {
	s := newSite(t, nil)
	olga, ben, cleo := s.registered("Olga"), s.registered("Ben"), s.registered("Cleo")
	program := olga.newToken()
	club := program.founds("Friday evening")
	id := strings.TrimPrefix(club, "/groups/")
	ben.joinsClub(program, club, "leader")
	cleo.joinsClub(ben.newToken(), club, "member")
	for _, path := range []string{"/groups", club, club + "/tables", club + "/leaderboard/quixo", "/invitations?group=" + id} {
		wantStatus(t, program.get(path), http.StatusOK)
	}
	wantStatus(t, program.call(http.MethodPatch, club, `{"name":"Saturday evening"}`), http.StatusOK)
	wantStatus(t, ben.newToken().call(http.MethodPatch, club, `{"chat":"phrases"}`), http.StatusOK)
	invited := read[struct{ Invitation struct{ ID string } }](program.post("/invitations", fmt.Sprintf(`{"group":%q,"uses":3}`, id)), http.StatusCreated)
	wantStatus(t, program.call(http.MethodDelete, "/invitations/"+invited.Invitation.ID, ""), http.StatusNoContent)
	wantStatus(t, program.call(http.MethodPatch, club+"/members/"+cleo.id, `{"role":"leader"}`), http.StatusNoContent)
	wantStatus(t, program.call(http.MethodPatch, club+"/members/"+cleo.id, `{"role":"member"}`), http.StatusNoContent)
	wantStatus(t, program.call(http.MethodDelete, club+"/members/"+cleo.id, ""), http.StatusNoContent)

	// It may do no more than that.
	cleo.newToken().get(club).refused(http.StatusNotFound, "group.unknown")
	ben.newToken().call(http.MethodPatch, club, `{"name":"Ben's"}`).refused(http.StatusForbidden, "group.owner")
	ben.newToken().call(http.MethodDelete, club, "").refused(http.StatusForbidden, "group.owner")

	wantStatus(t, program.call(http.MethodPut, club+"/owner", fmt.Sprintf(`{"player":%q}`, ben.id)), http.StatusNoContent)
	wantStatus(t, program.call(http.MethodDelete, club+"/members/"+olga.id, ""), http.StatusNoContent)
	wantStatus(t, ben.newToken().call(http.MethodDelete, club, ""), http.StatusNoContent)
	ben.get(club).refused(http.StatusNotFound, "group.unknown")
}

// What keeps bots from clubs, and people from founding many, holds for tokens, too.
func TestLimitsOfClubsByToken(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Clubs = route.Rate{PerSecond: 0.001, AtOnce: 1} })
	_, bot := s.declaredBot("Robo")
	bot.post("/groups", `{"name":"Robots"}`).refused(http.StatusForbidden, "club.account")
	olga := s.registered("Olga").newToken()
	club := olga.founds("Club")
	olga.post("/groups", `{"name":"Another"}`).refused(http.StatusTooManyRequests, "api.often")
	robot, other := s.declaredBot("Robot 2")
	robot.joinsClub(olga, club, "member")
	wantStatus(t, other.get(club), http.StatusOK)
	olga.call(http.MethodPut, club+"/owner", fmt.Sprintf(`{"player":%q}`, robot.id)).refused(http.StatusForbidden, "club.account")
}

// A token that somebody stole makes no account, opens none, and deletes none: neither
// by itself nor by making an accomplice the leader of a class.
func TestAccountsOfAClassByToken(t *testing.T) {
	s := newSite(t, nil)
	root, teacher, colleague := s.administrator(), s.registered("Theo"), s.registered("Tina")
	id := root.class("Class 5b", "Emma")
	class := "/groups/" + id
	teacher.joinsClub(root, class, "leader")
	colleague.joinsClub(root, class, "member")
	page := read[groupPage](teacher.get(class), http.StatusOK)
	var emma string
	for _, m := range page.Members {
		if m.Managed {
			emma = m.Player.ID
		}
	}
	program := teacher.newToken()
	child := class + "/members/" + emma
	for _, r := range []reply{
		program.post(class+"/members", `{"names":["Ben"]}`),
		program.post(class+"/cards", "{}"),
		program.call(http.MethodDelete, child+"/card", ""),
		program.post(child+"/handover", ""),
		program.call(http.MethodPatch, child, `{"name":"Emmy"}`),
		program.call(http.MethodDelete, child, ""),
		program.call(http.MethodDelete, class, ""),
		program.call(http.MethodPatch, class+"/members/"+colleague.id, `{"role":"leader"}`),
		program.post("/invitations", fmt.Sprintf(`{"group":%q,"role":"leader"}`, id)),
	} {
		r.refused(http.StatusForbidden, "token.plays")
	}
	program.post("/invitations", "{}").refused(http.StatusForbidden, "admin.only")
	// Everything else about a class is like in a club.
	wantStatus(t, program.get(class), http.StatusOK)
	wantStatus(t, program.call(http.MethodPatch, class, `{"name":"Class 6b","chat":"off"}`), http.StatusOK)
	wantStatus(t, program.post("/invitations", fmt.Sprintf(`{"group":%q}`, id)), http.StatusCreated)
	wantStatus(t, program.call(http.MethodDelete, class+"/members/"+colleague.id, ""), http.StatusNoContent)
	wantStatus(t, program.call(http.MethodDelete, class+"/members/"+teacher.id, ""), http.StatusNoContent)
}

// Where accounts need an invitation, a token invites nobody who gets one by that.
func TestInvitingByTokenWhereAccountsNeedIt(t *testing.T) {
	s := newSite(t, nil)
	root, olga := s.administrator(), s.registered("Olga")
	class := root.class("Class 5b")
	olga.joinsClub(root, "/groups/"+class, "leader")
	program := olga.newToken()
	club := program.founds("Club")
	s.accounts.InvitedOnly = true
	program.post("/invitations", fmt.Sprintf(`{"group":%q}`, class)).refused(http.StatusForbidden, "token.plays")
	wantStatus(t, olga.post("/invitations", fmt.Sprintf(`{"group":%q}`, class)), http.StatusCreated)
	wantStatus(t, program.post("/invitations", fmt.Sprintf(`{"group":%q}`, strings.TrimPrefix(club, "/groups/"))), http.StatusCreated)
}

// The token of an administrator is that of a player.
func TestAdministratorsTokenInGroups(t *testing.T) {
	s := newSite(t, nil)
	root, olga := s.administrator(), s.registered("Olga")
	club := olga.founds("Club")
	program := root.newToken()
	for _, r := range []reply{
		program.get("/groups?all=true"), program.get("/invitations"), program.post("/invitations", "{}"),
		program.post("/groups", fmt.Sprintf(`{"name":"Class 5b","leader":%q}`, olga.id)),
	} {
		r.refused(http.StatusForbidden, "token.plays")
	}
	program.get(club).refused(http.StatusNotFound, "group.unknown")
	program.call(http.MethodDelete, club, "").refused(http.StatusNotFound, "group.unknown")
	program.founds("A club like any other")
	wantStatus(t, root.get(club), http.StatusOK)
}

// An SSH key may do in groups what a token may do.
func TestGroupsOverSSH(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.SSHPort = 2222 })
	root := s.administrator()
	line, hash := sshKey(t)
	wantStatus(t, root.post("/me/ssh-keys", fmt.Sprintf(`{"key":%q}`, line)), http.StatusCreated)
	class := "/groups/" + root.class("Class 5b", "Emma")
	if w := s.overSSH(hash, http.MethodGet, class, ""); w.Code != http.StatusOK {
		t.Errorf("the class over SSH: %d %s", w.Code, w.Body)
	}
	if w := s.overSSH(hash, http.MethodPost, class+"/cards", "{}"); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "token.plays") {
		t.Errorf("cards over SSH: %d %s", w.Code, w.Body)
	}
}
