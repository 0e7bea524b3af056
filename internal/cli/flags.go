package cli

import (
	"errors"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

// threads is how many threads work at once: all cores, unless a flag says
// otherwise.
type threads int

func (t *threads) addFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().IntVar((*int)(t), "threads", runtime.GOMAXPROCS(0), usage)
}

func (t *threads) check() error {
	if *t < 1 {
		return usagef("--threads %d: there has to be at least one", *t)
	}
	return nil
}

// span is a time that may be spent. A number without a unit is in seconds.
type span time.Duration

func (s *span) addFlag(cmd *cobra.Command, standard time.Duration, usage string) {
	*s = span(standard)
	cmd.Flags().Var(s, timeFlag, usage)
}

const timeFlag = "time"

// String implements pflag.Value; no time at all is none, and not shown.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

// Type implements pflag.Value.
func (s *span) Type() string { return "TIME" }

// Set implements pflag.Value.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if seconds, numberErr := strconv.ParseFloat(text, 64); numberErr == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	switch {
	case err != nil:
		return errors.New("a time is a number and a unit, such as 2s, 500ms or 1m30s")
	case d <= 0:
		return errors.New("a time has to be more than nothing")
	}
	*s = span(d)
	return nil
}
