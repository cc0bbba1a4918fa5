//! Actions, a function for each kind, and whose turn it is to make one.
//!
//! What a seat can do is listed in its view's `legal`; these make the others. Set an action's `version` from the view it was made
//! for, and a doubled or late one is refused.

use crate::v1::action::Kind;
use crate::v1::{
    Action, CallOut, Challenge, CloseClaims, Dobon, Draw, Leave, MatchView, NameSuit, Offense, Pass, Phase, Play,
    StartRound, Suit, Waive,
};

fn action(seat: u32, kind: Kind) -> Action {
    Action { seat, version: None, kind: Some(kind) }
}

/// Lays the cards of `play`, bottom first, names its suit with a wild card or a Joker, and makes its call.
#[must_use]
pub fn play(seat: u32, play: Play) -> Action {
    action(seat, Kind::Play(play))
}

/// Draws a card, or all that is pending.
#[must_use]
pub fn draw(seat: u32) -> Action {
    action(seat, Kind::Draw(Draw {}))
}

/// Ends the turn without a play.
#[must_use]
pub fn pass(seat: u32) -> Action {
    action(seat, Kind::PassTurn(Pass {}))
}

/// Names the suit of a starter.
#[must_use]
pub fn name_suit(seat: u32, suit: Suit) -> Action {
    action(seat, Kind::NameSuit(NameSuit { suit: suit.into() }))
}

/// Points out an offense of another seat.
#[must_use]
pub fn call_out(seat: u32, offender: u32, offense: Offense) -> Action {
    action(seat, Kind::CallOut(CallOut { offender, offense: offense.into() }))
}

/// Doubts the Joker just played.
#[must_use]
pub fn challenge(seat: u32) -> Action {
    action(seat, Kind::Challenge(Challenge {}))
}

/// Lays the whole hand down against a seat, in the order of `cards` (empty: ascending).
#[must_use]
pub fn dobon(seat: u32, against: u32, cards: Vec<i32>) -> Action {
    action(seat, Kind::Dobon(Dobon { against, cards }))
}

/// Claims nothing.
#[must_use]
pub fn waive(seat: u32) -> Action {
    action(seat, Kind::Waive(Waive {}))
}

/// Leaves the match for good.
#[must_use]
pub fn leave(seat: u32) -> Action {
    action(seat, Kind::Leave(Leave {}))
}

/// The host's: ends the waiting for claims.
#[must_use]
pub fn close_claims() -> Action {
    action(0, Kind::CloseClaims(CloseClaims {}))
}

/// The host's: starts the next round.
#[must_use]
pub fn start_round() -> Action {
    action(0, Kind::StartRound(StartRound {}))
}

/// The seat whose action is waited for, of several awaited claims the first; none after a round.
#[must_use]
pub fn due(view: &MatchView) -> Option<u32> {
    match view.phase() {
        Phase::Turn => Some(view.turn),
        Phase::Claims => view.claims.as_ref()?.awaited.first().copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::ClaimsView;

    /// Seat 0 can be due, and is told from nobody.
    #[test]
    fn whose_turn() {
        let turn = |phase: Phase, turn| MatchView { phase: phase.into(), turn, ..MatchView::default() };
        assert_eq!(due(&turn(Phase::Turn, 0)), Some(0));
        assert_eq!(due(&turn(Phase::Turn, 2)), Some(2));
        assert_eq!(due(&turn(Phase::RoundOver, 2)), None);
        assert_eq!(due(&turn(Phase::MatchOver, 2)), None);
        let claims = Some(ClaimsView { awaited: vec![1, 3], ..ClaimsView::default() });
        assert_eq!(due(&MatchView { claims, ..turn(Phase::Claims, 2) }), Some(1));
        assert_eq!(due(&turn(Phase::Claims, 2)), None);
    }
}
