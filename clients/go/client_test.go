package pageone_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"pageone.dev/go/pageone"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// recorder is a server that keeps what arrives and answers as it is told.
type recorder struct {
	pageonev1.UnimplementedEngineServiceServer
	pageonev1.UnimplementedRulesServiceServer

	answer func(ctx context.Context, call int) error

	mutex     sync.Mutex
	metadata  []metadata.MD
	deadlines []time.Duration
}

func (r *recorder) record(ctx context.Context) error {
	given, _ := metadata.FromIncomingContext(ctx)
	deadline, _ := ctx.Deadline()
	r.mutex.Lock()
	r.metadata = append(r.metadata, given)
	r.deadlines = append(r.deadlines, time.Until(deadline))
	call := len(r.metadata)
	r.mutex.Unlock()
	if r.answer == nil {
		return nil
	}
	return r.answer(ctx, call)
}

func (r *recorder) ListRuleSets(ctx context.Context, _ *pageonev1.ListRuleSetsRequest) (*pageonev1.ListRuleSetsResponse, error) {
	return &pageonev1.ListRuleSetsResponse{}, r.record(ctx)
}

func (r *recorder) VerifyTranscript(ctx context.Context, _ *pageonev1.VerifyTranscriptRequest) (*pageonev1.VerifyTranscriptResponse, error) {
	return &pageonev1.VerifyTranscriptResponse{}, r.record(ctx)
}

func (r *recorder) last(t *testing.T, key string) string {
	t.Helper()
	values := r.metadata[len(r.metadata)-1].Get(key)
	if len(values) != 1 {
		t.Fatalf("%s arrived %d times, wanted once: %q", key, len(values), values)
	}
	return values[0]
}

func serve(t *testing.T, r *recorder, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(options...)
	pageonev1.RegisterEngineServiceServer(server, r)
	pageonev1.RegisterRulesServiceServer(server, r)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func connect(t *testing.T, address string, options ...pageone.Option) *pageone.Client {
	t.Helper()
	client, err := pageone.NewClient(address, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func list(ctx context.Context, client *pageone.Client) error {
	_, err := client.Rules.ListRuleSets(ctx, &pageonev1.ListRuleSetsRequest{})
	return err
}

// Whatever the details of a status tell is a member of the error.
func TestErrorHasTheDetails(t *testing.T) {
	server := &recorder{answer: func(ctx context.Context, _ int) error {
		_ = grpc.SetTrailer(ctx, metadata.Pairs("x-request-id", "r-1"))
		return withDetails(codes.FailedPrecondition,
			&errdetails.ErrorInfo{Reason: "REFUSAL_NO_MATCH", Metadata: map[string]string{"card": "8C"}},
			&errdetails.LocalizedMessage{Locale: "ja", Message: "場札に合いません"},
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "action.seat", Description: "no such seat"}}},
			&errdetails.RetryInfo{RetryDelay: durationpb.New(100 * time.Millisecond)})
	}}
	err := list(t.Context(), connect(t, serve(t, server)))
	var got *pageone.Error
	if !errors.As(err, &got) {
		t.Fatalf("not an *Error: %T", err)
	}
	if got.Code != codes.FailedPrecondition || got.Reason != "REFUSAL_NO_MATCH" || got.Metadata["card"] != "8C" ||
		got.Refusal != pageonev1.Refusal_REFUSAL_NO_MATCH || got.Locale != "ja" || got.Localized != "場札に合いません" ||
		got.RequestID != "r-1" || len(got.Faults) != 1 || got.Faults[0].Field != "action.seat" {
		t.Errorf("got %+v", got)
	}
	if delay, ok := got.RetryAfter(); !ok || delay != 100*time.Millisecond {
		t.Errorf("RetryAfter is %v, %v", delay, ok)
	}
	if _, ok := got.StaleVersion(); ok {
		t.Error("a refusal has no stale version")
	}
	if !errors.Is(err, pageone.ErrRefused) || errors.Is(err, pageone.ErrStale) || errors.Is(err, pageone.ErrTicketInvalid) {
		t.Error("errors.Is knows the wrong kind")
	}
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("gRPC's status reads %v", status.Code(err))
	}
}

