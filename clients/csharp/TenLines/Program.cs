// A whole match of one person, who does the first thing allowed, against three bots.
using Grpc.Net.Client;
using PageOne.V1;

using var channel = GrpcChannel.ForAddress("http://127.0.0.1:50051");
var solo = new SoloService.SoloServiceClient(channel);
var started = await solo.StartGameAsync(new StartGameRequest
{
    Rules = new Rules { Name = "american_page_one" }, Seats = 4, Bots = { Strength.Easy },
});
var (ticket, view) = (started.Ticket, started.View);
while (view.Phase != Phase.MatchOver)
{
    var request = new ActRequest { Ticket = ticket };
    if (view.Phase == Phase.RoundOver)
    {
        request.Action = new Action { StartRound = new StartRound() };
    }
    else if (IsTurn(view))
    {
        request.Action = view.Legal.Actions[0];
    }
    var answer = await solo.ActAsync(request);
    (ticket, view) = (answer.Ticket, answer.View);
}
foreach (var seat in view.Seats)
{
    System.Console.WriteLine(seat.Score);
}

// Whether nothing goes on before the person acts; else an Act without an action lets the bots go on.
static bool IsTurn(MatchView view) => view.Phase == Phase.Claims
    ? view.Claims.Awaited.Contains(view.Viewer.Seat)
    : view.Turn == view.Viewer.Seat;
