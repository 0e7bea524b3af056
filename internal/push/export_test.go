package push

import (
	"crypto/tls"
	"net/http"
	"net/netip"

	"plateau/internal/play"
)

// For tests of the package from outside.
var (
	EncryptWith   = encryptWith
	ReadEndpoint  = readEndpoint
	ErrNotPublic  = errNotPublic
	Pauses        = pauses
	DeviceTime    = deviceTime
	DescribeTopic = func(id string) string { return topic(play.Turn{Table: play.TableID(id)}) }
)

// How many notices may wait.
const (
	MaxQueued = maxQueued
	MaxLater  = maxLater
)

// IsPublic reports whether an address is public.
func IsPublic(text string) bool { return isPublic(netip.MustParseAddr(text)) }

// NewTransport is the transport of the service, which trusts the certificates of
// a test.
func NewTransport(private bool, trusted *tls.Config) http.RoundTripper {
	t := newTransport(private)
	t.TLSClientConfig = trusted
	return t
}
