// Package data holds the losses of Pivot, embedded. It stands
// apart so that a program which loads the data on demand need not carry it.
//
// `make tablebases` computes it anew from the rules and checks its sum.
package data

import _ "embed"

// Losses is what ReadLosses of package exact/pivot takes.
//
//go:embed losses.bin
var Losses []byte
