package screen

import (
	tea "charm.land/bubbletea/v2"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/tui/local"
)

func (t *table) actions() []action {
	var all []action
	switch {
	case !t.known:
	case t.table.Phase == client.Open:
		all = t.openActions()
	case t.table.Phase == client.Running:
		all = t.runningActions()
	default:
		all = t.overActions()
	}
	if t.table.Terms.Chat && t.seat() >= 0 {
		all = append(all, action{keys: []string{"t"}, label: t.text("table.chat"), do: t.talk})
	}
	if t.known && t.seat() >= 0 {
		all = append(all, action{keys: []string{"p"}, label: t.text("table.chat.phrases"), rare: true, do: func() tea.Cmd {
			return t.open(newPhrases(t))
		}})
	}
	if t.match != nil {
		all = append([]action{t.allKeys(t.actions)}, all...)
	}
	return append(all, t.backAction())
}

func (t *table) openActions() []action {
	if t.seat() >= 0 {
		label := t.text("table.leave")
		if t.table.Host == t.Player.ID {
			label = t.text("table.close")
		}
		return []action{{keys: []string{"x"}, label: label, do: func() tea.Cmd { return tea.Batch(t.quit(), t.back()) }}}
	}
	return []action{{keys: []string{"enter", "s"}, label: t.text("table.sit"), do: func() tea.Cmd { return t.do("sit", client.NewRequest()) }}}
}

func (t *table) runningActions() []action {
	if t.seat() < 0 {
		return nil
	}
	all := []action{
		t.typeMove(),
		{keys: []string{"u"}, label: t.text("play.takeBack"), rare: true, do: func() tea.Cmd {
			return t.do("takeback", api.TakeBack{RequestID: client.NewRequest(), Do: "ask"})
		}},
		{keys: []string{"d"}, label: t.text("play.draw"), rare: true, do: func() tea.Cmd {
			return t.do("draw", api.Draw{RequestID: client.NewRequest(), Do: "offer"})
		}},
		{keys: []string{"x"}, label: t.text("play.resign"), do: t.resign},
		{keys: []string{"W"}, label: t.text("table.claim.win"), rare: true, do: func() tea.Cmd {
			return t.do("claim", api.Claim{RequestID: client.NewRequest(), Result: "win"})
		}},
	}
	if t.match != nil && t.match.Plies() < 2 {
		all = append(all, action{keys: []string{"b"}, label: t.text("table.abort"), rare: true, do: func() tea.Cmd { return t.do("abort", client.NewRequest()) }})
	}
	return all
}

func (t *table) overActions() []action {
	var all []action
	if t.table.Next != "" {
		all = append(all, action{keys: []string{"enter"}, label: t.text("table.nextGame"), do: func() tea.Cmd {
			return t.replace(newTable(t.env, t.table.Next))
		}})
	} else if t.seat() >= 0 {
		all = append(all, action{keys: []string{"g"}, label: t.text("play.rematch"), do: func() tea.Cmd { return t.do("rematch", client.NewRequest()) }})
	}
	if t.match != nil && t.NewEngine != nil {
		all = append(all, action{keys: []string{"a"}, label: t.text("play.analyseShort"), do: func() tea.Cmd {
			return t.open(newAnalysis(t.env, t.match))
		}})
	}
	return all
}

// newPhrases is the choice of a preset phrase: for everybody and, where there is a
// partner, for them alone.
func newPhrases(t *table) *menu {
	return newMenu(t.env, t.text("table.chat.phrases"), func() []option {
		type channel struct {
			id    play.Channel
			label string
		}
		channels := []channel{{play.ToTable, "table.chat.all"}}
		if len(t.table.Sitters) > 2 {
			channels = append(channels, channel{play.ToPartners, "table.chat.partners"})
		}
		var options []option
		for _, channel := range channels {
			options = append(options, option{label: t.text(channel.label), heading: true})
			for _, code := range play.Presets() {
				options = append(options, option{label: t.text("table.phrase." + code), do: func() tea.Cmd {
					return tea.Batch(t.do("say", api.Say{RequestID: client.NewRequest(), Channel: channel.id, Phrase: code}), t.back())
				}})
			}
		}
		return options
	})
}

// talk opens a line for a message.
func (t *table) talk() tea.Cmd {
	t.openLine(t.text("table.chat.message")+":", play.MaxMessage, func(text string) tea.Cmd {
		return t.do("say", api.Say{RequestID: client.NewRequest(), Channel: play.ToTable, Text: text})
	})
	return nil
}

