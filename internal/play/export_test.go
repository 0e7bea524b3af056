package play

// Kinds is the number of kinds of events that can be read.
func Kinds() int { return len(bodyTypes) }
