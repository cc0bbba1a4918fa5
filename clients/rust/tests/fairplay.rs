//! The arithmetic of fair play.

use pageone_client::fairplay::{Deal, Disagreement, FirstDeal, commitment, deal, first_dealer, pack, shuffle};
use serde_json::Value;

const NONE: [Vec<u8>; 0] = [];

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn cards(value: &Value) -> Vec<i32> {
    list(value).iter().map(|card| i32::try_from(card.as_i64().unwrap()).unwrap()).collect()
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// The vectors that the engine itself is proved by.
#[test]
fn vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/shuffle.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(list(&vectors["shuffle"]).len() > 5 && list(&vectors["first_dealer"]).len() > 5);
    for one in list(&vectors["shuffle"]) {
        let entropy: Vec<_> = list(&one["entropy"]).iter().map(bytes).collect();
        let shuffled = shuffle(&cards(&one["cards"]), &bytes(&one["seed"]), &entropy, number(&one["shuffles"]));
        assert_eq!(shuffled, Ok(cards(&one["shuffled"])), "{}", one["name"]);
    }
    for one in list(&vectors["first_dealer"]) {
        let entropy: Vec<_> = list(&one["entropy"]).iter().map(bytes).collect();
        let dealer = first_dealer(number(&one["seats"]), &bytes(&one["seed"]), &entropy);
        assert_eq!(dealer, Ok(number(&one["first_dealer"])));
    }
    for one in list(&vectors["commitment"]) {
        assert_eq!(commitment(&bytes(&one["seed"])).to_vec(), bytes(&one["commitment"]));
    }
}

/// A deal that the tests may change: two packs, four seats, the last of which checks.
struct Fair {
    commitment: [u8; 32],
    seed: [u8; 32],
    entropy: Vec<Vec<u8>>,
    dealer: u32,
    hand: Vec<i32>,
}

impl Fair {
    fn new() -> Self {
        let (seed, entropy) = ([7; 32], vec![b"one".to_vec(), b"two".to_vec()]);
        let dealer = first_dealer(4, &seed, &entropy).unwrap();
        let shuffled = shuffle(&pack(2, 4).unwrap(), &seed, &entropy, 0).unwrap();
        let Deal { mut hands, stock } = deal(&shuffled, 4, dealer, 7).unwrap();
        assert_eq!(stock.len(), 108 - 28);
        Self { commitment: commitment(&seed), seed, entropy, dealer, hand: hands.remove(3) }
    }

    fn deal(&self) -> FirstDeal<'_> {
        FirstDeal {
            commitment: &self.commitment,
            seed: &self.seed,
            entropy: &self.entropy,
            decks: 2,
            jokers: 4,
            hand_size: 7,
            seats: 4,
            dealer: self.dealer,
            drawn: true,
            seat: 3,
            hand: &self.hand,
        }
    }
}

/// A fair first deal agrees, and each thing that is changed in it is found by its name.
#[test]
fn what_does_not_agree() {
    use Disagreement::{Commitment, FirstDealer, Hand};
    let fair = Fair::new();
    assert_eq!(fair.deal().check(), Ok(vec![]));
    let reversed: Vec<i32> = fair.hand.iter().rev().copied().collect();
    assert_eq!(FirstDeal { hand: &reversed, ..fair.deal() }.check(), Ok(vec![]));
    assert_eq!(FirstDeal { commitment: &[0; 32], ..fair.deal() }.check(), Ok(vec![Commitment]));
    assert_eq!(FirstDeal { hand: &reversed[1..], ..fair.deal() }.check(), Ok(vec![Hand]));
    let dealer = (fair.dealer + 1) % 4;
    assert_eq!(FirstDeal { dealer, ..fair.deal() }.check(), Ok(vec![FirstDealer, Hand]));
    assert_eq!(FirstDeal { dealer, drawn: false, ..fair.deal() }.check(), Ok(vec![Hand]));
    assert_eq!(FirstDeal { seed: &[8; 32], drawn: false, ..fair.deal() }.check(), Ok(vec![Commitment, Hand]));
    assert_eq!(FirstDeal { entropy: &NONE, drawn: false, ..fair.deal() }.check(), Ok(vec![Hand]));
}

/// Sizes out of range are an error, never a panic.
#[test]
fn out_of_range() {
    let fair = Fair::new();
    let many = vec![Vec::new(); 9];
    let long = [vec![0; 65]];
    for wrong in [
        FirstDeal { seed: &[7; 31], ..fair.deal() },
        FirstDeal { entropy: &many, ..fair.deal() },
        FirstDeal { entropy: &long, ..fair.deal() },
        FirstDeal { decks: 5, ..fair.deal() },
        FirstDeal { decks: u32::MAX, jokers: u32::MAX, ..fair.deal() },
        FirstDeal { decks: 0, jokers: 0, ..fair.deal() },
        FirstDeal { hand_size: u32::MAX, ..fair.deal() },
        FirstDeal { seats: 0, seat: 0, dealer: 0, ..fair.deal() },
        FirstDeal { seats: 1, seat: 0, dealer: 0, ..fair.deal() },
        FirstDeal { seats: 9, ..fair.deal() },
        FirstDeal { seat: 4, ..fair.deal() },
        FirstDeal { dealer: 4, ..fair.deal() },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
    assert!(shuffle(&[1; 256], &[7; 32], &NONE, 0).is_err());
    assert!(first_dealer(9, &[7; 32], &NONE).is_err());
    assert!(first_dealer(2, &[], &NONE).is_err());
}
