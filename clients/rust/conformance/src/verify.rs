//! The arithmetic of fair play, by the package alone.

use pageone_client::fairplay::{self, Disagreement, FirstDeal, OutOfRange};
use serde_json::{Value, json};

/// What a function of fair play gives for an input.
pub fn verify(kind: &Value, input: &Value) -> Result<Value, String> {
    let input = Input(input);
    let out_of_range = |error: OutOfRange| error.to_string();
    match kind.as_str().unwrap_or_default() {
        "commitment" => Ok(json!(to_hex(&fairplay::commitment(&input.bytes("seed")?)))),
        "pack" => Ok(json!(fairplay::pack(input.number("decks")?, input.number("jokers")?).map_err(out_of_range)?)),
        "shuffle" => {
            let (cards, seed, entropy) = (input.cards("cards")?, input.bytes("seed")?, input.entropy()?);
            let shuffled = fairplay::shuffle(&cards, &seed, &entropy, input.number("shuffles")?);
            Ok(json!(shuffled.map_err(out_of_range)?))
        }
        "first_dealer" => {
            let dealer = fairplay::first_dealer(input.number("seats")?, &input.bytes("seed")?, &input.entropy()?);
            Ok(json!(dealer.map_err(out_of_range)?))
        }
        "deal" => {
            let (seats, dealer, size) = (input.number("seats")?, input.number("dealer")?, input.number("handSize")?);
            let deal = fairplay::deal(&input.cards("cards")?, seats, dealer, size).map_err(out_of_range)?;
            Ok(json!({"hands": deal.hands, "stock": deal.stock}))
        }
        "check_first_deal" => check_first_deal(input),
        other => Err(format!("verify: {other:?} is not known to this runner")),
    }
}

fn check_first_deal(input: Input<'_>) -> Result<Value, String> {
    let deal = FirstDeal {
        commitment: &input.bytes("commitment")?,
        seed: &input.bytes("seed")?,
        entropy: &input.entropy()?,
        decks: input.number("decks")?,
        jokers: input.number("jokers")?,
        hand_size: input.number("handSize")?,
        seats: input.number("seats")?,
        dealer: input.number("dealer")?,
        drawn: input.0["drawn"].as_bool().ok_or("drawn is neither true nor false")?,
        seat: input.number("seat")?,
        hand: &input.cards("hand")?,
    };
    let found = deal.check().map_err(|error| error.to_string())?;
    let names = found.into_iter().map(|what| match what {
        Disagreement::Commitment => "commitment",
        Disagreement::FirstDealer => "first_dealer",
        Disagreement::Hand => "hand",
        _ => "unknown",
    });
    Ok(names.collect())
}

#[derive(Clone, Copy)]
struct Input<'a>(&'a Value);

impl Input<'_> {
    fn number(self, name: &str) -> Result<u32, String> {
        let number = self.0[name].as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| format!("{name} is no number of 32 bits"))
    }

    fn cards(self, name: &str) -> Result<Vec<i32>, String> {
        let cards = self.0[name].as_array().ok_or_else(|| format!("{name} is no array"))?;
        let card = |card: &Value| card.as_i64().and_then(|card| i32::try_from(card).ok());
        cards.iter().map(card).collect::<Option<_>>().ok_or_else(|| format!("{name} has what is no card"))
    }

    fn bytes(self, name: &str) -> Result<Vec<u8>, String> {
        from_hex(&self.0[name]).ok_or_else(|| format!("{name} is not hexadecimal"))
    }

    fn entropy(self) -> Result<Vec<Vec<u8>>, String> {
        let entries = self.0["entropy"].as_array().ok_or("entropy is no array")?;
        entries.iter().map(from_hex).collect::<Option<_>>().ok_or_else(|| "entropy is not hexadecimal".to_owned())
    }
}

fn from_hex(value: &Value) -> Option<Vec<u8>> {
    let text = value.as_str().filter(|text| text.is_ascii() && text.len() % 2 == 0)?;
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
