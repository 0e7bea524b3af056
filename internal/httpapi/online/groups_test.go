package online_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plateau/internal/play"
)

type (
	groupMember struct {
		Player              struct{ ID, Name string }
		Role                string
		Here, Managed, Card bool
	}
	groupPage struct {
		Group   struct{ ID, Name, Chat, Contact, Role, Owner string }
		Members []groupMember
	}
	cards struct {
		Cards []struct {
			Player, Name, Code, Link string
			QR                       struct {
				Size int
				Path string
			}
		}
	}
)

// class is a group of an administrator, with children.
func (c *client) class(name string, children ...string) (id string) {
	c.Helper()
	id = read[struct{ ID string }](c.post("/groups", fmt.Sprintf(`{"name":%q}`, name)), http.StatusCreated).ID
	if len(children) > 0 {
		c.post("/groups/"+id+"/members", fmt.Sprintf(`{"names":["%s"]}`, strings.Join(children, `","`)))
	}
	return id
}

// reachable lets everybody reach those of a class who sign in with cards.
func (c *client) reachable(class string) {
	c.Helper()
	c.call(http.MethodPatch, "/groups/"+class, `{"contact":"everybody"}`).wantStatus(http.StatusOK)
}

// enters signs somebody in with the code of a card.
func (s *site) enters(code string) *client {
	s.Helper()
	return s.as(s.nobody().post("/sessions/link", fmt.Sprintf(`{"token":%q}`, code)))
}

func TestClass(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	eve.post("/groups", fmt.Sprintf(`{"name":"Club","leader":%q}`, eve.id)).refused(http.StatusForbidden, "admin.only")
	ann.post("/groups", `{"name":" "}`).refused(http.StatusUnprocessableEntity, "group.name")
	id := ann.class("Class 5b")
	path := "/groups/" + id
	added := read[struct {
		Made    []struct{ ID, Name string }
		Refused []struct {
			Line int
			Code string
		}
	}](ann.post(path+"/members", `{"names":["Emma","Ben","moderator"]}`), http.StatusCreated)
	if len(added.Made) != 2 || len(added.Refused) != 1 || added.Refused[0].Line != 3 || added.Refused[0].Code != "name.reserved" {
		t.Fatalf("added are %+v", added)
	}
	made := read[cards](ann.post(path+"/cards", "{}"), http.StatusOK)
	if len(made.Cards) != 2 || made.Cards[1].Name != "Emma" || made.Cards[1].Link != "http://local/#/enter/"+made.Cards[1].Code || made.Cards[1].QR.Path == "" {
		t.Fatalf("the cards are %+v", made)
	}
	emma, ben := s.enters(made.Cards[1].Code), s.enters(made.Cards[0].Code)

	// Children see each other, and not who has which account.
	page := read[groupPage](emma.get(path), http.StatusOK)
	if len(page.Members) != 3 || page.Group.Role != "member" || page.Members[0].Role != "leader" || page.Members[1].Managed || page.Members[1].Card {
		t.Errorf("Emma sees %+v", page)
	}
	if led := read[groupPage](ann.get(path), http.StatusOK); !led.Members[1].Managed || !led.Members[1].Card {
		t.Errorf("the teacher sees %+v", led)
	}
	eve.get(path).refused(http.StatusNotFound, "group.unknown")
	for _, r := range []reply{
		emma.post(path+"/cards", "{}"), emma.call(http.MethodDelete, path, ""), emma.post(path+"/members", `{"names":["X"]}`),
		emma.call(http.MethodPatch, path, `{"chat":"free"}`), emma.call(http.MethodDelete, path+"/members/"+ben.id, ""),
		emma.call(http.MethodDelete, path+"/members/"+emma.id, ""), emma.post(path+"/members/"+ben.id+"/handover", ""),
		emma.get("/invitations?group=" + id), emma.post("/invitations", fmt.Sprintf(`{"group":%q}`, id)),
	} {
		r.refused(http.StatusForbidden, "group.leaders")
	}
	emma.call(http.MethodDelete, "/me", "").refused(http.StatusForbidden, "account.managed")
	emma.call(http.MethodPatch, "/me", `{"name":"Emmy"}`).refused(http.StatusForbidden, "account.managed")
	if me := read[struct{ Managed bool }](emma.get("/me"), http.StatusOK); !me.Managed {
		t.Error("Emma does not learn that her account is managed")
	}

	// A leader is somebody with an account of their own, and there is always one.
	ann.call(http.MethodPatch, path+"/members/"+emma.id, `{"role":"leader"}`).refused(http.StatusConflict, "group.managedleader")
	ann.call(http.MethodDelete, path+"/members/"+ann.id, "").refused(http.StatusConflict, "group.last")
	ann.call(http.MethodPatch, path+"/members/"+ann.id, `{"role":"member"}`).refused(http.StatusConflict, "group.last")
	ann.post(path+"/cards", fmt.Sprintf(`{"players":[%q]}`, ann.id)).refused(http.StatusConflict, "group.own")
	ann.post(path+"/cards", fmt.Sprintf(`{"players":[%q]}`, eve.id)).refused(http.StatusNotFound, "group.member")
	wantStatus(t, ann.call(http.MethodPatch, path+"/members/"+emma.id, `{"name":"Emma B"}`), http.StatusNoContent)

	// A new card ends the old session; a child who is removed is deleted.
	again := read[cards](ann.post(path+"/cards", fmt.Sprintf(`{"players":[%q]}`, emma.id)), http.StatusOK)
	emma.get("/me").refused(http.StatusUnauthorized, "session.none")
	emma = s.enters(again.Cards[0].Code)
	wantStatus(t, ann.call(http.MethodDelete, path+"/members/"+ben.id+"/card", ""), http.StatusNoContent)
	ben.get("/me").refused(http.StatusUnauthorized, "session.none")
	wantStatus(t, ann.call(http.MethodDelete, path+"/members/"+ben.id, ""), http.StatusNoContent)
	if p, err := s.store.Player(t.Context(), play.PlayerID(ben.id)); err != nil || p.Name != "" {
		t.Errorf("Ben is %+v, %v", p, err)
	}
	ann.reachable(id)
	table := emma.begin(eve, quixo)
	wantStatus(t, ann.call(http.MethodDelete, path, ""), http.StatusNoContent)
	emma.get("/me").refused(http.StatusUnauthorized, "session.none")
	if over := eve.table(table); over.Phase != "over" || over.Sitters[0].Name != "" {
		t.Errorf("her game is %+v", over)
	}
	ann.get(path).refused(http.StatusNotFound, "group.unknown")
	want := "group-delete; group-change; member-remove; card-revoke; card; rename; " + strings.Repeat("card; ", 2) + "members-add; group-create"
	if got := ann.actions(); got != want {
		t.Errorf("the log has %q, want %q", got, want)
	}
}

