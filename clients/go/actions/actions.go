// Package actions makes the actions of a match, a function for each kind, and tells whose turn it is to make one.
//
// What a seat can do is listed in its view's legal; these make the others. Set an action's Version from the view it was made
// for, and a doubled or late one is refused.
package actions

import (
	pageonev1 "pageone.dev/go/pageone/v1"
)

// Play lays the cards of play, bottom first, names its suit with a wild card or a Joker, and makes its call.
func Play(seat uint32, play *pageonev1.Play) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Play{Play: play}}
}

// Draw draws a card, or all that is pending.
func Draw(seat uint32) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Draw{Draw: &pageonev1.Draw{}}}
}

// Pass ends the turn without a play.
func Pass(seat uint32) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_PassTurn{PassTurn: &pageonev1.Pass{}}}
}

// NameSuit names the suit of a starter.
func NameSuit(seat uint32, suit pageonev1.Suit) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_NameSuit{NameSuit: &pageonev1.NameSuit{Suit: suit}}}
}

// CallOut points out an offense of another seat.
func CallOut(seat, offender uint32, offense pageonev1.Offense) *pageonev1.Action {
	out := &pageonev1.CallOut{Offender: offender, Offense: offense}
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_CallOut{CallOut: out}}
}

// Challenge doubts the Joker just played.
func Challenge(seat uint32) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Challenge{Challenge: &pageonev1.Challenge{}}}
}

// Dobon lays the whole hand down against a seat, in the order of cards (none: ascending).
func Dobon(seat, against uint32, cards ...pageonev1.Card) *pageonev1.Action {
	dobon := &pageonev1.Dobon{Against: against, Cards: cards}
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Dobon{Dobon: dobon}}
}

// Waive claims nothing.
func Waive(seat uint32) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Waive{Waive: &pageonev1.Waive{}}}
}

// Leave leaves the match for good.
func Leave(seat uint32) *pageonev1.Action {
	return &pageonev1.Action{Seat: seat, Kind: &pageonev1.Action_Leave{Leave: &pageonev1.Leave{}}}
}

// CloseClaims is the host's: it ends the waiting for claims.
func CloseClaims() *pageonev1.Action {
	return &pageonev1.Action{Kind: &pageonev1.Action_CloseClaims{CloseClaims: &pageonev1.CloseClaims{}}}
}

// StartRound is the host's: it starts the next round.
func StartRound() *pageonev1.Action {
	return &pageonev1.Action{Kind: &pageonev1.Action_StartRound{StartRound: &pageonev1.StartRound{}}}
}

// Due is the seat whose action is waited for, of several awaited claims the first; not ok after a round.
func Due(view *pageonev1.MatchView) (seat uint32, ok bool) {
	switch view.GetPhase() {
	case pageonev1.Phase_PHASE_TURN:
		return view.GetTurn(), true
	case pageonev1.Phase_PHASE_CLAIMS:
		if awaited := view.GetClaims().GetAwaited(); len(awaited) > 0 {
			return awaited[0], true
		}
	}
	return 0, false
}
