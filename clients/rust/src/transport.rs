//! What every call goes through: deadline, language, token and tries.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, request};
use http_body_util::{BodyExt as _, Full};
use tokio::time::{Instant, sleep, timeout_at};
use tonic::body::Body;
use tonic::codegen::Bytes;
use tonic::{Code, Status};
use tower_service::Service;

/// Any error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

type BoxFuture<T> = Pin<Box<dyn Future<Output = Result<T, Status>> + Send>>;
type TokenSource = Arc<dyn Fn() -> String + Send + Sync>;

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);
/// Batches and transcripts get so many times as long.
const LONG_FACTOR: u32 = 6;
const LONG_CALLS: [&str; 2] =
    ["/pageone.v1.EngineService/BatchApplyActions", "/pageone.v1.EngineService/VerifyTranscript"];
const GRPC_TIMEOUT: &str = "grpc-timeout";

// Every call is a pure function of its request, but for StartGame, which deals another game that nobody has seen yet: when the
// server could not be reached, a second try does no harm.
const TRIES: u32 = 4;
const FIRST_BACKOFF: Duration = Duration::from_millis(100);
const JITTER: f64 = 0.2;

/// What the calls of a client have in common.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) timeout: Duration,
    pub(crate) language: String,
    pub(crate) token: Option<TokenSource>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { timeout: DEFAULT_TIMEOUT, language: "en".to_owned(), token: None }
    }
}

/// What the generated clients of a [`Client`](crate::Client) call through: it gives each call its deadline, language and token, and
/// tries again when the server cannot be reached. For unary calls, of which the contract has no others.
#[derive(Clone)]
pub struct Transport {
    inner: Arc<dyn Attempt>,
    settings: Arc<Settings>,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}

impl Transport {
    pub(crate) fn new<S, B>(service: S, settings: Settings) -> Self
    where
        S: Service<Request<Body>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self { inner: Arc::new(Inner(service)), settings: Arc::new(settings) }
    }
}

impl Service<Request<Body>> for Transport {
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<Response<Body>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Self { inner, settings } = self.clone();
        Box::pin(async move {
            let (mut head, body) = request.into_parts();
            settings.prepare(&mut head.headers)?;
            let timeout = settings.timeout_of(&head);
            let deadline = Instant::now() + timeout;
            let late = |_| Status::deadline_exceeded(format!("no answer within {timeout:?}"));
            timeout_at(deadline, async move {
                let body = body.collect().await?.to_bytes();
                tries(inner.as_ref(), &head, &body, deadline).await
            })
            .await
            .map_err(late)?
        })
    }
}

impl Settings {
    fn prepare(&self, headers: &mut HeaderMap) -> Result<(), Status> {
        if !headers.contains_key(ACCEPT_LANGUAGE) {
            let language = HeaderValue::from_str(&self.language);
            headers.insert(ACCEPT_LANGUAGE, language.map_err(|_| Status::invalid_argument("language: en or ja"))?);
        }
        if let Some(source) = &self.token {
            headers.insert(AUTHORIZATION, authorization(&source())?);
        }
        Ok(())
    }

    /// The call's own timeout, or what such a call gets.
    fn timeout_of(&self, head: &request::Parts) -> Duration {
        let own = head.headers.get(GRPC_TIMEOUT).and_then(|value| parse_timeout(value.to_str().ok()?));
        let factor = if LONG_CALLS.contains(&head.uri.path()) { LONG_FACTOR } else { 1 };
        own.unwrap_or(self.timeout * factor)
    }
}

fn authorization(token: &str) -> Result<HeaderValue, Status> {
    // What is wrong with it is not shown: it is a secret.
    let wrong =
        || Status::unauthenticated("a token is a text of visible ASCII characters, without spaces and line ends");
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(wrong());
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| wrong())?;
    value.set_sensitive(true);
    Ok(value)
}

/// The value of `grpc-timeout`: at most 8 digits and a unit.
fn parse_timeout(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(number * 3600)),
        "M" => Some(Duration::from_secs(number * 60)),
        "S" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_millis(number)),
        "u" => Some(Duration::from_micros(number)),
        "n" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

async fn tries(
    inner: &dyn Attempt,
    head: &request::Parts,
    body: &Bytes,
    deadline: Instant,
) -> Result<Response<Body>, Status> {
    let mut backoff = FIRST_BACKOFF;
    for _ in 1..TRIES {
        let result = inner.send(again(head, body, deadline)).await;
        if !is_unavailable(&result) {
            return result;
        }
        sleep(backoff.mul_f64(1.0 + JITTER * (2.0 * fastrand::f64() - 1.0))).await;
        backoff *= 2;
    }
    inner.send(again(head, body, deadline)).await
}

/// The request once more, with the time that is left.
fn again(head: &request::Parts, body: &Bytes, deadline: Instant) -> Request<Body> {
    let mut request = Request::new(Body::new(Full::new(body.clone())));
    *request.method_mut() = head.method.clone();
    *request.uri_mut() = head.uri.clone();
    *request.version_mut() = head.version;
    *request.headers_mut() = head.headers.clone();
    *request.extensions_mut() = head.extensions.clone();
    // Rounded up, since tonic ends a call by this header, too, and calls it cancelled. Eight digits at most; more than a day is as
    // good as a day.
    let left = (deadline.saturating_duration_since(Instant::now()).as_millis() + 1).min(99_999_999);
    if let Ok(value) = HeaderValue::from_str(&format!("{left}m")) {
        request.headers_mut().insert(GRPC_TIMEOUT, value);
    }
    request
}

fn is_unavailable(result: &Result<Response<Body>, Status>) -> bool {
    match result {
        Ok(response) => match Status::from_header_map(response.headers()) {
            Some(status) => status.code() == Code::Unavailable,
            // A proxy that has nobody to ask.
            None => matches!(
                response.status(),
                StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
            ),
        },
        Err(status) => status.code() == Code::Unavailable,
    }
}

/// One try of a call over some HTTP service.
trait Attempt: Send + Sync {
    fn send(&self, request: Request<Body>) -> BoxFuture<Response<Body>>;
}

struct Inner<S>(S);

impl<S, B> Attempt for Inner<S>
where
    S: Service<Request<Body>, Response = Response<B>> + Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    fn send(&self, request: Request<Body>) -> BoxFuture<Response<Body>> {
        let mut service = self.0.clone();
        Box::pin(async move {
            poll_fn(|cx| service.poll_ready(cx)).await.map_err(unreached)?;
            let (mut head, body) = service.call(request).await.map_err(unreached)?.into_parts();
            // The whole answer: it must come before the deadline, and its status may be at its end.
            let answer = body.collect().await.map_err(unreached)?;
            let trailers = answer.trailers().cloned();
            if let Some(status) = trailers.as_ref().and_then(Status::from_header_map)
                && status.code() == Code::Unavailable
            {
                head.headers.extend(trailers.clone().unwrap_or_default());
            }
            let body = Full::new(answer.to_bytes()).with_trailers(async move { trailers.map(Ok) });
            Ok(Response::from_parts(head, Body::new(body)))
        })
    }
}

/// A call that brought no status: the server was not reached, or the connection was lost. It was not given up, for then nobody would
/// be here to see it.
fn unreached(error: impl Into<BoxError>) -> Status {
    let status = Status::from_error(error.into());
    match status.code() {
        Code::Unknown | Code::Cancelled => Status::unavailable(status.message()),
        _ => status,
    }
}
