//! What every call gets: tries, deadlines, language and token, over an HTTP service that answers as it is told.

use std::convert::Infallible;
use std::future::{Future, pending, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, HeaderValue, Request, Response};
use http_body_util::{BodyExt as _, Full};
use pageone_client::tonic::body::Body;
use pageone_client::tonic::codegen::{Bytes, Service};
use pageone_client::tonic::{self, Code};
use pageone_client::v1::{ListRuleSetsRequest, VerifyTranscriptRequest};
use pageone_client::{BoxError, Builder, Client, Error};

/// How a call is answered.
#[derive(Clone, Copy)]
enum Answer {
    /// With an empty message.
    Message,
    /// With a status, before any answer.
    Status(Code),
    /// With a status after the answer has begun.
    LateStatus(Code),
    /// Not at all: the connection is lost.
    Lost,
    /// Never.
    Never,
}

/// A server that keeps the headers that arrive and answers as it is told; the last answer is that of all further calls.
#[derive(Clone)]
struct Recorder {
    answers: Arc<[Answer]>,
    headers: Arc<Mutex<Vec<HeaderMap>>>,
}

impl Recorder {
    fn new(answers: &[Answer]) -> Self {
        Self { answers: answers.into(), headers: Arc::default() }
    }

    fn client(&self, change: impl FnOnce(Builder) -> Builder) -> Client {
        change(Client::builder("http://127.0.0.1:50051")).build_with(self.clone()).unwrap()
    }

    fn calls(&self) -> usize {
        self.headers.lock().unwrap().len()
    }

    fn last(&self, name: &str) -> String {
        let headers = self.headers.lock().unwrap();
        let values: Vec<_> = headers.last().unwrap().get_all(name).iter().collect();
        assert_eq!(values.len(), 1, "{name}");
        values[0].to_str().unwrap().to_owned()
    }

    /// Milliseconds of the deadline that was sent.
    fn timeout(&self) -> u64 {
        self.last("grpc-timeout").strip_suffix('m').unwrap().parse().unwrap()
    }
}

impl Service<Request<Body>> for Recorder {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mut headers = self.headers.lock().unwrap();
        headers.push(request.headers().clone());
        let answer = self.answers[(headers.len() - 1).min(self.answers.len() - 1)];
        match answer {
            Answer::Message => Box::pin(ready(Ok(ended(Code::Ok, true)))),
            Answer::Status(code) => Box::pin(ready(Ok(tonic::Status::new(code, "no").into_http()))),
            Answer::LateStatus(code) => Box::pin(ready(Ok(ended(code, false)))),
            Answer::Lost => Box::pin(ready(Err("connection reset".into()))),
            Answer::Never => Box::pin(pending()),
        }
    }
}

/// An answer with its status at its end.
fn ended(code: Code, message: bool) -> Response<Body> {
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from(code as i32));
    let data = Bytes::from_static(if message { &[0; 5] } else { &[] });
    let body = Full::new(data).with_trailers(ready(Some(Ok::<_, Infallible>(trailers))));
    let mut response = Response::new(Body::new(body));
    response.headers_mut().insert("content-type", HeaderValue::from_static("application/grpc"));
    response
}

async fn list(client: &Client) -> Result<(), Error> {
    client.rules().list_rule_sets(ListRuleSetsRequest {}).await?;
    Ok(())
}

/// A server that cannot be reached is tried four times, as the README says; nothing else is tried twice.
#[tokio::test]
async fn tries() {
    let back =
        [Answer::Status(Code::Unavailable), Answer::LateStatus(Code::Unavailable), Answer::Lost, Answer::Message];
    for (answers, calls, code) in [
        (back.as_slice(), 4, None),
        (&[Answer::Status(Code::Unavailable)], 4, Some(Code::Unavailable)),
        (&[Answer::LateStatus(Code::Unavailable)], 4, Some(Code::Unavailable)),
        (&[Answer::Lost], 4, Some(Code::Unavailable)),
        (&[Answer::Status(Code::FailedPrecondition)], 1, Some(Code::FailedPrecondition)),
        (&[Answer::LateStatus(Code::Aborted)], 1, Some(Code::Aborted)),
        (&[Answer::Status(Code::ResourceExhausted)], 1, Some(Code::ResourceExhausted)),
        (&[Answer::Message], 1, None),
    ] {
        let server = Recorder::new(answers);
        let result = list(&server.client(|builder| builder)).await;
        assert_eq!((server.calls(), result.err().map(|error| error.code)), (calls, code));
    }
}

