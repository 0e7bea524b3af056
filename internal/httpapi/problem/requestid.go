package problem

import (
	"context"
	"crypto/rand"
)

// RequestIDHeader is the header of every answer that names the request. That of a
// request counts for nothing: anybody can send one.
const RequestIDHeader = "X-Request-Id"

// idLength leaves 60 bits, and can be read out on the telephone.
const idLength = 12

type requestIDKey struct{}

// WithRequestID names a request.
func WithRequestID(ctx context.Context) (named context.Context, id string) {
	id = rand.Text()[:idLength]
	return context.WithValue(ctx, requestIDKey{}, id), id
}

// RequestID is what a request is called; empty if it has no name.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
