// Package config reads the settings of a command from its flags, the
// environment and a file. A flag overrides the environment, the environment
// overrides the file, and the file overrides the default.
//
//	--log-level debug    PLATEAU_LOG_LEVEL=debug    log-level = debug
package config

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Settings are the settings of one command. Help, documentation and error
// messages are all made from the list.
type Settings struct {
	List []Setting

	flags *pflag.FlagSet
	// file is the path of the configuration file, empty for none.
	file string
	set  map[string]bool
}

// Setting is one setting.
type Setting struct {
	Name string
	// Value parses texts; its errors say what can be chosen.
	Value pflag.Value
	// Usage is a sentence without a full stop, with the placeholder of the
	// value in backquotes.
	Usage string
	// Default describes the default; empty where the value itself shows it.
	Default string
	// Off is the usage of the flag --no-NAME, for switches that are on.
	Off string
}

const configFlag = "config"

// AddFlags adds a flag for every setting and one that names the file. A switch
// that is on can be switched off by --no-NAME.
func (s *Settings) AddFlags(flags *pflag.FlagSet) {
	s.flags = flags
	for _, one := range s.List {
		usage := one.Usage
		if one.Default != "" {
			usage += " (default: " + one.Default + ")"
		}
		flag := flags.VarPF(one.Value, one.Name, "", usage)
		if one.Default != "" {
			flag.DefValue = "" // the usage has it
		}
		if one.Value.Type() == switchKind {
			flag.NoOptDefVal = "true"
		}
		if one.Off != "" {
			flags.BoolFunc(offFlag(one.Name), one.Off, func(text string) error {
				off, err := parseSwitch(text)
				if err != nil {
					return err
				}
				return one.Value.Set(strconv.FormatBool(!off))
			})
		}
	}
	flags.StringVar(&s.file, configFlag, "", "read settings from `FILE`, with lines such as 'listen = :8080'")
}

func offFlag(name string) string { return "no-" + name }

// prefix is that of all environment variables.
const prefix = "PLATEAU_"

// Variable is the environment variable of a setting.
func Variable(name string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Load reads from the environment and the file what no flag has set. Its
// errors name the place of the mistake.
func (s *Settings) Load(getenv func(name string) string) error {
	s.file = cmp.Or(s.file, getenv(Variable(configFlag)))
	inFile, err := s.readFile()
	if err != nil {
		return err
	}
	s.set = map[string]bool{}
	for _, one := range s.List {
		if s.flags.Changed(one.Name) || s.flags.Changed(offFlag(one.Name)) {
			s.set[one.Name] = true
			continue
		}
		found := inFile[one.Name]
		if text := getenv(Variable(one.Name)); text != "" {
			found = assignment{text, Variable(one.Name) + "=" + text}
		}
		if found.source == "" {
			continue
		}
		if err := one.Value.Set(found.text); err != nil {
			return fmt.Errorf("%s: %w", found.source, err)
		}
		s.set[one.Name] = true
	}
	return nil
}

// IsSet reports whether a setting was given by flag, environment or file.
func (s *Settings) IsSet(name string) bool { return s.set[name] }

// assignment is a value and, for errors, where it was assigned.
type assignment struct{ text, source string }

// readFile reads lines such as "listen = :8080". Empty lines and comments,
// which begin with #, are skipped; a value may be quoted.
func (s *Settings) readFile() (map[string]assignment, error) {
	if s.file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings: %w", err)
	}
	found := map[string]assignment{}
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
			return nil, fmt.Errorf("%s: a setting needs a value, such as 'listen = :8080'", at)
		}
		if nearest, ok := s.find(name); !ok {
			return nil, fmt.Errorf("%s: there is no setting %q; did you mean %s?", at, name, nearest)
		}
		if _, twice := found[name]; twice {
			return nil, fmt.Errorf("%s: %s is set twice", at, name)
		}
		if unquoted, err := strconv.Unquote(value); err == nil {
			value = unquoted
		}
		found[name] = assignment{value, fmt.Sprintf("%s: %s = %s", at, name, value)}
	}
	return found, nil
}

// find gives the setting whose name has the smallest edit distance to a name,
// and whether it is that name.
func (s *Settings) find(name string) (nearest string, same bool) {
	smallest := 0
	for _, one := range s.List {
		if d := distance(strings.ToLower(name), one.Name); nearest == "" || d < smallest {
			nearest, smallest = one.Name, d
		}
	}
	return nearest, nearest == name
}

// aside are variables that the program does not read, and that may be set where it
// runs: those of its tests and builds, of the examples, and what Kubernetes and Docker
// set for a service called plateau.
var aside = regexp.MustCompile(`^PLATEAU_(TEST_\w+|SEED|FULL|POSTGRESQL|CLUSTER|CLUSTER_TIME|CLUSTER_PLAYERS|TOURNAMENTS|KILLS|PACKED|TOKEN` +
	`|BINARY|LOOKS|WASM|VERSION|COMMIT|DATE|NUMBER|LDFLAGS|RELEASE|RELEASES` +
	`|SERVICE_\w+|PORT_\d\w*|PORT=\w+://.*)(=|$)`)

