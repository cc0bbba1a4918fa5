// Package fairplay verifies what chance decided in a match, from the revealed seed alone: no server is asked (clauses C4 to C9
// of the rules).
//
// Before the deal the host publishes the [Commitment] of its seed, and each player adds entropy. When the match is over the seed
// is revealed, and everybody recomputes the dealer and the first deal; [CheckFirstDeal] does all of it. Later rounds follow from
// the same seed with a higher count of shuffles, and a whole match is replayed by VerifyTranscript.
package fairplay

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	pageonev1 "pageone.dev/go/pageone/v1"
)

const (
	// SeedBytes is the length of a seed.
	SeedBytes = 32

	maxEntropy      = 8
	maxEntropyBytes = 64
	maxPack         = 255
	minSeats        = 2
	maxSeats        = 8

	shuffleLabel = "pageone.v1.shuffle"
	dealerLabel  = "pageone.v1.dealer"
)

// Commitment is the SHA-256 of a seed, which is published when a match begins (C7).
func Commitment(seed []byte) [sha256.Size]byte {
	return sha256.Sum256(seed)
}

// Pack is the whole pack in ascending order: decks times 52 cards and jokers Jokers, at most 255 cards (C1, C5).
func Pack(decks, jokers int) ([]pageonev1.Card, error) {
	if decks < 0 || jokers < 0 || decks > maxPack || jokers > maxPack || decks*52+jokers > maxPack {
		return nil, fmt.Errorf("fairplay: %d decks and %d jokers are no pack of at most %d cards", decks, jokers, maxPack)
	}
	var cards []pageonev1.Card
	for card := pageonev1.Card_CARD_CLUBS_ACE; card < pageonev1.Card_CARD_JOKER; card++ {
		cards = append(cards, slices.Repeat([]pageonev1.Card{card}, decks)...)
	}
	return append(cards, slices.Repeat([]pageonev1.Card{pageonev1.Card_CARD_JOKER}, jokers)...), nil
}

