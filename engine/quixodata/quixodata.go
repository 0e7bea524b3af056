// Package quixodata holds, embedded, the values of Quixo's positions with few
// marks and the network by which the others are estimated. It stands apart so
// that a program which loads the data on demand need not carry it.
//
// `make opening` and `make estimate` make them anew from the table of the solved
// game and check their sums.
package quixodata

import _ "embed"

// Opening is what [quixoopening.New] takes.
//
//go:embed opening.bin
var Opening []byte

// Estimate is what [quixonet.New] takes.
//
//go:embed estimate.bin
var Estimate []byte
