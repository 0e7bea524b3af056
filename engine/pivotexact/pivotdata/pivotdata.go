// Package pivotdata holds the data of package pivotexact, embedded. It stands
// apart so that a program which loads the data on demand need not carry it.
//
// `make tables` computes it anew from the rules and checks its sum.
package pivotdata

import _ "embed"

// Losses is what [pivotexact.New] takes.
//
//go:embed losses.bin
var Losses []byte
