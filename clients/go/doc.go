// Package pageone is the Go client of the Page One service, which plays two Japanese card games by every rule of the house.
//
// A [Client] is a connection with deadlines, tries, language, TLS and token, and carries the contract's three services as they
// are generated in [pageone.dev/go/pageone/v1]:
//
//   - [Client.Engine] for the trusted host of a table, which keeps the state of a match itself;
//   - [Client.Rules], what can be played, in words;
//   - [Client.Solo] for one person against bots, best used as a [SoloGame].
//
// Whatever a call ends with other than an answer is an [*Error]; errors.Is knows it by [ErrRefused], [ErrStale] and the others.
// Package [pageone.dev/go/pageone/actions] makes actions, [pageone.dev/go/pageone/fairplay] verifies a deal without any server.
package pageone
