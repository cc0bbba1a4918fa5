//! The steps of a scenario.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pageone_client::{cards_text, parse_cards, v1};
use prost::Message;
use prost_reflect::DynamicMessage;
use serde_json::{Map, Value, json};

use crate::call::{Caller, metadata, to_json};
use crate::pattern::{fill, matches};
use crate::verify::verify;

const DEFAULT_TIMEOUT_MS: u64 = 30_000;

/// Does a step; what its pattern keeps, or what is not as it must be.
pub async fn play(step: &Value, caller: &Caller, kept: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let expect = step.get("expect").ok_or("no expect")?;
    if let Some(path) = step.get("call") {
        let request = fill(step.get("request").ok_or("no request")?, kept)?;
        let timeout = Duration::from_millis(
            step.get("timeoutMs").map_or(Some(DEFAULT_TIMEOUT_MS), Value::as_u64).ok_or("timeoutMs")?,
        );
        let path = path.as_str().ok_or("call is no text")?;
        let got = caller.call(path, request, metadata(step.get("metadata"))?, timeout).await?;
        return matches(expect, &got, kept, "");
    }
    if let Some(name) = step.get("decode") {
        let mut got = decode(name, step.get("bytes"), caller)?;
        got.retain(|member, _| expect.get(member).is_some());
        return matches(expect, &Value::Object(got), kept, "");
    }
    if let Some(kind) = step.get("verify") {
        let got = verify(kind, step.get("input").ok_or("no input")?)?;
        return matches(expect, &got, kept, "result");
    }
    if let Some(text) = step.get("cards") {
        let cards = parse_cards(text.as_str().ok_or("cards is no text")?).map_err(|error| error.to_string())?;
        let got = json!({"cards": cards, "text": cards_text(&cards)});
        return matches(&json!({"cards": expect, "text": text}), &got, kept, "");
    }
    Err("a step of no kind that this runner knows".to_owned())
}

/// What the package makes of bytes, as JSON, and the kind that it sees.
fn decode(name: &Value, bytes: Option<&Value>, caller: &Caller) -> Result<Map<String, Value>, String> {
    let name = name.as_str().ok_or("decode is no text")?;
    let text = bytes.and_then(Value::as_str).ok_or("bytes is no text")?;
    let data = BASE64_STANDARD.decode(text).map_err(|error| error.to_string())?;
    let read = match name {
        "pageone.v1.Event" => reencoded::<v1::Event>(&data),
        "pageone.v1.MatchView" => reencoded::<v1::MatchView>(&data),
        "pageone.v1.ActResponse" => reencoded::<v1::ActResponse>(&data),
        _ => return Err(format!("decode: {name} is not known to this runner")),
    }?;
    let descriptor = caller.message(name)?;
    let message = DynamicMessage::decode(descriptor.clone(), read.as_slice()).map_err(|error| error.to_string())?;
    let mut oneofs = descriptor.oneofs().filter(|oneof| oneof.name() == "kind");
    let kind = oneofs.next().and_then(|oneof| oneof.fields().find(|field| message.has_field(field)));
    let kind = kind.map(|field| field.name().to_owned());
    Ok(Map::from_iter([("json".to_owned(), to_json(&descriptor, &read)?), ("kind".to_owned(), json!(kind))]))
}

/// What is left of bytes when the package's message has read them.
fn reencoded<M: Message + Default>(data: &[u8]) -> Result<Vec<u8>, String> {
    M::decode(data).map(|message| message.encode_to_vec()).map_err(|error| error.to_string())
}
