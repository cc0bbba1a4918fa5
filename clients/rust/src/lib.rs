//! The client of the Page One service, which plays two Japanese card games by every rule of the house.
//!
//! A [`Client`] is a connection with deadlines, tries, language, TLS and token, and gives the generated clients of the contract's
//! services ([`v1`]): [`Client::engine`] for the trusted host of a table, [`Client::rules`], [`Client::solo`] for one person against
//! bots, best used as a [`SoloGame`]. Whatever a call ends with other than an answer becomes an [`Error`] by `?`.
//!
//! ```no_run
//! # async fn play() -> Result<(), Box<dyn std::error::Error>> {
//! use pageone_client::{Client, preset, v1::Strength};
//!
//! let client = Client::new("http://127.0.0.1:50051")?;
//! let mut game = client.start_game(preset("page_one"), 3, 0, &[Strength::Normal]).await?;
//! if game.is_turn() {
//!     game.act(game.actions()[0].clone()).await?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`fairplay`] verifies a deal without any server.

pub mod actions;
mod cards;
mod client;
mod error;
pub mod fairplay;
mod solo;
mod transport;
pub mod v1;

pub use cards::{CardError, card_text, cards_text, parse_cards};
pub use client::{BuildError, Builder, Client, preset, seat_viewer, spectator_viewer};
pub use error::{Details, Error, Fault};
pub use solo::SoloGame;
pub use transport::{BoxError, Transport};
// What appears in this crate's interface.
pub use tonic;
