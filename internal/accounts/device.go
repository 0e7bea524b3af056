package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"plateau/internal/play"
)

// A device remembers in which accounts it has signed in, as a cookie with an entry
// for each of the last ones:
//
//	PLAYER.NONCE.MAC~PLAYER.NONCE.MAC
//
// The server stores none of that. It recognises its own entries by the MAC, for
// which it has a key in the store. An entry lets nobody in: it only means that
// guesses from the device are counted apart from those of strangers.

const (
	// maxKnown is how many accounts a device remembers.
	maxKnown = 5
	// deviceSecret is the name of the key in the store.
	deviceSecret = "device"
	nonceBytes   = 12
)

// SignedIn is what a device remembers from now on, after it has signed in as a
// player.
func (s *Service) SignedIn(ctx context.Context, device string, player play.PlayerID) (string, error) {
	key, err := s.deviceKey(ctx)
	if err != nil {
		return "", err
	}
	if nonce := knownBy(key, device, player); nonce != "" {
		return device, nil
	}
	nonce := base64.RawURLEncoding.EncodeToString(s.random(nonceBytes))
	entries := []string{string(player) + "." + nonce + "." + mac(key, string(player), nonce)}
	for entry := range strings.SplitSeq(device, "~") {
		// Entries that are not ours, or of this player, are dropped.
		owner, _, _ := strings.Cut(entry, ".")
		if len(entries) < maxKnown && knownBy(key, entry, play.PlayerID(owner)) != "" {
			entries = append(entries, entry)
		}
	}
	return strings.Join(entries, "~"), nil
}

// guesserOf is who tries to sign in to an account.
func (s *Service) guesserOf(ctx context.Context, nameKey string, account Account, proof Proof) (guesser, error) {
	if proof.Device == "" || account.Player == "" {
		return stranger(nameKey, proof), nil
	}
	key, err := s.deviceKey(ctx)
	if err != nil {
		return guesser{}, err
	}
	if nonce := knownBy(key, proof.Device, account.Player); nonce != "" {
		return atDevice(account.Player, nonce), nil
	}
	return stranger(nameKey, proof), nil
}

// knownBy is the nonce of a device's entry for a player; empty if it has none that
// is genuine.
func knownBy(key []byte, device string, player play.PlayerID) string {
	entries := strings.Split(device, "~")
	for _, entry := range entries[:min(len(entries), maxKnown)] {
		parts := strings.Split(entry, ".")
		if len(parts) == 3 && parts[0] == string(player) && hmac.Equal([]byte(parts[2]), []byte(mac(key, parts[0], parts[1]))) {
			return parts[1]
		}
	}
	return ""
}

func mac(key []byte, parts ...string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(strings.Join(parts, ".")))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// deviceKey is the server's key, made when it is first needed.
func (s *Service) deviceKey(ctx context.Context) ([]byte, error) {
	if key := s.key.Load(); key != nil {
		return *key, nil
	}
	key, err := s.Store.Secret(ctx, deviceSecret, s.random(sha256.Size))
	if err != nil {
		return nil, err
	}
	key = slices.Clone(key)
	s.key.Store(&key)
	return key, nil
}
