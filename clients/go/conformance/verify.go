package main

import (
	"encoding/hex"
	"fmt"

	"pageone.dev/go/pageone/fairplay"
	pageonev1 "pageone.dev/go/pageone/v1"
)

// hexBytes are bytes that JSON has as a hexadecimal text.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// verifyInput has the members of all kinds of verification.
type verifyInput struct {
	Commitment, Seed        hexBytes
	Entropy                 []hexBytes
	Cards, Hand             []pageonev1.Card
	Decks, Jokers, HandSize int
	Seats, Dealer, Seat     int
	Shuffles                uint32
	Drawn                   bool
}

func (v verifyInput) entropy() [][]byte {
	var all [][]byte
	for _, entry := range v.Entropy {
		all = append(all, entry)
	}
	return all
}

var verifications = map[string]func(verifyInput) (any, error){
	"commitment": func(v verifyInput) (any, error) {
		commitment := fairplay.Commitment(v.Seed)
		return hex.EncodeToString(commitment[:]), nil
	},
	"pack": func(v verifyInput) (any, error) {
		cards, err := fairplay.Pack(v.Decks, v.Jokers)
		return numbers(cards), err
	},
	"shuffle": func(v verifyInput) (any, error) {
		cards, err := fairplay.Shuffle(v.Cards, v.Seed, v.entropy(), v.Shuffles)
		return numbers(cards), err
	},
	"first_dealer": func(v verifyInput) (any, error) {
		dealer, err := fairplay.FirstDealer(v.Seats, v.Seed, v.entropy())
		return float64(dealer), err
	},
	"deal": func(v verifyInput) (any, error) {
		hands, stock, err := fairplay.Deal(v.Cards, v.Seats, v.Dealer, v.HandSize)
		all := []any{}
		for _, hand := range hands {
			all = append(all, numbers(hand))
		}
		return map[string]any{"hands": all, "stock": numbers(stock)}, err
	},
	"check_first_deal": func(v verifyInput) (any, error) {
		disagreements, err := fairplay.CheckFirstDeal(fairplay.FirstDeal{
			Commitment: v.Commitment, Seed: v.Seed, Entropy: v.entropy(),
			Decks: v.Decks, Jokers: v.Jokers, HandSize: v.HandSize,
			Seats: v.Seats, Dealer: v.Dealer, Drawn: v.Drawn, Seat: v.Seat, Hand: v.Hand,
		})
		all := []any{}
		for _, each := range disagreements {
			all = append(all, string(each))
		}
		return all, err
	},
}

func verify(kind string, input verifyInput) (any, error) {
	verification, known := verifications[kind]
	if !known {
		return nil, fmt.Errorf("verify: %q is not known to this runner", kind)
	}
	return verification(input)
}

func numbers(cards []pageonev1.Card) []any {
	all := []any{}
	for _, card := range cards {
		all = append(all, float64(card))
	}
	return all
}
