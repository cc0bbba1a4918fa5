package pageone

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// An Option of [NewClient].
type Option func(*settings)

// A TokenSource gives the token of each call: a place to refresh it. It is asked before every call and must be quick.
type TokenSource func(ctx context.Context) (string, error)

type settings struct {
	timeout  time.Duration
	language string
	tls      *tls.Config
	token    TokenSource
	dial     []grpc.DialOption
}

// WithTimeout sets how long a call may take whose context has no deadline; batches and transcripts get six times as long.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithLanguage sets what sentences are in: "en", the default, or "ja".
func WithLanguage(language string) Option {
	return func(s *settings) { s.language = language }
}

// WithTLS speaks TLS. Without a configuration (nil) the server's certificate must be of an authority that the system knows;
// [TLSFromFiles] makes one from PEM files.
func WithTLS(config *tls.Config) Option {
	return func(s *settings) {
		if config == nil {
			config = &tls.Config{MinVersion: tls.VersionTLS12}
		}
		s.tls = config
	}
}

// WithToken sends an API key or a JWT with every call. It needs [WithTLS], but for a server on this machine.
func WithToken(token string) Option {
	return WithTokenSource(func(context.Context) (string, error) { return token, nil })
}

// WithTokenSource is [WithToken] with a token that may change.
func WithTokenSource(source TokenSource) Option {
	return func(s *settings) { s.token = source }
}

// WithDialOptions adds options of gRPC's own, which win over those of this package: a dialer, statistics, another service
// configuration.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// TLSFiles names what [TLSFromFiles] reads, all of it PEM.
type TLSFiles struct {
	// CA has the certificates of the authorities that the server's must be of. Empty: those of the system.
	CA string
	// Certificate and Key are what the client shows (mTLS). Both or none.
	Certificate, Key string
	// ServerName is the name in the server's certificate, where that is not the address's host.
	ServerName string
}

// TLSFromFiles reads a configuration for [WithTLS]; the error names the file that cannot be used.
func TLSFromFiles(files TLSFiles) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: files.ServerName}
	if files.CA != "" {
		text, err := os.ReadFile(files.CA)
		if err != nil {
			return nil, fmt.Errorf("pageone: CA: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("pageone: CA: %s has no certificate in PEM", files.CA)
		}
	}
	if (files.Certificate == "") != (files.Key == "") {
		return nil, errors.New("pageone: Certificate and Key go together")
	}
	if files.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(files.Certificate, files.Key)
		if err != nil {
			return nil, fmt.Errorf("pageone: Certificate and Key: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// credentials is how the connection is secured; an error when a token would travel for everybody to read.
func (s *settings) credentials(address string) (grpc.DialOption, error) {
	if s.tls != nil {
		return grpc.WithTransportCredentials(credentials.NewTLS(s.tls)), nil
	}
	if s.token != nil && !isLocal(address) {
		return nil, fmt.Errorf("pageone: a token is not sent to %s in plaintext: use WithTLS", address)
	}
	return grpc.WithTransportCredentials(insecure.NewCredentials()), nil
}

func isLocal(address string) bool {
	if strings.HasPrefix(address, "unix:") {
		return true
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// bearer brings the token to each call. Whether it may travel was decided when the client was made.
type bearer struct {
	source TokenSource
}

func (b bearer) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	// gRPC would refuse it, too, and show it.
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r < '!' || r > '~' }) {
		return nil, errors.New("a token is a text of visible ASCII characters, without spaces and line ends")
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

func (bearer) RequireTransportSecurity() bool {
	return false
}
