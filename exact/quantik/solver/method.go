// Package solver computes the values of all positions of Quantik.
package solver

import (
	"plateau/exact"
)

// Method is how Quantik is solved. Engines need no tablebase: see package
// exact/quantik.
func Method() *exact.Method {
	values := exact.ByteValues{EntryBytes: entryBytes}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(NewSolver()) },
		Positions: values.Positions, Count: values.Count,
		CoreSeconds: 10,
	}
}
