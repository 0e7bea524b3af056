package online_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
)

// device is a push subscription as a browser sends it.
func device(t *testing.T, endpoint string) string {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.URLEncoding.EncodeToString
	return fmt.Sprintf(`{"endpoint":%q,"keys":{"p256dh":%q,"auth":%q},"label":"Phone","request":"r"}`,
		endpoint, encode(key.PublicKey().Bytes()), encode(make([]byte, 16)))
}

type deviceView struct {
	ID, Label   string
	Since, Used int64
}

func (c *client) devices() []deviceView {
	c.Helper()
	return read[struct{ Devices []deviceView }](c.get("/me"), http.StatusOK).Devices
}

func TestDevices(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	if key := read[struct {
		Key string `json:"push_key"`
	}](s.nobody().get("/server"), http.StatusOK).Key; len(key) != 87 {
		t.Errorf("the key of the server is %q", key)
	}
	const endpoint = "https://push.example/secret"
	added := read[deviceView](ann.post("/me/devices", device(t, endpoint)), http.StatusCreated)
	s.wait(time.Hour)
	again := read[deviceView](ann.post("/me/devices", device(t, endpoint)), http.StatusCreated)
	if again.ID != added.ID || again.Since != added.Since || again.Used != added.Used+time.Hour.Milliseconds() || added.Label != "Phone" {
		t.Errorf("added %+v, confirmed %+v", added, again)
	}
	if list := ann.devices(); !slices.Equal(list, []deviceView{again}) {
		t.Errorf("the devices are %+v", list)
	}
	export := ann.get("/me/export")
	if !strings.Contains(string(export.body), endpoint) || strings.Contains(string(export.body), "p256dh") {
		t.Errorf("the export is %s", export.body)
	}
	ben.call(http.MethodDelete, "/me/devices/"+added.ID, "").refused(http.StatusNotFound, "push.unknown")
	if status := ann.call(http.MethodDelete, "/me/devices/"+added.ID, "").status; status != http.StatusNoContent {
		t.Errorf("removing it: %d", status)
	}
	if list := ann.devices(); list == nil || len(list) > 0 {
		t.Errorf("the devices are %v", list)
	}
}

func TestDevicesThatAreRefused(t *testing.T) {
	s := newSite(t, nil)
	ann := s.registered("Ann")
	for _, endpoint := range []string{"http://push.example/x", "https://127.0.0.1/x", "https://[::1]/", "https://push.example:8080/", "nonsense"} {
		ann.post("/me/devices", device(t, endpoint)).refused(http.StatusUnprocessableEntity, "push.endpoint")
	}
	ann.post("/me/devices", `{"endpoint":"https://push.example/","keys":{"p256dh":"AAAA","auth":"AAAA"}}`).refused(http.StatusUnprocessableEntity, "push.keys")
	ann.post("/me/devices", `{"endpoint":"https://push.example/"}`).refused(http.StatusUnprocessableEntity, "api.fields")
	s.nobody().post("/me/devices", device(t, "https://push.example/")).refused(http.StatusUnauthorized, "session.none")
	robot := &client{s, ann.id, read[struct{ Token string }](ann.post("/me/tokens", `{}`), http.StatusCreated).Token}
	robot.post("/me/devices", device(t, "https://push.example/")).refused(http.StatusForbidden, "token.plays")
	// A player has ten devices at most: the oldest make room.
	for i := range 12 {
		read[deviceView](ann.post("/me/devices", device(t, fmt.Sprintf("https://push.example/%d", i))), http.StatusCreated)
		s.wait(time.Second)
	}
	if list := ann.devices(); len(list) != 10 {
		t.Errorf("there are %d devices", len(list))
	}
}

// Who signs out learns nothing more in that browser, nor does the next person.
func TestDevicesEndWithTheSession(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	ann.setPassword("correct horse")
	other := s.as(s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`))
	read[deviceView](other.post("/me/devices", device(t, "https://push.example/phone")), http.StatusCreated)
	read[deviceView](ann.post("/me/devices", device(t, "https://push.example/laptop")), http.StatusCreated)
	if list := ann.devices(); len(list) != 2 {
		t.Fatalf("the devices are %+v", list)
	}
	if status := other.call(http.MethodDelete, "/sessions/current", "").status; status != http.StatusNoContent {
		t.Fatalf("signing out: %d", status)
	}
	if list := ann.devices(); len(list) != 1 {
		t.Errorf("after signing out the devices are %+v", list)
	}
	ben := s.guest("Ben")
	read[deviceView](ben.post("/me/devices", device(t, "https://push.example/laptop")), http.StatusCreated)
	if len(ann.devices()) != 0 || len(ben.devices()) != 1 {
		t.Errorf("Ann has %+v, Ben %+v", ann.devices(), ben.devices())
	}
}

// Without notifications there is no key, and devices can only be removed.
func TestNoNotifications(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Push = nil })
	ann := s.guest("Ann")
	var about map[string]json.RawMessage
	if err := json.Unmarshal(s.nobody().get("/server").body, &about); err != nil || about["push_key"] != nil {
		t.Errorf("the server is %s, %v", about, err)
	}
	ann.post("/me/devices", device(t, "https://push.example/")).refused(http.StatusNotFound, "push.off")
	ann.call(http.MethodDelete, "/me/devices/x", "").refused(http.StatusNotFound, "push.unknown")
}
