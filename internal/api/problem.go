package api

// Problem says why a request has failed: problem details as in RFC 9457, with a stable
// code for programs.
type Problem struct {
	Title  string            `json:"title" doc:"The status in words"`
	Status int               `json:"status" doc:"The HTTP status"`
	Code   string            `json:"code" doc:"A stable name, for programs and translations"`
	Detail string            `json:"detail" doc:"What is wrong, in English"`
	Params map[string]string `json:"params,omitempty" doc:"The parameters of the detail, for translations"`
	// RequestID is set when the problem is written.
	RequestID string `json:"request_id,omitempty" doc:"By which the operator finds this request in the log of the server; also in the header X-Request-Id"`
}
