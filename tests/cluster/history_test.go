//go:build unix

package cluster_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"plateau/internal/play"
)

// What happens at a table is a list of moves that grows. The operations on it:
//
//	move    with the number of moves before it. It is done, and becomes the next of the
//	        list; or it is refused because there is another number of moves.
//	look    at a server shows a beginning of the list, not shorter than what the viewer
//	        knew of. It may be some seconds old: that is what servers promise.
//	read    of the database shows exactly the list.
//
// The outcome of a move may be unknown to its player. When the game is over, the store
// tells: it was done some time after it was asked for, or never.

type kind int

const (
	moveKind kind = iota
	lookKind
	readKind
)

// input is what somebody asks for.
type input struct {
	kind kind
	// ply and move are those of a move.
	ply  int
	move string
	// known is how many moves the viewer of a look knows of.
	known int
}

// answer is what they get: whether a move was done, or the list.
type answer struct {
	done  bool
	moves string
}

// list is the state of a table.
type list struct {
	plies int
	moves string
}

// with is the list with another move.
func (l list) with(move string) list { return list{l.plies + 1, l.moves + move + " "} }

func listOf(moves []string) list {
	var l list
	for _, move := range moves {
		l = l.with(move)
	}
	return l
}

// tables is the model that histories are compared with, one table at a time.
var tables = porcupine.Model{
	Init: func() any { return list{} },
	Step: func(state, asked, got any) (bool, any) {
		l, in, out := state.(list), asked.(input), got.(answer)
		switch in.kind {
		case moveKind:
			if !out.done {
				return l.plies != in.ply, l
			}
			return l.plies == in.ply, l.with(in.move)
		case lookKind:
			return strings.HasPrefix(l.moves, out.moves) && strings.Count(out.moves, " ") >= in.known, l
		default:
			return l.moves == out.moves, l
		}
	},
	DescribeOperation: func(asked, got any) string { return fmt.Sprintf("%+v: %+v", asked, got) },
}

// request is something that a player has asked for at a table.
type request struct {
	by  play.PlayerID
	id  string
	ply int // -1 if it is no move
	// move is empty if it is none.
	move string
	// called is when, and answered when there was an answer; zero if there was none.
	called, answered int64
	// seq is the event that did it; zero if it was refused.
	seq uint64
}

// history is what players know of a table.
type history struct {
	id    play.TableID
	began time.Time

	mu       sync.Mutex
	requests []*request
	shown    []porcupine.Operation
	closed   bool
}

// now is a time in the history.
func (h *history) now() int64 { return int64(time.Since(h.began)) }

// ask notes a request before it is sent.
func (h *history) ask(by play.PlayerID, id string, ply int, move string) *request {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := &request{by: by, id: id, ply: ply, move: move, called: h.now()}
	h.requests = append(h.requests, r)
	return r
}

// answer notes the answer; seq is zero if it was a refusal.
func (h *history) answer(r *request, seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.answered, r.seq = h.now(), seq
}

// seqOf is the event that did what was asked for; zero if none is known.
func (h *history) seqOf(r *request) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.seq
}

// show notes what somebody was shown.
func (h *history) show(in input, called int64, shown list) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.shown = append(h.shown, porcupine.Operation{Input: in, Call: called, Output: answer{moves: shown.moves}, Return: h.now()})
	}
}

// close ends the history; what is still shown does not count.
func (h *history) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

// operations are those of a history whose end is in the store.
func (h *history) operations(events []play.Event) []porcupine.Operation {
	all := h.shown
	stored := make(map[string]bool)
	for _, e := range events {
		moved, is := e.Body.(play.Moved)
		if !is {
			continue
		}
		stored[string(e.By)+" "+e.Request] = true
		if e.By == "" {
			// A computer player moved; nobody knows when.
			all = append(all, porcupine.Operation{
				Input: input{ply: moved.Ply, move: moved.Move}, Output: answer{done: true}, Return: math.MaxInt64,
			})
		}
	}
	for _, r := range h.requests {
		op := porcupine.Operation{Input: input{ply: r.ply, move: r.move}, Call: r.called, Output: answer{done: r.seq > 0}, Return: r.answered}
		switch {
		case r.ply < 0:
			continue
		case r.answered == 0 && !stored[string(r.by)+" "+r.id]:
			continue // It never happened, and never will.
		case r.answered == 0:
			op.Output, op.Return = answer{done: true}, math.MaxInt64
		}
		all = append(all, op)
	}
	return all
}

// deciding limits how long the order of operations is looked for.
const deciding = time.Minute

// errUndecided is no fault: there may be an order, or none.
var errUndecided = errors.New("nobody knows whether the history is linearizable")

// linearizable fails if there is no order in which all that was answered and shown
// could have happened.
func (h *history) linearizable(events []play.Event) error {
	operations := h.operations(events)
	switch porcupine.CheckOperationsTimeout(tables, operations, deciding) {
	case porcupine.Ok:
		return nil
	case porcupine.Unknown:
		return fmt.Errorf("%w: %d operations could not be ordered within %v", errUndecided, len(operations), deciding)
	}
	var lines strings.Builder
	for _, op := range operations {
		fmt.Fprintf(&lines, "\n  %8.3f to %8.3f  %+v: %+v", float64(op.Call)/1e9, float64(op.Return)/1e9, op.Input, op.Output)
	}
	return fmt.Errorf("the history is not linearizable:%s", &lines)
}
