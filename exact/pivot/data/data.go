// Package data embeds the losses of Pivot. It is separate so that a program that
// loads the data on demand does not contain it.
//
// `make tablebases` rebuilds it from the rules and checks its checksum.
package data

import _ "embed"

// Losses is what ReadLosses of package exact/pivot takes.
//
//go:embed losses.bin
var Losses []byte
