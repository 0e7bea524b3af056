package sharing

import "plateau/internal/play"

// Join takes part in a bus, and returns what tells the others.
func (c *Counts) Join(bus play.Bus) (tell, leave func()) { return c.join(bus) }
