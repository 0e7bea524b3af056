//go:build unix

package pgtest

import (
	"context"
	"slices"
)

// New is a server for tests that are not Go's, and for measurements, which want what it
// acknowledges on the disk. [Server.Remove] ends it.
func New(ctx context.Context, durable bool) (*Server, error) {
	chosen := settings
	if !durable {
		chosen = slices.Concat(careless, settings)
	}
	return start(ctx, 0, chosen...)
}

// Remove ends a server of [New], and removes all it had.
func (s *Server) Remove() { s.remove() }

// NewDatabase makes an empty database, and returns its address.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name, err := s.add(ctx, "DATABASE")
	return s.address(name), err
}
