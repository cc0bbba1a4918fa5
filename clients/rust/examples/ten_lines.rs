//! A whole match of one person, who does the first thing allowed, against three bots.
use pageone_client::{Client, preset, v1::Strength};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::new("http://127.0.0.1:50051")?;
    let mut game = client.start_game(preset("american_page_one"), 4, 0, &[Strength::Easy]).await?;
    while !game.is_over() {
        if game.is_round_over() {
            game.start_round().await?;
        } else if game.is_turn() {
            game.act(game.actions()[0].clone()).await?;
        } else {
            game.go_on().await?;
        }
    }
    println!("{:?}", game.view.seats.iter().map(|seat| seat.score).collect::<Vec<_>>());
    Ok(())
}