// Shuffle puts cards (at most 255, in any order) into the order that follows from seed, entropy and shuffles, the number of
// shuffles that the match has had before (C4, C5). The next card to be dealt is the last.
func Shuffle(cards []pageonev1.Card, seed []byte, entropy [][]byte, shuffles uint32) ([]pageonev1.Card, error) {
	if len(cards) > maxPack {
		return nil, fmt.Errorf("fairplay: %d cards are more than a pack of %d", len(cards), maxPack)
	}
	draws, err := newStream(shuffleLabel, seed, entropy, shuffles)
	if err != nil {
		return nil, err
	}
	order := slices.Clone(cards)
	slices.Sort(order)
	for i := len(order) - 1; i > 0; i-- {
		j := draws.below(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order, nil
}

// FirstDealer is the dealer of the first round, 0 to seats - 1, where the host has not named one (C6).
func FirstDealer(seats int, seed []byte, entropy [][]byte) (int, error) {
	if err := checkSeats(seats); err != nil {
		return 0, err
	}
	draws, err := newStream(dealerLabel, seed, entropy, 0)
	if err != nil {
		return 0, err
	}
	return draws.below(seats), nil
}

// Deal takes the hands from the end of the shuffled pack, one card at a time, beginning with the seat after dealer (C9). Hands are
// ascending, by seat; the rest is the stock, in American Page One before the starter is turned from its end.
func Deal(shuffled []pageonev1.Card, seats, dealer, handSize int) (hands [][]pageonev1.Card, stock []pageonev1.Card, err error) {
	if err := checkSeats(seats); err != nil {
		return nil, nil, err
	}
	if dealer < 0 || dealer >= seats {
		return nil, nil, fmt.Errorf("fairplay: dealer %d is none of %d seats", dealer, seats)
	}
	if handSize < 0 || handSize > len(shuffled)/seats {
		return nil, nil, fmt.Errorf("fairplay: %d cards are too few for %d hands of %d", len(shuffled), seats, handSize)
	}
	hands = make([][]pageonev1.Card, seats)
	left := len(shuffled)
	for range handSize {
		for next := range seats {
			seat := (dealer + 1 + next) % seats
			left--
			hands[seat] = append(hands[seat], shuffled[left])
		}
	}
	for _, hand := range hands {
		slices.Sort(hand)
	}
	return hands, slices.Clone(shuffled[:left]), nil
}

// FirstDeal is what a player knows of a match's first deal once its seed is revealed.
type FirstDeal struct {
	// Commitment is what was published before the deal: MatchView.seed_commitment.
	Commitment []byte
	// Seed is what was revealed: MatchView.seed.
	Seed []byte
	// Entropy is what the players added, in the host's order.
	Entropy [][]byte
	// Decks, Jokers and HandSize are those of the rules.
	Decks, Jokers, HandSize int
	// Seats is the number of seats, 2 to 8.
	Seats int
	// Dealer is the dealer of the first round, 0 to Seats - 1.
	Dealer int
	// Drawn is true when the dealer was drawn from the seed, false when the host named one.
	Drawn bool
	// Seat is the player's own, 0 to Seats - 1.
	Seat int
	// Hand is what the seat was dealt, in any order.
	Hand []pageonev1.Card
}

// A Disagreement is something that does not follow from the seed.
type Disagreement string

// What [CheckFirstDeal] finds.
const (
	// DisagreesCommitment: the seed is not the one that was committed to.
	DisagreesCommitment Disagreement = "commitment"
	// DisagreesFirstDealer: the seed draws another dealer.
	DisagreesFirstDealer Disagreement = "first_dealer"
	// DisagreesHand: the seed deals the seat another hand.
	DisagreesHand Disagreement = "hand"
)

// CheckFirstDeal tells what of a first deal does not follow from its seed, in the order of the constants; nothing when it was
// fair. The error is of a deal that could not be at all: sizes out of range.
func CheckFirstDeal(deal FirstDeal) ([]Disagreement, error) {
	if deal.Seat < 0 || deal.Seat >= deal.Seats {
		return nil, fmt.Errorf("fairplay: seat %d is none of %d seats", deal.Seat, deal.Seats)
	}
	pack, err := Pack(deal.Decks, deal.Jokers)
	if err != nil {
		return nil, err
	}
	shuffled, err := Shuffle(pack, deal.Seed, deal.Entropy, 0)
	if err != nil {
		return nil, err
	}
	hands, _, err := Deal(shuffled, deal.Seats, deal.Dealer, deal.HandSize)
	if err != nil {
		return nil, err
	}
	drawn, err := FirstDealer(deal.Seats, deal.Seed, deal.Entropy)
	if err != nil {
		return nil, err
	}
	hand := slices.Sorted(slices.Values(deal.Hand))
	commitment := Commitment(deal.Seed)
	var found []Disagreement
	if !bytes.Equal(commitment[:], deal.Commitment) {
		found = append(found, DisagreesCommitment)
	}
	if deal.Drawn && drawn != deal.Dealer {
		found = append(found, DisagreesFirstDealer)
	}
	if !slices.Equal(hand, hands[deal.Seat]) {
		found = append(found, DisagreesHand)
	}
	return found, nil
}

// stream is the output of SHAKE-256 over a label, a seed, entropy and a count, read byte by byte (C4).
type stream struct {
	shake *sha3.SHAKE
}

func newStream(label string, seed []byte, entropy [][]byte, count uint32) (stream, error) {
	if len(seed) != SeedBytes {
		return stream{}, fmt.Errorf("fairplay: a seed has %d bytes, not %d", SeedBytes, len(seed))
	}
	if len(entropy) > maxEntropy {
		return stream{}, fmt.Errorf("fairplay: %d entries of entropy are more than %d", len(entropy), maxEntropy)
	}
	key := append([]byte(label), seed...)
	for i, entry := range entropy {
		if len(entry) > maxEntropyBytes {
			return stream{}, fmt.Errorf("fairplay: entropy[%d] has %d bytes, more than %d", i, len(entry), maxEntropyBytes)
		}
		key = binary.BigEndian.AppendUint32(key, uint32(len(entry)))
		key = append(key, entry...)
	}
	key = binary.BigEndian.AppendUint32(key, count)
	shake := sha3.NewSHAKE256()
	_, _ = shake.Write(key) // never fails before the first read
	return stream{shake}, nil
}

// below is an even draw from 0 to bound - 1, bound at most 256: bytes past the last whole multiple are dropped.
func (s stream) below(bound int) int {
	limit := 256 - 256%bound
	var one [1]byte
	for {
		_, _ = io.ReadFull(s.shake, one[:]) // SHAKE has no end
		if int(one[0]) < limit {
			return int(one[0]) % bound
		}
	}
}

func checkSeats(seats int) error {
	if seats < minSeats || seats > maxSeats {
		return fmt.Errorf("fairplay: a match has %d to %d seats, not %d", minSeats, maxSeats, seats)
	}
	return nil
}
