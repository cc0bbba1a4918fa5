//! Calls through the package's client, by gRPC or gRPC-Web, by their names.

use std::time::Duration;

use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::rt::TokioExecutor;
use pageone_client::{Client, Error, v1};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use serde_json::{Value, json};
use tonic::Request;
use tonic::metadata::{AsciiMetadataKey, MetadataMap};
use tonic_web::GrpcWebClientService;

/// The package's client, and what is known of the contract's messages.
pub struct Caller {
    client: Client,
    pool: DescriptorPool,
}

impl Caller {
    pub fn native(address: &str) -> Result<Self, String> {
        Self::new(Client::new(address).map_err(|error| format!("--address: {error}"))?)
    }

    pub fn web(address: &str) -> Result<Self, String> {
        let http = HttpClient::builder(TokioExecutor::new()).build_http();
        let client = Client::builder(address).build_with(GrpcWebClientService::new(http));
        Self::new(client.map_err(|error| format!("--address: {error}"))?)
    }

    fn new(client: Client) -> Result<Self, String> {
        let pool = DescriptorPool::decode(v1::FILE_DESCRIPTOR_SET.as_slice()).map_err(|error| error.to_string())?;
        Ok(Self { client, pool })
    }

    pub fn message(&self, name: &str) -> Result<MessageDescriptor, String> {
        self.pool.get_message_by_name(name).ok_or_else(|| format!("there is no {name}"))
    }

    /// Sends a request given as JSON; the answer, or the package's error, as JSON.
    pub async fn call(
        &self,
        path: &str,
        request: Value,
        metadata: MetadataMap,
        timeout: Duration,
    ) -> Result<Value, String> {
        let (service, name) = path.split_once('/').ok_or("no SERVICE/METHOD")?;
        let service = self.pool.get_service_by_name(service).ok_or_else(|| format!("there is no {service}"))?;
        let method = service.methods().find(|method| method.name() == name);
        let method = method.ok_or_else(|| format!("there is no {path}"))?;
        let request =
            DynamicMessage::deserialize(method.input(), request).map_err(|error| format!("request: {error}"))?;
        let sent = Sent { data: request.encode_to_vec(), metadata, timeout };
        match self.send(path, sent).await? {
            Ok(data) => Ok(json!({"response": to_json(&method.output(), &data)?})),
            Err(error) => Ok(json!({"error": error_json(&error)})),
        }
    }
}

/// An encoded message as proto3 JSON.
pub fn to_json(descriptor: &MessageDescriptor, data: &[u8]) -> Result<Value, String> {
    let message = DynamicMessage::decode(descriptor.clone(), data).map_err(|error| error.to_string())?;
    serde_json::to_value(message).map_err(|error| error.to_string())
}

/// Metadata of a step.
pub fn metadata(given: Option<&Value>) -> Result<MetadataMap, String> {
    let mut metadata = MetadataMap::new();
    for (name, value) in given.and_then(Value::as_object).into_iter().flatten() {
        let key = AsciiMetadataKey::from_bytes(name.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
        let text = value.as_str().ok_or_else(|| format!("{name} is no text"))?;
        metadata.insert(key, text.parse().map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(metadata)
}

struct Sent {
    data: Vec<u8>,
    metadata: MetadataMap,
    timeout: Duration,
}

impl Sent {
    fn request<M: Message + Default>(self) -> Result<Request<M>, String> {
        let message = M::decode(self.data.as_slice()).map_err(|error| error.to_string())?;
        let mut request = Request::new(message);
        *request.metadata_mut() = self.metadata;
        request.set_timeout(self.timeout);
        Ok(request)
    }
}

/// A method for each call, which decodes the request, sends it and encodes the answer.
macro_rules! calls {
    ($($path:literal => $service:ident.$method:ident;)*) => {
        impl Caller {
            async fn send(&self, path: &str, sent: Sent) -> Result<Result<Vec<u8>, Error>, String> {
                match path {
                    $($path => {
                        let answer = self.client.$service().$method(sent.request()?).await;
                        Ok(answer.map(|answer| answer.into_inner().encode_to_vec()).map_err(Error::from))
                    })*
                    _ => Err(format!("{path} is not known to this runner")),
                }
            }
        }
    };
}

calls! {
    "pageone.v1.EngineService/CreateMatch" => engine.create_match;
    "pageone.v1.EngineService/ApplyAction" => engine.apply_action;
    "pageone.v1.EngineService/BatchApplyActions" => engine.batch_apply_actions;
    "pageone.v1.EngineService/GetView" => engine.get_view;
    "pageone.v1.EngineService/ListLegalActions" => engine.list_legal_actions;
    "pageone.v1.EngineService/SuggestAction" => engine.suggest_action;
    "pageone.v1.EngineService/VerifyTranscript" => engine.verify_transcript;
    "pageone.v1.RulesService/ListRuleSets" => rules.list_rule_sets;
    "pageone.v1.RulesService/DescribeRules" => rules.describe_rules;
    "pageone.v1.SoloService/StartGame" => solo.start_game;
    "pageone.v1.SoloService/GetGame" => solo.get_game;
    "pageone.v1.SoloService/Act" => solo.act;
}

/// The package's error as scenarios expect it: those members that are set.
fn error_json(error: &Error) -> Value {
    let faults: Vec<Value> =
        error.faults.iter().map(|fault| json!({"field": fault.field, "description": fault.description})).collect();
    let all = json!({
        "code": code_name(error),
        "reason": some(!error.reason.is_empty(), &error.reason),
        "metadata": some(!error.metadata.is_empty(), &error.metadata),
        "refusal": error.refusal.map(|refusal| refusal.as_str_name()),
        "staleVersion": error.stale_version,
        "locale": some(!error.locale.is_empty(), &error.locale),
        "localized": some(!error.localized.is_empty(), &error.localized),
        "faults": some(!faults.is_empty(), &faults),
        "retryAfterMs": error.retry_after.map(|delay| delay.as_millis()),
    });
    all.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()).map(pair).collect()
}

fn pair((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

fn some<T>(set: bool, value: &T) -> Option<&T> {
    set.then_some(value)
}

/// `FailedPrecondition` as `FAILED_PRECONDITION`.
fn code_name(error: &Error) -> String {
    let mut name = String::new();
    for letter in format!("{:?}", error.code).chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}
