package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"time"
)

// identityTime is how long a push service may recognise the server by one
// signature. RFC 8292 allows a day.
const identityTime = 12 * time.Hour

// newIdentity makes the private key of a server.
func newIdentity() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return key.Bytes()
}

// identity is what push services recognise the server by (RFC 8292, VAPID): a
// subscription is bound to its key, so nobody else can use one.
type identity struct {
	private *ecdsa.PrivateKey
	// public is the key as browsers and push services want it.
	public string
	// subject is the address of the server; it may be empty.
	subject string
}

func readIdentity(private []byte, subject string) (identity, error) {
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), private)
	if err != nil {
		return identity{}, err
	}
	public, err := key.PublicKey.Bytes()
	return identity{key, base64.RawURLEncoding.EncodeToString(public), subject}, err
}

// authorization is the header by which a push service recognises the server.
func (i identity) authorization(endpoint *url.URL, now time.Time) (string, error) {
	claims, err := json.Marshal(struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
		Subject  string `json:"sub,omitempty"`
	}{endpoint.Scheme + "://" + endpoint.Host, now.Add(identityTime).Unix(), i.subject})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	hash := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, i.private, hash[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + text + "." + encode(signature) + ", k=" + i.public, nil
}
