package api

import "plateau/internal/play"

// RequestID is part of the body of every command.
type RequestID struct {
	Request string `json:"request,omitempty" maxLength:"64" doc:"An id of your choice; a repetition gets the same answer and has no other effect"`
}

// IgnoredRequestID is part of bodies whose repetition is a new request: clients may
// send a request id with every POST.
type IgnoredRequestID struct {
	Request string `json:"request,omitempty" maxLength:"64" doc:"Ignored here: a repetition is a new request"`
}

// ID is the id of the request; empty if it has none.
func (r RequestID) ID() string { return r.Request }

// Answer says where a command took effect.
type Answer struct {
	Table play.TableID `json:"table"`
	Seq   uint64       `json:"seq" doc:"The number of the first event that the command caused"`
}
