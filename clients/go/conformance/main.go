// Command conformance plays the scenarios that every client has to pass against a live server, through the package's own client
// (gRPC) or connect-go (gRPC-Web). What it reads and prints is told in tests/conformance/README.md of the repository.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	format = 1

	exitFailed    = 1
	exitNotPlayed = 2
)

type scenario struct {
	Name  string
	Steps []step
}

type report struct {
	Scenario string `json:"scenario"`
	Passed   bool   `json:"passed"`
	Message  string `json:"message"`
}

func main() {
	path := flag.String("scenarios", "", "the `file` of scenarios")
	address := flag.String("address", "", "http://HOST:PORT of the server")
	name := flag.String("transport", "native", "native or grpc-web")
	flag.Parse()
	passed, err := run(*path, *address, *name, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitNotPlayed)
	case !passed:
		os.Exit(exitFailed)
	}
}

// run plays all scenarios and prints a line for each; the error tells why they could not be played.
func run(path, address, transportName string, out io.Writer) (bool, error) {
	scenarios, err := load(path)
	if err != nil {
		return false, fmt.Errorf("--scenarios: %w", err)
	}
	if !strings.HasPrefix(address, "http://") {
		return false, fmt.Errorf("--address: %q is not http://HOST:PORT", address)
	}
	open, known := transports[transportName]
	if !known {
		return false, fmt.Errorf("--transport: %q is neither native nor grpc-web", transportName)
	}
	transport, err := open(address)
	if err != nil {
		return false, err
	}
	defer transport.close()
	passed := true
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, one := range scenarios {
		line := report{Scenario: one.Name, Passed: true}
		if err := play(one, transport); err != nil {
			line.Passed, line.Message = false, err.Error()
		}
		passed = passed && line.Passed
		if err := lines.Encode(line); err != nil {
			return false, err
		}
	}
	return passed, nil
}

func load(path string) ([]scenario, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Format    int
		Scenarios []scenario
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if file.Format != format {
		return nil, fmt.Errorf("%s has format %d, this runner plays %d", path, file.Format, format)
	}
	if len(file.Scenarios) == 0 {
		return nil, errors.New(path + " has no scenarios")
	}
	return file.Scenarios, nil
}

func play(one scenario, transport transport) error {
	kept := map[string]any{}
	for number, each := range one.Steps {
		saved, err := each.play(transport, kept)
		if err != nil {
			return fmt.Errorf("step %d: %w", number, err)
		}
		for name, value := range saved {
			kept[name] = value
		}
	}
	return nil
}
