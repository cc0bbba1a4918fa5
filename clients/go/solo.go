package pageone

import (
	"context"
	"slices"

	"pageone.dev/go/pageone/actions"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// A SoloGame is one person's game against bots, made by [Client.StartGame] or [Client.ResumeGame]. A call that ends with an error
// changes nothing. It is not for several goroutines at once.
type SoloGame struct {
	// Ticket is the sealed match: keep it, and [Client.ResumeGame] goes on from it, on any replica.
	Ticket []byte
	// View is what the person sees.
	View *pageonev1.MatchView
	// Events are what the last call brought. Skip those whose kind is nil: a newer server's.
	Events []*pageonev1.Event

	solo pageonev1.SoloServiceClient
}

// StartGame begins a game of one person, in seat, against bots: one strength for all, or one for each other seat, in seat order.
// Rules are a [Preset] or complete; seats are 2 to 8, the person's included.
func (c *Client) StartGame(ctx context.Context, rules *pageonev1.Rules, seats, seat uint32, bots ...pageonev1.Strength) (*SoloGame, error) {
	request := &pageonev1.StartGameRequest{Rules: rules, Seats: seats, Seat: seat, Bots: bots}
	response, err := c.Solo.StartGame(ctx, request)
	if err != nil {
		return nil, err
	}
	return &SoloGame{response.GetTicket(), response.GetView(), response.GetEvents(), c.Solo}, nil
}

// ResumeGame goes on with a game from the ticket that was kept; [ErrTicketInvalid]: the service does not open it.
func (c *Client) ResumeGame(ctx context.Context, ticket []byte) (*SoloGame, error) {
	response, err := c.Solo.GetGame(ctx, &pageonev1.GetGameRequest{Ticket: ticket})
	if err != nil {
		return nil, err
	}
	return &SoloGame{ticket, response.GetView(), nil, c.Solo}, nil
}

// Seat is the person's seat.
func (g *SoloGame) Seat() uint32 {
	return g.View.GetViewer().GetSeat()
}

// Actions are what the person can do now, call-outs included; empty when there is nothing but to go on.
func (g *SoloGame) Actions() []*pageonev1.Action {
	return g.View.GetLegal().GetActions()
}

// IsTurn tells whether nothing goes on before the person acts: its turn has come, or its answer is awaited.
func (g *SoloGame) IsTurn() bool {
	switch g.View.GetPhase() {
	case pageonev1.Phase_PHASE_TURN:
		return g.View.GetTurn() == g.Seat()
	case pageonev1.Phase_PHASE_CLAIMS:
		return slices.Contains(g.View.GetClaims().GetAwaited(), g.Seat())
	default:
		return false
	}
}

// IsRoundOver tells whether the next round waits to be started.
func (g *SoloGame) IsRoundOver() bool {
	return g.View.GetPhase() == pageonev1.Phase_PHASE_ROUND_OVER
}

// IsOver tells whether the match is over.
func (g *SoloGame) IsOver() bool {
	return g.View.GetPhase() == pageonev1.Phase_PHASE_MATCH_OVER
}

// Act does action, and lets the bots go on until the person can act again.
func (g *SoloGame) Act(ctx context.Context, action *pageonev1.Action) error {
	response, err := g.solo.Act(ctx, &pageonev1.ActRequest{Ticket: g.Ticket, Action: action})
	if err != nil {
		return err
	}
	g.Ticket, g.View, g.Events = response.GetTicket(), response.GetView(), response.GetEvents()
	return nil
}

// GoOn does nothing, and lets the bots go on: after a play that the person may call out, and does not.
func (g *SoloGame) GoOn(ctx context.Context) error {
	return g.Act(ctx, nil)
}

// StartRound begins the next round.
func (g *SoloGame) StartRound(ctx context.Context) error {
	return g.Act(ctx, actions.StartRound())
}

// Leave leaves the match for good; GoOn and StartRound show how the others play it to its end.
func (g *SoloGame) Leave(ctx context.Context) error {
	return g.Act(ctx, actions.Leave(g.Seat()))
}
