package cli

import (
	"os"

	"github.com/spf13/pflag"
)

// databaseFlagOf adds the flag of commands that use a server's database.
func databaseFlagOf(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, databaseFlag, "", "the PostgreSQL database at `ADDRESS` (default: PLATEAU_DATABASE, or the file in the data folder)")
}

// chosenDatabase completes and checks the value of the flag.
func chosenDatabase(address *string) (err error) {
	if *address == "" {
		*address = os.Getenv("PLATEAU_DATABASE")
	}
	if *address == "" {
		return nil
	}
	if *address, err = checkDatabase(*address); err != nil {
		return usagef("--%s: %v", databaseFlag, err)
	}
	return nil
}