// Version 0 is a version: it must not look like none.
func TestStaleVersionZero(t *testing.T) {
	info := &errdetails.ErrorInfo{Reason: "STALE_ACTION", Metadata: map[string]string{"version": "0"}}
	err := pageone.ErrorFromStatus(status.Convert(withDetails(codes.Aborted, info)))
	if version, ok := err.StaleVersion(); !ok || version != 0 {
		t.Errorf("got %d, %v", version, ok)
	}
	if !errors.Is(err, pageone.ErrStale) {
		t.Error("not ErrStale")
	}
}

// A refusal of a newer server keeps its name, and the client goes on.
func TestUnknownRefusal(t *testing.T) {
	err := pageone.ErrorFromStatus(status.Convert(withDetails(codes.FailedPrecondition, &errdetails.ErrorInfo{Reason: "REFUSAL_NEW"})))
	if err.Refusal != pageonev1.Refusal_REFUSAL_UNSPECIFIED || err.Reason != "REFUSAL_NEW" {
		t.Errorf("got %v, %q", err.Refusal, err.Reason)
	}
}

func TestErrorOfNothing(t *testing.T) {
	if pageone.ErrorFromStatus(status.New(codes.OK, "")) != nil {
		t.Error("OK is no error")
	}
}

func withDetails(code codes.Code, details ...protoadapt.MessageV1) error {
	full, err := status.New(code, "a sentence").WithDetails(details...)
	if err != nil {
		panic(err)
	}
	return full.Err()
}

// A server that cannot be reached is tried four times, as the README says; nothing else is tried twice.
func TestTries(t *testing.T) {
	for _, one := range []struct {
		name    string
		refused int
		code    codes.Code
		calls   int
		want    error
	}{
		{"back in time", 3, codes.Unavailable, 4, nil},
		{"never back", 9, codes.Unavailable, 4, pageone.ErrUnavailable},
		{"refused", 9, codes.FailedPrecondition, 1, pageone.ErrRefused},
		{"too much", 9, codes.ResourceExhausted, 1, pageone.ErrResourceExhausted},
	} {
		t.Run(one.name, func(t *testing.T) {
			server := &recorder{answer: func(_ context.Context, call int) error {
				if call <= one.refused {
					return status.Error(one.code, "")
				}
				return nil
			}}
			err := list(t.Context(), connect(t, serve(t, server)))
			if !errors.Is(err, one.want) || len(server.metadata) != one.calls {
				t.Errorf("%d calls, then %v; wanted %d, then %v", len(server.metadata), err, one.calls, one.want)
			}
		})
	}
}

