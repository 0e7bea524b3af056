package screen

import (
	tea "charm.land/bubbletea/v2"

	"plateau/catalogue"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

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
