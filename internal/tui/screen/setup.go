package screen

import (
	"slices"
	"strings"

	"plateau/internal/tui/text"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/rulebook/words"
)

// setUp asks how a new game is played.
type setUp struct {
	*env

	game   game.Game
	fields []choiceField
	// names are those of the players by seat, and after them that of a person who
	// plays against the computer.
	names   []textinput.Model
	at      int
	problem string
}

// choiceField is one question with its answers.
type choiceField struct {
	label   string
	options []string
	at      int
	// shown is whether the question is asked, after the answers above it.
	shown func() bool
}

// The questions, by their place.
const (
	modeField = iota
	levelField
	sideField
	clockField
	adviceField
)

// longestName is how many characters a name has at most.
const longestName = 24

func newSetUp(e *env, g game.Game) *setUp {
	s := &setUp{env: e, game: g}
	var levels []string
	exact := e.Exact(g)
	for level := engine.Easiest; level <= engine.Perfect; level++ {
		name := local.LevelName(level, exact)
		levels = append(levels, e.text("play.level."+name)+" - "+e.text("play.levelHint."+name))
	}
	sides := text.Each(local.Sides(), func(side game.Party) string { return local.SideText(e.texts, g, side) })
	clocks := text.Each(local.UsualControls(), func(control local.UsualControl) string { return e.text(control.Key) })
	always := func() bool { return true }
	computer := func() bool { return s.fields[modeField].at == 0 }
	partners := func() bool { return !computer() && len(g.Seats()) > 2 }
	s.fields = []choiceField{
		{e.text("play.new.mode"), []string{e.text("play.new.mode.computer"), e.text("play.new.mode.people")}, 0, always},
		{e.text("play.new.level"), levels, 1, computer},
		{e.text("play.new.side"), sides, 0, computer},
		{e.text("play.new.clock"), clocks, 0, always},
		{e.text("terminal.choose.advice"), []string{e.text("play.adviceNo"), e.text("play.adviceYes")}, 0, partners},
	}
	for seat := range g.Seats() {
		label := e.text("play.new.nameOf", "side", words.Name(e.texts.Player(g, nil, game.Seat(seat))))
		s.addName(label, "")
	}
	s.addName(e.text("online.name.label")+":", e.personName())
	return s
}

// addName adds a name to fill in.
func (s *setUp) addName(label, name string) {
	input := s.newInput(label, longestName)
	input.SetValue(name)
	input.Blur()
	s.names = append(s.names, input)
}

// personName is what the person at this terminal is called, if that is known: by
// their account, or in their last game against the computer.
func (e *env) personName() string {
	if e.Player.Name != "" {
		return e.Player.Name
	}
	for _, save := range e.NewStore().List() {
		if save.Record == nil {
			continue
		}
		saved := local.SavedFrom(save.Record)
		for _, seat := range saved.People() {
			if name := save.Record.Players[seat]; name != "" && len(saved.Computer) > 0 {
				return name
			}
		}
	}
	return ""
}

func (s *setUp) start() tea.Cmd { return nil }
func (s *setUp) leave()         {}

// people reports whether people play among themselves, who have names.
func (s *setUp) people() bool { return s.fields[modeField].at == 1 }

// places are what the cursor goes through: questions, then names, then the button.
func (s *setUp) places() []int {
	var places []int
	for i, f := range s.fields {
		if f.shown() {
			places = append(places, i)
		}
	}
	own := len(s.names) - 1
	if !s.people() {
		return append(places, len(s.fields)+own, s.button())
	}
	for i := range own {
		places = append(places, len(s.fields)+i)
	}
	return append(places, s.button())
}

// button is the place of the button that starts the game.
func (s *setUp) button() int { return len(s.fields) + len(s.names) }

// name is the input at the cursor, if it is at one.
func (s *setUp) name() *textinput.Model {
	if i := s.at - len(s.fields); i >= 0 && i < len(s.names) {
		return &s.names[i]
	}
	return nil
}

func (s *setUp) step(by int) tea.Cmd {
	places := s.places()
	i := max(slices.Index(places, s.at), 0)
	return s.goTo(places[min(max(i+by, 0), len(places)-1)])
}

func (s *setUp) change(by int) tea.Cmd {
	if s.at < len(s.fields) {
		f := &s.fields[s.at]
		f.at = (f.at + by + len(f.options)) % len(f.options)
	}
	return nil
}

