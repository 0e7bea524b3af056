// Package data embeds the values of Quixo's positions with few marks and the
// network that estimates the others. It is separate so that a program that
// loads the data on demand does not contain it.
//
// `make opening` and `make estimate` rebuild them from the tablebase and check
// their checksums.
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
