package play

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plateau/game"
)

// Talk is how somebody may chat. The zero Talk is free.
type Talk string

// The kinds of talk. Where chat is off, on the server or at the table, partners can
// still advise each other by preset phrases, if the terms allow advice.
const (
	TalkFree    Talk = "free"
	TalkPhrases Talk = "phrases"
	TalkOff     Talk = "off"
)

// presets are the preset phrases by their codes. Pages translate them, so that
// nobody can be insulted by one, and partners need no common language.
var presets = []string{
	"hello", "goodluck", "thanks", "wellplayed", "goodgame", "oops", "sorry", "moment", "bye",
	"attack", "defend", "careful", "yes", "no", "trust",
}

// Presets lists the codes of the preset phrases, for translators.
func Presets() []string { return slices.Clone(presets) }

// Say sends a chat message to the table, or to the player's partner: a text, or
// the code of a preset phrase.
type Say struct {
	Channel Channel
	Text    string
	Phrase  string
	// Guest is set if the speaker has no account.
	Guest bool
}

// Limits of the chat: characters per message, and messages per table.
const (
	MaxMessage  = 500
	maxMessages = 1000
)

func (c Say) decide(d *draft) error {
	text, talk := strings.TrimSpace(c.Text), d.Talk
	if c.Channel == ToPartners && (talk == TalkOff || !d.Terms.Chat) {
		talk = TalkPhrases
	}
	switch {
	case d.seat == game.NoSeat:
		return NotSeated.Refuse("")
	case !d.has(c.Channel), talk == TalkOff:
		return NoChat.Refuse("")
	case d.Messages >= maxMessages:
		return ChatFull.Refuse("")
	case c.Phrase != "" && (text != "" || !slices.Contains(presets, c.Phrase)):
		return NoSuchPhrase.Refuse(c.Phrase)
	case c.Phrase != "":
		return d.add(Said{Channel: c.Channel, Phrase: c.Phrase})
	case talk == TalkPhrases:
		return OnlyPhrases.Refuse("")
	case text == "":
		return ChatEmpty.Refuse("")
	case utf8.RuneCountInString(text) > MaxMessage:
		return ChatLong.Refuse("", "most", strconv.Itoa(MaxMessage))
	case !utf8.ValidString(text) || strings.ContainsFunc(text, invisible):
		return ChatLetters.Refuse("")
	}
	return d.add(Said{Channel: c.Channel, Text: text})
}

// Erase tells those at a table that an administrator has deleted a message. It is
// the server's own command; the store blanks the text.
type Erase struct{ Message uint64 }

func (c Erase) decide(d *draft) error {
	switch {
	case d.By != "":
		return NotForPlayers.Refuse("")
	case c.Message == 0 || c.Message > d.Seq:
		return NoSuchMessage.Refuse("")
	}
	return d.add(Erased(c))
}

// has reports whether a channel exists. Before the start there are no partners.
func (t *Table) has(c Channel) bool {
	switch c {
	case ToTable:
		return t.Terms.Chat
	case ToPartners:
		return t.Terms.Advice && t.Phase != Open
	}
	return false
}

// AskRematch asks for another game with sides changed. When all human players
// have asked, the table names the table of the next game, which [OpenRematch]
// opens. A request expires after a while: the player may have left.
type AskRematch struct{}

// rematchFor is how long a request for a rematch is valid.
const rematchFor = 5 * minute

// wantsRematch reports whether a seat's request for a rematch is still valid.
func (t *Table) wantsRematch(seat game.Seat, now time.Time) bool {
	i := slices.Index(t.RematchBy, seat)
	return i >= 0 && now.Sub(t.askedAt[i]) < rematchFor.Duration()
}

// askRematch adds a seat's request for a rematch, and removes expired ones.
func (t *Table) askRematch(seat game.Seat, at time.Time) {
	var by []game.Seat
	var since []time.Time
	for i, other := range t.RematchBy {
		if other != seat && t.wantsRematch(other, at) {
			by, since = append(by, other), append(since, t.askedAt[i])
		}
	}
	by, since = append(by, seat), append(since, at)
	t.RematchBy, t.askedAt = by, since
}

func (AskRematch) decide(d *draft) error {
	switch {
	case d.seat == game.NoSeat:
		return NotSeated.Refuse("")
	case d.Phase != Over || d.match == nil:
		return NotOver.Refuse("")
	case d.Terms.Tournament:
		return CupRematch.Refuse("")
	case d.Next != "":
		return RematchMade.Refuse("")
	case d.wantsRematch(d.seat, d.Now):
		return RematchTwice.Refuse("")
	}
	if err := d.add(RematchAsked{Seat: d.seat}); err != nil {
		return err
	}
	if len(d.RematchBy) < d.people() {
		return nil
	}
	return d.add(Rematched{Table: d.NextTable})
}

// OpenRematch opens the table of the next game. It is decided on a table without
// events, in the same moment in which the old table names the new one.
type OpenRematch struct {
	Old *Table
	// Casual means that it is not rated, even if the old game was.
	Casual bool
}

func (c OpenRematch) decide(d *draft) error {
	terms := c.Old.Terms
	// Its name was the host's, and goes with the host.
	terms.FirstSide, terms.Begins, terms.Name = SecondParty, SecondParty, ""
	terms.Rated = terms.Rated && !c.Casual
	if c.Old.team(c.Old.match.Start().ToMove()) == 1 {
		terms.Begins = FirstParty
	}
	if c.Old.match.Game().IsSwapped() {
		terms.FirstSide = FirstParty
	}
	return d.open(c.Old.Next, Opened{Terms: terms, Chairs: c.Old.Sitters, Previous: c.Old.ID})
}
