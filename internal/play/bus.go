package play

// Bus tells the servers that share a store what each of them has committed. A
// notice that is lost or comes late delays others, and does no other harm:
// whoever acts on an old table is refused by the store.
type Bus interface {
	// Publish tells all, the publisher included. It must not wait for them.
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
