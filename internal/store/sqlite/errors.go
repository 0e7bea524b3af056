package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"

	"plateau/internal/play"
)

// Kinds of errors, see https://sqlite.org/rescode.html.
const (
	codeBusy        = 5
	codeLocked      = 6
	codeNoMemory    = 7
	codeReadOnly    = 8
	codeInputOutput = 10
	codeFull        = 13
	codeCannotOpen  = 14
	kindOfCode      = 0xff // The other bits say more.
)

// unavailable marks errors of the file and its disk with [play.ErrUnavailable].
func unavailable(err error) error {
	failed, is := errors.AsType[*sqlite.Error](err)
	if !is {
		return err
	}
	switch failed.Code() & kindOfCode {
	case codeBusy, codeLocked, codeNoMemory, codeReadOnly, codeInputOutput, codeFull, codeCannotOpen:
		return fmt.Errorf("%w: %w", play.ErrUnavailable, err)
	}
	return err
}
