package budgets

import "plateau/internal/play"

// Join takes part in a bus, and returns what tells the others.
func (c *Shared) Join(bus play.Bus) (tell, leave func()) { return c.join(bus) }
