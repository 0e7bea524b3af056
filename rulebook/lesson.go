package rulebook

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// A lesson is a list of small tasks. The tasks are separate from their words,
// so that translators cannot change them and they are written once:
//
//	lessons/GAME.txt           # name of the task
//	                           ! position | goal | answers
//	                           - what the next player may reply; one line for
//	                             each of the others
//	                           + what the player may play then
//	                           * what is drawn on the board
//	lessons/LANGUAGE/GAME.txt  # name of the task
//	                           ? what is asked, short enough for a phone
//	                           > a hint
//	                           + what is asked after the reply
//	                           ! what is said at the end; with § in place of !
//	                             it depends on a ruling
//
// A line with none of these signs continues the one above. The answers are all
// the right ones, separated by spaces; the goal defines what is right, and the
// tests find the answers again from it with the rules. Further turns and drawings
// are conditions of package guide, as in guided games.

// TaskKind is how a task is answered.
type TaskKind string

// The kinds of tasks.
const (
	MoveTask TaskKind = "move" // by playing one of the answers
	CellTask TaskKind = "cell" // by choosing one of the answers, without playing
)

// goals are what tasks can ask for. A goal may have a parameter, which is a
// move, a cell, a number or the code of a phrase.
var goals = map[string]TaskKind{
	"follow":  MoveTask, // do what the prompt says
	"win":     MoveTask, // end the game as its winner, for the reason
	"draw":    MoveTask, // end the game drawn, for the reason
	"survive": MoveTask, // do not lose with this turn
	"safe":    MoveTask, // do not lose with this turn or the other side's next
	"force":   MoveTask, // force a win within so many turns of both sides
	"only":    MoveTask, // play the only legal move
	"forbids": CellTask, // the piece for which the move is refused
	"refused": CellTask, // what cannot be taken, for the reason
	"ends":    CellTask, // where what is taken from the cell can go
	"gives":   CellTask, // what loses the game when it is taken, for the reason
	"line":    CellTask, // the cells of the line that has won
}

// Task is one exercise of a lesson.
type Task struct {
	// ID is unique in its lesson and the same in every language.
	ID string `json:"id"`
	// Game is the id of the game whose notation is used. It differs from
	// the game asked for if two games share a lesson.
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Kind     TaskKind `json:"kind"`
	// Goal defines what makes an answer right; tests use it.
	Goal string `json:"-"`
	// Answers are all the right ones: exact texts of moves, or names of cells.
	Answers []string `json:"answers"`
	Prompt  string   `json:"prompt"`
	Hint    string   `json:"hint"`
	// Praise is shown at the end and explains it. It starts with [RulingSign]
	// if it depends on a ruling.
	Praise string `json:"praise"`
	// Turns are what is asked after each reply of the other side.
	Turns []string `json:"turns"`
	steps []Step
}

// Steps are the turns of a task: the first, named like the task, and those after
// a reply, which have a number behind the name: ahead+1.
func (t Task) Steps() []Step { return slices.Clone(t.steps) }

// Lesson is the tasks in order, in a language, which is read forgivingly; none
// for a game without a lesson. Its errors are refusals.
func (s Source) Lesson(language string) ([]Task, error) {
	l, err := s.language(language)
	if err != nil {
		return nil, err
	}
	tasks, err := parse(s, "lessons/"+s.Game+".txt", readTasks)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	words, err := parse(s, "lessons/"+l.Code+"/"+s.Game+".txt", readWords)
	if err != nil {
		return nil, err
	}
	if len(words) != len(tasks) {
		return nil, fmt.Errorf("rulebook: %s/%s.txt has %d tasks, want %d", l.Code, s.Game, len(words), len(tasks))
	}
	for i := range tasks {
		if words[i].ID != tasks[i].ID {
			return nil, fmt.Errorf("rulebook: %s/%s.txt has %s in place of %s", l.Code, s.Game, words[i].ID, tasks[i].ID)
		}
		tasks[i].Game = s.Game
		tasks[i].Prompt, tasks[i].Hint, tasks[i].Praise = words[i].Prompt, words[i].Hint, words[i].Praise
		tasks[i].Turns = append([]string{}, words[i].Turns...)
		if len(tasks[i].Turns) != len(tasks[i].steps)-1 {
			return nil, fmt.Errorf("rulebook: %s/%s.txt: %s has %d turns after replies, want %d",
				l.Code, s.Game, tasks[i].ID, len(tasks[i].Turns), len(tasks[i].steps)-1)
		}
		for j := range tasks[i].steps {
			tasks[i].steps[j].Game = s.Game
		}
	}
	return tasks, nil
}

