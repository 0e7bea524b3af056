package play

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
)

// TableID names a table. Whoever knows it may look at the table and sit down:
// it is the secret part of the link, and has 160 random bits.
type TableID string

// Short is the beginning of the id: enough to find the table for whoever has
// the store, and too little to open it. Logs and errors have no more.
func (id TableID) Short() string { return string(id[:min(len(id), 6)]) + "…" }

// PlayerID names a player, guest or not. It is no secret.
type PlayerID string

// Token is the secret by which a player is recognised. It is never stored.
type Token string

// TokenHash is what is stored of a token. A plain hash suffices, because a
// token has 256 random bits and cannot be found by trying.
type TokenHash [sha256.Size]byte

// Hash is what to store, and what to look for.
func (t Token) Hash() TokenHash { return sha256.Sum256([]byte(t)) }

// NewTableID draws an id from random, which must be fit for secrets.
func NewTableID(random io.Reader) TableID { return TableID(secret(random, 20)) }

// NewPlayerID draws an id.
func NewPlayerID(random io.Reader) PlayerID { return PlayerID(secret(random, 10)) }

// NewToken draws a token from random, which must be fit for secrets.
func NewToken(random io.Reader) Token { return Token(secret(random, 32)) }

// letters are easy to read out, and safe in links and file names.
var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func secret(random io.Reader, bytes int) string {
	b := make([]byte, bytes)
	if _, err := io.ReadFull(random, b); err != nil {
		// A guessable id would be worse than none, and the system's source
		// does not fail.
		panic(fmt.Sprintf("play: no randomness: %v", err))
	}
	return letters.EncodeToString(b)
}
