package play_test

import (
	"testing"

	"plateau/internal/play"
)

func TestTalk(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p", Chat: true, Advice: true})
	s.refuse(eve.ID, play.Say{Channel: play.ToTable, Text: "hello"}, play.NotSeated)
	s.refuse(ann.ID, play.Say{Channel: "world", Text: "hello"}, play.NoChat)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: " \n"}, play.ChatEmpty)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: "a\u202eb"}, play.ChatLetters)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: string(make([]rune, 501))}, play.ChatLong)
	s.do(ann.ID, play.Say{Channel: play.ToPartners, Text: "take <b>a1</b>"})
	whisper := &s.events[len(s.events)-1]
	for id, hears := range map[play.PlayerID]bool{"ann": true, "cleo": true, "ben": false, "dan": false, "eve": false, "": false} {
		if s.table.MaySee(id, whisper) != hears {
			t.Errorf("that %q hears partners is not %v", id, hears)
		}
	}
	s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "hello"})
	said := &s.events[len(s.events)-1]
	for id, hears := range map[play.PlayerID]bool{"ann": true, "ben": true, "eve": false, "": false} {
		if s.table.MaySee(id, said) != hears {
			t.Errorf("that %q hears the table is not %v", id, hears)
		}
	}
	for s.table.Messages < 1000 {
		s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "…"})
	}
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: "…"}, play.ChatFull)
	started(t, play.Terms{Game: "quixo4p"}).refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.NoChat)
}

// Spectators follow the chat of a game while it lasts, where the table has any; later
// it is for those who sat there.
func TestWhoReadsTheChat(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Chat: true, Spectators: true})
	s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "hello"})
	said := &s.events[len(s.events)-1]
	reads := func(want map[play.PlayerID]bool) {
		t.Helper()
		for id, may := range want {
			if s.table.MaySee(id, said) != may {
				t.Errorf("that %q reads it is not %v", id, may)
			}
		}
	}
	reads(map[play.PlayerID]bool{"ann": true, "ben": true, "eve": true, "": true})
	s.do(ann.ID, play.Resign{})
	reads(map[play.PlayerID]bool{"ann": true, "ben": true, "eve": false, "": false})
}

// A server may allow preset phrases only, or nothing; partners keep the phrases.
func TestPresetPhrases(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p", Chat: true, Advice: true})
	text := play.Say{Channel: play.ToTable, Text: "hello"}
	phrase := play.Say{Channel: play.ToTable, Phrase: "hello"}
	advice := play.Say{Channel: play.ToPartners, Phrase: "defend"}
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Phrase: "insult"}, play.NoSuchPhrase)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Phrase: "hello", Text: "and more"}, play.NoSuchPhrase)
	s.do(ann.ID, phrase)
	s.moment.Talk = play.TalkPhrases
	s.refuse(ann.ID, text, play.OnlyPhrases)
	s.do(ann.ID, phrase)
	s.do(ann.ID, advice)
	s.moment.Talk = play.TalkOff
	s.refuse(ann.ID, text, play.NoChat)
	s.refuse(ann.ID, phrase, play.NoChat)
	s.refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.OnlyPhrases)
	s.do(ann.ID, advice)
	s.replays()
	said := s.events[len(s.events)-1]
	if forgotten, changed := said.Forget("ann"); !changed || forgotten.Body != (play.Said{Channel: play.ToPartners}) {
		t.Errorf("the phrase of a deleted player is %+v", forgotten.Body)
	}
	quiet := started(t, play.Terms{Game: "quixo4p", Advice: true})
	quiet.refuse(ann.ID, phrase, play.NoChat)
	quiet.refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.OnlyPhrases)
	quiet.do(ann.ID, advice)
}
