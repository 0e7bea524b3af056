package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"testing"

	"plateau/internal/push"
)

func decoded(tb testing.TB, text string) []byte {
	tb.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// browser is the other end: it can read what is sent to a device.
type browser struct {
	key    *ecdh.PrivateKey
	secret []byte
}

func newBrowser(tb testing.TB) browser {
	tb.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	secret := make([]byte, 16)
	rand.Read(secret)
	return browser{key, secret}
}

// subscription is what the browser tells the server.
func (b browser) subscription(endpoint, label string) push.Subscription {
	return push.Subscription{Endpoint: endpoint, Key: encoded(b.key.PublicKey().Bytes()), Secret: encoded(b.secret), Label: label}
}

// decrypt reads a message as RFC 8291 says, with the derivation of keys spelt out.
func (b browser) decrypt(message []byte) ([]byte, error) {
	const header = 16 + 4 + 1
	if len(message) < header+65 || message[header-1] != 65 {
		return nil, errors.New("the header is too short")
	}
	salt, size, sender := message[:16], binary.BigEndian.Uint32(message[16:20]), message[header:header+65]
	body := message[header+65:]
	if len(body) > int(size) {
		return nil, errors.New("there is more than one record")
	}
	from, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(from)
	if err != nil {
		return nil, err
	}
	derive := func(secret, salt []byte, info string, length int) []byte {
		extracted, failure := hkdf.Extract(sha256.New, secret, salt)
		err = errors.Join(err, failure)
		key, failure := hkdf.Expand(sha256.New, extracted, info, length)
		err = errors.Join(err, failure)
		return key
	}
	material := derive(shared, b.secret, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender), 32)
	key := derive(material, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce := derive(material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, body, nil)
	if err != nil {
		return nil, err
	}
	for len(text) > 0 && text[len(text)-1] == 0 {
		text = text[:len(text)-1]
	}
	if len(text) == 0 || text[len(text)-1] != 2 {
		return nil, errors.New("the record is not the last one")
	}
	return text[:len(text)-1], nil
}

// The example of RFC 8291, section 5 and appendix A.
func TestExampleOfTheStandard(t *testing.T) {
	sender, err := ecdh.P256().NewPrivateKey(decoded(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	receiver, err := ecdh.P256().NewPrivateKey(decoded(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	if err != nil {
		t.Fatal(err)
	}
	secret := decoded(t, "BTBZMqHH6r4Tts7J_aSIgg")
	const text = "When I grow up, I want to be a watermelon"
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
		"yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	device := push.Device{Key: receiver.PublicKey().Bytes(), Secret: secret}
	got, err := push.EncryptWith(sender, decoded(t, "DGv6ra1nlYgDCS1FRnbzlw"), device, []byte(text))
	if err != nil || encoded(got) != want {
		t.Errorf("the message is\n%s, %v, want\n%s", encoded(got), err, want)
	}
	if read, err := (browser{receiver, secret}).decrypt(got); err != nil || string(read) != text {
		t.Errorf("the browser reads %q, %v", read, err)
	}
}

// The key of a subscription may be anything that a program sends.
func TestKeyThatIsNone(t *testing.T) {
	sender, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range [][]byte{nil, {4}, make([]byte, 65), append([]byte{4}, make([]byte, 64)...)} {
		if _, err := push.EncryptWith(sender, make([]byte, 16), push.Device{Key: key, Secret: make([]byte, 16)}, nil); err == nil {
			t.Errorf("the key %x was used", key)
		}
	}
}
