package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"plateau/catalogue"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook"
	"plateau/rulebook/guide"
)

// lesson is the tasks of a game, one after the other.
type lesson struct {
	*stage

	tasks []rulebook.Task
	at    int
	// turn counts the replies of the other side.
	turn    int
	match   *game.Match
	answers []string
	done    bool
}

func newLesson(e *env, tasks []rulebook.Task) *lesson {
	l := &lesson{tasks: tasks}
	l.stage = newStage(e, l.try)
	return l
}

func (l *lesson) task() rulebook.Task { return l.tasks[l.at] }

func (l *lesson) start() tea.Cmd {
	if l.match != nil {
		return nil
	}
	return l.set(0)
}

// set shows a task.
func (l *lesson) set(number int) tea.Cmd {
	l.work.end()
	l.at, l.turn, l.done = (number+len(l.tasks))%len(l.tasks), 0, false
	task := l.task()
	g, err := l.Games.Games().Find(task.Game)
	if err != nil {
		return l.replace(newNotice(l.env, l.texts.Error(err)))
	}
	start, err := g.Parse(task.Position)
	if err != nil {
		return l.replace(newNotice(l.env, l.texts.Error(err)))
	}
	l.match, l.answers = game.MatchFrom(start, nil), task.Answers
	l.tell(plainTone, "")
	l.field.free, l.field.tapped = task.Kind == rulebook.MoveTask, nil
	// What has to be found is not shown.
	l.field.concealed = task.Kind == rulebook.CellTask
	if task.Kind == rulebook.CellTask {
		l.field.tapped = l.tap
	}
	cmd := l.field.show(l.match, false)
	l.draw()
	return cmd
}

// scene is the present turn for package guide.
func (l *lesson) scene() (*guide.Scene, error) {
	id := l.task().ID
	if l.turn > 0 {
		id += "+" + itoa(l.turn)
	}
	return guide.Open(l.match.Game(), l.task().Steps(), id, l.match.MoveTexts())
}

// draw marks what the turn draws; without it the words remain.
func (l *lesson) draw() {
	if scene, err := l.scene(); err == nil {
		l.field.draw(scene)
	}
}

// tap answers with a cell.
func (l *lesson) tap(c game.Cell) tea.Cmd {
	if l.done {
		return nil
	}
	if slices.Contains(l.answers, c.String()) {
		return l.finish()
	}
	piece := l.texts.PieceName(l.match.Game(), l.match.Position().At(c))
	return l.warn(l.text("learn.wrongcell", "cell", c.String(), "piece", piece))
}

// try answers with a move.
func (l *lesson) try(m game.Move) tea.Cmd {
	now := l.match.Position()
	if !slices.Contains(l.answers, now.MoveText(m)) {
		l.field.picking.made = nil
		l.tell(warnTone, l.text("learn.thinking"))
		return l.find(now.Game(), local.WrongMove(now, m, l.texts, l.Time))
	}
	if err := l.match.PlayMove(m); err != nil {
		return l.field.refused(err)
	}
	if l.turn == len(l.task().Turns) || l.match.Verdict().Outcome.Over() {
		return tea.Batch(l.field.show(l.match, true), l.finish())
	}
	return l.reply()
}

// reply lets the other side play, and asks what is next.
func (l *lesson) reply() tea.Cmd {
	scene, err := l.scene()
	if err != nil {
		return l.fail(err)
	}
	reply, err := scene.Reply()
	for _, text := range reply.Moves {
		if err == nil {
			err = l.match.Play(text)
		}
	}
	if err != nil {
		return l.fail(err)
	}
	cmd := l.field.show(l.match, true)
	if l.match.Verdict().Outcome.Over() {
		return tea.Batch(cmd, l.finish())
	}
	l.turn++
	if scene, err = l.scene(); err == nil {
		l.answers, err = scene.Answers()
	}
	if err != nil {
		l.tell(warnTone, l.texts.Error(err))
	}
	l.tell(goodTone, l.text("learn.right"))
	l.draw()
	return cmd
}

// finish says that the task is done.
func (l *lesson) finish() tea.Cmd {
	l.done, l.field.free, l.field.tapped, l.field.drawn, l.field.concealed = true, false, nil, nil, false
	text := l.text("learn.right") + " " + l.task().Praise
	if l.at == len(l.tasks)-1 {
		text += " " + l.text("learn.complete")
	}
	l.tell(goodTone, l.plain(text))
	return nil
}

