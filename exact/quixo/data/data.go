// Package data holds, embedded, the values of Quixo's positions with few
// marks and the network by which the others are estimated. It stands apart so
// that a program which loads the data on demand need not carry it.
//
// `make opening` and `make estimate` make them anew from the tablebase and check their sums.
package data

import _ "embed"

// Opening is what NewOpening of package exact/quixo takes.
//
//go:embed opening.bin
var Opening []byte

// Estimate is what New of package network takes.
//
//go:embed estimate.bin
var Estimate []byte
