package play

// Admission is who may come in to a server.
type Admission string

// The kinds of admission.
const (
	// AdmitEverybody lets everybody play as a guest and make an account.
	AdmitEverybody Admission = "open"
	// AdmitInvited lets everybody watch. Accounts are made by invitation, and
	// guests play only if the operator says so.
	AdmitInvited Admission = "invited"
	// AdmitMembers shows nothing to anybody who has not signed in to an
	// account. Accounts are made by invitation.
	AdmitMembers Admission = "members"
)
