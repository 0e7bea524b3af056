package online

// StatusOf is the status that a code is told as, if it is a known one.
func StatusOf(code string) int { return statuses[code] }

// Patterns are the routes that are served.
func Patterns(c Config) []string { return newServer(c).mux.patterns }

// EncodeNews encodes what a stream of a table tells.
var EncodeNews = encodeNews
