package online_test

import (
	"net/http"
	"strings"
	"testing"

	"plateau/internal/play"
)

const hello = `{"channel":"table","text":"hello"}`

// Guests do not chat unless the operator lets them, and the server may allow phrases
// only, or nothing.
func TestWhoMayChat(t *testing.T) {
	s := newSite(t, nil)
	s.house.Tables.GuestChat = false
	ann, ben := s.registered("Ann"), s.guest("Ben")
	table := ann.begin(ben, quixo+`,"chat":true`)
	ann.do(table, "say", hello)
	ben.refuse(table, "say", hello, http.StatusConflict, "chat.off")
	ben.refuse(table, "say", `{"channel":"table","phrase":"hello"}`, http.StatusConflict, "chat.off")
	s.house.Tables.Chat = play.TalkPhrases
	ann.refuse(table, "say", hello, http.StatusForbidden, "chat.phrases")
	ann.do(table, "say", `{"channel":"table","phrase":"goodluck"}`)
	ann.refuse(table, "say", `{"channel":"table","phrase":"insult"}`, http.StatusUnprocessableEntity, "chat.phrase")
	about := read[struct {
		Chat      string
		GuestChat bool `json:"guest_chat"`
	}](ann.get("/server"), http.StatusOK)
	if about.Chat != "phrases" || about.GuestChat {
		t.Errorf("the server says %+v", about)
	}
	s.house.Tables.Chat = play.TalkOff
	ann.refuse(ann.open(quixo+`,"chat":true`), "say", hello, http.StatusConflict, "chat.off")
}

// What was said is in no stream of a stranger after the game, and never in that of
// somebody who does not sit at a table without spectators.
func TestNobodyReadsOldChats(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	table := ann.begin(ben, quixo+`,"chat":true,"spectators":true`)
	ann.do(table, "say", `{"channel":"table","text":"my secret"}`)
	reads := func(c *client, want bool) {
		t.Helper()
		first := c.follow("/tables/"+table+"/events", "").next("table")
		if got := strings.Contains(string(first.Data), "my secret"); got != want {
			t.Errorf("that %q reads it is not %v", c.id, want)
		}
	}
	anonymous := &client{site: s}
	reads(anonymous, true)
	ben.do(table, "resign", "")
	reads(anonymous, false)
	reads(s.guest("Eve"), false)
	reads(ben, true)
}
