package rulebook

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// A guided game is a first game against a patient partner, who explains what
// comes up. Its steps are separate from their words, like those of lessons:
//
//	guided/GAME.txt            # name of the step
//	                           = a position, if another scene begins
//	                           ! what the player may play; without it the
//	                             partner only talks
//	                           - what the next player may reply; one line for
//	                             each of the others
//	                           * what is drawn on the board
//	                           ~ the name of a step that makes this scene
//	                             unnecessary, once the player has been there
//	guided/LANGUAGE/GAME.txt   # name of the step
//	                           ? what the partner says, short enough for a phone
//	                           > a hint, for steps with a move
//
// Package guide explains the conditions of moves and the drawings: it finds the
// moves with the rules, so players are as free as a step allows.

// StepKind is what happens in a step.
type StepKind string

// The kinds of steps.
const (
	SayStep     StepKind = "say"     // the partner explains something
	MoveStep    StepKind = "move"    // the player moves
	ExploreStep StepKind = "explore" // the player tries out moves of both sides
)

// Step is one step of a guided game, or one turn of a task.
type Step struct {
	// ID is unique in its game and the same in every language.
	ID string `json:"id"`
	// Game is the id of the game whose notation is used.
	Game string `json:"game"`
	// Position is where a scene begins; empty if the game goes on.
	Position string   `json:"position"`
	Kind     StepKind `json:"kind"`
	// Unless is the name of a step: if the player has played that, the scene
	// that begins here is left out.
	Unless string `json:"unless"`
	// Goal is the condition of the player's move.
	Goal string `json:"-"`
	// Repeats is set if the step is asked again until the replies have led to
	// where the next step can be asked.
	Repeats bool `json:"-"`
	// Replies are the conditions of the others' moves after it, in turn.
	Replies []string `json:"-"`
	// Drawing is what is drawn on the board.
	Drawing []string `json:"-"`
	Prompt  string   `json:"prompt"`
	Hint    string   `json:"hint"`
}

// Guided is the steps of the guided game, in a language, which is read
// forgivingly; none for a game without one. Its errors are refusals.
func (s Source) Guided(language string) ([]Step, error) {
	l, err := s.language(language)
	if err != nil {
		return nil, err
	}
	steps, err := parse(s, "guided/"+s.Game+".txt", readSteps(addToStep))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	path := "guided/" + l.Code + "/" + s.Game + ".txt"
	words, err := parse(s, path, readSteps(addWords))
	if err != nil {
		return nil, err
	}
	if len(words) != len(steps) {
		return nil, fmt.Errorf("rulebook: %s has %d steps, want %d", path, len(words), len(steps))
	}
	for i := range steps {
		if words[i].ID != steps[i].ID {
			return nil, fmt.Errorf("rulebook: %s has %s in place of %s", path, words[i].ID, steps[i].ID)
		}
		steps[i].Game, steps[i].Prompt, steps[i].Hint = s.Game, words[i].Prompt, words[i].Hint
	}
	return steps, nil
}

// readSteps reads the steps of a text, and calls add for every part of them.
func readSteps(add func(step *Step, sign, text string) error) func(text string) ([]Step, error) {
	return func(text string) ([]Step, error) {
		return eachNamed(text, "step", func(id string) Step { return Step{ID: id, Kind: SayStep} }, add)
	}
}

// explores is the goal of steps in which nothing is asked.
const explores = "explore"

func addToStep(step *Step, sign, text string) error {
	switch sign {
	case "=":
		step.Position = text
	case "!":
		step.Kind = MoveStep
		step.Goal, step.Repeats = strings.CutPrefix(text, "repeat ")
		if text == explores {
			step.Kind = ExploreStep
		}
	case "-":
		step.Replies = append(step.Replies, text)
	case "~":
		step.Unless = text
	case "*":
		step.Drawing = append(step.Drawing, text)
	default:
		return fmt.Errorf("%s has %s %q", step.ID, sign, text)
	}
	return nil
}

func addWords(step *Step, sign, text string) error {
	place := map[string]*string{"?": &step.Prompt, RulingSign: &step.Prompt, ">": &step.Hint}[sign]
	if place == nil || *place != "" {
		return fmt.Errorf("%s has %s %q", step.ID, sign, text)
	}
	*place = text
	if sign == RulingSign {
		*place = RulingSign + " " + text
	}
	return nil
}
