// Package figures makes the data behind the documents about solved games: small
// files of comma-separated values, which the same tablebase gives byte for byte
// on every machine. It knows no game.
package figures

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
)

// Sheet is a file in the making: a row of names, then rows of values.
type Sheet struct {
	text    bytes.Buffer
	writer  *csv.Writer
	columns int
}

// NewSheet begins with the names of the columns.
func NewSheet(columns ...string) *Sheet {
	s := &Sheet{columns: len(columns)}
	s.writer = csv.NewWriter(&s.text)
	s.write(columns)
	return s
}

// Add adds a row. Numbers that are not whole are shares and have six decimals.
func (s *Sheet) Add(cells ...any) {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		switch cell := cell.(type) {
		case float64:
			texts[i] = strconv.FormatFloat(cell, 'f', 6, 64)
		default:
			texts[i] = fmt.Sprint(cell)
		}
	}
	s.write(texts)
}

func (s *Sheet) write(row []string) {
	if len(row) != s.columns {
		panic(fmt.Sprintf("figures: %d cells in a sheet with %d columns", len(row), s.columns))
	}
	// Writing to memory does not fail.
	_ = s.writer.Write(row)
}

// Bytes is the file.
func (s *Sheet) Bytes() []byte {
	s.writer.Flush()
	return s.text.Bytes()
}
