//! Patterns: what an answer must be, as JSON.

use serde_json::{Map, Value};

/// How many characters of an answer a message has at most.
const SHOWN: usize = 300;

/// Compares an answer with a pattern; what the pattern keeps, or the first place where they differ.
pub fn matches(
    pattern: &Value,
    value: &Value,
    kept: &Map<String, Value>,
    path: &str,
) -> Result<Map<String, Value>, String> {
    let mut one = Matching { kept, saved: Map::new() };
    one.matches(pattern, value, path)?;
    Ok(one.saved)
}

/// A request with `$use` replaced by what was kept, and `$repeat` by so many copies.
pub fn fill(request: &Value, kept: &Map<String, Value>) -> Result<Value, String> {
    match request {
        Value::Array(elements) => elements.iter().map(|element| fill(element, kept)).collect(),
        Value::Object(members) => match operator(members)? {
            Some(("$use", operand)) => used(operand, kept).cloned(),
            Some(("$repeat", operand)) => repeated(operand, kept),
            Some((name, _)) => Err(format!("{name} cannot be in a request")),
            None => {
                let filled = members.iter().map(|(name, value)| Ok((name.clone(), fill(value, kept)?)));
                filled.collect::<Result<_, String>>().map(Value::Object)
            }
        },
        other => Ok(other.clone()),
    }
}

fn repeated(operand: &Value, kept: &Map<String, Value>) -> Result<Value, String> {
    let pair = operand.as_array().filter(|pair| pair.len() == 2);
    let times = pair.and_then(|pair| pair[0].as_u64()).and_then(|times| usize::try_from(times).ok());
    let (Some(pair), Some(times)) = (pair, times) else {
        return Err("$repeat has a number and what to repeat".to_owned());
    };
    Ok(Value::Array(vec![fill(&pair[1], kept)?; times]))
}

struct Matching<'a> {
    kept: &'a Map<String, Value>,
    saved: Map<String, Value>,
}

impl Matching<'_> {
    fn matches(&mut self, pattern: &Value, value: &Value, path: &str) -> Result<(), String> {
        match pattern {
            Value::Object(members) => match operator(members)? {
                Some((name, operand)) => self.operate(name, operand, value, path),
                None => self.object(members, value, path),
            },
            Value::Array(patterns) => self.array(patterns, value, path),
            _ if equal(pattern, value) => Ok(()),
            _ => differs(path, &text(pattern), value),
        }
    }

    fn object(&mut self, members: &Map<String, Value>, value: &Value, path: &str) -> Result<(), String> {
        self.some(members, value, path)?;
        match value.as_object().and_then(|object| object.iter().find(|(name, _)| !members.contains_key(*name))) {
            Some((name, member)) => differs(&format!("{path}.{name}"), "nothing", member),
            None => Ok(()),
        }
    }

    fn some(&mut self, members: &Map<String, Value>, value: &Value, path: &str) -> Result<(), String> {
        let Some(object) = value.as_object() else {
            return differs(path, "an object", value);
        };
        for (name, pattern) in members {
            match object.get(name) {
                Some(member) => self.matches(pattern, member, &format!("{path}.{name}"))?,
                None => return Err(format!("{path}.{name}: wanted {}, got nothing", text(pattern))),
            }
        }
        Ok(())
    }

    fn array(&mut self, patterns: &[Value], value: &Value, path: &str) -> Result<(), String> {
        let Some(elements) = value.as_array().filter(|elements| elements.len() == patterns.len()) else {
            return differs(path, &format!("{} elements", patterns.len()), value);
        };
        for (number, (pattern, element)) in patterns.iter().zip(elements).enumerate() {
            self.matches(pattern, element, &format!("{path}[{number}]"))?;
        }
        Ok(())
    }

    fn operate(&mut self, name: &str, operand: &Value, value: &Value, path: &str) -> Result<(), String> {
        match (name, operand) {
            ("$any", Value::Bool(true)) => Ok(()),
            ("$save", Value::String(name)) => {
                self.saved.insert(name.clone(), value.clone());
                Ok(())
            }
            ("$use", Value::String(from)) => match used(operand, self.kept)? {
                wanted if equal(wanted, value) => Ok(()),
                wanted => differs(path, &format!("{from} = {}", text(wanted)), value),
            },
            ("$some", Value::Object(members)) => self.some(members, value, path),
            ("$save_some", Value::Object(both)) => match (both.get("name"), both.get("match")) {
                (Some(Value::String(name)), Some(Value::Object(members))) => {
                    self.some(members, value, path)?;
                    self.saved.insert(name.clone(), value.clone());
                    Ok(())
                }
                _ => Err("$save_some has a name and a match".to_owned()),
            },
            ("$in_order", Value::Array(patterns)) => self.in_order(patterns, value, path),
            ("$text", Value::String(language)) => in_language(language, value, path),
            ("$length", Value::Array(bounds)) => has_length(bounds, value, path),
            _ => Err(format!("{name} with {} is no operator of a pattern", text(operand))),
        }
    }

    fn in_order(&mut self, patterns: &[Value], value: &Value, path: &str) -> Result<(), String> {
        let Some(elements) = value.as_array() else {
            return differs(path, "an array", value);
        };
        let mut rest = elements.iter();
        for (number, pattern) in patterns.iter().enumerate() {
            if !rest.any(|element| matches(pattern, element, self.kept, "").is_ok()) {
                return differs(path, &format!("in this order, as number {number}, {}", text(pattern)), value);
            }
        }
        Ok(())
    }
}

