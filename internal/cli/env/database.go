package env

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/pflag"

	"plateau/internal/config"
	"plateau/internal/store/postgres"
)

// Flags that say where a server has its data.
const (
	DataFlag     = "data"
	DatabaseFlag = "database"
)

// AddDatabaseFlag adds the flag of commands that use a server's database.
func AddDatabaseFlag(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, DatabaseFlag, "", "the PostgreSQL database at `ADDRESS` (default: PLATEAU_DATABASE, or the file in the data folder)")
}

// ChosenDatabase completes and checks the value of the flag.
func ChosenDatabase(address *string) (err error) {
	if *address == "" {
		*address = os.Getenv("PLATEAU_DATABASE")
	}
	if *address == "" {
		return nil
	}
	if *address, err = CheckDatabase(*address); err != nil {
		return Usagef("--%s: %v", DatabaseFlag, err)
	}
	return nil
}

// CheckDatabase refuses what is no address of a database. The file in the data folder
// has an empty one.
func CheckDatabase(text string) (string, error) {
	if text == FileDatabase {
		return "", nil
	}
	return text, postgres.Check(text)
}

// FileDatabase is the address of the file in the data folder.
const FileDatabase = "sqlite:"

// DataFolder is where online games are stored.
func DataFolder(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	if dir := DataDir(); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("there is no data folder for online games; name one with --%s", DataFlag)
}

// DataDir is the user's data folder, empty where there is none.
func DataDir() string { return config.DataDir(runtime.GOOS, os.Getenv) }