// readTasks reads the tasks without their words.
func readTasks(text string) ([]Task, error) {
	return eachTask(text, func(task *Task, sign, text string) error {
		if sign != "!" {
			return addTurn(task, sign, text)
		}
		parts := strings.Split(text, "|")
		if len(parts) != 3 {
			return fmt.Errorf("%s %q: a task is ! position | goal | answers", sign, text)
		}
		task.Position, task.Goal = strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		task.Answers = strings.Fields(parts[2])
		name, _, _ := strings.Cut(task.Goal, " ")
		kind, ok := goals[name]
		if !ok {
			return fmt.Errorf("there is no goal %q", name)
		}
		task.Kind = kind
		task.steps = []Step{{ID: task.ID, Position: task.Position, Kind: SayStep}}
		return nil
	})
}

// addTurn reads what follows the first answer of a task, or is drawn.
func addTurn(task *Task, sign, text string) error {
	if len(task.steps) == 0 {
		return fmt.Errorf("%s: %s %q comes before the task", task.ID, sign, text)
	}
	now := &task.steps[len(task.steps)-1]
	switch sign {
	case "-":
		now.Replies = append(now.Replies, text)
	case "*":
		now.Drawing = append(now.Drawing, text)
	case "+":
		id := task.ID + "+" + strconv.Itoa(len(task.steps))
		task.steps = append(task.steps, Step{ID: id, Kind: MoveStep, Goal: text})
	default:
		return fmt.Errorf("%s %q: a task is ! position | goal | answers", sign, text)
	}
	return nil
}

// readWords reads the words of the tasks.
func readWords(text string) ([]Task, error) {
	return eachTask(text, func(task *Task, sign, text string) error {
		if sign == "+" {
			task.Turns = append(task.Turns, text)
			return nil
		}
		place := map[string]*string{
			"?": &task.Prompt, ">": &task.Hint, "!": &task.Praise, RulingSign: &task.Praise,
		}[sign]
		if place == nil || *place != "" {
			return fmt.Errorf("%s has %s %q at a wrong place", task.ID, sign, text)
		}
		*place = text
		if sign == RulingSign {
			*place = RulingSign + " " + text
		}
		return nil
	})
}

// eachTask splits a text into tasks and calls add for every part of them.
func eachTask(text string, add func(task *Task, sign, text string) error) ([]Task, error) {
	return eachNamed(text, "task", func(id string) Task { return Task{ID: id} }, add)
}

// eachNamed splits a text into what begins with # and a name, and calls add for
// every other part.
func eachNamed[T any](text, what string, named func(id string) T, add func(to *T, sign, text string) error) ([]T, error) {
	var found []T
	for _, part := range parts(text) {
		sign, rest, _ := strings.Cut(part, " ")
		if sign == "#" {
			found = append(found, named(rest))
			continue
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%q belongs to no %s", part, what)
		}
		if err := add(&found[len(found)-1], sign, rest); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// parts joins continuation lines.
func parts(text string) []string {
	var found []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		sign, _, _ := strings.Cut(line, " ")
		switch sign {
		case "":
		case "#", "?", ">", "!", "=", "-", "+", "*", "~", RulingSign:
			found = append(found, line)
		default:
			if len(found) == 0 {
				found = append(found, "")
			}
			found[len(found)-1] += " " + line
		}
	}
	return found
}
