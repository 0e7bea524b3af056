package play

// Bus connects the servers that share a store: each publishes what it has
// committed. A lost or late notice delays others, but does no other harm: the
// store refuses what was decided on a stale table.
type Bus interface {
	// Publish sends a notice to all, including the publisher. It must not wait
	// for them.
	Publish(n Notice)
	// Subscribe calls the function for every notice from now on, until cancel
	// is called.
	Subscribe(receive func(n Notice)) (cancel func())
}

// Notice says that a table has changed.
type Notice struct {
	// Origin is the server that committed the change.
	Origin string
	// Summary is that of the table after it.
	Summary Summary
}