// A server that is not there at all is not reached, after all tries and with the right error; once it is there, it is.
func TestServerThatComesBack(t *testing.T) {
	var there atomic.Bool
	dial := func(ctx context.Context, address string) (net.Conn, error) {
		if !there.Load() {
			return nil, errors.New("connection refused")
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", address)
	}
	client := connect(t, serve(t, &recorder{}), pageone.WithDialOptions(grpc.WithContextDialer(dial)))
	began := time.Now()
	if err := list(t.Context(), client); !errors.Is(err, pageone.ErrUnavailable) {
		t.Fatalf("got %v", err)
	}
	// Four tries, with 0.1, 0.2 and 0.4 seconds less a fifth between them.
	if took := time.Since(began); took < 500*time.Millisecond {
		t.Errorf("given up after %v", took)
	}
	there.Store(true)
	until := time.Now().Add(20 * time.Second)
	for err := list(t.Context(), client); err != nil; err = list(t.Context(), client) {
		if time.Now().After(until) {
			t.Fatalf("not back: %v", err)
		}
	}
}

// The context's deadline counts; without one a call has five seconds, a transcript six times as long.
func TestDeadlines(t *testing.T) {
	server := &recorder{}
	client := connect(t, serve(t, server))
	within := func(what string, low, high time.Duration) {
		t.Helper()
		if got := server.deadlines[len(server.deadlines)-1]; got < low || got > high {
			t.Errorf("%s has %v, wanted %v to %v", what, got, low, high)
		}
	}
	if err := list(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	within("a call", 3*time.Second, 5*time.Second)
	if _, err := client.Engine.VerifyTranscript(t.Context(), &pageonev1.VerifyTranscriptRequest{}); err != nil {
		t.Fatal(err)
	}
	within("a transcript", 25*time.Second, 30*time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := list(ctx, client); err != nil {
		t.Fatal(err)
	}
	within("a call with a deadline of its own", 50*time.Second, time.Minute)

	server.answer = func(ctx context.Context, _ int) error {
		<-ctx.Done()
		return ctx.Err()
	}
	err := list(t.Context(), connect(t, serve(t, server), pageone.WithTimeout(50*time.Millisecond)))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if err := list(ctx, client); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Sentences come in the client's language, or in that of a call's context.
func TestLanguage(t *testing.T) {
	server := &recorder{}
	address := serve(t, server)
	for _, one := range []struct {
		ctx    context.Context
		client *pageone.Client
		want   string
	}{
		{t.Context(), connect(t, address), "en"},
		{t.Context(), connect(t, address, pageone.WithLanguage("ja")), "ja"},
		{pageone.ContextWithLanguage(t.Context(), "ja"), connect(t, address), "ja"},
		{pageone.ContextWithLanguage(pageone.ContextWithLanguage(t.Context(), "ja"), "en"), connect(t, address), "en"},
	} {
		if err := list(one.ctx, one.client); err != nil {
			t.Fatal(err)
		}
		if got := server.last(t, "accept-language"); got != one.want {
			t.Errorf("got %q, wanted %q", got, one.want)
		}
	}
}

// A token is asked for before every call, and never shown.
func TestToken(t *testing.T) {
	server := &recorder{}
	address := serve(t, server)
	tokens := []string{"first", "second", "not good\n"}
	client := connect(t, address, pageone.WithTokenSource(func(context.Context) (string, error) {
		token := tokens[0]
		tokens = tokens[1:]
		return token, nil
	}))
	for _, want := range []string{"Bearer first", "Bearer second"} {
		if err := list(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		if got := server.last(t, "authorization"); got != want {
			t.Errorf("got %q, wanted %q", got, want)
		}
	}
	err := list(t.Context(), client)
	if !errors.Is(err, pageone.ErrUnauthenticated) || strings.Contains(err.Error(), "not good") {
		t.Errorf("got %v", err)
	}
}

// A token travels in plaintext to this machine alone.
func TestTokenInPlaintext(t *testing.T) {
	for address, allowed := range map[string]bool{
		"127.0.0.1:1": true, "[::1]:1": true, "localhost:1": true, "unix:/run/pageone": true,
		"cards.example:443": false, "192.0.2.1:443": false, "localhost.example:1": false, "dns:///127.0.0.1:1": false,
	} {
		client, err := pageone.NewClient(address, pageone.WithToken("secret-token"))
		if (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
		if err == nil {
			_ = client.Close()
		} else if strings.Contains(err.Error(), "secret-token") {
			t.Errorf("the token is shown: %v", err)
		}
		client, err = pageone.NewClient(address, pageone.WithToken("secret-token"), pageone.WithTLS(nil))
		if err != nil {
			t.Fatalf("%s with TLS: %v", address, err)
		}
		_ = client.Close()
	}
}

// TLS with an authority and a certificate from files, both ways.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	files := pageone.TLSFiles{
		CA: filepath.Join(folder, "ca.crt"), Certificate: filepath.Join(folder, "c.crt"), Key: filepath.Join(folder, "c.pem"),
		ServerName: "cards.example",
	}
	pair := writeCertificate(t, files)
	pool := x509.NewCertPool()
	pool.AddCert(pair.Leaf)
	server := &recorder{}
	address := serve(t, server, grpc.Creds(credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool,
	})))
	config, err := pageone.TLSFromFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	if err := list(t.Context(), connect(t, address, pageone.WithTLS(config), pageone.WithToken("key"))); err != nil {
		t.Fatal(err)
	}
	if got := server.last(t, "authorization"); got != "Bearer key" {
		t.Errorf("got %q", got)
	}
	if err := list(t.Context(), connect(t, address, pageone.WithTLS(nil))); !errors.Is(err, pageone.ErrUnavailable) {
		t.Errorf("an unknown authority is trusted: %v", err)
	}
}

func TestTLSFilesThatCannotBeUsed(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, files := range []pageone.TLSFiles{
		{CA: filepath.Join(folder, "none")}, {CA: empty}, {Certificate: empty}, {Key: empty}, {Certificate: empty, Key: empty},
	} {
		if _, err := pageone.TLSFromFiles(files); err == nil {
			t.Errorf("%+v: no error", files)
		}
	}
}

func writeCertificate(t *testing.T, files pageone.TLSFiles) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: files.ServerName}, DNSNames: []string{files.ServerName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	for path, content := range map[string][]byte{
		files.CA: text, files.Certificate: text, files.Key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}),
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pair, err := tls.LoadX509KeyPair(files.Certificate, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}
