// Package manpage writes the manual pages of a program from its commands.
package manpage

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Pages is what all pages of a program share.
type Pages struct{ Date, Version, ExitStatus string }

// WriteAll writes a page for a command and for each of those below it, as
// DIR/program-command.1, and creates the folder if needed.
func (p Pages) WriteAll(dir string, cmd *cobra.Command) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(p.Format(cmd)), 0o644); err != nil {
		return err
	}
	for _, child := range children(cmd) {
		if err := p.WriteAll(dir, child); err != nil {
			return err
		}
	}
	return nil
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func children(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// Format is the page of a command, in roff.
func (p Pages) Format(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 %q %q\n", strings.ToUpper(pageName(cmd)), p.Date, cmd.Root().Name()+" "+p.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(pageName(cmd)), escape(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", escape(cmd.UseLine()))
	if cmd.Long != "" {
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", strings.ReplaceAll(escape(cmd.Long), "\n\n", "\n.PP\n"))
	}
	if below := children(cmd); len(below) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, child := range below {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escape(child.Name()), escape(child.Short))
		}
	}
	writeFlags(&b, "OPTIONS", cmd.LocalFlags())
	writeFlags(&b, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", escape(cmd.Example))
	}
	fmt.Fprintf(&b, ".SH EXIT STATUS\n%s\n", escape(p.ExitStatus))
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", escape(pageName(cmd.Parent())))
	}
	return b.String()
}

func writeFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", heading)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		placeholder, usage := pflag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", escape(strings.TrimSpace(name+" "+placeholder)), escape(usage))
	})
}

// escape protects what roff would read as a command.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
