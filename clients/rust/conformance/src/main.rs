//! Plays the scenarios that every client has to pass against a live server, through the package `pageone-client`, by gRPC or gRPC-Web.
//! What it reads and prints is told in tests/conformance/README.md of the repository.

mod call;
mod pattern;
mod step;
mod verify;

use std::collections::HashMap;
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use call::Caller;

const FORMAT: u64 = 1;
const FAILED: u8 = 1;
const NOT_PLAYED: u8 = 2;

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return not_played(&error.to_string()),
    };
    match runtime.block_on(run(std::env::args().skip(1).collect())) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => FAILED.into(),
        Err(message) => not_played(&message),
    }
}

fn not_played(message: &str) -> ExitCode {
    eprintln!("{message}");
    NOT_PLAYED.into()
}

/// Plays all scenarios and prints a line for each; whether all passed, or why they could not be played.
async fn run(arguments: Vec<String>) -> Result<bool, String> {
    let options = options(arguments)?;
    let option = |name: &str| options.get(name).ok_or_else(|| format!("{name} is missing"));
    let scenarios = load(option("--scenarios")?).map_err(|error| format!("--scenarios: {error}"))?;
    let address = option("--address")?;
    let caller = match options.get("--transport").map_or("native", String::as_str) {
        "native" => Caller::native(address)?,
        "grpc-web" => Caller::web(address)?,
        other => return Err(format!("--transport: {other:?} is neither native nor grpc-web")),
    };
    let mut all = true;
    for scenario in &scenarios {
        let message = play(scenario, &caller).await.err().unwrap_or_default();
        let passed = message.is_empty();
        all &= passed;
        println!("{}", json!({"scenario": scenario["name"], "passed": passed, "message": message}));
    }
    Ok(all)
}

fn options(arguments: Vec<String>) -> Result<HashMap<String, String>, String> {
    let known = ["--scenarios", "--address", "--transport"];
    let mut found = HashMap::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (argument, rest.next()),
        };
        if !known.contains(&name.as_str()) {
            return Err(format!("{name}: known are {}", known.join(", ")));
        }
        found.insert(name.clone(), value.ok_or_else(|| format!("{name} has no value"))?);
    }
    Ok(found)
}

fn load(path: &str) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut file: Value = serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
    if file["format"] != FORMAT {
        return Err(format!("{path} has format {}, this runner plays {FORMAT}", file["format"]));
    }
    match file["scenarios"].take() {
        Value::Array(scenarios) if !scenarios.is_empty() => Ok(scenarios),
        _ => Err(format!("{path} has no scenarios")),
    }
}

async fn play(scenario: &Value, caller: &Caller) -> Result<(), String> {
    let mut kept = Map::new();
    let steps = scenario["steps"].as_array().ok_or("no steps")?;
    for (number, each) in steps.iter().enumerate() {
        let saved = step::play(each, caller, &kept).await.map_err(|error| format!("step {number}: {error}"))?;
        kept.extend(saved);
    }
    Ok(())
}
