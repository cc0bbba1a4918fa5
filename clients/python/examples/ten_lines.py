from pageone import Client

with Client("127.0.0.1:50051") as client:
    game = client.start_game("american_page_one", seats=4, bots="normal")
    while not game.is_round_over:
        if game.is_turn:
            game.act(game.actions[0])
        else:
            game.go_on()
    print([seat.score for seat in game.view.seats])