/// A call has five seconds, a transcript six times as long, and whoever says so another time.
#[tokio::test]
async fn deadlines() {
    let server = Recorder::new(&[Answer::Message]);
    let client = server.client(|builder| builder);
    list(&client).await.unwrap();
    assert!((4_000..=5_001).contains(&server.timeout()));
    client.engine().verify_transcript(VerifyTranscriptRequest::default()).await.unwrap();
    assert!((29_000..=30_001).contains(&server.timeout()));
    for (own, millis) in [(Duration::from_secs(60), 60_000), (Duration::from_secs(2), 2_000)] {
        let mut request = tonic::Request::new(ListRuleSetsRequest {});
        request.set_timeout(own);
        client.rules().list_rule_sets(request).await.unwrap();
        assert!((millis - 1_000..=millis + 1).contains(&server.timeout()), "{}", server.timeout());
    }
    let slow = Recorder::new(&[Answer::Status(Code::Unavailable), Answer::Never]);
    let began = tokio::time::Instant::now();
    let error = list(&slow.client(|builder| builder.timeout(Duration::from_millis(500)))).await.unwrap_err();
    assert_eq!((error.code, slow.calls()), (Code::DeadlineExceeded, 2));
    assert!((500..5_000).contains(&began.elapsed().as_millis()));
    assert!((1..=420).contains(&slow.timeout()), "the second try has what is left: {}", slow.timeout());
}

/// Sentences come in the client's language, or in that of the call.
#[tokio::test]
async fn language() {
    let server = Recorder::new(&[Answer::Message]);
    list(&server.client(|builder| builder)).await.unwrap();
    assert_eq!(server.last("accept-language"), "en");
    let client = server.client(|builder| builder.language("ja"));
    list(&client).await.unwrap();
    assert_eq!(server.last("accept-language"), "ja");
    let mut request = tonic::Request::new(ListRuleSetsRequest {});
    request.metadata_mut().insert("accept-language", "en".parse().unwrap());
    client.rules().list_rule_sets(request).await.unwrap();
    assert_eq!(server.last("accept-language"), "en");
}

/// A token is asked for before every call, and never shown.
#[tokio::test]
async fn token() {
    let server = Recorder::new(&[Answer::Message]);
    let tokens = Mutex::new(vec!["not good\n", "second", "first"]);
    let next = move || tokens.lock().unwrap().pop().unwrap().to_owned();
    let client = server.client(|builder| builder.token_source(next));
    for wanted in ["Bearer first", "Bearer second"] {
        list(&client).await.unwrap();
        assert_eq!(server.last("authorization"), wanted);
        assert!(server.headers.lock().unwrap().last().unwrap()["authorization"].is_sensitive());
    }
    let error = list(&client).await.unwrap_err();
    assert_eq!((error.code, server.calls()), (Code::Unauthenticated, 2));
    assert!(!format!("{error} {error:?}").contains("not good"));
    assert!(!format!("{:?} {client:?}", Client::builder("http://[::1]:1").token("secret-token")).contains("secret"));
}

/// A token travels in plaintext to this machine alone.
#[tokio::test]
async fn token_in_plaintext() {
    for (address, allowed) in [
        ("http://127.0.0.1:1", true),
        ("http://[::1]:1", true),
        ("http://localhost:1", true),
        ("https://cards.example", true),
        ("http://cards.example", false),
        ("http://192.0.2.1:50051", false),
        ("http://localhost.example:1", false),
        ("http://127.0.0.1@cards.example", false),
    ] {
        let built = Client::builder(address).token("secret-token").build_with(Recorder::new(&[Answer::Message]));
        assert_eq!(built.is_ok(), allowed, "{address}");
        if let Err(error) = built {
            assert!(error.to_string().contains(address) && !error.to_string().contains("secret-token"));
        }
    }
}

/// What is wrong with an address is told.
#[tokio::test]
async fn addresses() {
    for address in ["", "127.0.0.1:50051", "ftp://127.0.0.1", "http://", "http://a b"] {
        let error = Client::new(address).unwrap_err();
        assert!(error.to_string().contains("http://"), "{address:?}: {error}");
    }
}
