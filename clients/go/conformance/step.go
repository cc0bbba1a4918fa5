package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"pageone.dev/go/pageone"
	pageonev1 "pageone.dev/go/pageone/v1"
)

const defaultTimeout = 30 * time.Second

// step is one of four kinds, by which of Call, Decode, Verify and Cards is set.
type step struct {
	Call      string
	Metadata  map[string]string
	TimeoutMs int
	Request   any

	Decode string
	Bytes  string

	Verify string
	Input  verifyInput

	Cards  *string
	Expect any
}

// play does the step and returns what its pattern keeps; the error tells what is not as it must be.
func (s step) play(transport transport, kept map[string]any) (map[string]any, error) {
	switch {
	case s.Call != "":
		got, err := s.call(transport, kept)
		if err != nil {
			return nil, err
		}
		return match(s.Expect, got, kept, "")
	case s.Decode != "":
		return s.decode(kept)
	case s.Verify != "":
		got, err := verify(s.Verify, s.Input)
		if err != nil {
			return nil, err
		}
		return match(s.Expect, got, kept, "result")
	case s.Cards != nil:
		return s.cards(kept)
	default:
		return nil, fmt.Errorf("a step of no kind that this runner knows")
	}
}

func (s step) call(transport transport, kept map[string]any) (any, error) {
	request, response, err := messagesOf(s.Call)
	if err != nil {
		return nil, err
	}
	filled, err := fill(s.Request, kept)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(filled)
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(data, request); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	timeout := defaultTimeout
	if s.TimeoutMs != 0 {
		timeout = time.Duration(s.TimeoutMs) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	failed, err := transport.call(ctx, "/"+s.Call, s.Metadata, request, response)
	if err != nil {
		return nil, err
	}
	if failed != nil {
		return map[string]any{"error": errorJSON(failed)}, nil
	}
	answer, err := messageJSON(response)
	return map[string]any{"response": answer}, err
}

func (s step) decode(kept map[string]any) (map[string]any, error) {
	message, err := newMessage(protoreflect.FullName(s.Decode))
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(s.Bytes)
	if err != nil {
		return nil, err
	}
	if err := proto.Unmarshal(data, message); err != nil {
		return nil, err
	}
	var kind any
	if name := pageone.Kind(message); name != "" {
		kind = name
	}
	decoded, err := messageJSON(message)
	if err != nil {
		return nil, err
	}
	got := map[string]any{"json": decoded, "kind": kind}
	expected, err := as[map[string]any]("expect", s.Expect)
	if err != nil {
		return nil, err
	}
	for name := range got {
		if _, compared := expected[name]; !compared {
			delete(got, name)
		}
	}
	return match(s.Expect, got, kept, "")
}

func (s step) cards(kept map[string]any) (map[string]any, error) {
	cards, err := pageone.ParseCards(*s.Cards)
	if err != nil {
		return nil, err
	}
	if back := pageone.CardsText(cards); back != *s.Cards {
		return nil, differs("text", *s.Cards, back)
	}
	return match(s.Expect, numbers(cards), kept, "cards")
}

// messagesOf makes an empty request and an empty response of a method, "pageone.v1.EngineService/ApplyAction".
func messagesOf(call string) (request, response proto.Message, err error) {
	service, name, _ := strings.Cut(call, "/")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service + "." + name))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", call, err)
	}
	method, ok := found.(protoreflect.MethodDescriptor)
	if !ok {
		return nil, nil, fmt.Errorf("%s is no method", call)
	}
	if request, err = newMessage(method.Input().FullName()); err != nil {
		return nil, nil, err
	}
	response, err = newMessage(method.Output().FullName())
	return request, response, err
}

func newMessage(name protoreflect.FullName) (proto.Message, error) {
	found, err := protoregistry.GlobalTypes.FindMessageByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found.New().Interface(), nil
}

func messageJSON(message proto.Message) (any, error) {
	data, err := protojson.Marshal(message)
	if err != nil {
		return nil, err
	}
	var value any
	err = json.Unmarshal(data, &value)
	return value, err
}

// errorJSON is the package's error as scenarios expect it: those members that are set.
func errorJSON(e *pageone.Error) map[string]any {
	found := map[string]any{"code": rpccode.Code(e.Code).String()}
	set := func(name, text string) {
		if text != "" {
			found[name] = text
		}
	}
	set("reason", e.Reason)
	set("locale", e.Locale)
	set("localized", e.Localized)
	if len(e.Metadata) > 0 {
		metadata := map[string]any{}
		for name, text := range e.Metadata {
			metadata[name] = text
		}
		found["metadata"] = metadata
	}
	if e.Code == codes.FailedPrecondition && e.Refusal != pageonev1.Refusal_REFUSAL_UNSPECIFIED {
		found["refusal"] = e.Refusal.String()
	}
	if version, ok := e.StaleVersion(); ok {
		found["staleVersion"] = float64(version)
	}
	if len(e.Faults) > 0 {
		var faults []any
		for _, fault := range e.Faults {
			faults = append(faults, map[string]any{"field": fault.Field, "description": fault.Description})
		}
		found["faults"] = faults
	}
	if delay, ok := e.RetryAfter(); ok {
		found["retryAfterMs"] = float64(delay.Milliseconds())
	}
	return found
}
