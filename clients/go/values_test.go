package pageone_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"pageone.dev/go/pageone"
	"pageone.dev/go/pageone/actions"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// Every card is written and read back.
func TestCards(t *testing.T) {
	seen := map[string]bool{}
	for card := pageonev1.Card_CARD_CLUBS_ACE; card <= pageonev1.Card_CARD_JOKER; card++ {
		text := pageone.CardText(card)
		back, err := pageone.ParseCards(text)
		if err != nil || len(back) != 1 || back[0] != card || seen[text] {
			t.Errorf("%v is %q is %v, %v", card, text, back, err)
		}
		seen[text] = true
	}
	cards, err := pageone.ParseCards(" 8c 10H  jk ")
	if err != nil || pageone.CardsText(cards) != "8C 10H JK" {
		t.Errorf("got %v, %v", cards, err)
	}
	for _, text := range []string{"1C", "10", "JKK", "8C 11H", "♣A"} {
		if _, err := pageone.ParseCards(text); err == nil {
			t.Errorf("%q is no card", text)
		}
	}
	for _, card := range []pageonev1.Card{-1, 0, 54} {
		if text := pageone.CardText(card); text != "??" {
			t.Errorf("%d is %q", card, text)
		}
	}
}

// Each function makes the kind that it is named for, seat 0 included.
func TestActions(t *testing.T) {
	for want, action := range map[string]*pageonev1.Action{
		"play":         actions.Play(0, &pageonev1.Play{Cards: []pageonev1.Card{pageonev1.Card_CARD_JOKER}, Suit: pageonev1.Suit_SUIT_CLUBS}),
		"draw":         actions.Draw(0),
		"pass_turn":    actions.Pass(0),
		"name_suit":    actions.NameSuit(0, pageonev1.Suit_SUIT_SPADES),
		"call_out":     actions.CallOut(0, 1, pageonev1.Offense_OFFENSE_MISSED_CALL),
		"challenge":    actions.Challenge(0),
		"dobon":        actions.Dobon(0, 1, pageonev1.Card_CARD_CLUBS_ACE),
		"waive":        actions.Waive(0),
		"leave":        actions.Leave(0),
		"close_claims": actions.CloseClaims(),
		"start_round":  actions.StartRound(),
	} {
		if got := pageone.Kind(action); got != want {
			t.Errorf("got %q, wanted %q", got, want)
		}
	}
}

// A kind of a newer server is no kind, and no error.
func TestUnknownKindIsSkipped(t *testing.T) {
	wire := protowire.AppendTag(nil, 4095, protowire.BytesType)
	wire = protowire.AppendBytes(wire, []byte{8, 1})
	event := &pageonev1.Event{}
	if err := proto.Unmarshal(wire, event); err != nil {
		t.Fatal(err)
	}
	if kind := pageone.Kind(event); kind != "" {
		t.Errorf("got %q", kind)
	}
	if kind := pageone.Kind(&pageonev1.MatchView{}); kind != "" {
		t.Errorf("a message without kinds has %q", kind)
	}
}

// Seat 0 can be due, and is told from nobody.
func TestDue(t *testing.T) {
	for _, one := range []struct {
		view *pageonev1.MatchView
		seat uint32
		ok   bool
	}{
		{&pageonev1.MatchView{Phase: pageonev1.Phase_PHASE_TURN}, 0, true},
		{&pageonev1.MatchView{Phase: pageonev1.Phase_PHASE_TURN, Turn: 2}, 2, true},
		{&pageonev1.MatchView{Phase: pageonev1.Phase_PHASE_CLAIMS, Turn: 2, Claims: &pageonev1.ClaimsView{Awaited: []uint32{1, 3}}}, 1, true},
		{&pageonev1.MatchView{Phase: pageonev1.Phase_PHASE_ROUND_OVER, Turn: 2}, 0, false},
		{&pageonev1.MatchView{Phase: pageonev1.Phase_PHASE_MATCH_OVER}, 0, false},
	} {
		if seat, ok := actions.Due(one.view); seat != one.seat || ok != one.ok {
			t.Errorf("%v: got %d, %v", one.view, seat, ok)
		}
	}
}
