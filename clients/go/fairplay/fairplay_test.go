package fairplay_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pageone.dev/go/pageone/fairplay"
	pageonev1 "pageone.dev/go/pageone/v1"
)

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func unhexAll(t *testing.T, texts []string) [][]byte {
	t.Helper()
	var all [][]byte
	for _, text := range texts {
		all = append(all, unhex(t, text))
	}
	return all
}

// The vectors that the engine itself is proved by.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../../tests/vectors/shuffle.json")
	if err != nil {
		t.Skipf("only in the checkout: %v", err)
	}
	var vectors struct {
		Shuffle []struct {
			Name     string
			Cards    []pageonev1.Card
			Seed     string
			Entropy  []string
			Shuffles uint32
			Shuffled []pageonev1.Card
		}
		FirstDealer []struct {
			Seats       int
			Seed        string
			Entropy     []string
			FirstDealer int `json:"first_dealer"`
		} `json:"first_dealer"`
		Commitment []struct {
			Seed, Commitment string
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Shuffle) == 0 || len(vectors.FirstDealer) == 0 || len(vectors.Commitment) == 0 {
		t.Fatal("there are no vectors of some kind")
	}
	for _, one := range vectors.Shuffle {
		got, err := fairplay.Shuffle(one.Cards, unhex(t, one.Seed), unhexAll(t, one.Entropy), one.Shuffles)
		if err != nil || !slices.Equal(got, one.Shuffled) {
			t.Errorf("%s: got %v, %v", one.Name, got, err)
		}
	}
	for _, one := range vectors.FirstDealer {
		got, err := fairplay.FirstDealer(one.Seats, unhex(t, one.Seed), unhexAll(t, one.Entropy))
		if err != nil || got != one.FirstDealer {
			t.Errorf("%+v: got %v, %v", one, got, err)
		}
	}
	for _, one := range vectors.Commitment {
		if got := fairplay.Commitment(unhex(t, one.Seed)); hex.EncodeToString(got[:]) != one.Commitment {
			t.Errorf("%s: got %x", one.Seed, got)
		}
	}
}

// A fair first deal agrees, and each thing that is changed in it is found by its name.
func TestCheckFirstDeal(t *testing.T) {
	fair := fairDeal(t)
	for _, one := range []struct {
		name   string
		change func(*fairplay.FirstDeal)
		want   []fairplay.Disagreement
	}{
		{"fair", func(*fairplay.FirstDeal) {}, nil},
		{"another order", func(d *fairplay.FirstDeal) { slices.Reverse(d.Hand) }, nil},
		{"another commitment", func(d *fairplay.FirstDeal) { d.Commitment[0]++ }, []fairplay.Disagreement{fairplay.DisagreesCommitment}},
		{"another card", func(d *fairplay.FirstDeal) { d.Hand[0]++ }, []fairplay.Disagreement{fairplay.DisagreesHand}},
		{"another dealer", func(d *fairplay.FirstDeal) { d.Dealer = (d.Dealer + 1) % d.Seats },
			[]fairplay.Disagreement{fairplay.DisagreesFirstDealer, fairplay.DisagreesHand}},
		{"named by the host", func(d *fairplay.FirstDeal) { d.Dealer, d.Drawn = (d.Dealer+1)%d.Seats, false },
			[]fairplay.Disagreement{fairplay.DisagreesHand}},
		{"another seed", func(d *fairplay.FirstDeal) { d.Seed[31]++; d.Drawn = false },
			[]fairplay.Disagreement{fairplay.DisagreesCommitment, fairplay.DisagreesHand}},
		{"entropy left out", func(d *fairplay.FirstDeal) { d.Entropy = d.Entropy[1:]; d.Drawn = false },
			[]fairplay.Disagreement{fairplay.DisagreesHand}},
	} {
		deal := fair
		deal.Commitment, deal.Seed, deal.Hand = slices.Clone(fair.Commitment), slices.Clone(fair.Seed), slices.Clone(fair.Hand)
		one.change(&deal)
		if got, err := fairplay.CheckFirstDeal(deal); err != nil || !slices.Equal(got, one.want) {
			t.Errorf("%s: got %v, %v; wanted %v", one.name, got, err, one.want)
		}
	}
}

