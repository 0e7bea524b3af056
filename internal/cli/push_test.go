//go:build unix

package cli_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// pushed is a message that a push service got.
type pushed struct {
	path string
	body []byte
}

// pushService is a push service on this machine, with a certificate that it signed
// itself. Programs that this test starts trust it.
func pushService(t *testing.T) (url string, got chan pushed) {
	t.Helper()
	got = make(chan pushed, 9)
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusCreated)
		got <- pushed{r.URL.Path, body}
	}))
	t.Cleanup(service.Close)
	file := filepath.Join(t.TempDir(), "push.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: service.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", file)
	return service.URL, got
}

// opened decrypts a message as the browser does.
func opened(t *testing.T, key *ecdh.PrivateKey, secret, message []byte) string {
	t.Helper()
	salt, sender, body := message[:16], message[21:86], message[86:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := key.ECDH(public)
	if err != nil {
		t.Fatal(err)
	}
	derive := func(from, salt []byte, info string, length int) []byte {
		derived, failure := hkdf.Key(sha256.New, from, salt, info, length)
		err = errors.Join(err, failure)
		return derived
	}
	material := derive(shared, secret, "WebPush: info\x00"+string(key.PublicKey().Bytes())+string(sender), 32)
	block, failure := aes.NewCipher(derive(material, salt, "Content-Encoding: aes128gcm\x00", 16))
	nonce := derive(material, salt, "Content-Encoding: nonce\x00", 12)
	if err := errors.Join(err, failure); err != nil {
		t.Fatal(err)
	}
	sealed, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	text, err := sealed.Open(nil, nonce, body, nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(text), "\x02")
}

// becomes signs in as a new guest.
func (s *server) becomes(t *testing.T, name string) (token string) {
	t.Helper()
	var guest struct{ Token string }
	s.posts(t, "", "/guests", map[string]any{"name": name, "token": true}, http.StatusCreated, &guest)
	return guest.Token
}

// posts sends a request with a token and reads the answer.
func (s *server) posts(t *testing.T, token, path string, body any, want int, into any) {
	t.Helper()
	s.token = token
	status, answer := s.asks(t, http.MethodPost, s.url+"/api/v1"+path, body)
	if status != want {
		t.Fatalf("%s: %d %s", path, status, answer)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatal(err)
	}
}

// A player in a game with days per move learns that it is their turn, from a real
// server through a push service in the same network, also after a restart.
func TestYourTurnIsPushed(t *testing.T) {
	service, got := pushService(t)
	data := t.TempDir()
	s := serve(t, data, "--push-private")
	ann, ben := s.becomes(t, "Ann"), s.becomes(t, "Ben")
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret, encode := make([]byte, 16), base64.RawURLEncoding.EncodeToString
	rand.Read(secret)
	device := map[string]any{
		"endpoint": service + "/phone-of-ben",
		"keys":     map[string]string{"p256dh": encode(key.PublicKey().Bytes()), "auth": encode(secret)},
	}
	var ignored struct{}
	s.posts(t, ben, "/me/devices", device, http.StatusCreated, &ignored)
	var table struct{ Table string }
	s.posts(t, ann, "/tables", map[string]any{
		"terms":  map[string]any{"game": "quixo", "time": map[string]int{"days": 2}, "first_side": "first", "begins": "first"},
		"chairs": []any{map[string]any{"me": true}, map[string]any{}},
	}, http.StatusCreated, &table)
	s.posts(t, ben, "/tables/"+table.Table+"/sit", nil, http.StatusOK, &ignored)
	move := func(s *server, token string, ply int, move string) {
		t.Helper()
		s.posts(t, token, "/tables/"+table.Table+"/move", map[string]any{"ply": ply, "move": move}, http.StatusOK, &ignored)
	}
	want := `{"table":"` + table.Table + `","game":"quixo","opponents":[{"name":"Ann"}]}`
	wantPushed := func() {
		t.Helper()
		message := <-got
		if text := opened(t, key, secret, message.body); message.path != "/phone-of-ben" || text != want {
			t.Errorf("%s got %s, want %s", message.path, text, want)
		}
	}
	move(s, ann, 0, "a1-a5")
	wantPushed()
	move(s, ben, 1, "b1-b5")
	keyBefore := s.gets(t, "/api/v1/server")
	s.stops(t, syscall.SIGTERM)

	again := serve(t, data, "--push-private")
	move(again, ann, 2, "a1-a5")
	wantPushed()
	if after := again.gets(t, "/api/v1/server"); pushKey(t, after) != pushKey(t, keyBefore) {
		t.Errorf("the key has changed: %s, %s", keyBefore, after)
	}
	again.stops(t, syscall.SIGTERM)
	// The logs are complete only after the servers have stopped.
	if strings.Contains(again.stderr.String()+s.stderr.String(), "phone-of-ben") {
		t.Error("the address of a device is in the log")
	}

	// Without the setting the same service is not called, nor accepted.
	public := serve(t, data)
	public.token = ben
	if status, answer := public.asks(t, http.MethodPost, public.url+"/api/v1/me/devices", device); status != http.StatusUnprocessableEntity {
		t.Errorf("%d %s", status, answer)
	}
	public.stops(t, syscall.SIGTERM)
	none := serve(t, data, "--no-push")
	if answer := none.gets(t, "/api/v1/server"); strings.Contains(answer, "push_key") {
		t.Errorf("the server is %s", answer)
	}
	none.stops(t, syscall.SIGTERM)
	if len(got) > 0 {
		t.Errorf("%d more messages came", len(got))
	}
}

func pushKey(t *testing.T, answer string) string {
	t.Helper()
	var about struct {
		Key string `json:"push_key"`
	}
	if err := json.Unmarshal([]byte(answer), &about); err != nil || about.Key == "" {
		t.Fatalf("%s: %v", answer, err)
	}
	return about.Key
}
