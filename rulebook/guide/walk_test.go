package guide_test

import (
	"slices"
	"testing"

	"plateau/game"
	"plateau/games/full"
	"plateau/rulebook"
	"plateau/rulebook/guide"
)

// guidedGames are the games with a guided game.
func guidedGames(t *testing.T) map[string][]rulebook.Step {
	t.Helper()
	found := map[string][]rulebook.Step{}
	for _, e := range full.All() {
		steps, err := e.Rulebook.Guided("en")
		if err != nil {
			t.Fatal(err)
		}
		if len(steps) > 0 && steps[0].Game == e.Game.ID() {
			found[e.Game.ID()] = steps
		}
	}
	return found
}

// walk is one way through a guided game.
type walk struct {
	game  game.Game
	steps []rulebook.Step
	// plies are the moves of the player and the others, with the step.
	plies []ply
	// said are the steps that were shown, and drawings what they drew.
	said     []string
	drawings map[string]guide.Drawing
	// stuck is how often a move could not be replied to.
	stuck int
}

type ply struct {
	step   string
	player bool
	before game.Position
	after  game.Position
	move   game.Move
	text   string
}

// run plays a guided game to its end; choose selects among the moves that a step
// accepts.
func (w *walk) run(t *testing.T, choose func(moves []string) string) {
	t.Helper()
	var moves []string
	for i := 0; i < len(w.steps); i++ {
		step := w.steps[i]
		if step.Unless != "" && w.ply(step.Unless).after != nil {
			continue
		}
		if step.Position != "" {
			moves = nil
		}
		scene := w.open(t, step.ID, moves)
		if scene.Position().Outcome().Over() && i < len(w.steps)-1 {
			continue
		}
		w.show(t, step.ID, scene)
		var reply guide.Reply
		if step.Kind == rulebook.MoveStep {
			scene, moves, reply = w.answer(t, scene, step, moves, choose)
		} else {
			reply = w.reply(t, scene)
		}
		now := scene.Position()
		for _, text := range reply.Moves {
			moves = w.play(t, now, step.ID, false, moves, text)
			now = w.plies[len(w.plies)-1].after
		}
		if reply.Again {
			i--
		}
		if len(moves) > 120 {
			t.Fatalf("%s goes on for ever: %v", step.ID, moves)
		}
	}
}

// answer plays one of the accepted moves to which the others can reply.
func (w *walk) answer(
	t *testing.T, scene *guide.Scene, step rulebook.Step, moves []string, choose func(moves []string) string,
) (after *guide.Scene, all []string, reply guide.Reply) {
	t.Helper()
	answers, err := scene.Answers()
	if err != nil {
		t.Fatal(err)
	}
	for len(answers) > 0 {
		text := choose(answers)
		all = append(slices.Clone(moves), text)
		after = w.open(t, step.ID, all)
		if reply = w.reply(t, after); !reply.Stuck {
			w.play(t, scene.Position(), step.ID, true, moves, text)
			return after, all, reply
		}
		w.stuck++
		answers = slices.DeleteFunc(answers, func(one string) bool { return one == text })
	}
	t.Fatalf("%s: no answer in %s after %v", step.ID, scene.Position(), moves)
	return nil, nil, reply
}

func (w *walk) reply(t *testing.T, scene *guide.Scene) guide.Reply {
	t.Helper()
	reply, err := scene.Reply()
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func (w *walk) show(t *testing.T, id string, scene *guide.Scene) {
	t.Helper()
	drawing, err := scene.Drawing()
	if err != nil {
		t.Fatal(err)
	}
	w.said, w.drawings[id] = append(w.said, id), drawing
}

func (w *walk) open(t *testing.T, id string, moves []string) *guide.Scene {
	t.Helper()
	scene, err := guide.Open(w.game, w.steps, id, moves)
	if err != nil {
		t.Fatal(err)
	}
	return scene
}

func (w *walk) play(t *testing.T, p game.Position, step string, player bool, moves []string, text string) []string {
	t.Helper()
	m, after, err := p.PlayText(text)
	if err != nil {
		t.Fatal(err)
	}
	w.plies = append(w.plies, ply{step, player, p, after, m, text})
	return append(moves, text)
}

// TestTasksGoOn plays the turns of every task that has some, after each of its
// answers: the other side can reply, and the player can go on.
func TestTasksGoOn(t *testing.T) {
	withTurns := 0
	for _, e := range full.All() {
		tasks, err := e.Rulebook.Lesson("en")
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range tasks {
			if task.Game != e.Game.ID() {
				continue
			}
			w := walk{game: e.Game, steps: task.Steps(), drawings: map[string]guide.Drawing{}}
			w.show(t, task.ID, w.open(t, task.ID, nil))
			if len(task.Turns) == 0 {
				continue
			}
			withTurns++
			for _, answer := range task.Answers {
				w.goOn(t, task, []string{answer})
			}
		}
	}
	if withTurns < 3 {
		t.Errorf("%d tasks have a reply", withTurns)
	}
}

// goOn plays the turns of a task after its first answer, with the first accepted
// move of each.
func (w *walk) goOn(t *testing.T, task rulebook.Task, moves []string) {
	t.Helper()
	for i := range task.Turns {
		reply := w.reply(t, w.open(t, w.steps[i].ID, moves))
		moves = append(moves, reply.Moves...)
		scene := w.open(t, w.steps[i+1].ID, moves)
		if scene.Position().Outcome().Over() {
			return
		}
		answers, err := scene.Answers()
		if err != nil || reply.Stuck || len(answers) == 0 {
			t.Fatalf("%s: after %v nothing is accepted: %v", task.ID, moves, err)
		}
		moves = append(moves, answers[0])
	}
}