func (t *table) resign() tea.Cmd {
	t.asks(t.text("play.resign.textYou"), []string{t.text("common.cancel"), t.text("play.resign")}, func(answer int) tea.Cmd {
		if answer != 1 {
			return nil
		}
		return t.do("resign", client.NewRequest())
	})
	return nil
}

// askOffers asks the player about an offer of the other side, once.
func (t *table) askOffers() {
	if t.seat() < 0 || t.table.Phase != client.Running || t.match == nil {
		t.asked = ""
		return
	}
	offer, question := t.tables.Offer(&t.table, t.match, t.seat())
	if offer == t.asked {
		return
	}
	t.asked, t.dialog = offer, nil
	if offer == "" {
		return
	}
	t.asks(question, []string{t.text("play.draw.accept"), t.text("play.draw.decline")}, func(answer int) tea.Cmd {
		do := "decline"
		if answer == 0 {
			do = "accept"
		}
		if offer == "draw" {
			return t.do(offer, api.Draw{RequestID: client.NewRequest(), Do: do})
		}
		return t.do(offer, api.TakeBack{RequestID: client.NewRequest(), Do: do})
	})
}

func (t *table) view() []string {
	if t.match == nil {
		return t.waiting()
	}
	t.layOut(t.match.Game())
	right := make([]string, len(t.table.Sitters))
	if t.hasClock() {
		for i := range right {
			right[i] = local.ClockText(t.left(i))
		}
	}
	return t.drawBoardPage(boardPage{
		title: t.texts.Game(t.match.Game()), right: t.tables.Time(t.table.Terms.Time), field: t.field,
		seats: t.seatLines(t.match, t.names(), right, t.table.Phase == client.Running), messages: t.messages(), aside: t.aside(), actions: t.actions(),
	})
}

func (t *table) messages() []row {
	if t.dialog != nil {
		return t.dialogRows()
	}
	rows := t.message(warnTone, t.lostText())
	rows = append(append(rows, t.lineRows()...), t.message(t.noteTone, t.note)...)
	switch {
	case t.table.Phase == client.Over && !t.table.Result.Played():
		rows = append(rows, t.message(plainTone, t.text("table.result.void"))...)
	case t.table.Phase == client.Over:
		if len(t.table.RematchBy) > 0 && t.table.Next == "" {
			rows = append(rows, t.message(plainTone, t.text("table.rematch.waiting"))...)
		}
	case t.seat() < 0:
		rows = append(rows, t.message(plainTone, t.text("table.watching"))...)
	case t.field.free:
		rows = append(rows, t.message(plainTone, t.field.ask())...)
		rows = append(rows, t.field.tray()...)
	}
	return rows
}

// lostText says that the connection is lost; it is empty while there is one.
func (t *table) lostText() string {
	switch {
	case t.stream == nil || !t.stream.lost:
		return ""
	case t.sending:
		return t.text("table.lost.move")
	}
	return t.text("table.lost")
}

// aside is the moves, and what was said.
func (t *table) aside() []string {
	lines := t.moveList(t.match)
	for _, said := range t.chat {
		lines = append(lines, wrap(said, t.layout.side)...)
	}
	return lines
}

// waiting shows a table whose game has not begun: who sits there, and its link.
func (t *table) waiting() []string {
	var rows []row
	add := func(text string) {
		rows = append(rows, t.wrapped(plainTone, text, min(t.width-1, widestText))...)
	}
	title := t.text("table.title")
	if t.known {
		title = t.tables.Game(t.table.Terms.Game)
		add(t.tables.Time(t.table.Terms.Time))
		for _, s := range t.table.Sitters {
			add("- " + t.tables.Sitter(s))
		}
		rows = append(rows, row{})
		if t.table.Phase == client.Open && t.seat() >= 0 {
			add(t.text("table.link.text"))
			add(t.Client.Server + "/#/table/" + string(t.id))
		}
		if t.table.Phase == client.Over {
			add(t.text("table.closed"))
		}
	} else if t.note == "" {
		add(t.text("common.loading"))
	}
	rows = append(rows, t.wrapped(warnTone, t.lostText(), t.width-1)...)
	rows = append(rows, t.lineRows()...)
	rows = append(rows, t.wrapped(t.noteTone, t.note, t.width-1)...)
	for _, said := range t.chat {
		add(said)
	}
	return t.page(title, rows, 0, t.actions())
}
