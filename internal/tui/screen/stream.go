package screen

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
	// lost is whether the connection is broken. The stream is opened again.
	lost bool
	// to is the screen that follows, and take handles a message.
	to   screen
	take func(msg streamMsg) tea.Cmd
}

// streamMsg is a message of a stream, that its connection was lost or found again,
// or why it ended.
type streamMsg struct {
	message client.Message
	link    link
	err     error
}

// link is what a message says about the connection.
type link int

const (
	sameLink link = iota
	linkLost
	linkFound
)

// heard takes what a message says about the connection, and reports whether it is
// about nothing else.
func (s *stream) heard(m streamMsg) bool {
	if m.link != sameLink {
		s.lost = m.link == linkLost
	}
	return m.link != sameLink
}

// follow opens a stream for a screen.
func follow(c *client.Client, path string, to screen, take func(msg streamMsg) tea.Cmd) *stream {
	s := &stream{messages: make(chan streamMsg), to: to, take: take}
	s.ctx, s.stop = context.WithCancel(context.Background())
	send := func(msg streamMsg) {
		select {
		case s.messages <- msg:
		case <-s.ctx.Done():
		}
	}
	go func() {
		err := c.FollowConnection(s.ctx, path, func(m client.Message) error {
			send(streamMsg{message: m})
			return nil
		}, func(connected bool) {
			now := linkLost
			if connected {
				now = linkFound
			}
			send(streamMsg{link: now})
		})
		send(streamMsg{err: err})
	}()
	return s
}

// next waits for a message.
func (s *stream) next() tea.Msg {
	select {
	case msg := <-s.messages:
		return reply{s.to, func() tea.Cmd { return s.take(msg) }}
	case <-s.ctx.Done():
		return nil
	}
}

// isLost reports whether the connection of a stream is broken, if there is one.
func (s *stream) isLost() bool { return s != nil && s.lost }

func (s *stream) end() {
	if s != nil {
		s.stop()
	}
}