func (l *lesson) actions() []action {
	all := []action{l.allKeys(l.actions)}
	next := action{keys: []string{".", "pgdown"}, label: l.text("learn.next"), do: func() tea.Cmd { return l.set(l.at + 1) }}
	if l.done {
		next.keys = append([]string{"enter", "space"}, next.keys...)
	} else {
		all = append(all, rarely(l.typeMove()),
			l.sayAction("learn.hint", func() string { return l.plain(l.task().Hint) }, "h", "H"),
			l.sayAction("learn.show", func() string { return l.answers[0] }, "="))
	}
	return append(all, next,
		action{keys: []string{",", "pgup"}, label: l.text("terminal.app.previous"), rare: true, do: func() tea.Cmd { return l.set(l.at - 1) }},
		action{keys: []string{"u"}, label: l.text("terminal.app.again"), rare: true, do: func() tea.Cmd { return l.set(l.at) }},
		l.backAction())
}

func (l *lesson) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok && l.done {
		if cmd, ok := press(key.String(), l.actions()); ok {
			return cmd
		}
	}
	return l.stage.update(msg, l.actions())
}

func (l *lesson) view() []string {
	l.layOut(l.match.Game())
	rows := append(l.lineRows(), l.message(l.noteTone, l.note)...)
	if !l.done {
		prompt := l.task().Prompt
		if l.turn > 0 {
			prompt = l.task().Turns[l.turn-1]
		}
		rows = append(rows, l.message(plainTone, l.plain(prompt))...)
		rows = append(rows, l.field.tray()...)
	}
	title := l.text("learn.heading", "game", l.texts.Game(l.match.Game()), "number", l.at+1, "n", len(l.tasks))
	return l.drawBoardPage(boardPage{title: title, field: l.field, messages: rows, actions: l.actions()})
}

// plain is what was written in any language in characters that the screen can show.
func (e *env) plain(written string) string {
	if e.ASCII {
		return text.ASCII(written)
	}
	return written
}

// newLearn is the choice of a game to learn about.
func newLearn(e *env) *menu {
	return newMenu(e, e.text("learn.title"), func() []option {
		var options []option
		for _, entry := range e.Games {
			// Games that share a book have the same lessons.
			if entry.Rulebook.Game != entry.Game.ID() {
				continue
			}
			options = append(options, option{label: e.texts.Game(entry.Game), hint: e.goalOf(entry.Game), do: func() tea.Cmd {
				return e.open(newSubjects(e, entry))
			}})
		}
		return options
	})
}

// newSubjects are what there is to learn about a game.
func newSubjects(e *env, entry catalogue.Entry) *menu {
	source := entry.Rulebook
	return newMenu(e, e.texts.Game(entry.Game), func() []option {
		var options []option
		// What is played here needs an engine that explains mistakes.
		if steps, err := source.Guided(e.Language); err == nil && len(steps) > 0 && e.NewEngine != nil {
			options = append(options, option{label: e.text("guided.start"), hint: e.text("guided.what"), do: func() tea.Cmd {
				return e.open(newGuided(e, entry.Game, steps))
			}})
		}
		if tasks, err := source.Lesson(e.Language); err == nil && len(tasks) > 0 && e.NewEngine != nil {
			options = append(options, option{label: e.text("learn.start"), do: func() tea.Cmd { return e.open(newLesson(e, tasks)) }})
		}
		options = append(options, option{label: e.text("home.rules"), do: func() tea.Cmd { return e.openBook(source.Book) }})
		if strategy, err := source.Strategy(e.Language); err == nil && strategy != nil {
			options = append(options, option{label: e.text("learn.strategy"), do: func() tea.Cmd { return e.openBook(source.Strategy) }})
		}
		return options
	})
}

// openBook shows rules or a strategy.
func (e *env) openBook(read func(language string) (*rulebook.Book, error)) tea.Cmd {
	rules, err := read(e.Language)
	if err != nil {
		return e.open(newNotice(e, e.texts.Error(err)))
	}
	g, err := e.Games.Games().Find(rules.Game)
	if err != nil {
		return e.open(newNotice(e, e.texts.Error(err)))
	}
	return e.open(newPager(e, e.texts.Game(g), func(width int) []string {
		lines, err := text.Page{Game: g, Texts: e.texts, Style: e.style(), Width: width}.Lines(rules)
		if err != nil {
			return wrap(e.texts.Error(err), width)
		}
		return lines
	}))
}
