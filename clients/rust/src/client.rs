//! The client, and how one is made.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, Uri};
use tonic::body::Body;
use tonic::codegen::Bytes;
#[cfg(feature = "tls")]
use tonic::transport::ClientTlsConfig;
use tonic::transport::Endpoint;
use tower_service::Service;

use crate::transport::{BoxError, Settings, Transport};
use crate::v1::engine_service_client::EngineServiceClient;
use crate::v1::rules_service_client::RulesServiceClient;
use crate::v1::solo_service_client::SoloServiceClient;
use crate::v1::{Rules, Spectator, Viewer, viewer};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(60);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// Calls a Page One server. A clone shares the connection; tasks and threads may share a client.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Transport,
    origin: Uri,
}

impl Client {
    /// A client of the server at `address`, `http://HOST:PORT`, with everything as it is by default. It connects when the first
    /// call is made. Inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// Tells what is wrong with the address.
    pub fn new(address: &str) -> Result<Self, BuildError> {
        Self::builder(address).build()
    }

    /// Begins to make a client of the server at `address`: `http://HOST:PORT`, or `https://HOST:PORT` for TLS.
    pub fn builder(address: &str) -> Builder {
        Builder {
            address: address.to_owned(),
            settings: Settings::default(),
            #[cfg(feature = "tls")]
            tls: None,
        }
    }

    /// The calls of a table's host, which is trusted: scope `engine`.
    #[must_use]
    pub fn engine(&self) -> EngineServiceClient<Transport> {
        EngineServiceClient::with_origin(self.transport.clone(), self.origin.clone())
    }

    /// The presets, and any rules, in words. Open to every scope.
    #[must_use]
    pub fn rules(&self) -> RulesServiceClient<Transport> {
        RulesServiceClient::with_origin(self.transport.clone(), self.origin.clone())
    }

    /// The calls of a person that plays against bots: scope `solo`. [`Client::start_game`] wraps them.
    #[must_use]
    pub fn solo(&self) -> SoloServiceClient<Transport> {
        SoloServiceClient::with_origin(self.transport.clone(), self.origin.clone())
    }
}

/// Makes a [`Client`].
#[must_use]
pub struct Builder {
    address: String,
    settings: Settings,
    #[cfg(feature = "tls")]
    tls: Option<ClientTlsConfig>,
}

impl Builder {
    /// How long a call may take that sets no timeout of its own (5 s); batches and transcripts get six times as long.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// What sentences are in: `en`, the default, or `ja`.
    pub fn language(mut self, language: &str) -> Self {
        language.clone_into(&mut self.settings.language);
        self
    }

    /// Sends an API key or a JWT with every call. It needs TLS, but for a server on this machine.
    pub fn token(self, token: &str) -> Self {
        let token = token.to_owned();
        self.token_source(move || token.clone())
    }

    /// Sends the token that `source` gives, which is asked before every call and must be quick: a place to refresh it.
    pub fn token_source(mut self, source: impl Fn() -> String + Send + Sync + 'static) -> Self {
        self.settings.token = Some(Arc::new(source));
        self
    }

    /// How to speak TLS with an `https` address: other authorities than the system's, a certificate of the client's (mTLS), the name
    /// in the server's certificate.
    #[cfg(feature = "tls")]
    pub fn tls(mut self, config: ClientTlsConfig) -> Self {
        self.tls = Some(config);
        self
    }

    /// The client, over a connection of its own. Inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// Tells what is wrong with address or TLS; a token that would travel in plaintext to another machine is one, too.
    pub fn build(self) -> Result<Client, BuildError> {
        let origin = self.origin()?;
        let endpoint = Endpoint::from(origin.clone())
            .connect_timeout(CONNECT_TIMEOUT)
            .http2_keep_alive_interval(KEEPALIVE_INTERVAL)
            .keep_alive_timeout(KEEPALIVE_TIMEOUT);
        let endpoint = self.secure(endpoint, &origin)?;
        let transport = Transport::new(endpoint.connect_lazy(), self.settings);
        Ok(Client { transport, origin })
    }

    /// The client, over an HTTP service of your own, such as tonic-web's for gRPC-Web. TLS is that service's.
    ///
    /// # Errors
    ///
    /// Tells what is wrong with the address; a token that would travel in plaintext to another machine is one, too.
    pub fn build_with<S, B>(self, service: S) -> Result<Client, BuildError>
    where
        S: Service<Request<Body>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let origin = self.origin()?;
        Ok(Client { transport: Transport::new(service, self.settings), origin })
    }

    fn origin(&self) -> Result<Uri, BuildError> {
        let wrong = |why: &str| BuildError(format!("{:?} {why}", self.address), None);
        let origin: Uri = self.address.parse().map_err(|_| wrong("is not http://HOST:PORT or https://HOST:PORT"))?;
        let secure = match origin.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(wrong("begins neither with http:// nor with https://")),
        };
        if self.settings.token.is_some() && !secure && !is_local(&origin) {
            return Err(wrong("gets no token in plaintext: use https://"));
        }
        Ok(origin)
    }

    #[cfg(feature = "tls")]
    fn secure(&self, endpoint: Endpoint, origin: &Uri) -> Result<Endpoint, BuildError> {
        if origin.scheme_str() != Some("https") {
            return match self.tls {
                None => Ok(endpoint),
                Some(_) => Err(BuildError(format!("{:?} is not spoken to by TLS: write https://", self.address), None)),
            };
        }
        let config = self.tls.clone().unwrap_or_else(|| ClientTlsConfig::new().with_native_roots());
        endpoint.tls_config(config).map_err(|error| BuildError("TLS cannot be set up".to_owned(), Some(error.into())))
    }

    #[cfg(not(feature = "tls"))]
    fn secure(&self, endpoint: Endpoint, origin: &Uri) -> Result<Endpoint, BuildError> {
        if origin.scheme_str() == Some("https") {
            return Err(BuildError(format!("{:?} needs the feature tls of pageone-client", self.address), None));
        }
        Ok(endpoint)
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("address", &self.address).finish_non_exhaustive()
    }
}

fn is_local(origin: &Uri) -> bool {
    let host = origin.host().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// What is wrong with what a client was to be made from.
#[derive(Debug)]
pub struct BuildError(String, Option<BoxError>);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_ref().map(|source| source.as_ref() as _)
    }
}

/// Rules by the name of a preset: `page_one`, `imohori`, `only_one` or `american_page_one`.
#[must_use]
pub fn preset(name: &str) -> Rules {
    Rules { name: name.to_owned(), ..Rules::default() }
}

/// The viewer that sits at `seat`.
#[must_use]
pub fn seat_viewer(seat: u32) -> Viewer {
    Viewer { kind: Some(viewer::Kind::Seat(seat)) }
}

/// A viewer without a hand.
#[must_use]
pub fn spectator_viewer() -> Viewer {
    Viewer { kind: Some(viewer::Kind::Spectator(Spectator {})) }
}
