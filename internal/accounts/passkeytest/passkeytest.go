// Package passkeytest has a software authenticator, which answers the ceremonies of
// passkeys as a browser does with a device, correctly or not.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Device is an authenticator with the keys of one person, and the browser that asks it.
type Device struct {
	// Site is the name for which keys are made, and Origin that of the page that asks.
	Site, Origin string
	// User is the handle that answers name.
	User []byte
	// Untouched is a device that nobody touches, and Unverified one that does not ask who
	// touches it.
	Untouched, Unverified bool
	// Keys are those that it has made; it signs with the last one.
	Keys []Key
}

// Key is a passkey.
type Key struct {
	ID      []byte
	Private *ecdsa.PrivateKey
	// Count is how often it has signed.
	Count uint32
}

// NewKey draws a key.
func NewKey(tb testing.TB) Key {
	tb.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	id := make([]byte, 32)
	_, _ = rand.Read(id) // It never fails.
	return Key{ID: id, Private: private}
}

// Create makes a key and answers the options of a ceremony that asks for one.
func (d *Device) Create(tb testing.TB, options []byte) []byte {
	tb.Helper()
	asked := read(tb, options)
	key := NewKey(tb)
	d.Keys, d.User = append(d.Keys, key), asked.User.ID
	public, err := key.Private.PublicKey.Bytes() // A byte, and two coordinates.
	if err != nil {
		tb.Fatal(err)
	}
	const withKey = 1 << 6
	data := append(d.data(key, withKey), make([]byte, 16)...) // No model.
	data = binary.BigEndian.AppendUint16(data, uint16(len(key.ID)))
	data = append(data, key.ID...)
	// CBOR: a map of 5 with the numbers that COSE has for a key of ES256, and two byte
	// strings of 32.
	data = append(data, "\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"...)
	data = append(data, public[1:33]...)
	data = append(data, "\x22\x58\x20"...)
	data = append(data, public[33:]...)
	client := d.client(tb, "webauthn.create", asked)
	signature := key.sign(tb, data, client)
	object := append([]byte("\xa3\x63fmt\x66packed\x67attStmt\xa2\x63alg\x26\x63sig\x58"), byte(len(signature)))
	object = append(object, signature...)
	object = append(object, "\x68authData\x58"...)
	object = append(append(object, byte(len(data))), data...)
	return key.answer(tb, map[string]bytes{"attestationObject": object, "clientDataJSON": client})
}

// Sign answers the options of a ceremony that asks for a key.
func (d *Device) Sign(tb testing.TB, options []byte) []byte {
	tb.Helper()
	key := &d.Keys[len(d.Keys)-1]
	key.Count++
	data, client := d.data(*key, 0), d.client(tb, "webauthn.get", read(tb, options))
	response := map[string]bytes{"authenticatorData": data, "clientDataJSON": client, "signature": key.sign(tb, data, client)}
	if d.User != nil {
		response["userHandle"] = d.User
	}
	return key.answer(tb, response)
}

// data is what the device says of itself and of a key.
func (d *Device) data(key Key, flags byte) []byte {
	const touched, verified = 1 << 0, 1 << 2
	if !d.Untouched {
		flags |= touched
	}
	if !d.Unverified {
		flags |= verified
	}
	site := sha256.Sum256([]byte(d.Site))
	return binary.BigEndian.AppendUint32(append(site[:], flags), key.Count)
}

// client is what the browser says of the page.
func (d *Device) client(tb testing.TB, kind string, asked options) []byte {
	tb.Helper()
	return write(tb, map[string]any{"type": kind, "challenge": asked.Challenge, "origin": d.Origin})
}

func (k Key) sign(tb testing.TB, data, client []byte) []byte {
	tb.Helper()
	said := sha256.Sum256(client)
	digest := sha256.Sum256(append(data[:len(data):len(data)], said[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.Private, digest[:])
	if err != nil {
		tb.Fatal(err)
	}
	return signature
}

func (k Key) answer(tb testing.TB, response map[string]bytes) []byte {
	tb.Helper()
	return write(tb, map[string]any{"type": "public-key", "id": bytes(k.ID), "rawId": bytes(k.ID), "response": response})
}

// options are what a device reads of those of a ceremony.
type options struct {
	Challenge bytes
	User      struct{ ID bytes }
}

func read(tb testing.TB, text []byte) (asked options) {
	tb.Helper()
	if err := json.Unmarshal(text, &asked); err != nil {
		tb.Fatal(err)
	}
	return asked
}

func write(tb testing.TB, value any) []byte {
	tb.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// bytes are written as browsers write them.
type bytes []byte

// MarshalText implements [encoding.TextMarshaler].
func (b bytes) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *bytes) UnmarshalText(text []byte) (err error) {
	*b, err = base64.RawURLEncoding.AppendDecode(nil, text)
	return err
}