fn in_language(language: &str, value: &Value, path: &str) -> Result<(), String> {
    let words = value.as_str();
    let japanese = words.is_some_and(|words| {
        words.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'))
    });
    let right = match language {
        "ja" => japanese,
        "en" => words.is_some_and(|words| !words.is_empty()) && !japanese,
        _ => return Err(format!("$text knows ja and en, not {language}")),
    };
    if right { Ok(()) } else { differs(path, &format!("a text in {language}"), value) }
}

fn has_length(bounds: &[Value], value: &Value, path: &str) -> Result<(), String> {
    let numbers: Vec<u64> = bounds.iter().filter_map(Value::as_u64).collect();
    let &[low, high] = numbers.as_slice() else {
        return Err("$length has two numbers".to_owned());
    };
    let length = match value {
        Value::String(words) => words.chars().count(),
        Value::Array(elements) => elements.len(),
        _ => return differs(path, "a text or an array", value),
    };
    if (low..=high).contains(&(length as u64)) {
        Ok(())
    } else {
        differs(path, &format!("{low} to {high} characters or elements"), value)
    }
}

/// The kept value at a dotted path, `match.state.seats.0.hand`.
fn used<'a>(operand: &Value, kept: &'a Map<String, Value>) -> Result<&'a Value, String> {
    let path = operand.as_str().ok_or("$use has a text")?;
    let missing = || format!("what was kept has no {path:?}");
    let mut steps = path.split('.');
    let first = steps.next().and_then(|name| kept.get(name)).ok_or_else(missing)?;
    steps.try_fold(first, |value, step| match value {
        Value::Array(elements) => step.parse().ok().and_then(|at: usize| elements.get(at)).ok_or_else(missing),
        other => other.get(step).ok_or_else(missing),
    })
}

/// The operator that an object is, none for an object that must be equal.
fn operator(members: &Map<String, Value>) -> Result<Option<(&str, &Value)>, String> {
    match members.iter().find(|(name, _)| name.starts_with('$')) {
        Some((name, _)) if members.len() > 1 => Err(format!("{name} is not alone in its object")),
        found => Ok(found.map(|(name, operand)| (name.as_str(), operand))),
    }
}

/// Equality of JSON: 1 and 1.0 are the same number.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| equal(value, other)))
        }
        _ => one == other,
    }
}

fn differs(path: &str, wanted: &str, got: &Value) -> Result<(), String> {
    Err(format!("{path}: wanted {wanted}, got {}", text(got)))
}

