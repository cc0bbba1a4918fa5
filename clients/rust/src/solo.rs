//! One person's game against bots.

use crate::v1::{ActRequest, Action, Event, GetGameRequest, MatchView, Phase, Rules, StartGameRequest, Strength};
use crate::{Client, Error, actions};

/// A game of one person against bots, made by [`Client::start_game`] or [`Client::resume_game`]. A call that ends with an error
/// changes nothing.
#[derive(Debug, Clone)]
pub struct SoloGame {
    /// The sealed match: keep it, and [`Client::resume_game`] goes on from it, on any replica.
    pub ticket: Vec<u8>,
    /// What the person sees.
    pub view: MatchView,
    /// What the last call brought. Skip those whose kind is none: a newer server's.
    pub events: Vec<Event>,
    client: Client,
}

impl Client {
    /// Begins a game of one person, in `seat`, against bots: one strength for all, or one for each other seat, in seat order.
    /// `rules` are a [`preset`](crate::preset) or complete; `seats` are 2 to 8, the person's included.
    ///
    /// # Errors
    ///
    /// As of `SoloService.StartGame`.
    pub async fn start_game(&self, rules: Rules, seats: u32, seat: u32, bots: &[Strength]) -> Result<SoloGame, Error> {
        let bots = bots.iter().map(|&bot| bot.into()).collect();
        let request = StartGameRequest { rules: Some(rules), seats, seat, bots };
        let response = self.solo().start_game(request).await?.into_inner();
        let view = response.view.unwrap_or_default();
        Ok(SoloGame { ticket: response.ticket, view, events: response.events, client: self.clone() })
    }

    /// Goes on with a game from the ticket that was kept.
    ///
    /// # Errors
    ///
    /// As of `SoloService.GetGame`; with reason `TICKET_INVALID` the service does not open it.
    pub async fn resume_game(&self, ticket: Vec<u8>) -> Result<SoloGame, Error> {
        let response = self.solo().get_game(GetGameRequest { ticket: ticket.clone() }).await?.into_inner();
        let view = response.view.unwrap_or_default();
        Ok(SoloGame { ticket, view, events: Vec::new(), client: self.clone() })
    }
}

impl SoloGame {
    /// The person's seat.
    #[must_use]
    pub fn seat(&self) -> u32 {
        match self.view.viewer.as_ref().and_then(|viewer| viewer.kind.as_ref()) {
            Some(&crate::v1::viewer::Kind::Seat(seat)) => seat,
            _ => 0,
        }
    }

    /// What the person can do now, call-outs included; empty when there is nothing but to go on.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        self.view.legal.as_ref().map_or(&[], |legal| &legal.actions)
    }

    /// Whether nothing goes on before the person acts: its turn has come, or its answer is awaited.
    #[must_use]
    pub fn is_turn(&self) -> bool {
        match self.view.phase() {
            Phase::Turn => self.view.turn == self.seat(),
            Phase::Claims => self.view.claims.as_ref().is_some_and(|claims| claims.awaited.contains(&self.seat())),
            _ => false,
        }
    }

    /// Whether the next round waits to be started.
    #[must_use]
    pub fn is_round_over(&self) -> bool {
        self.view.phase() == Phase::RoundOver
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view.phase() == Phase::MatchOver
    }

    /// Does `action`, and lets the bots go on until the person can act again.
    ///
    /// # Errors
    ///
    /// As of `SoloService.Act`.
    pub async fn act(&mut self, action: Action) -> Result<(), Error> {
        self.send(Some(action)).await
    }

    /// Does nothing, and lets the bots go on: after a play that the person may call out, and does not.
    ///
    /// # Errors
    ///
    /// As of `SoloService.Act`.
    pub async fn go_on(&mut self) -> Result<(), Error> {
        self.send(None).await
    }

    /// Begins the next round.
    ///
    /// # Errors
    ///
    /// As of `SoloService.Act`.
    pub async fn start_round(&mut self) -> Result<(), Error> {
        self.send(Some(actions::start_round())).await
    }

    /// Leaves the match for good; [`go_on`](Self::go_on) and [`start_round`](Self::start_round) show how the others play it to its end.
    ///
    /// # Errors
    ///
    /// As of `SoloService.Act`.
    pub async fn leave(&mut self) -> Result<(), Error> {
        self.send(Some(actions::leave(self.seat()))).await
    }

    async fn send(&mut self, action: Option<Action>) -> Result<(), Error> {
        let request = ActRequest { ticket: self.ticket.clone(), action };
        let response = self.client.solo().act(request).await?.into_inner();
        self.ticket = response.ticket;
        self.view = response.view.unwrap_or_default();
        self.events = response.events;
        Ok(())
    }
}
