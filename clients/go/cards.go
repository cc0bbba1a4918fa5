package pageone

import (
	"fmt"
	"strings"

	pageonev1 "pageone.dev/go/pageone/v1"
)

const (
	rankCount   = 13
	suitLetters = "CDHS"
	jokerText   = "JK"
)

var rankTexts = [rankCount]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

var cardsByText = func() map[string]pageonev1.Card {
	all := map[string]pageonev1.Card{jokerText: pageonev1.Card_CARD_JOKER}
	for card := pageonev1.Card_CARD_CLUBS_ACE; card < pageonev1.Card_CARD_JOKER; card++ {
		all[CardText(card)] = card
	}
	return all
}()

// CardText writes a card as rank and suit, "10H", a Joker as "JK", and "??" for what is no card.
func CardText(card pageonev1.Card) string {
	switch {
	case card == pageonev1.Card_CARD_JOKER:
		return jokerText
	case card < pageonev1.Card_CARD_CLUBS_ACE || card > pageonev1.Card_CARD_JOKER:
		return "??"
	}
	at := int(card - pageonev1.Card_CARD_CLUBS_ACE)
	return rankTexts[at%rankCount] + suitLetters[at/rankCount:at/rankCount+1]
}

// CardsText writes cards with spaces between: "8C 10H JK".
func CardsText(cards []pageonev1.Card) string {
	texts := make([]string, len(cards))
	for i, card := range cards {
		texts[i] = CardText(card)
	}
	return strings.Join(texts, " ")
}

// ParseCards reads cards from text such as "8c 10H jk"; the error names the word that is no card.
func ParseCards(text string) ([]pageonev1.Card, error) {
	words := strings.Fields(text)
	cards := make([]pageonev1.Card, len(words))
	for i, word := range words {
		card, known := cardsByText[strings.ToUpper(word)]
		if !known {
			return nil, fmt.Errorf("pageone: %q is no card; write rank and suit, such as 10H, or JK", word)
		}
		cards[i] = card
	}
	return cards, nil
}
