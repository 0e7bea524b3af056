package online

// StatusOf is the status of a code; 0 if it has none.
func StatusOf(code string) int { return statuses[code] }

// Patterns are the patterns of all routes.
func Patterns(c Config) []string { return newServer(c).mux.patterns }

// EncodeNews encodes a message of a table's stream.
var EncodeNews = encodeNews
