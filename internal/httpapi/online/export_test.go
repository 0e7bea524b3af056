package online

import "plateau/game"

// StatusOf is the status of a kind of refusals; 0 if it has none.
func StatusOf(kind game.Kind) int { return statuses[kind] }

// Patterns are the patterns of all routes.
func Patterns(c Config) []string { return newServer(c).mux.patterns }

// EncodeNews encodes a message of a table's stream.
var EncodeNews = encodeNews
