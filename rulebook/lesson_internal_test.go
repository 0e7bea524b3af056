package rulebook

import "testing"

func TestDamagedLessons(t *testing.T) {
	for text, read := range map[string]func(string) ([]Task, error){
		"words of nobody":                          readWords,
		"# a\n? one\n? two":                        readWords,
		"# a\n! one\n§ two":                        readWords,
		"! 4/4/4/4 1 | win | S@a1":                 readTasks,
		"# a\n! 4/4/4/4 1 | win":                   readTasks,
		"# a\n? 4/4/4/4 1 | win | S@a1":            readTasks,
		"# a\n! 4/4/4/4 1 | conquer | S@a1":        readTasks,
		"# a\n- any":                               readTasks,
		"# a\n* line a1\n! 4/4/4/4 1 | win | S@a1": readTasks,
		"# a\n= 4/4/4/4 1":                         readWords,
	} {
		if tasks, err := read(text); err == nil {
			t.Errorf("%q is read as %v", text, tasks)
		}
	}
}

func TestLinesGoOn(t *testing.T) {
	tasks, err := readWords("# a\n? what\n  is asked\n\n> hint\n! done")
	if err != nil || len(tasks) != 1 || tasks[0].Prompt != "what is asked" {
		t.Errorf("%v, %v", tasks, err)
	}
}

func TestDamagedGuidedGames(t *testing.T) {
	for text, add := range map[string]func(*Step, string, string) error{
		"! any":             addToStep,
		"# a\n? a word":     addToStep,
		"# a\n! any":        addWords,
		"# a\n? one\n? two": addWords,
	} {
		if steps, err := readSteps(add)(text); err == nil {
			t.Errorf("%q is read as %v", text, steps)
		}
	}
}
