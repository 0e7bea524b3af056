package cli

import (
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/config"
)

// threads is the number of threads: by default, one per core.
type threads int

func (t *threads) addFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().IntVar((*int)(t), "threads", runtime.GOMAXPROCS(0), usage)
}

func (t *threads) check() error {
	if *t < 1 {
		return usagef("--threads %d: at least one is needed", *t)
	}
	return nil
}

// span is a duration. A number without a unit is in seconds.
type span time.Duration

func (s *span) addFlag(cmd *cobra.Command, standard time.Duration, usage string) {
	*s = span(standard)
	cmd.Flags().Var(s, timeFlag, usage)
}

const timeFlag = "time"

// String implements pflag.Value. Help does not show zero as the default.
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
		return config.ValueError("a time is a number and a unit, such as 2s, 500ms or 1m30s")
	case d <= 0:
		return config.ValueError("a time must be more than zero")
	}
	*s = span(d)
	return nil
}
