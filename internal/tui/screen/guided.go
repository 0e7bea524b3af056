package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/rulebook"
	"plateau/rulebook/guide"
)

// guided is a first game against a partner who explains what comes up.
type guided struct {
	*stage

	game  game.Game
	steps []rulebook.Step
	at    int
	match *game.Match
	// answers are the moves that the step accepts.
	answers []string
	// played are the steps that the player has played.
	played map[string]bool
	// replies are what the others still have to play, and again is whether the
	// step is asked once more after them.
	replies   []string
	again     bool
	replying  bool
	over, end bool
}

func newGuided(e *env, g game.Game, steps []rulebook.Step) *guided {
	d := &guided{game: g, steps: steps, played: map[string]bool{}}
	d.stage = newStage(e, d.try)
	return d
}

func (d *guided) step() rulebook.Step { return d.steps[d.at] }

func (d *guided) start() tea.Cmd {
	if d.match != nil {
		return nil
	}
	return d.enter(0)
}

// enter shows a step.
func (d *guided) enter(at int) tea.Cmd {
	d.work.end()
	d.at, d.over, d.replying = at, false, false
	step := d.step()
	if step.Position != "" {
		start, err := d.game.Parse(step.Position)
		if err != nil {
			return d.replace(newNotice(d.env, d.texts.Error(err)))
		}
		d.match = game.MatchFrom(start, nil)
	}
	scene, err := guide.Open(d.game, d.steps, step.ID, d.match.MoveTexts())
	if err == nil {
		d.answers, err = scene.Answers()
	}
	if err != nil {
		return d.replace(newNotice(d.env, d.texts.Error(err)))
	}
	d.end = at == len(d.steps)-1
	d.field.free = step.Kind != rulebook.SayStep && !d.end
	cmd := d.field.show(d.match, false)
	d.field.draw(scene)
	d.tell(plainTone, "")
	return cmd
}

// try plays a move of the player.
func (d *guided) try(m game.Move) tea.Cmd {
	now := d.match.Position()
	exploring := d.step().Kind == rulebook.ExploreStep
	if !exploring && !slices.Contains(d.answers, now.MoveText(m)) {
		d.field.picking.made = nil
		d.tell(warnTone, d.text("guided.notAsked"))
		return d.find(d.game, local.WrongMove(now, m, d.texts, d.Time))
	}
	if err := d.match.PlayMove(m); err != nil {
		return d.field.refused(err)
	}
	if exploring {
		return d.field.show(d.match, true)
	}
	return d.reply()
}

// reply lets the others answer the step.
func (d *guided) reply() tea.Cmd {
	d.replies, d.again = nil, false
	if !d.match.Verdict().Outcome.Over() {
		scene, err := guide.Open(d.game, d.steps, d.step().ID, d.match.MoveTexts())
		if err != nil {
			return d.fail(err)
		}
		reply, err := scene.Reply()
		switch {
		case err != nil:
			return d.fail(err)
		case reply.Stuck:
			d.match.Undo()
			d.tell(warnTone, d.text("guided.notAsked"))
			return d.field.show(d.match, false)
		}
		d.replies, d.again = reply.Moves, reply.Again
	}
	d.replying, d.field.free, d.field.drawn = true, false, nil
	if len(d.replies) == 0 && d.step().Kind == rulebook.SayStep {
		return d.replied()
	}
	return tea.Batch(d.field.show(d.match, d.match.Plies() > 0), d.wait(pause, d, d.replied))
}

// replied plays the next reply, and goes on after the last.
func (d *guided) replied() tea.Cmd {
	if !d.replying {
		return nil
	}
	if len(d.replies) > 0 {
		err := d.match.Play(d.replies[0])
		d.replies = d.replies[1:]
		if err != nil {
			return d.fail(err)
		}
		return tea.Batch(d.field.show(d.match, true), d.wait(pause, d, d.replied))
	}
	d.played[d.step().ID] = true
	d.replying = false
	if d.match.Verdict().Outcome.Over() {
		d.over = true
		return nil
	}
	if d.again {
		return d.enter(d.at)
	}
	return d.enter(d.next(func(i int, s rulebook.Step) bool { return i > d.at && !d.played[s.Unless] }))
}

// next is the first step that fits, or the last of all.
func (d *guided) next(fits func(i int, s rulebook.Step) bool) int {
	for i, s := range d.steps {
		if fits(i, s) {
			return i
		}
	}
	return len(d.steps) - 1
}

// goOn goes on after an explanation, the end of a scene, or trying out moves.
func (d *guided) goOn() tea.Cmd {
	switch {
	case d.replying:
		return nil
	case d.end:
		return d.back()
	case d.over:
		return d.enter(d.next(func(i int, s rulebook.Step) bool { return i > d.at && s.Position != "" && !d.played[s.Unless] }))
	case d.step().Kind == rulebook.ExploreStep:
		return d.enter(d.at + 1)
	case d.step().Kind == rulebook.SayStep:
		return d.reply()
	}
	return nil
}

func (d *guided) actions() []action {
	all := []action{}
	if !d.field.free && !d.replying || d.step().Kind == rulebook.ExploreStep {
		all = append(all, action{keys: []string{".", "pgdown"}, label: d.text("guided.goOn"), do: d.goOn})
	}
	all = append(all, d.allKeys(d.actions), rarely(d.typeMove()))
	if d.step().Hint != "" && d.field.free {
		all = append(all,
			d.sayAction("learn.hint", func() string { return d.plain(d.step().Hint) }, "h", "H"),
			action{keys: []string{"="}, label: d.text("learn.show"), do: func() tea.Cmd {
				if len(d.answers) > 0 {
					d.tell(plainTone, d.answers[0])
				}
				return nil
			}})
	}
	return append(all, d.backAction())
}

func (d *guided) update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyPressMsg); ok && !d.field.free && (msg.String() == "enter" || msg.String() == "space") {
		return d.goOn()
	}
	return d.stage.update(msg, d.actions())
}

func (d *guided) view() []string {
	d.layOut(d.game)
	rows := append(d.lineRows(), d.message(d.noteTone, d.note)...)
	switch {
	case d.over:
		rows = append(rows, d.message(goodTone, d.texts.Verdict(d.game, nil, d.match.Verdict()))...)
	default:
		rows = append(rows, d.message(plainTone, d.plain(d.step().Prompt))...)
	}
	rows = append(rows, d.field.tray()...)
	title := d.text("guided.heading", "game", d.texts.Game(d.game))
	return d.drawBoardPage(boardPage{title: title, right: itoa(d.at+1) + "/" + itoa(len(d.steps)), field: d.field, messages: rows, actions: d.actions()})
}
