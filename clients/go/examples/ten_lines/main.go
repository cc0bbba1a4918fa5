// Command ten_lines plays a whole match of one person, who does the first thing allowed, against three bots.
package main

import (
	"context"
	"fmt"
	"log"

	"pageone.dev/go/pageone"
	pageonev1 "pageone.dev/go/pageone/v1"
)

func main() {
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
