package tournaments

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"strconv"
	"strings"

	"plateau/internal/play"
	"plateau/tournament"
)

// keyBytes is the length of the secret of a tournament.
const keyBytes = 32

// derive makes a secret of a tournament's key for a purpose.
func derive(key []byte, bytes int, purpose ...string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(purpose, "\n")))
	return play.Letters.EncodeToString(mac.Sum(nil)[:bytes])
}

// tableID is the id of the table of a game: the one with a number, from 0, at a
// board, and its attempt, if earlier ones were aborted.
func tableID(key []byte, b board, number, attempt int) play.TableID {
	return play.TableID(derive(key, 20, "table", strconv.FormatUint(b.seq, 10), strconv.Itoa(b.board), strconv.Itoa(number), strconv.Itoa(attempt)))
}

// secretCode is one that people get, for a purpose. The organiser can renew the codes,
// after which the old ones are worth nothing.
func secretCode(key []byte, t *tournament.Tournament, purpose ...string) string {
	if t.CodesRenewed > 0 {
		purpose = append(purpose, "renewed", strconv.FormatUint(t.CodesRenewed, 10))
	}
	return derive(key, 10, purpose...)
}

// joinCode is in the link by which people join.
func joinCode(key []byte, t *tournament.Tournament) string { return secretCode(key, t, "join") }

// slipCode lets an entrant report results without an account: it is on the result
// slip.
func slipCode(key []byte, t *tournament.Tournament, number int) string {
	return secretCode(key, t, "slip", strconv.Itoa(number))
}

// same compares codes in constant time.
func same(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(strings.ToLower(strings.TrimSpace(a))), []byte(b)) == 1
}

// entrantOf finds whose code it is.
func entrantOf(key []byte, t *tournament.Tournament, code string) *tournament.Entrant {
	for i := range t.Entrants {
		if same(code, slipCode(key, t, t.Entrants[i].Number)) {
			return &t.Entrants[i]
		}
	}
	return nil
}
