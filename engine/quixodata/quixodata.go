// Package quixodata holds the values of Quixo's positions with few marks,
// embedded. It stands apart so that a program which loads the data on demand
// need not carry it.
//
// `make opening` extracts it anew from the table of the solved game and checks
// its sum.
package quixodata

import _ "embed"

// Opening is what [quixoopening.New] takes.
//
//go:embed opening.bin
var Opening []byte
