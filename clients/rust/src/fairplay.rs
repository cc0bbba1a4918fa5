//! What chance decided in a match, verified from the revealed seed alone: no server is asked (clauses C4 to C9 of the rules).
//!
//! Before the deal the host publishes the [`commitment`] of its seed, and each player adds entropy. When the match is over the seed is
//! revealed, and everybody recomputes the dealer and the first deal; [`FirstDeal::check`] does all of it. Later rounds follow from the
//! same seed with a higher count of shuffles, and a whole match is replayed by `VerifyTranscript`.

use std::fmt;

use sha2::{Digest as _, Sha256};
use shake::Shake256;
use shake::digest::{ExtendableOutput as _, Update as _, XofReader};

/// The bytes of a seed.
pub const SEED_BYTES: usize = 32;
const MAX_ENTROPY: usize = 8;
const MAX_ENTROPY_BYTES: usize = 64;
const MAX_PACK: usize = 255;
const JOKER: i32 = 53;

const SHUFFLE: &[u8] = b"pageone.v1.shuffle";
const DEALER: &[u8] = b"pageone.v1.dealer";

/// A size that no match can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfRange(String);

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OutOfRange {}

/// The SHA-256 of a seed, which is published when a match begins (C7).
#[must_use]
pub fn commitment(seed: &[u8]) -> [u8; 32] {
    Sha256::digest(seed).into()
}

/// The whole pack in ascending order: `decks` times 52 cards and `jokers` Jokers (C1, C5).
///
/// # Errors
///
/// More than 255 cards.
pub fn pack(decks: u32, jokers: u32) -> Result<Vec<i32>, OutOfRange> {
    let cards = u64::from(decks) * 52 + u64::from(jokers);
    if cards > MAX_PACK as u64 {
        return Err(OutOfRange(format!("{decks} decks and {jokers} jokers are more than {MAX_PACK} cards")));
    }
    let plain = (1..JOKER).flat_map(|card| (0..decks).map(move |_| card));
    Ok(plain.chain((0..jokers).map(|_| JOKER)).collect())
}

/// `cards` (at most 255, in any order) in the order that follows from `seed`, `entropy` and `shuffles`, the number of shuffles that the
/// match has had before (C4, C5). The next card to be dealt is the last.
///
/// # Errors
///
/// More cards than a pack has; a seed that has not 32 bytes; more than 8 entries of entropy, or one of more than 64 bytes.
pub fn shuffle<E: AsRef<[u8]>>(
    cards: &[i32],
    seed: &[u8],
    entropy: &[E],
    shuffles: u32,
) -> Result<Vec<i32>, OutOfRange> {
    if cards.len() > MAX_PACK {
        return Err(OutOfRange(format!("{} cards are more than a pack of {MAX_PACK}", cards.len())));
    }
    let mut draws = Stream::new(SHUFFLE, seed, entropy, shuffles)?;
    let mut order = cards.to_vec();
    order.sort_unstable();
    for i in (1..order.len()).rev() {
        order.swap(i, draws.below(i + 1));
    }
    Ok(order)
}

/// The dealer of the first round, 0 to `seats` - 1, where the host has not named one (C6).
///
/// # Errors
///
/// Seats that are not 2 to 8; a seed or entropy as [`shuffle`] refuses them.
pub fn first_dealer<E: AsRef<[u8]>>(seats: u32, seed: &[u8], entropy: &[E]) -> Result<u32, OutOfRange> {
    let seats = seats_of(seats)?;
    let drawn = Stream::new(DEALER, seed, entropy, 0)?.below(seats);
    Ok(u32::try_from(drawn).unwrap_or(u32::MAX))
}

/// What a deal leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// By seat, each ascending.
    pub hands: Vec<Vec<i32>>,
    /// The rest; in American Page One before the starter is turned from its end.
    pub stock: Vec<i32>,
}

/// Takes the hands from the end of the shuffled pack, one card at a time, beginning with the seat after `dealer` (C9).
///
/// # Errors
///
/// Seats that are not 2 to 8, a dealer that is none of them, hands for which there are too few cards.
pub fn deal(shuffled: &[i32], seats: u32, dealer: u32, hand_size: u32) -> Result<Deal, OutOfRange> {
    let count = seats_of(seats)?;
    if dealer >= seats {
        return Err(OutOfRange(format!("dealer {dealer} is none of {seats} seats")));
    }
    let first = dealer as usize + 1;
    let dealt = u64::from(hand_size) * u64::from(seats);
    let stock = usize::try_from(dealt).ok().and_then(|dealt| shuffled.len().checked_sub(dealt));
    let Some(stock) = stock else {
        return Err(OutOfRange(format!("{} cards are too few for {seats} hands of {hand_size}", shuffled.len())));
    };
    let mut hands = vec![Vec::new(); count];
    for (at, &card) in shuffled[stock..].iter().rev().enumerate() {
        hands[(first + at) % count].push(card);
    }
    for hand in &mut hands {
        hand.sort_unstable();
    }
    Ok(Deal { hands, stock: shuffled[..stock].to_vec() })
}

