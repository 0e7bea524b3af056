package api

// PushKeys are the keys of a push subscription.
type PushKeys struct {
	Key    string `json:"p256dh" maxLength:"200"`
	Secret string `json:"auth" maxLength:"100"`
}

// NewDevice adds or confirms a push subscription.
type NewDevice struct {
	IgnoredRequestID
	Endpoint string   `json:"endpoint" maxLength:"1000" doc:"An https address at the browser's push service"`
	Keys     PushKeys `json:"keys" doc:"In the JSON form of the Push API"`
	Label    string   `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
}

// Device is a browser with a push subscription.
type Device struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Since int64  `json:"since"`
	Used  int64  `json:"used" doc:"When the browser last confirmed it"`
}
