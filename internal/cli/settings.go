package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settings are flags of a command that can also be given in the environment
// and in a file. A flag counts more than the environment, that more than the
// file, and that more than the default.
//
//	--log-level debug    PLATEAU_LOG_LEVEL=debug    log-level = debug
//
// What is written here of each is what the help, the documentation and error
// messages say.
type settings struct {
	flags *pflag.FlagSet
	list  []setting
	// file is what the flag says, or the environment.
	file string
	// given are the settings that somebody has chosen.
	given map[string]bool
}

// setting is one of them.
type setting struct {
	name string
	// value takes texts, with errors that say what can be chosen.
	value pflag.Value
	// usage is a sentence without a full stop, with the placeholder of the
	// value in backquotes.
	usage string
	// standard says what holds if nothing was chosen; empty where the value
	// says it itself.
	standard string
	// off is the usage of the flag that switches it off, for switches that
	// are on.
	off string
}

const configFlag = "config"

// addFlags lets all be given as flags of a command, and the file be named.
// What is on can be switched off by --no-NAME.
func (s *settings) addFlags(cmd *cobra.Command) {
	s.flags = cmd.Flags()
	for _, one := range s.list {
		usage := one.usage
		if one.standard != "" {
			usage += " (default: " + one.standard + ")"
		}
		flag := s.flags.VarPF(one.value, one.name, "", usage)
		if one.standard != "" {
			flag.DefValue = "" // The usage tells it.
		}
		on, isSwitch := one.value.(*switchValue)
		if !isSwitch {
			continue
		}
		flag.NoOptDefVal = "true"
		if one.off != "" {
			s.flags.VarPF((*offValue)(on), offFlag(one.name), "", one.off).NoOptDefVal = "true"
		}
	}
	s.flags.StringVar(&s.file, configFlag, "", "read settings from `FILE`, which has lines such as 'listen = :8080'")
}

func offFlag(name string) string { return "no-" + name }

// variable is what a setting is called in the environment.
func variable(name string) string {
	return "PLATEAU_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// load takes from the environment and from the file what no flag has set.
func (s *settings) load(getenv func(name string) string) error {
	if s.file == "" {
		s.file = getenv(variable(configFlag))
	}
	inFile, err := s.readFile()
	if err != nil {
		return err
	}
	s.given = map[string]bool{}
	for _, one := range s.list {
		if s.flags.Changed(one.name) || s.flags.Changed(offFlag(one.name)) {
			s.given[one.name] = true
			continue
		}
		said := inFile[one.name]
		if text := getenv(variable(one.name)); text != "" {
			said = saying{text, variable(one.name) + "=" + text}
		}
		if said.where == "" {
			continue
		}
		if err := one.value.Set(said.text); err != nil {
			return usagef("%s: %v", said.where, err)
		}
		s.given[one.name] = true
	}
	return nil
}

// saying is a value, and where it was said.
type saying struct{ text, where string }

// readFile reads lines such as "listen = :8080". Empty ones and those that
// begin with # say nothing, and a value may be quoted.
func (s *settings) readFile() (map[string]saying, error) {
	if s.file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		return nil, usagef("the settings cannot be read: %v", err)
	}
	said := map[string]saying{}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		at := fmt.Sprintf("%s:%d", s.file, number)
		name, value, isPair := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !isPair {
			return nil, usagef("%s: a setting has a value, such as 'listen = :8080'", at)
		}
		if !s.knows(name) {
			return nil, usagef("%s: there is no setting %q; did you mean %s?", at, name, s.nearest(name))
		}
		if _, twice := said[name]; twice {
			return nil, usagef("%s: %s is set for the second time", at, name)
		}
		if unquoted, err := strconv.Unquote(value); err == nil {
			value = unquoted
		}
		said[name] = saying{value, fmt.Sprintf("%s: %s = %s", at, name, value)}
	}
	return said, nil
}

