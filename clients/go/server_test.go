package pageone_test

import (
	"errors"
	"os"
	"testing"

	"pageone.dev/go/pageone"
	"pageone.dev/go/pageone/actions"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// realServer is a client of the server whose address is in PAGEONE_ADDRESS; the checkout's own tests start one.
func realServer(t *testing.T, options ...pageone.Option) *pageone.Client {
	t.Helper()
	address := os.Getenv("PAGEONE_ADDRESS")
	if address == "" {
		t.Skip("PAGEONE_ADDRESS names no server")
	}
	return connect(t, address, options...)
}

// A host's whole match: state in, state out, a bot in every seat.
func TestMatch(t *testing.T) {
	client := realServer(t)
	created, err := client.Engine.CreateMatch(t.Context(), &pageonev1.CreateMatchRequest{
		Rules: pageone.Preset("page_one"), Seats: 3, Viewers: []*pageonev1.Viewer{pageone.SeatViewer(0), pageone.SpectatorViewer()},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(created.Updates) != 2 || pageone.Kind(created.Updates[0].View.Viewer) != "seat" {
		t.Fatalf("got %v", created.Updates)
	}
	state := created.State
	for state.Phase != pageonev1.Phase_PHASE_MATCH_OVER {
		public, err := client.Engine.GetView(t.Context(), &pageonev1.GetViewRequest{State: state, Viewer: pageone.SpectatorViewer()})
		if err != nil {
			t.Fatal(err)
		}
		action := actions.StartRound()
		if seat, ok := actions.Due(public.View); ok {
			own, err := client.Engine.GetView(t.Context(), &pageonev1.GetViewRequest{State: state, Viewer: pageone.SeatViewer(seat)})
			if err != nil {
				t.Fatal(err)
			}
			suggested, err := client.Engine.SuggestAction(t.Context(), &pageonev1.SuggestActionRequest{
				View: own.View, Strength: pageonev1.Strength_STRENGTH_EASY,
			})
			if err != nil {
				t.Fatal(err)
			}
			action = suggested.Action
		}
		applied, err := client.Engine.ApplyAction(t.Context(), &pageonev1.ApplyActionRequest{State: state, Action: action})
		if err != nil {
			t.Fatal(err)
		}
		state = applied.State
	}
	if state.Round != 3 {
		t.Errorf("the match has %d rounds", state.Round)
	}
}

// A solo game goes on from its ticket, is refused what is not allowed, in Japanese, and ends.
func TestSoloGame(t *testing.T) {
	client := realServer(t, pageone.WithLanguage("ja"))
	ctx := t.Context()
	game, err := client.StartGame(ctx, pageone.Preset("imohori"), 3, 2, pageonev1.Strength_STRENGTH_EASY, pageonev1.Strength_STRENGTH_NORMAL)
	if err != nil {
		t.Fatal(err)
	}
	if len(game.Events) == 0 || game.Seat() != 2 {
		t.Fatalf("seat %d, %d events", game.Seat(), len(game.Events))
	}
	if game, err = client.ResumeGame(ctx, game.Ticket); err != nil {
		t.Fatal(err)
	}
	ticket := game.Ticket
	var refused *pageone.Error
	if err = game.Act(ctx, actions.Pass(2)); !errors.As(err, &refused) || !errors.Is(err, pageone.ErrRefused) {
		t.Fatalf("got %v", err)
	}
	if refused.Refusal == 0 || refused.Locale != "ja" || refused.Localized == "" || refused.RequestID == "" {
		t.Errorf("got %+v", refused)
	}
	if string(game.Ticket) != string(ticket) {
		t.Error("a refused action has changed the ticket")
	}
	if _, err = client.ResumeGame(ctx, []byte("no ticket")); !errors.Is(err, pageone.ErrTicketInvalid) || !errors.Is(err, pageone.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
	err = game.Leave(ctx)
	for err == nil && !game.IsOver() {
		if game.IsTurn() {
			t.Fatal("who has left is never waited for")
		}
		if game.IsRoundOver() {
			err = game.StartRound(ctx)
		} else {
			err = game.GoOn(ctx)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(game.View.Seed) != 32 {
		t.Error("the seed is not revealed")
	}
}
