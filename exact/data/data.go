// Package data embeds what makes games exact without a tablebase. It is separate so that
// a program that loads the data on demand does not contain it.
//
// `make tablebases`, `make opening` and `make estimate` rebuild it, the first from the
// rules and the others from the tablebase of Quixo, and check its checksums.
package data

import _ "embed"

// PivotLosses is what ReadLosses of package exact/pivot takes.
//
//go:embed pivot-losses.bin
var PivotLosses []byte

// QuixoOpening is what NewOpening of package exact/quixo takes: the values of positions
// with few marks.
//
//go:embed quixo-opening.bin
var QuixoOpening []byte

// QuixoEstimate is what New of package network takes: it estimates the others.
//
//go:embed quixo-estimate.bin
var QuixoEstimate []byte