func (s *setUp) actions() []action {
	begin := action{keys: []string{"ctrl+s"}, label: s.text("play.new.start"), do: s.begin}
	enter := action{keys: []string{"enter"}, label: s.text("terminal.app.next"), do: func() tea.Cmd { return s.step(1) }}
	if s.at == s.button() {
		enter = action{keys: []string{"enter", "space"}, label: s.text("play.new.start"), do: s.begin}
		begin.rare = true
	}
	all := []action{
		enter, begin,
		{keys: []string{"up", "shift+tab"}, label: s.text("terminal.app.up"), rare: true, do: func() tea.Cmd { return s.step(-1) }},
		{keys: []string{"down", "tab"}, label: s.text("terminal.app.down"), rare: true, do: func() tea.Cmd { return s.step(1) }},
	}
	back := s.backAction()
	if s.name() != nil {
		back.keys = []string{"esc"}
		return append(all, back)
	}
	return append(all,
		action{keys: []string{"right"}, shown: "< >", label: s.text("terminal.app.change"), do: func() tea.Cmd { return s.change(1) }},
		action{keys: []string{"k"}, label: s.text("terminal.app.up"), rare: true, do: func() tea.Cmd { return s.step(-1) }},
		action{keys: []string{"j"}, label: s.text("terminal.app.down"), rare: true, do: func() tea.Cmd { return s.step(1) }},
		action{keys: []string{"l", "space"}, label: s.text("terminal.app.change"), rare: true, do: func() tea.Cmd { return s.change(1) }},
		back)
}

func (s *setUp) update(msg tea.Msg) tea.Cmd {
	key, isKey := msg.(tea.KeyPressMsg)
	if isKey {
		if k := key.String(); s.name() == nil && (k == "left" || k == "h") {
			return s.change(-1)
		}
		if cmd, ok := press(key.String(), s.actions()); ok {
			return cmd
		}
	}
	if input := s.name(); input != nil {
		var cmd tea.Cmd
		*input, cmd = input.Update(msg)
		return cmd
	}
	return nil
}

// choice is what the answers say.
func (s *setUp) choice() local.Choice {
	choice := local.Choice{
		Game: s.game, Side: local.Sides()[s.fields[sideField].at],
		Control: local.UsualControls()[s.fields[clockField].at].TimeControl, Names: make([]string, len(s.game.Seats())),
	}
	if !s.people() {
		choice.Level = engine.Easiest + engine.Level(s.fields[levelField].at)
		return choice
	}
	for i := range choice.Names {
		choice.Names[i] = strings.TrimSpace(s.names[i].Value())
	}
	choice.Advice = s.fields[adviceField].shown() && s.fields[adviceField].at == 1
	return choice
}

func (s *setUp) begin() tea.Cmd {
	saved, err := s.NewGame(s.choice())
	if err != nil {
		s.problem = s.texts.Error(err)
		return nil
	}
	if !s.people() {
		for _, seat := range saved.People() {
			saved.Record.Players[seat] = strings.TrimSpace(s.names[len(s.names)-1].Value())
		}
	}
	return s.replace(newLocalGame(s.env, local.Start(saved, s.NewStore(), s.Watch)))
}

func (s *setUp) view() []string {
	var rows []row
	chosen := 0
	for _, place := range s.places() {
		if place == s.at {
			chosen = len(rows)
		}
		rows = append(rows, s.place(place)...)
	}
	rows = append(rows, s.wrapped(warnTone, s.problem, s.width)...)
	return s.page(s.text("play.new.title", "game", s.texts.Game(s.game)), rows, max(0, chosen-s.pageRoom()+5), s.actions())
}

// place draws a question with its answer, a name, or the button.
func (s *setUp) place(place int) []row {
	goTo := func() tea.Cmd { return s.goTo(place) }
	mark := "  "
	if place == s.at {
		mark = "> "
	}
	paint := func(text string) string {
		text = s.cut(text, s.width)
		if place == s.at {
			return s.accent(text)
		}
		return text
	}
	switch {
	case place == s.button():
		return []row{{}, {text: paint(mark + "[ " + s.text("play.new.start") + " ]"), spans: []span{{0, s.width, func() tea.Cmd {
			s.at = place
			return s.begin()
		}}}}}
	case place >= len(s.fields):
		return []row{{text: mark + s.names[place-len(s.fields)].View(), spans: []span{{0, s.width, goTo}}}}
	}
	f := s.fields[place]
	rows := []row{{text: paint(mark + f.label), spans: []span{{0, s.width, goTo}}}}
	for i, line := range wrap("< "+f.options[f.at]+" >", s.width-6) {
		if i > 0 {
			line = "  " + line
		}
		rows = append(rows, row{text: "    " + line, spans: []span{{0, s.width, func() tea.Cmd {
			s.at = place
			return s.change(1)
		}}}})
	}
	return rows
}

func (s *setUp) goTo(place int) tea.Cmd {
	if input := s.name(); input != nil {
		input.Blur()
	}
	s.at = place
	if input := s.name(); input != nil {
		return input.Focus()
	}
	return nil
}
