package online_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"plateau/internal/accounts/passkeytest"
	"plateau/internal/httpapi/online"
)

// ceremony is the first half of a passkey ceremony.
type ceremony struct {
	Options json.RawMessage
	State   string
}

func TestPasskeysOverHTTP(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Origins.URL = func(*http.Request) string { return "http://localhost:8080" } })
	ann, ben := s.guest("Ann"), s.guest("Ben")
	device := passkeytest.Device{Site: "localhost", Origin: "http://localhost:8080"}

	create := func(c *client) string {
		t.Helper()
		begun := read[ceremony](c.post("/me/passkeys/options", `{"request":"r"}`), http.StatusOK)
		return fmt.Sprintf(`{"state":%q,"label":"phone","credential":%s}`, begun.State, device.Create(t, begun.Options))
	}
	body := create(ann)
	ben.post("/me/passkeys", body).refused(http.StatusForbidden, "passkey.failed")
	ann.post("/me/passkeys", body).refused(http.StatusConflict, "passkey.late") // Ben has used it up.
	made := read[struct{ ID, Label string }](ann.post("/me/passkeys", create(ann)), http.StatusCreated)
	if me := ann.me(); !me.Player.Registered || me.Password || len(me.Passkeys) != 1 || me.Passkeys[0] != made || made.Label != "phone" {
		t.Errorf("with a passkey the account is %+v", me)
	}

	sign := func() string {
		t.Helper()
		begun := read[ceremony](s.nobody().post("/sessions/passkey/options", ""), http.StatusOK)
		return fmt.Sprintf(`{"state":%q,"credential":%s}`, begun.State, device.Sign(t, begun.Options))
	}
	if signedIn := s.as(s.nobody().post("/sessions/passkey", sign())); signedIn.id != ann.id {
		t.Errorf("signed in as %+v", signedIn.me())
	}
	device.Origin = "http://evil.example"
	s.nobody().post("/sessions/passkey", sign()).refused(http.StatusForbidden, "passkey.failed")
	s.nobody().post("/sessions/passkey", `{"state":"x","credential":{}}`).refused(http.StatusConflict, "passkey.late")

	ben.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").refused(http.StatusNotFound, "passkey.unknown")
	ann.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").refused(http.StatusConflict, "passkey.last")
	device.Origin = "http://localhost:8080"
	prove := func() string {
		t.Helper()
		begun := read[ceremony](ann.post("/me/proof/options", ""), http.StatusOK)
		return fmt.Sprintf(`"passkey":{"state":%q,"credential":%s}`, begun.State, device.Sign(t, begun.Options))
	}
	ben.post("/me/proof/options", "").refused(http.StatusNotFound, "passkey.unknown")
	ann.post("/me/tokens", `{"label":"x"}`).refused(http.StatusForbidden, "passkey.needed")
	ann.post("/me/recovery-codes", "").refused(http.StatusForbidden, "passkey.needed")
	ann.call(http.MethodDelete, "/me", "").refused(http.StatusForbidden, "passkey.needed")
	ann.call(http.MethodPut, "/me/password", `{"password":"correct horse"}`).refused(http.StatusForbidden, "passkey.needed")
	read[struct{ Token string }](ann.post("/me/tokens", `{"label":"x","days":30,`+prove()+`}`), http.StatusCreated)
	codes := read[struct{ Codes []string }](ann.post("/me/recovery-codes", `{`+prove()+`}`), http.StatusCreated).Codes
	recovered := s.as(s.nobody().post("/sessions/recovery", fmt.Sprintf(`{"name":"ann","code":%q,"password":"correct horse"}`, codes[0])))
	if recovered.id != ann.id {
		t.Errorf("recovered %+v", recovered.me())
	}
	s.nobody().post("/sessions/recovery", fmt.Sprintf(`{"name":"ann","code":%q,"password":"correct horse"}`, codes[0])).
		refused(http.StatusForbidden, "recovery.wrong")
	ann = recovered
	ann.post("/me/passkeys/options", "").refused(http.StatusForbidden, "password.needed")
	if status := ann.post("/me/passkeys/options", `{"password":"correct horse"}`).status; status != http.StatusOK {
		t.Errorf("beginning with a password gave %d", status)
	}
	if status := ann.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").status; status != http.StatusNoContent {
		t.Errorf("removing a passkey gave %d", status)
	}
}

func TestPasskeysNeedAName(t *testing.T) {
	s := newSite(t, nil) // Its address is a number.
	s.nobody().post("/sessions/passkey/options", "").refused(http.StatusUnprocessableEntity, "passkey.host")
	s.guest("Ann").post("/me/passkeys/options", "").refused(http.StatusUnprocessableEntity, "passkey.host")
}
