//! What a call can end with other than an answer.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::v1::Refusal;

const REQUEST_ID: &str = "x-request-id";
const VERSION: &str = "version";

/// One thing that is wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path from the request message: `state.seats[2].hand[0]`.
    pub field: String,
    /// A sentence for people.
    pub description: String,
}

/// What an [`Error`] tells.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Details {
    /// gRPC's code.
    ///
    /// | code | when | look at |
    /// |---|---|---|
    /// | `FailedPrecondition` | the rules do not allow the action now | `refusal`, `localized` |
    /// | `Aborted` | the action was made for another version | `stale_version` |
    /// | `InvalidArgument` | the request is malformed; with reason `TICKET_INVALID` the ticket does not open | `faults` |
    /// | `ResourceExhausted` | too large, or too much at once | `retry_after` |
    /// | `Unauthenticated`, `PermissionDenied` | the token is not enough | `reason`, `metadata["scope"]` |
    /// | `Unimplemented` | this release does not have it | `reason` |
    /// | `DeadlineExceeded`, `Cancelled` | as they say | |
    /// | `Unavailable` | the server cannot be reached, after all tries | |
    /// | `Internal` | the server's own fault | `request_id` |
    pub code: Code,
    /// The server's sentence, in English; its wording may change.
    pub message: String,
    /// The reason of the `ErrorInfo`: the name of the refusal, `STALE_ACTION`, `TICKET_INVALID` …; empty when there is none.
    pub reason: String,
    /// The metadata of the `ErrorInfo`.
    pub metadata: BTreeMap<String, String>,
    /// Why the rules do not allow the action; none with other codes, and for one that this client does not know, whose name is
    /// `reason`.
    pub refusal: Option<Refusal>,
    /// The version that the state has, when the action was made for another one.
    pub stale_version: Option<u32>,
    /// The language of `localized`: `en` or `ja`.
    pub locale: String,
    /// A sentence for the player, in the language that was asked for; empty where there is none.
    pub localized: String,
    /// All that is wrong with a malformed request.
    pub faults: Vec<Fault>,
    /// How long to wait before trying again, when the server says that this helps.
    pub retry_after: Option<Duration>,
    /// What the server's log knows the call by.
    pub request_id: String,
}

/// A call that ended without an answer; made of a [`Status`] by `?`. Its fields are those of [`Details`].
#[derive(Debug, Clone)]
pub struct Error(Box<Details>);

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let mut details = Details {
            code: status.code(),
            message: status.message().to_owned(),
            reason: String::new(),
            metadata: BTreeMap::new(),
            refusal: None,
            stale_version: None,
            locale: String::new(),
            localized: String::new(),
            faults: Vec::new(),
            retry_after: None,
            request_id: request_id(&status),
        };
        let packed = status.get_error_details();
        if let Some(info) = packed.error_info() {
            details.reason.clone_from(&info.reason);
            details.metadata = info.metadata.clone().into_iter().collect();
        }
        if let Some(message) = packed.localized_message() {
            details.locale.clone_from(&message.locale);
            details.localized.clone_from(&message.message);
        }
        if let Some(request) = packed.bad_request() {
            let faults = request.field_violations.iter();
            details.faults =
                faults.map(|each| Fault { field: each.field.clone(), description: each.description.clone() }).collect();
        }
        details.retry_after = packed.retry_info().and_then(|info| info.retry_delay);
        match details.code {
            Code::FailedPrecondition => details.refusal = Refusal::from_str_name(&details.reason),
            Code::Aborted => details.stale_version = details.metadata.get(VERSION).and_then(|text| text.parse().ok()),
            _ => {}
        }
        Self(Box::new(details))
    }
}

fn request_id(status: &Status) -> String {
    let value = status.metadata().get(REQUEST_ID);
    value.and_then(|text| text.to_str().ok()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use tonic::metadata::MetadataMap;
    use tonic_types::ErrorDetails;

    /// Whatever the details of a status tell is a field of the error.
    #[test]
    fn has_the_details() {
        let mut packed = ErrorDetails::new();
        packed
            .set_error_info("REFUSAL_NO_MATCH", "pageone.v1", HashMap::from([("card".to_owned(), "8C".to_owned())]))
            .set_localized_message("ja", "場札に合いません")
            .add_bad_request_violation("action.seat", "no such seat")
            .set_retry_info(Some(Duration::from_millis(100)));
        let mut metadata = MetadataMap::new();
        metadata.insert(REQUEST_ID, "r-1".parse().unwrap());
        let error: Error =
            Status::with_error_details_and_metadata(Code::FailedPrecondition, "no", packed, metadata).into();
        assert_eq!((error.code, error.message.as_str()), (Code::FailedPrecondition, "no"));
        assert_eq!((error.reason.as_str(), error.refusal), ("REFUSAL_NO_MATCH", Some(Refusal::NoMatch)));
        assert_eq!(error.metadata.get("card").map(String::as_str), Some("8C"));
        assert_eq!((error.locale.as_str(), error.localized.as_str()), ("ja", "場札に合いません"));
        assert_eq!(error.faults, [Fault { field: "action.seat".to_owned(), description: "no such seat".to_owned() }]);
        assert_eq!(error.retry_after, Some(Duration::from_millis(100)));
        assert_eq!((error.request_id.as_str(), error.stale_version), ("r-1", None));
    }

    /// Version 0 is a version.
    #[test]
    fn stale_version_zero() {
        let metadata = HashMap::from([("version".to_owned(), "0".to_owned())]);
        let packed = ErrorDetails::with_error_info("STALE_ACTION", "pageone.v1", metadata);
        let error: Error = Status::with_error_details(Code::Aborted, "stale", packed).into();
        assert_eq!(error.stale_version, Some(0));
    }

    /// A refusal of a newer server keeps its name.
    #[test]
    fn unknown_refusal() {
        let packed = ErrorDetails::with_error_info("REFUSAL_NEW", "pageone.v1", HashMap::new());
        let error: Error = Status::with_error_details(Code::FailedPrecondition, "no", packed).into();
        assert_eq!((error.refusal, error.reason.as_str()), (None, "REFUSAL_NEW"));
    }
}
