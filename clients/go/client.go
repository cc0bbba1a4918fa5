package pageone

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"

	pageonev1 "pageone.dev/go/pageone/v1"
)

// DefaultAddress is where a server listens that was not told otherwise.
const DefaultAddress = "127.0.0.1:50051"

// DefaultTimeout is how long a call may take that has no deadline; batches and transcripts get six times as long.
const DefaultTimeout = 5 * time.Second

const (
	longFactor  = 6
	languageKey = "accept-language"
)

// Every call is a pure function of its request, but for StartGame, which deals another game that nobody has seen yet: when the
// server could not be reached, a second try does no harm.
const serviceConfig = `{"methodConfig": [{
	"name": [
		{"service": "pageone.v1.EngineService"},
		{"service": "pageone.v1.RulesService"},
		{"service": "pageone.v1.SoloService"}
	],
	"retryPolicy": {
		"maxAttempts": 4,
		"initialBackoff": "0.1s",
		"maxBackoff": "1s",
		"backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE"]
	}
}]}`

var longCalls = map[string]bool{
	pageonev1.EngineService_BatchApplyActions_FullMethodName: true,
	pageonev1.EngineService_VerifyTranscript_FullMethodName:  true,
}

// A Client calls a Page One server. It may be used by several goroutines at once. Every call ends with an answer or an [*Error].
type Client struct {
	// Engine has the calls of a table's host, which is trusted: scope "engine".
	Engine pageonev1.EngineServiceClient
	// Rules has the presets, and any rules, in words. Open to every scope.
	Rules pageonev1.RulesServiceClient
	// Solo has the calls of a person that plays against bots: scope "solo". [Client.StartGame] wraps them.
	Solo pageonev1.SoloServiceClient

	connection *grpc.ClientConn
}

// NewClient makes a client of the server at address, HOST:PORT. It connects when the first call is made.
//
// The error names what is wrong with address or options; a token that would travel in plaintext to another machine is one.
func NewClient(address string, options ...Option) (*Client, error) {
	all := settings{timeout: DefaultTimeout, language: "en"}
	for _, option := range options {
		option(&all)
	}
	credentials, err := all.credentials(address)
	if err != nil {
		return nil, err
	}
	dial := []grpc.DialOption{
		credentials,
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithConnectParams(grpc.ConnectParams{
			// By default gRPC waits a second after a connection that failed, and every try of a call falls into it.
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 5 * time.Second},
			MinConnectTimeout: DefaultTimeout,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.WithChainUnaryInterceptor(all.intercept),
	}
	if all.token != nil {
		dial = append(dial, grpc.WithPerRPCCredentials(bearer{all.token}))
	}
	connection, err := grpc.NewClient(address, append(dial, all.dial...)...)
	if err != nil {
		return nil, err
	}
	return &Client{
		Engine:     pageonev1.NewEngineServiceClient(connection),
		Rules:      pageonev1.NewRulesServiceClient(connection),
		Solo:       pageonev1.NewSoloServiceClient(connection),
		connection: connection,
	}, nil
}

// Close ends the connection, and every call that is still waiting.
func (c *Client) Close() error {
	return c.connection.Close()
}

// Connection is what the three services call through, for a generic call by a method's name; deadlines, language, token and
// errors are those of the client.
func (c *Client) Connection() grpc.ClientConnInterface {
	return c.connection
}

// ContextWithLanguage makes a context whose calls ask for sentences in language, "en" or "ja", whatever the client's is.
func ContextWithLanguage(ctx context.Context, language string) context.Context {
	given, _ := metadata.FromOutgoingContext(ctx)
	given = given.Copy()
	given.Set(languageKey, language)
	return metadata.NewOutgoingContext(ctx, given)
}

// Preset names rules by a preset: "page_one", "imohori", "only_one" or "american_page_one".
func Preset(name string) *pageonev1.Rules {
	return &pageonev1.Rules{Name: name}
}

// SeatViewer is the viewer that sits at seat.
func SeatViewer(seat uint32) *pageonev1.Viewer {
	return &pageonev1.Viewer{Kind: &pageonev1.Viewer_Seat{Seat: seat}}
}

// SpectatorViewer is a viewer without a hand.
func SpectatorViewer() *pageonev1.Viewer {
	return &pageonev1.Viewer{Kind: &pageonev1.Viewer_Spectator{Spectator: &pageonev1.Spectator{}}}
}

// intercept gives a call its deadline and language, and makes an *Error of what it ends with. gRPC tries again below it.
func (s *settings) intercept(
	ctx context.Context, method string, request, response any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	if _, has := ctx.Deadline(); !has {
		timeout := s.timeout
		if longCalls[method] {
			timeout *= longFactor
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	if given, _ := metadata.FromOutgoingContext(ctx); len(given.Get(languageKey)) == 0 {
		ctx = metadata.AppendToOutgoingContext(ctx, languageKey, s.language)
	}
	var trailer metadata.MD
	options = append(options, grpc.Trailer(&trailer))
	err := invoke(ctx, method, request, response, connection, options...)
	return errorOf(err, trailer)
}
