package pageone_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"pageone.dev/go/pageone"
	"pageone.dev/go/pageone/actions"
	pageonev1 "pageone.dev/go/pageone/v1"
)

func ExampleClient_StartGame() {
	client, err := pageone.NewClient("127.0.0.1:50051")
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx := context.Background()
	game, err := client.StartGame(ctx, pageone.Preset("american_page_one"), 4, 0, pageonev1.Strength_STRENGTH_EASY)
	for err == nil && !game.IsOver() {
		switch {
		case game.IsRoundOver():
			err = game.StartRound(ctx)
		case game.IsTurn():
			err = game.Act(ctx, game.Actions()[0])
		default:
			err = game.GoOn(ctx)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, seat := range game.View.Seats {
		fmt.Println(seat.Score)
	}
}

func ExampleError() {
	client, err := pageone.NewClient("127.0.0.1:50051", pageone.WithLanguage("ja"))
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx := context.Background()
	game, err := client.StartGame(ctx, pageone.Preset("page_one"), 3, 0, pageonev1.Strength_STRENGTH_NORMAL)
	if err != nil {
		log.Fatal(err)
	}
	err = game.Act(ctx, actions.Pass(0))
	if refused := (*pageone.Error)(nil); errors.As(err, &refused) && errors.Is(err, pageone.ErrRefused) {
		fmt.Println(refused.Refusal, refused.Localized)
	}
}

func ExampleParseCards() {
	cards, err := pageone.ParseCards("8c 10h jk")
	fmt.Println(cards, err)
	fmt.Println(pageone.CardsText(cards))
	// Output:
	// [CARD_CLUBS_EIGHT CARD_HEARTS_TEN CARD_JOKER] <nil>
	// 8C 10H JK
}
