package ugi

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Limits of what a process may write. They keep a flood from filling memory.
const (
	// maxAnswer is the longest line.
	maxAnswer = 1 << 16
	// maxOutput is how much it may write before it answers what it was asked.
	maxOutput = 8 << 20
	// maxWaiting is how many commands may wait for a process that does not
	// read.
	maxWaiting = 64
	// maxComplaint is how much of the end of its error stream is remembered.
	maxComplaint = 1 << 10
	// quitTime is how long it may take to end after quit.
	quitTime = time.Second
	// statusTime is how long to wait for the exit status after the end of the
	// output.
	statusTime = time.Second / 5
)

// process is a program that is sent lines and answers with lines. Goroutines of
// their own read and write, so that nothing it does can block its owner.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	orders chan string
	lines  chan line
	// quit is closed when nobody wants its lines any more, ended when it has
	// ended; status says how.
	quit, ended chan struct{}
	status      error
	complaint   tail
	log         Log
	timer       Timer
	once        sync.Once
}

// line is a line with the time when it was read, or why there are no more.
type line struct {
	text string
	at   time.Time
	err  error
}

// Log takes a line: what was sent to an engine, what it answered, or what it wrote
// to its error stream.
type Log func(direction byte, text string)

// The directions in a log.
const (
	Sent     = '>'
	Answered = '<'
	Erred    = '!'
)

// Timer returns a channel that is sent something after a time, and a function that
// stops it. What says what is waited for, so that tests can decide about it.
type Timer func(what string, d time.Duration) (over <-chan time.Time, stop func() bool)

func realTimer(_ string, d time.Duration) (<-chan time.Time, func() bool) {
	timer := time.NewTimer(d)
	return timer.C, timer.Stop
}

// startProcess starts a program; its words are the name and the arguments.
func startProcess(words []string, folder string, log Log, timer Timer) (*process, error) {
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	p := &process{
		// No context: close ends it, with everything that it has started.
		cmd:    exec.CommandContext(context.Background(), words[0], words[1:]...),
		orders: make(chan string, maxWaiting), lines: make(chan line, 16),
		quit: make(chan struct{}), ended: make(chan struct{}), log: log, timer: timer,
	}
	p.cmd.Dir, p.cmd.WaitDelay = folder, quitTime
	p.complaint.log = log
	p.cmd.Stderr = &p.complaint
	ownGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.write()
	go p.read()
	return p, nil
}

// write passes commands on until there are no more or nobody reads them.
func (p *process) write() {
	broken := false
	for order := range p.orders {
		if !broken {
			_, err := io.WriteString(p.in, order)
			broken = err != nil
		}
	}
	_ = p.in.Close()
}

// read passes lines on until the output ends, and waits for the end of the
// program.
func (p *process) read() {
	defer close(p.ended)
	reader := bufio.NewReaderSize(p.out, maxAnswer)
	for {
		text, err := reader.ReadSlice('\n')
		l := line{at: time.Now()}
		if errors.Is(err, bufio.ErrBufferFull) {
			l.err = fmt.Errorf("a line is longer than %d bytes", maxAnswer)
		} else if err == nil || len(text) > 0 {
			l.text = strings.ToValidUTF8(string(bytes.TrimRight(text, "\r\n")), "\uFFFD")
			p.log(Answered, l.text)
		}
		if l.err != nil || l.text != "" {
			p.pass(l)
		}
		if err != nil {
			break
		}
	}
	p.pass(line{err: io.EOF})
	p.status = p.cmd.Wait()
}

// pass hands over a line, unless nobody wants it.
func (p *process) pass(l line) {
	select {
	case p.lines <- l:
	case <-p.quit:
	}
}

// send writes lines. It fails if the program has not read those before.
func (p *process) send(lines ...string) error {
	for _, text := range lines {
		p.log(Sent, text)
	}
	select {
	case p.orders <- strings.Join(lines, "\n") + "\n":
		return nil
	default:
		return &Failure{Silent, "it does not read its input"}
	}
}

// await waits for a line that is accepted. Its errors are failures, and that of
// the context.
func (p *process) await(ctx context.Context, patience time.Duration, what string, accept func(text string) bool) (line, error) {
	over, stop := p.timer(what, patience)
	defer stop()
	size := 0
	for {
		select {
		case l := <-p.lines:
			if l.err != nil {
				return line{}, p.failure(l.err)
			}
			if size += len(l.text) + 1; size > maxOutput {
				return line{}, &Failure{Flooded, fmt.Sprintf("it wrote more than %d megabytes without %s", maxOutput>>20, what)}
			}
			if accept(l.text) {
				return l, nil
			}
		case <-over:
			return line{}, &Failure{Silent, fmt.Sprintf("it did not answer with %s within %v", what, patience)}
		case <-ctx.Done():
			return line{}, ctx.Err()
		}
	}
}

// failure explains the end of the output.
func (p *process) failure(err error) error {
	if !errors.Is(err, io.EOF) {
		return &Failure{Flooded, err.Error()}
	}
	detail := "it closed its output"
	over, stop := p.timer("exit status", statusTime)
	defer stop()
	select {
	case <-p.ended:
		detail = "it ended"
		if p.status != nil {
			detail += " (" + p.status.Error() + ")"
		}
	case <-over:
	}
	if last := p.complaint.last(); last != "" {
		detail += ": " + last
	}
	return &Failure{Died, detail}
}

// close ends the program, and whatever it has started. Polite gives it time to
// end by itself.
func (p *process) close(polite bool) {
	p.once.Do(func() {
		if polite {
			_ = p.send("quit")
		}
		close(p.quit)
		close(p.orders)
		if polite {
			_ = p.awaitEnd("quit", quitTime)
		}
		killGroup(p.cmd)
		select {
		case <-p.ended:
		case <-time.After(quitTime):
			// Something that left the group has its pipes.
			_ = p.out.Close()
			_ = p.in.Close()
		}
	})
}

// awaitEnd waits a while for the end of the program, and reports whether it came.
func (p *process) awaitEnd(after string, patience time.Duration) bool {
	over, stop := p.timer("end after "+after, patience)
	defer stop()
	for {
		select {
		case <-p.lines:
		case <-p.ended:
			return true
		case <-over:
			return false
		}
	}
}

// tail remembers the end of an error stream.
type tail struct {
	log Log

	mu    sync.Mutex
	bytes []byte
}

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for text := range strings.Lines(strings.ToValidUTF8(string(b), "\uFFFD")) {
		t.log(Erred, strings.TrimRight(text, "\r\n"))
	}
	t.bytes = append(t.bytes, b...)
	if extra := len(t.bytes) - maxComplaint; extra > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[extra:]...)
	}
	return len(b), nil
}

// last is the last line that is not empty.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.bytes))
	return printable(text[strings.LastIndexByte(text, '\n')+1:])
}
