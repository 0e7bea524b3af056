package online_test

import (
	"net/http"
	"strings"
	"testing"
)

// block has a player block or mute another.
func (c *client) block(other *client, kind string) {
	c.Helper()
	c.call(http.MethodPut, "/me/blocks/"+other.id, `{"kind":"`+kind+`"}`).wantStatus(http.StatusNoContent)
}

func (r reply) wantStatus(status int) {
	r.Helper()
	if r.status != status {
		r.Fatalf("%d %s, want %d", r.status, r.body, status)
	}
}

type blockList struct {
	Blocks []struct{ Player, Name, Kind string }
}

// Who is blocked can neither sit down nor be read, and everything about it is in the
// export and ends with the account.
func TestBlocks(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.guest("Ben")
	table := ann.begin(ben, quixo+`,"chat":true`)
	ben.do(table, "say", `{"channel":"table","text":"you fool"}`)
	reads := func(want bool) {
		t.Helper()
		first := ann.follow("/tables/"+table+"/events", "").next("table")
		if got := strings.Contains(string(first.Data), "you fool"); got != want {
			t.Errorf("that Ann reads it is not %v", want)
		}
	}
	reads(true)
	ann.block(ben, "mute")
	reads(false)
	next := ann.open(quixo)
	ben.do(next, "sit", "")
	ann.block(ben, "block")
	ben.refuse(ann.open(quixo), "sit", "", http.StatusForbidden, "block.table")
	ann.refuse(ben.open(quixo), "sit", "", http.StatusForbidden, "block.owntable")
	list := read[blockList](ann.get("/me/blocks"), http.StatusOK)
	if len(list.Blocks) != 1 || list.Blocks[0] != (struct{ Player, Name, Kind string }{ben.id, "Ben", "block"}) {
		t.Errorf("Ann's blocks are %+v", list)
	}
	if export := string(ann.get("/me/export").body); !strings.Contains(export, `"player": "`+ben.id+`"`) || !strings.Contains(export, `"kind": "block"`) {
		t.Errorf("the export of Ann has no block: %s", export)
	}
	if export := string(ben.get("/me/export").body); strings.Contains(export, `"kind": "block"`) {
		t.Errorf("the export of Ben says who blocked him: %s", export)
	}
	ann.call(http.MethodPut, "/me/blocks/"+ann.id, `{"kind":"mute"}`).refused(http.StatusUnprocessableEntity, "block.self")
	ann.call(http.MethodPut, "/me/blocks/nobody", `{"kind":"mute"}`).refused(http.StatusNotFound, "player.unknown")
	s.nobody().call(http.MethodPut, "/me/blocks/"+ann.id, `{"kind":"mute"}`).refused(http.StatusUnauthorized, "session.none")
	ann.call(http.MethodDelete, "/me/blocks/"+ben.id, "").wantStatus(http.StatusNoContent)
	reads(true)
	ann.block(ben, "block")
	ben.call(http.MethodDelete, "/me", "").wantStatus(http.StatusNoContent)
	if list := read[blockList](ann.get("/me/blocks"), http.StatusOK); len(list.Blocks) > 0 {
		t.Errorf("after the deletion Ann's blocks are %+v", list)
	}
}