/// What a player knows of a match's first deal once its seed is revealed.
#[derive(Debug, Clone)]
pub struct FirstDeal<'a> {
    /// What was published before the deal: `MatchView.seed_commitment`.
    pub commitment: &'a [u8],
    /// What was revealed: `MatchView.seed`.
    pub seed: &'a [u8],
    /// What the players added, in the host's order.
    pub entropy: &'a [Vec<u8>],
    /// Packs of 52, of the rules.
    pub decks: u32,
    /// Jokers in the whole pack, of the rules.
    pub jokers: u32,
    /// Cards dealt to each seat, of the rules.
    pub hand_size: u32,
    /// Seats, 2 to 8.
    pub seats: u32,
    /// The dealer of the first round, 0 to `seats` - 1.
    pub dealer: u32,
    /// True: the dealer was drawn from the seed; false: the host named one.
    pub drawn: bool,
    /// The player's own seat, 0 to `seats` - 1.
    pub seat: u32,
    /// What the seat was dealt, in any order.
    pub hand: &'a [i32],
}

/// Something that does not follow from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Disagreement {
    /// The seed is not the one that was committed to.
    Commitment,
    /// The seed draws another dealer.
    FirstDealer,
    /// The seed deals the seat another hand.
    Hand,
}

impl FirstDeal<'_> {
    /// What does not follow from the seed, in the order of [`Disagreement`]; nothing when the deal was fair.
    ///
    /// # Errors
    ///
    /// A deal that could not be at all: sizes out of range.
    pub fn check(&self) -> Result<Vec<Disagreement>, OutOfRange> {
        if self.seat >= self.seats {
            return Err(OutOfRange(format!("seat {} is none of {} seats", self.seat, self.seats)));
        }
        let shuffled = shuffle(&pack(self.decks, self.jokers)?, self.seed, self.entropy, 0)?;
        let dealt = deal(&shuffled, self.seats, self.dealer, self.hand_size)?;
        let drawn = first_dealer(self.seats, self.seed, self.entropy)?;
        let mut hand = self.hand.to_vec();
        hand.sort_unstable();
        let checks = [
            (Disagreement::Commitment, commitment(self.seed) == self.commitment),
            (Disagreement::FirstDealer, !self.drawn || drawn == self.dealer),
            (Disagreement::Hand, dealt.hands[self.seat as usize] == hand),
        ];
        Ok(checks.into_iter().filter(|(_, agrees)| !agrees).map(|(what, _)| what).collect())
    }
}

/// The output of SHAKE-256 over a label, a seed, entropy and a count, read byte by byte (C4).
struct Stream<R>(R);

impl Stream<<Shake256 as shake::digest::ExtendableOutput>::Reader> {
    fn new<E: AsRef<[u8]>>(label: &[u8], seed: &[u8], entropy: &[E], count: u32) -> Result<Self, OutOfRange> {
        if seed.len() != SEED_BYTES {
            return Err(OutOfRange(format!("a seed has {SEED_BYTES} bytes, not {}", seed.len())));
        }
        if entropy.len() > MAX_ENTROPY {
            return Err(OutOfRange(format!("{} entries of entropy are more than {MAX_ENTROPY}", entropy.len())));
        }
        let mut key = Shake256::default();
        key.update(label);
        key.update(seed);
        for (at, entry) in entropy.iter().map(AsRef::as_ref).enumerate() {
            let length = u32::try_from(entry.len()).ok().filter(|_| entry.len() <= MAX_ENTROPY_BYTES);
            let too_long =
                || OutOfRange(format!("entropy[{at}] has {} bytes, more than {MAX_ENTROPY_BYTES}", entry.len()));
            key.update(&length.ok_or_else(too_long)?.to_be_bytes());
            key.update(entry);
        }
        key.update(&count.to_be_bytes());
        Ok(Self(key.finalize_xof()))
    }
}

impl<R: XofReader> Stream<R> {
    /// An even draw from 0 to `bound` - 1, `bound` at most 256: bytes past the last whole multiple are dropped.
    fn below(&mut self, bound: usize) -> usize {
        let limit = 256 - 256 % bound;
        loop {
            let mut byte = [0];
            self.0.read(&mut byte);
            let draw = usize::from(byte[0]);
            if draw < limit {
                return draw % bound;
            }
        }
    }
}

fn seats_of(seats: u32) -> Result<usize, OutOfRange> {
    match seats {
        2..=8 => Ok(seats as usize),
        _ => Err(OutOfRange(format!("a match has 2 to 8 seats, not {seats}"))),
    }
}
