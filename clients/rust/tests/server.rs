//! Against a real server, whose addresses are in the environment; the checkout's own tests start one and run these.

use std::env::var;
use std::time::Duration;

use pageone_client::tonic::Code;
use pageone_client::tonic::transport::{Certificate, ClientTlsConfig};
use pageone_client::v1::{
    ApplyActionRequest, CreateMatchRequest, GetViewRequest, MatchState, MatchView, Phase, Strength,
    SuggestActionRequest, Viewer,
};
use pageone_client::{Client, Error, actions, preset, seat_viewer, spectator_viewer};

fn client(language: &str) -> Client {
    let address = format!("http://{}", var("PAGEONE_ADDRESS").expect("PAGEONE_ADDRESS"));
    Client::builder(&address).language(language).build().unwrap()
}

async fn view(client: &Client, state: &MatchState, viewer: Viewer) -> Result<MatchView, Error> {
    let request = GetViewRequest { state: Some(state.clone()), viewer: Some(viewer) };
    Ok(client.engine().get_view(request).await?.into_inner().view.unwrap())
}

/// A host's whole match: state in, state out, a bot in every seat.
#[tokio::test]
#[ignore = "needs PAGEONE_ADDRESS"]
async fn a_match() -> Result<(), Error> {
    let client = client("en");
    let viewers = vec![seat_viewer(0), spectator_viewer()];
    let request = CreateMatchRequest { rules: Some(preset("page_one")), seats: 3, viewers, ..Default::default() };
    let created = client.engine().create_match(request).await?.into_inner();
    assert_eq!(created.updates.len(), 2);
    let mut state = created.state.unwrap();
    while state.phase() != Phase::MatchOver {
        let public = view(&client, &state, spectator_viewer()).await?;
        let action = match actions::due(&public) {
            None => Some(actions::start_round()),
            Some(seat) => {
                let own = view(&client, &state, seat_viewer(seat)).await?;
                let strength = Strength::Easy.into();
                let request = SuggestActionRequest { view: Some(own), strength, seed: Vec::new() };
                client.engine().suggest_action(request).await?.into_inner().action
            }
        };
        let request = ApplyActionRequest { state: Some(state), action, viewers: Vec::new() };
        state = client.engine().apply_action(request).await?.into_inner().state.unwrap();
    }
    assert_eq!(state.round, 3);
    Ok(())
}

/// A solo game goes on from its ticket, is refused what is not allowed, in Japanese, and ends.
#[tokio::test]
#[ignore = "needs PAGEONE_ADDRESS"]
async fn a_solo_game() -> Result<(), Error> {
    let client = client("ja");
    let begun = client.start_game(preset("imohori"), 3, 2, &[Strength::Easy, Strength::Normal]).await?;
    assert!(!begun.events.is_empty() && begun.seat() == 2);
    let mut game = client.resume_game(begun.ticket.clone()).await?;
    let error = game.act(actions::pass(2)).await.unwrap_err();
    assert_eq!((error.code, error.locale.as_str()), (Code::FailedPrecondition, "ja"));
    assert!(error.refusal.is_some() && !error.localized.is_empty() && !error.request_id.is_empty());
    assert_eq!(game.ticket, begun.ticket, "a refused action changes nothing");
    let error = client.resume_game(b"no ticket".to_vec()).await.unwrap_err();
    assert_eq!((error.code, error.reason.as_str()), (Code::InvalidArgument, "TICKET_INVALID"));
    game.leave().await?;
    while !game.is_over() {
        assert!(!game.is_turn(), "who has left is never waited for");
        if game.is_round_over() {
            game.start_round().await?;
        } else {
            game.go_on().await?;
        }
    }
    assert_eq!(game.view.seed.len(), 32);
    Ok(())
}

/// TLS with an authority from a file and a token; another authority is not trusted.
#[tokio::test]
#[ignore = "needs PAGEONE_TLS_ADDRESS, PAGEONE_TLS_CA and PAGEONE_TLS_TOKEN"]
async fn tls_and_a_token() {
    let address = format!("https://{}", var("PAGEONE_TLS_ADDRESS").expect("PAGEONE_TLS_ADDRESS"));
    let pem = std::fs::read(var("PAGEONE_TLS_CA").expect("PAGEONE_TLS_CA")).unwrap();
    let token = var("PAGEONE_TLS_TOKEN").expect("PAGEONE_TLS_TOKEN");
    let known = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem));
    let game = |client: Client| async move { client.start_game(preset("page_one"), 3, 0, &[Strength::Easy]).await };
    let client = Client::builder(&address).tls(known.clone()).token(&token).build().unwrap();
    assert_eq!(game(client).await.unwrap().seat(), 0);
    let client = Client::builder(&address).tls(known).build().unwrap();
    assert_eq!(game(client).await.unwrap_err().reason, "TOKEN_MISSING");
    let client = Client::builder(&address).token(&token).build().unwrap();
    assert_eq!(game(client).await.unwrap_err().code, Code::Unavailable);
}

/// A server that is not there is not reached, after all tries.
#[tokio::test]
async fn nobody_there() {
    // Of the ports that no system gives to anybody who asks for a free one.
    let address = "http://127.0.0.1:1";
    let client = Client::new(address).unwrap();
    let error = client.start_game(preset("page_one"), 3, 0, &[Strength::Easy]).await.unwrap_err();
    assert_eq!(error.code, Code::Unavailable, "{error}");
}

/// A server that takes the call and never answers: the time is up, whoever notices it first.
#[tokio::test]
async fn nobody_answers() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    for millis in [1, 50, 200] {
        let client = Client::builder(&address).timeout(Duration::from_millis(millis)).build().unwrap();
        let error = client.start_game(preset("page_one"), 3, 0, &[Strength::Easy]).await.unwrap_err();
        assert_eq!(error.code, Code::DeadlineExceeded, "{error}");
    }
    drop(listener);
}