fn text(value: &Value) -> String {
    let whole = value.to_string();
    match whole.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &whole[..at]),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn is_match(pattern: &Value, value: &Value) -> bool {
        let kept = json!({"old": {"seats": [{"seat": 0}, {"seat": 7}]}});
        matches(pattern, value, kept.as_object().unwrap(), "").is_ok()
    }

    /// Each pattern matches what it is meant to, and nothing beside it.
    #[test]
    fn right_and_wrong() {
        for (pattern, right, wrong) in [
            (json!({"a": 1}), json!({"a": 1}), json!({"a": 1, "b": 2})),
            (json!({"a": 1}), json!({"a": 1.0}), json!({})),
            (json!({"a": null}), json!({"a": null}), json!({})),
            (json!([1, 2]), json!([1, 2]), json!([1, 2, 3])),
            (json!([1, 2]), json!([1, 2]), json!([2, 1])),
            (json!(1), json!(1), json!(true)),
            (json!(0), json!(0), json!(null)),
            (json!({"a": {"$any": true}}), json!({"a": 0}), json!({})),
            (json!({"$some": {"a": 1}}), json!({"a": 1, "b": 2}), json!({"b": 2})),
            (json!({"$some": {"a": 1}}), json!({"a": 1}), json!([1])),
            (json!({"$save_some": {"name": "n", "match": {"a": 1}}}), json!({"a": 1, "b": 2}), json!({"a": 2})),
            (json!({"$use": "old.seats.1.seat"}), json!(7), json!(0)),
            (json!({"$in_order": [1, 3]}), json!([0, 1, 2, 3]), json!([3, 1])),
            (json!({"$in_order": [1, 1]}), json!([1, 1]), json!([1])),
            (json!({"$text": "ja"}), json!("ストップ"), json!("stop")),
            (json!({"$text": "en"}), json!("stop"), json!("ストップ stop")),
            (json!({"$text": "en"}), json!("stop"), json!("")),
            (json!({"$length": [2, 3]}), json!("ああ"), json!("あ")),
            (json!({"$length": [2, 3]}), json!([1, 2, 3]), json!([1, 2, 3, 4])),
        ] {
            assert!(is_match(&pattern, &right), "{pattern} does not match {right}");
            assert!(!is_match(&pattern, &wrong), "{pattern} matches {wrong}");
        }
    }

    /// A mistake of the file is a failure, never skipped.
    #[test]
    fn mistakes() {
        for pattern in [
            json!({"$new": 1}),
            json!({"$any": 1}),
            json!({"$any": true, "b": 1}),
            json!({"$use": "none"}),
            json!({"$save_some": {}}),
            json!({"$text": "de"}),
            json!({"$length": [1]}),
        ] {
            for value in [json!(1), json!("a"), json!({"a": 1}), json!([1])] {
                assert!(!is_match(&pattern, &value), "{pattern} matches {value}");
            }
        }
    }

    #[test]
    fn save_and_fill() {
        let none = Map::new();
        let pattern = json!({"state": {"$save": "s"}, "b": [{"$save_some": {"name": "t", "match": {}}}]});
        let kept = matches(&pattern, &json!({"state": {"hand": [1, 2]}, "b": [{"c": 0}]}), &none, "").unwrap();
        let request =
            json!({"x": [{"$use": "s.hand.1"}, {"$use": "t"}], "y": {"$repeat": [2, {"$use": "s.hand"}]}, "z": null});
        let wanted = json!({"x": [2, {"c": 0}], "y": [[1, 2], [1, 2]], "z": null});
        assert_eq!(fill(&request, &kept), Ok(wanted));
        for request in [
            json!({"$use": "s.hand.2"}),
            json!({"$use": "s.none"}),
            json!({"$any": true}),
            json!({"$repeat": 2}),
            json!({"$use": "s", "b": 1}),
        ] {
            assert!(fill(&request, &kept).is_err(), "{request}");
        }
    }
}