// Sizes out of range are an error, never a panic.
func TestOutOfRange(t *testing.T) {
	for name, change := range map[string]func(*fairplay.FirstDeal){
		"short seed":       func(d *fairplay.FirstDeal) { d.Seed = d.Seed[1:] },
		"many entries":     func(d *fairplay.FirstDeal) { d.Entropy = make([][]byte, 9) },
		"long entry":       func(d *fairplay.FirstDeal) { d.Entropy = [][]byte{make([]byte, 65)} },
		"many decks":       func(d *fairplay.FirstDeal) { d.Decks = 5 },
		"negative decks":   func(d *fairplay.FirstDeal) { d.Decks = -1 },
		"many jokers":      func(d *fairplay.FirstDeal) { d.Jokers = 1 << 62 },
		"no pack":          func(d *fairplay.FirstDeal) { d.Decks, d.Jokers = 0, 0 },
		"large hands":      func(d *fairplay.FirstDeal) { d.HandSize = 1 << 62 },
		"negative hands":   func(d *fairplay.FirstDeal) { d.HandSize = -1 },
		"one seat":         func(d *fairplay.FirstDeal) { d.Seats, d.Seat, d.Dealer = 1, 0, 0 },
		"nine seats":       func(d *fairplay.FirstDeal) { d.Seats = 9 },
		"seat too high":    func(d *fairplay.FirstDeal) { d.Seat = d.Seats },
		"dealer too high":  func(d *fairplay.FirstDeal) { d.Dealer = d.Seats },
		"negative dealer":  func(d *fairplay.FirstDeal) { d.Dealer = -1 },
		"negative seat":    func(d *fairplay.FirstDeal) { d.Seat = -1 },
		"seats of nothing": func(d *fairplay.FirstDeal) { d.Seats = 0 },
	} {
		deal := fairDeal(t)
		change(&deal)
		if found, err := fairplay.CheckFirstDeal(deal); err == nil {
			t.Errorf("%s: %v and no error", name, found)
		}
	}
	if _, err := fairplay.Shuffle(make([]pageonev1.Card, 256), make([]byte, 32), nil, 0); err == nil {
		t.Error("256 cards are no pack")
	}
	if _, err := fairplay.FirstDealer(9, make([]byte, 32), nil); err == nil {
		t.Error("there are no nine seats")
	}
	if _, err := fairplay.FirstDealer(2, nil, nil); err == nil {
		t.Error("there is no empty seed")
	}
}

func fairDeal(t *testing.T) fairplay.FirstDeal {
	t.Helper()
	deal := fairplay.FirstDeal{
		Seed: slices.Repeat([]byte{7}, 32), Entropy: [][]byte{[]byte("one"), []byte("two")},
		Decks: 2, Jokers: 4, HandSize: 7, Seats: 4, Drawn: true, Seat: 3,
	}
	commitment := fairplay.Commitment(deal.Seed)
	deal.Commitment = commitment[:]
	pack, err := fairplay.Pack(deal.Decks, deal.Jokers)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, err := fairplay.Shuffle(pack, deal.Seed, deal.Entropy, 0)
	if err != nil {
		t.Fatal(err)
	}
	if deal.Dealer, err = fairplay.FirstDealer(deal.Seats, deal.Seed, deal.Entropy); err != nil {
		t.Fatal(err)
	}
	hands, stock, err := fairplay.Deal(shuffled, deal.Seats, deal.Dealer, deal.HandSize)
	if err != nil {
		t.Fatal(err)
	}
	if len(stock) != 108-28 || hands[(deal.Dealer+1)%4] == nil {
		t.Fatalf("%d cards are left", len(stock))
	}
	deal.Hand = hands[deal.Seat]
	return deal
}
