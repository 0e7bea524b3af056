package parallel

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Panic is a panic that was contained, with the stack where it happened: nothing recovers
// a panic in a goroutine but that goroutine.
type Panic struct {
	Value any
	Stack []byte
}

// Error implements [error].
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Contain does something and gives a panic back as a [*Panic]. One that was contained
// in another goroutine and raised again in this one keeps its stack.
func Contain(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = caught(value)
		}
	}()
	return do()
}

// caught must be called where the panic is recovered, while its stack is there.
func caught(value any) *Panic {
	if p, again := value.(*Panic); again {
		return p
	}
	return &Panic{value, debug.Stack()}
}

// Raise panics again with what [Contain] has contained, if it has, so that the goroutine
// that waits for another one gets its panic.
func Raise(err error) {
	if p, contained := errors.AsType[*Panic](err); contained {
		panic(p)
	}
}
