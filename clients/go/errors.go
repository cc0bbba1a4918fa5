package pageone

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pageonev1 "pageone.dev/go/pageone/v1"
)

const (
	requestIDKey  = "x-request-id"
	ticketReason  = "TICKET_INVALID"
	versionMember = "version"
)

// What errors.Is knows an [*Error] by. A call that ran out of time, or was given up, is context.DeadlineExceeded or
// context.Canceled, too.
var (
	// ErrInvalidArgument is a malformed request: [Error.Faults] are all that were found.
	ErrInvalidArgument = errors.New("malformed request")
	// ErrTicketInvalid is a ticket that the service does not open: altered, or its key is gone.
	ErrTicketInvalid = errors.New("ticket not valid")
	// ErrRefused is an action that the rules do not allow now: [Error.Refusal], [Error.Localized].
	ErrRefused = errors.New("refused by the rules")
	// ErrStale is an action for another version than the state's: [Error.StaleVersion].
	ErrStale = errors.New("action for another version")
	// ErrResourceExhausted is too large, or too much at once: [Error.RetryAfter], when trying again may help.
	ErrResourceExhausted = errors.New("too much")
	// ErrUnauthenticated is a token that is missing or not valid there: [Error.Reason].
	ErrUnauthenticated = errors.New("caller not known")
	// ErrPermissionDenied is what this caller may not do: [Error.Reason], and the scope that it would need in [Error.Metadata].
	ErrPermissionDenied = errors.New("caller not allowed")
	// ErrUnimplemented is what this release of the server does not have.
	ErrUnimplemented = errors.New("not there in this release")
	// ErrUnavailable is a server that cannot be reached, after all tries.
	ErrUnavailable = errors.New("server not reached")
	// ErrInternal is the server's own fault: tell its operator the [Error.RequestID].
	ErrInternal = errors.New("fault of the server")
)

var errorOfCode = map[codes.Code]error{
	codes.InvalidArgument:    ErrInvalidArgument,
	codes.FailedPrecondition: ErrRefused,
	codes.Aborted:            ErrStale,
	codes.ResourceExhausted:  ErrResourceExhausted,
	codes.Unauthenticated:    ErrUnauthenticated,
	codes.PermissionDenied:   ErrPermissionDenied,
	codes.Unimplemented:      ErrUnimplemented,
	codes.Unavailable:        ErrUnavailable,
	codes.Internal:           ErrInternal,
	codes.DeadlineExceeded:   context.DeadlineExceeded,
	codes.Canceled:           context.Canceled,
}

// A Fault is one thing that is wrong with a request.
type Fault struct {
	// Field is the path from the request message: "state.seats[2].hand[0]".
	Field string
	// Description is a sentence for people.
	Description string
}

// An Error is what a call ends with other than an answer. Find it with errors.As, or ask errors.Is for [ErrRefused] and the
// others. google.golang.org/grpc/status reads it, too.
type Error struct {
	// Code is gRPC's.
	Code codes.Code
	// Message is the server's sentence, in English; its wording may change.
	Message string
	// Reason is the ErrorInfo's: the name of the refusal, "STALE_ACTION", "TICKET_INVALID" …; empty when there is none.
	Reason string
	// Metadata is the ErrorInfo's, by name.
	Metadata map[string]string
	// Refusal is why the rules do not allow the action; unspecified with other codes, and for one that this client does not
	// know, whose name is Reason.
	Refusal pageonev1.Refusal
	// Locale is the language of Localized: "en" or "ja".
	Locale string
	// Localized is a sentence for the player, in the language that was asked for; empty where there is none.
	Localized string
	// Faults are all that is wrong with a malformed request.
	Faults []Fault
	// RequestID is what the server's log knows the call by.
	RequestID string

	status   *status.Status
	retry    time.Duration
	hasRetry bool
}

// Error is the code and the server's sentence.
func (e *Error) Error() string {
	return fmt.Sprintf("pageone: %s: %s", e.Code, e.Message)
}

// Is tells errors.Is whether target is the kind of error that this is.
func (e *Error) Is(target error) bool {
	if kind := errorOfCode[e.Code]; kind != nil && kind == target {
		return true
	}
	return target == ErrTicketInvalid && e.Reason == ticketReason
}

// GRPCStatus is what gRPC's own package status reads.
func (e *Error) GRPCStatus() *status.Status {
	return e.status
}

// StaleVersion is the version that the state has, when the action was made for another one.
func (e *Error) StaleVersion() (version uint32, ok bool) {
	if e.Code != codes.Aborted {
		return 0, false
	}
	number, err := strconv.ParseUint(e.Metadata[versionMember], 10, 32)
	return uint32(number), err == nil
}

// RetryAfter is how long to wait before trying again, when the server says that this helps.
func (e *Error) RetryAfter() (delay time.Duration, ok bool) {
	return e.retry, e.hasRetry
}

// ErrorFromStatus reads the details of a status, however it came: connect-go's errors, or an answer of a batch. It is nil for OK.
func ErrorFromStatus(from *status.Status) *Error {
	if from.Code() == codes.OK {
		return nil
	}
	e := &Error{Code: from.Code(), Message: from.Message(), status: from}
	for _, detail := range from.Details() {
		e.read(detail)
	}
	return e
}

func (e *Error) read(detail any) {
	switch detail := detail.(type) {
	case *errdetails.ErrorInfo:
		e.Reason = detail.GetReason()
		e.Metadata = maps.Clone(detail.GetMetadata())
		if e.Code == codes.FailedPrecondition {
			e.Refusal = pageonev1.Refusal(pageonev1.Refusal_value[e.Reason])
		}
	case *errdetails.LocalizedMessage:
		e.Locale, e.Localized = detail.GetLocale(), detail.GetMessage()
	case *errdetails.BadRequest:
		for _, each := range detail.GetFieldViolations() {
			e.Faults = append(e.Faults, Fault{each.GetField(), each.GetDescription()})
		}
	case *errdetails.RetryInfo:
		e.retry, e.hasRetry = detail.GetRetryDelay().AsDuration(), true
	}
}

func errorOf(err error, trailer metadata.MD) error {
	if err == nil {
		return nil
	}
	made := ErrorFromStatus(status.Convert(err))
	if ids := trailer.Get(requestIDKey); len(ids) > 0 {
		made.RequestID = ids[0]
	}
	return made
}