// Where a class has no chat, nobody chats with its members.
func TestChatOfAClass(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	id := ann.class("Class 5b", "Emma")
	emma := s.enters(read[cards](ann.post("/groups/"+id+"/cards", "{}"), http.StatusOK).Cards[0].Code)
	ann.reachable(id)
	table := emma.begin(eve, quixo+`,"chat":true`)
	said := `{"channel":"table","text":"hello"}`
	eve.do(table, "say", said)
	chat := func(how string) {
		t.Helper()
		wantStatus(t, ann.call(http.MethodPatch, "/groups/"+id, fmt.Sprintf(`{"chat":%q}`, how)), http.StatusOK)
	}
	chat("phrases")
	emma.do(table, "say", `{"channel":"table","phrase":"hello"}`)
	eve.refuse(table, "say", said, http.StatusForbidden, "chat.phrases")
	chat("off")
	for _, c := range []*client{emma, eve} {
		c.refuse(table, "say", said, http.StatusConflict, "chat.off")
	}
	if me := read[struct{ Chat string }](emma.get("/me"), http.StatusOK); me.Chat != "off" {
		t.Errorf("Emma learns that chat is %q", me.Chat)
	}
}

// A club is joined by invitation: by somebody new, and by somebody with an account.
func TestClub(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	id := ann.class("Club")
	type made struct {
		Invitation struct{ ID string }
		Link       string
	}
	invite := func(by *client, body string) (made, string) {
		t.Helper()
		m := read[made](by.post("/invitations", body), http.StatusCreated)
		token, ok := strings.CutPrefix(m.Link, "http://local/#/invited/")
		if !ok {
			t.Fatalf("the link is %s", m.Link)
		}
		return m, token
	}
	_, token := invite(ann, fmt.Sprintf(`{"group":%q,"role":"leader"}`, id))
	look := read[struct {
		GroupName string `json:"group_name"`
		Role      string
	}](s.nobody().post("/invitations/look", fmt.Sprintf(`{"token":%q}`, token)), http.StatusOK)
	if look.GroupName != "Club" || look.Role != "leader" {
		t.Errorf("the link invites to %+v", look)
	}
	joined := s.nobody().post("/invitations/accept", fmt.Sprintf(`{"token":%q,"name":"Leo","password":"a long one"}`, token))
	if got := read[struct{ Group string }](joined, http.StatusOK); got.Group != id {
		t.Errorf("joined %+v", got)
	}
	leo := s.as(joined)
	s.nobody().post("/invitations/look", fmt.Sprintf(`{"token":%q}`, token)).refused(http.StatusForbidden, "invitation.unknown")

	// The new leader invites others, to this group alone.
	leo.post("/invitations", "{}").refused(http.StatusForbidden, "admin.only")
	leo.get("/invitations").refused(http.StatusForbidden, "admin.only")
	first, token := invite(leo, fmt.Sprintf(`{"group":%q,"uses":5,"days":30}`, id))
	wantStatus(t, eve.post("/invitations/accept", fmt.Sprintf(`{"token":%q}`, token)), http.StatusOK)
	if joinedGroups := read[struct{ Groups []struct{ Name, Role string } }](eve.get("/groups"), http.StatusOK); len(joinedGroups.Groups) != 1 || joinedGroups.Groups[0].Role != "member" {
		t.Errorf("Eve's groups are %+v", joinedGroups)
	}
	listed := read[struct{ Invitations []struct{ Uses, Used int } }](leo.get("/invitations?group="+id), http.StatusOK)
	if len(listed.Invitations) != 2 || listed.Invitations[0].Uses+listed.Invitations[1].Uses != 6 {
		t.Errorf("the invitations are %+v", listed)
	}
	wantStatus(t, leo.call(http.MethodDelete, "/invitations/"+first.Invitation.ID, ""), http.StatusNoContent)
	s.nobody().post("/invitations/look", fmt.Sprintf(`{"token":%q}`, token)).refused(http.StatusForbidden, "invitation.unknown")
	leo.call(http.MethodDelete, "/invitations/"+first.Invitation.ID, "").refused(http.StatusNotFound, "invitation.none")
	wantStatus(t, eve.call(http.MethodDelete, "/groups/"+id+"/members/"+eve.id, ""), http.StatusNoContent)
	eve.get("/groups/"+id).refused(http.StatusNotFound, "group.unknown")
	// Deleting the club deletes no account that belongs to its player.
	wantStatus(t, leo.call(http.MethodDelete, "/groups/"+id, ""), http.StatusNoContent)
	wantStatus(t, leo.get("/me"), http.StatusOK)
}
