//! Cards as text for people, and back.

use std::fmt;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: [&str; 4] = ["C", "D", "H", "S"];
const JOKER: i32 = 53;
const JOKER_TEXT: &str = "JK";

/// A word that is no card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardError(String);

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no card; write rank and suit, such as 10H, or {JOKER_TEXT}", self.0)
    }
}

impl std::error::Error for CardError {}

/// One card as rank and suit, `10H`, a Joker as `JK`, and `??` for what is no card.
#[must_use]
pub fn card_text(card: i32) -> String {
    if card == JOKER {
        return JOKER_TEXT.to_owned();
    }
    let Some(at) = usize::try_from(card).ok().and_then(|code| code.checked_sub(1)) else {
        return "??".to_owned();
    };
    match SUITS.get(at / RANKS.len()) {
        Some(suit) => format!("{}{suit}", RANKS[at % RANKS.len()]),
        None => "??".to_owned(),
    }
}

/// Cards with spaces between: `8C 10H JK`.
#[must_use]
pub fn cards_text(cards: &[i32]) -> String {
    cards.iter().copied().map(card_text).collect::<Vec<_>>().join(" ")
}

/// Cards from text such as `8c 10H jk`.
///
/// # Errors
///
/// Names the first word that is no card.
pub fn parse_cards(text: &str) -> Result<Vec<i32>, CardError> {
    text.split_whitespace()
        .map(|word| {
            let wanted = word.to_ascii_uppercase();
            (1..=JOKER).find(|&card| card_text(card) == wanted).ok_or_else(|| CardError(word.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every card is written and read back.
    #[test]
    fn round_trip() {
        let all: Vec<i32> = (1..=JOKER).collect();
        assert_eq!(parse_cards(&cards_text(&all)), Ok(all));
        assert_eq!(parse_cards(" 8c 10H  jk "), Ok(vec![8, 36, 53]));
        assert_eq!(cards_text(&[8, 36, 53]), "8C 10H JK");
    }

    /// The error names the word.
    #[test]
    fn no_cards() {
        for word in ["1C", "10", "JKK", "11H", "♣A"] {
            let error = parse_cards(&format!("8C {word}")).unwrap_err();
            assert!(error.to_string().contains(word));
        }
        for card in [i32::MIN, -1, 0, 54, i32::MAX] {
            assert_eq!(card_text(card), "??");
        }
    }
}
