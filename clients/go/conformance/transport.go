package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"connectrpc.com/connect"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"pageone.dev/go/pageone"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// transport makes a call by its full method name and fills response, or tells the error that the call ended with.
type transport interface {
	call(ctx context.Context, method string, metadata map[string]string, request, response proto.Message) (*pageone.Error, error)
	close()
}

var transports = map[string]func(address string) (transport, error){
	"native":   openNative,
	"grpc-web": openWeb,
}

// native calls through the package's client.
type native struct {
	client *pageone.Client
}

func openNative(address string) (transport, error) {
	client, err := pageone.NewClient(strings.TrimPrefix(address, "http://"))
	if err != nil {
		return nil, err
	}
	return native{client}, nil
}

func (n native) call(ctx context.Context, method string, sent map[string]string, request, response proto.Message) (*pageone.Error, error) {
	ctx = metadata.NewOutgoingContext(ctx, metadata.New(sent))
	err := n.client.Connection().Invoke(ctx, method, request, response, grpc.StaticMethod())
	if failed := (*pageone.Error)(nil); errors.As(err, &failed) {
		return failed, nil
	}
	return nil, err
}

func (n native) close() {
	_ = n.client.Close()
}

// web calls with connect-go, and reads errors with the package.
type web struct {
	calls map[string]webCall
}

type webCall func(ctx context.Context, sent map[string]string, request, response proto.Message) error

func openWeb(address string) (transport, error) {
	calls := map[string]webCall{}
	addCall[pageonev1.CreateMatchRequest, pageonev1.CreateMatchResponse](calls, address, pageonev1.EngineService_CreateMatch_FullMethodName)
	addCall[pageonev1.ApplyActionRequest, pageonev1.ApplyActionResponse](calls, address, pageonev1.EngineService_ApplyAction_FullMethodName)
	addCall[pageonev1.BatchApplyActionsRequest, pageonev1.BatchApplyActionsResponse](calls, address, pageonev1.EngineService_BatchApplyActions_FullMethodName)
	addCall[pageonev1.GetViewRequest, pageonev1.GetViewResponse](calls, address, pageonev1.EngineService_GetView_FullMethodName)
	addCall[pageonev1.ListLegalActionsRequest, pageonev1.ListLegalActionsResponse](calls, address, pageonev1.EngineService_ListLegalActions_FullMethodName)
	addCall[pageonev1.SuggestActionRequest, pageonev1.SuggestActionResponse](calls, address, pageonev1.EngineService_SuggestAction_FullMethodName)
	addCall[pageonev1.VerifyTranscriptRequest, pageonev1.VerifyTranscriptResponse](calls, address, pageonev1.EngineService_VerifyTranscript_FullMethodName)
	addCall[pageonev1.ListRuleSetsRequest, pageonev1.ListRuleSetsResponse](calls, address, pageonev1.RulesService_ListRuleSets_FullMethodName)
	addCall[pageonev1.DescribeRulesRequest, pageonev1.DescribeRulesResponse](calls, address, pageonev1.RulesService_DescribeRules_FullMethodName)
	addCall[pageonev1.StartGameRequest, pageonev1.StartGameResponse](calls, address, pageonev1.SoloService_StartGame_FullMethodName)
	addCall[pageonev1.GetGameRequest, pageonev1.GetGameResponse](calls, address, pageonev1.SoloService_GetGame_FullMethodName)
	addCall[pageonev1.ActRequest, pageonev1.ActResponse](calls, address, pageonev1.SoloService_Act_FullMethodName)
	return web{calls}, nil
}

func addCall[Request, Response any](calls map[string]webCall, address, method string) {
	client := connect.NewClient[Request, Response](http.DefaultClient, address+method, connect.WithGRPCWeb())
	calls[method] = func(ctx context.Context, sent map[string]string, request, response proto.Message) error {
		typed, ok := any(request).(*Request)
		if !ok {
			return fmt.Errorf("%s does not take a %T", method, request)
		}
		call := connect.NewRequest(typed)
		for name, text := range sent {
			call.Header().Set(name, text)
		}
		answer, err := client.CallUnary(ctx, call)
		if err == nil {
			proto.Merge(response, any(answer.Msg).(proto.Message))
		}
		return err
	}
}

func (w web) call(ctx context.Context, method string, sent map[string]string, request, response proto.Message) (*pageone.Error, error) {
	call, known := w.calls[method]
	if !known {
		return nil, fmt.Errorf("%s is not known to this runner", method)
	}
	err := call(ctx, sent, request, response)
	if failed := (*connect.Error)(nil); errors.As(err, &failed) {
		return pageone.ErrorFromStatus(statusOf(failed)), nil
	}
	return nil, err
}

func (web) close() {
	http.DefaultClient.CloseIdleConnections()
}

func statusOf(failed *connect.Error) *status.Status {
	packed := &spb.Status{Code: int32(failed.Code()), Message: failed.Message()}
	for _, detail := range failed.Details() {
		packed.Details = append(packed.Details, &anypb.Any{TypeUrl: "type.googleapis.com/" + detail.Type(), Value: detail.Bytes()})
	}
	return status.FromProto(packed)
}
