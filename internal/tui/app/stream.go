package app

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"plateau/internal/client"
)

// stream is an event stream of a server, which is reopened whenever it breaks.
type stream struct {
	ctx      context.Context //nolint:containedctx // It ends the goroutine that reads.
	stop     context.CancelFunc
	messages chan streamMsg
}

// streamMsg is a message of a stream, or why it ended.
type streamMsg struct {
	stream  *stream
	message client.Message
	err     error
}

// follow opens a stream.
func follow(c *client.Client, path string) *stream {
	s := &stream{messages: make(chan streamMsg)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	send := func(msg streamMsg) {
		select {
		case s.messages <- msg:
		case <-s.ctx.Done():
		}
	}
	go func() {
		err := c.Follow(s.ctx, path, func(m client.Message) error {
			send(streamMsg{s, m, nil})
			return nil
		})
		send(streamMsg{s, client.Message{}, err})
	}()
	return s
}

// next waits for a message.
func (s *stream) next() tea.Msg {
	select {
	case msg := <-s.messages:
		return msg
	case <-s.ctx.Done():
		return nil
	}
}

func (s *stream) end() {
	if s != nil {
		s.stop()
	}
}