func (s *settings) knows(name string) bool {
	for _, one := range s.list {
		if one.name == name {
			return true
		}
	}
	return false
}

// nearest is the setting that a name differs from by the fewest letters.
func (s *settings) nearest(name string) string {
	best, fewest := "", 0
	for _, one := range s.list {
		if d := distance(strings.ToLower(name), one.name); best == "" || d < fewest {
			best, fewest = one.name, d
		}
	}
	return best
}

// distance counts the letters to insert, delete or replace that make a word of
// another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// table documents all settings for people who read Markdown.
func (s *settings) table() string {
	var text strings.Builder
	text.WriteString("| flag, or name in the file | environment | default | what it does |\n|---|---|---|---|\n")
	for _, one := range s.list {
		flag := s.flags.Lookup(one.name)
		placeholder, usage := pflag.UnquoteUsage(&pflag.Flag{Name: one.name, Usage: one.usage, Value: one.value})
		written := "--" + one.name
		if _, isSwitch := one.value.(*switchValue); isSwitch {
			placeholder = ""
			if one.off != "" {
				written += "`, `--" + offFlag(one.name)
			}
		}
		standard := one.standard
		if flag.DefValue != "" {
			standard = "`" + flag.DefValue + "`"
		}
		fmt.Fprintf(&text, "| `%s` | `%s` | %s | %s |\n",
			strings.TrimSpace(written+" "+placeholder), variable(one.name), standard, usage)
	}
	return text.String()
}

// wrongValue is what a value says of a text that it cannot take. Its sentence
// needs no explanation by pflag.
type wrongValue string

func (w wrongValue) Error() string { return string(w) }

// switchValue is on or off.
type switchValue bool

// String implements pflag.Value.
func (v *switchValue) String() string { return strconv.FormatBool(bool(*v)) }

// Type implements pflag.Value.
func (v *switchValue) Type() string { return "bool" }

// Set implements pflag.Value.
func (v *switchValue) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return wrongValue("choose true or false")
	}
	*v = switchValue(on)
	return nil
}

// offValue sets a switch to the opposite.
type offValue switchValue

// String implements pflag.Value.
func (v *offValue) String() string { return strconv.FormatBool(!bool(*v)) }

// Type implements pflag.Value.
func (v *offValue) Type() string { return "bool" }

// Set implements pflag.Value.
func (v *offValue) Set(text string) error {
	if err := (*switchValue)(v).Set(text); err != nil {
		return err
	}
	*v = !*v
	return nil
}

// choiceValue is one of some words.
type choiceValue struct {
	word    *string
	choices []string
	kind    string
}

// String implements pflag.Value.
func (v choiceValue) String() string { return *v.word }

// Type implements pflag.Value.
func (v choiceValue) Type() string { return v.kind }

// Set implements pflag.Value.
func (v choiceValue) Set(text string) error {
	for _, choice := range v.choices {
		if strings.EqualFold(choice, text) {
			*v.word = choice
			return nil
		}
	}
	last := len(v.choices) - 1
	return wrongValue("choose " + strings.Join(v.choices[:last], ", ") + " or " + v.choices[last])
}

// textValue is any text that the check has no objection to.
type textValue struct {
	text  *string
	check func(text string) (string, error)
}

// String implements pflag.Value.
func (v textValue) String() string { return *v.text }

// Type implements pflag.Value.
func (v textValue) Type() string { return "string" }

// Set implements pflag.Value.
func (v textValue) Set(text string) error {
	if v.check != nil {
		checked, err := v.check(text)
		if err != nil {
			return err
		}
		text = checked
	}
	*v.text = text
	return nil
}

// wrongFlag is the error for a flag whose value says what is wrong, or nil.
func wrongFlag(err *pflag.InvalidValueError) error {
	var wrong wrongValue
	if !errors.As(err, &wrong) {
		return nil
	}
	return usagef("--%s %s: %v", err.GetFlag().Name, err.GetValue(), wrong)
}
