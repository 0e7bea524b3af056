package play

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"math/rand/v2"
)

// TableID identifies a table. Anybody who knows it may look at the table and sit
// down: it is the secret part of the link, and has 160 random bits.
type TableID string

// Short is the beginning of the id: enough to find the table in the store, too
// little to open it. Logs and errors have no more.
func (id TableID) Short() string { return string(id[:min(len(id), 6)]) + "…" }

// PlayerID identifies a player, guest or registered. It is no secret.
type PlayerID string

// Token is the secret that identifies a player. It is never stored.
type Token string

// TokenHash is what is stored of a token. A plain hash suffices, because a token
// has 256 random bits and cannot be guessed.
type TokenHash [sha256.Size]byte

// Hash is what to store and to look up.
func (t Token) Hash() TokenHash { return sha256.Sum256([]byte(t)) }

// NewTableID makes a random id; random must be cryptographically secure.
func NewTableID(random io.Reader) TableID { return TableID(secret(random, 20)) }

// NewPlayerID makes a random id.
func NewPlayerID(random io.Reader) PlayerID { return PlayerID(secret(random, 10)) }

const tokenBytes = 32

// TokenLength is the number of letters of every token.
const TokenLength = (tokenBytes*8 + 4) / 5

// NewToken makes a random token; random must be cryptographically secure.
func NewToken(random io.Reader) Token { return Token(secret(random, tokenBytes)) }

// Letters are easy to read out, and safe in links and file names.
var Letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func secret(random io.Reader, bytes int) string {
	return Letters.EncodeToString(RandomBytes(random, bytes))
}

// RandomBytes are as unpredictable as their source.
func RandomBytes(random io.Reader, n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(random, b); err != nil {
		// A guessable id would be worse than none, and the system's source does
		// not fail.
		panic(fmt.Sprintf("play: no randomness: %v", err))
	}
	return b
}

// NewRand is an unpredictable random source.
func NewRand(random io.Reader) *rand.Rand {
	return rand.New(rand.NewChaCha8([32]byte(RandomBytes(random, 32))))
}

// TournamentID identifies a tournament. Anybody who knows it may look at the
// tournament: like that of a table, it is the secret part of the link.
type TournamentID string

// Short is the beginning of the id, for logs and errors.
func (id TournamentID) Short() string { return TableID(id).Short() }
