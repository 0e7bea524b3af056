//go:build unix

package ugi

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a program lead a group of processes, so that it ends with all it
// has started, and Ctrl-C reaches only the referee.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and what it has started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