// CheckEnvironment finds variables that look like settings and are none: somebody
// meant something by them. Names are those of settings.
func CheckEnvironment(environment []string, names ...string) error {
	all := Settings{List: []Setting{{Name: configFlag}}}
	for _, name := range names {
		all.List = append(all.List, Setting{Name: name})
	}
	for _, assigned := range environment {
		variable, value, _ := strings.Cut(assigned, "=")
		name, ours := strings.CutPrefix(variable, prefix)
		if !ours || value == "" || aside.MatchString(assigned) {
			continue
		}
		nearest, _ := all.find(strings.ReplaceAll(name, "_", "-"))
		if Variable(nearest) != variable {
			return fmt.Errorf("there is no setting %s; did you mean %s?", variable, Variable(nearest))
		}
	}
	return nil
}

// distance is the Levenshtein distance of two words.
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

// Markdown documents all settings as a table.
func (s *Settings) Markdown() string {
	var text strings.Builder
	text.WriteString("| flag, or name in the file | environment | default | what it does |\n|---|---|---|---|\n")
	for _, one := range s.List {
		placeholder, usage := pflag.UnquoteUsage(&pflag.Flag{Name: one.Name, Usage: one.Usage, Value: one.Value})
		flag := "--" + one.Name
		if one.Value.Type() == switchKind {
			placeholder = ""
			if one.Off != "" {
				flag += "`, `--" + offFlag(one.Name)
			}
		}
		standard := one.Default
		if value := s.flags.Lookup(one.Name).DefValue; value != "" {
			standard = "`" + value + "`"
		}
		fmt.Fprintf(&text, "| `%s` | `%s` | %s | %s |\n",
			strings.TrimSpace(flag+" "+placeholder), Variable(one.Name), standard, usage)
	}
	return text.String()
}

// DataDir is the folder for games and tablebases: $PLATEAU_DATA, or the usual
// place of the system. It is empty where there is none.
func DataDir(goos string, getenv func(string) string) string {
	if dir := getenv(Variable("data")); dir != "" {
		return dir
	}
	home := getenv("HOME")
	switch goos {
	case "windows":
		if dir := getenv("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "Plateau")
		}
		return ""
	case "darwin", "ios":
		if home != "" {
			return filepath.Join(home, "Library", "Application Support", "Plateau")
		}
		return ""
	}
	// The XDG specification says to ignore relative paths.
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "plateau")
	}
	if home != "" {
		return filepath.Join(home, ".local", "share", "plateau")
	}
	return ""
}

// ValueError says what is wrong with the text of a value, in a sentence that
// needs no explanation by pflag.
type ValueError string

func (e ValueError) Error() string { return string(e) }

// FlagError rephrases pflag's error about a flag whose value gave a
// [ValueError]; other errors are returned as they are.
func FlagError(err error) error {
	var invalid *pflag.InvalidValueError
	var wrong ValueError
	if !errors.As(err, &invalid) || !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, invalid.GetValue(), wrong)
}

// value implements pflag.Value.
type value[T comparable] struct {
	to    *T
	kind  string
	parse func(text string) (T, error)
}

// Value is a value of a kind, which the help shows, that parse reads and to
// holds. Zero is not shown as the default.
func Value[T comparable](to *T, kind string, parse func(text string) (T, error)) pflag.Value {
	return value[T]{to, kind, parse}
}

func (v value[T]) String() string {
	var zero T
	if *v.to == zero {
		return ""
	}
	return fmt.Sprint(*v.to)
}

func (v value[T]) Type() string { return v.kind }

func (v value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return ValueError(err.Error())
	}
	*v.to = parsed
	return nil
}

const switchKind = "bool"

// Switch is on or off.
func Switch(on *bool) pflag.Value { return Value(on, switchKind, parseSwitch) }

func parseSwitch(text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, ValueError("choose true or false")
	}
	return on, nil
}

// Unless is a switch that is on unless something else is.
func Unless(off *bool) pflag.Value { return unless{off} }

type unless struct{ off *bool }

func (u unless) String() string { return strconv.FormatBool(!*u.off) }
func (u unless) Type() string   { return switchKind }

func (u unless) Set(text string) error {
	on, err := parseSwitch(text)
	if err != nil {
		return ValueError(err.Error())
	}
	*u.off = !on
	return nil
}

// Choice is one of several words, in any case of letters.
func Choice[W ~string](word *W, kind string, choices ...W) pflag.Value {
	return Value(word, kind, func(text string) (W, error) {
		var words []string
		for _, choice := range choices {
			if strings.EqualFold(string(choice), text) {
				return choice, nil
			}
			words = append(words, string(choice))
		}
		last := len(words) - 1
		return "", ValueError("choose " + strings.Join(words[:last], ", ") + " or " + words[last])
	})
}

// Count is a whole number from 1 on.
func Count(number *int) pflag.Value {
	return Value(number, "NUMBER", func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return 0, ValueError("choose a whole number from 1 on")
		}
		return n, nil
	})
}

// AnyText is a check that accepts every text.
func AnyText(text string) (string, error) { return text, nil }

// Text is a text that check accepts, and may rewrite.
func Text(text *string, check func(text string) (string, error)) pflag.Value {
	return Value(text, "string", check)
}
