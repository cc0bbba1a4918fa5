package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shown is how many characters of an answer a message has at most.
const shown = 300

// matching is one comparison: what was kept before it, and what it keeps. JSON is what encoding/json reads into any.
type matching struct {
	kept  map[string]any
	saved map[string]any
}

// match compares an answer with a pattern; it returns what the pattern keeps, or the first place where they differ.
func match(pattern, value any, kept map[string]any, path string) (map[string]any, error) {
	one := matching{kept, map[string]any{}}
	err := one.match(pattern, value, path)
	return one.saved, err
}

func (m matching) match(pattern, value any, path string) error {
	switch pattern := pattern.(type) {
	case map[string]any:
		name, err := operator(pattern)
		if err != nil {
			return err
		}
		if name != "" {
			return m.operate(name, pattern[name], value, path)
		}
		return m.object(pattern, value, path)
	case []any:
		return m.array(pattern, value, path)
	default:
		if !reflect.DeepEqual(pattern, value) {
			return differs(path, text(pattern), value)
		}
		return nil
	}
}

func (m matching) object(pattern map[string]any, value any, path string) error {
	if err := m.some(pattern, value, path); err != nil {
		return err
	}
	for name, member := range value.(map[string]any) {
		if _, wanted := pattern[name]; !wanted {
			return differs(path+"."+name, "nothing", member)
		}
	}
	return nil
}

func (m matching) some(pattern map[string]any, value any, path string) error {
	object, ok := value.(map[string]any)
	if !ok {
		return differs(path, "an object", value)
	}
	for name, wanted := range pattern {
		member, there := object[name]
		if !there {
			return fmt.Errorf("%s.%s: wanted %s, got nothing", path, name, text(wanted))
		}
		if err := m.match(wanted, member, path+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func (m matching) array(pattern []any, value any, path string) error {
	elements, ok := value.([]any)
	if !ok || len(elements) != len(pattern) {
		return differs(path, fmt.Sprintf("%d elements", len(pattern)), value)
	}
	for i, wanted := range pattern {
		if err := m.match(wanted, elements[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

func (m matching) operate(name string, operand, value any, path string) error {
	switch name {
	case "$any":
		if operand != true {
			return fmt.Errorf(`$any is written {"$any": true}`)
		}
		return nil
	case "$save":
		m.saved[fmt.Sprint(operand)] = value
		return nil
	case "$use":
		wanted, err := used(operand, m.kept)
		if err == nil && !reflect.DeepEqual(wanted, value) {
			err = differs(path, fmt.Sprintf("%v = %s", operand, text(wanted)), value)
		}
		return err
	case "$some":
		members, err := as[map[string]any](name, operand)
		if err != nil {
			return err
		}
		return m.some(members, value, path)
	case "$save_some":
		return m.saveSome(operand, value, path)
	case "$in_order":
		return m.inOrder(operand, value, path)
	case "$text":
		return inLanguage(operand, value, path)
	case "$length":
		return hasLength(operand, value, path)
	default:
		return fmt.Errorf("%s is no operator of a pattern", name)
	}
}

func (m matching) saveSome(operand, value any, path string) error {
	both, err := as[map[string]any]("$save_some", operand)
	if err != nil {
		return err
	}
	members, err := as[map[string]any]("$save_some.match", both["match"])
	if err != nil {
		return err
	}
	if err := m.some(members, value, path); err != nil {
		return err
	}
	m.saved[fmt.Sprint(both["name"])] = value
	return nil
}

func (m matching) inOrder(operand, value any, path string) error {
	patterns, err := as[[]any]("$in_order", operand)
	if err != nil {
		return err
	}
	rest, ok := value.([]any)
	if !ok {
		return differs(path, "an array", value)
	}
	for number, pattern := range patterns {
		for {
			if len(rest) == 0 {
				return differs(path, fmt.Sprintf("in this order, as number %d, %s", number, text(pattern)), value)
			}
			element := rest[0]
			rest = rest[1:]
			if m.match(pattern, element, "") == nil {
				break
			}
		}
	}
	return nil
}

func inLanguage(operand, value any, path string) error {
	words, ok := value.(string)
	japanese := strings.ContainsFunc(words, func(r rune) bool {
		return r >= 0x3040 && r <= 0x30ff || r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff
	})
	switch operand {
	case "ja":
		ok = ok && japanese
	case "en":
		ok = ok && words != "" && !japanese
	default:
		return fmt.Errorf("$text knows ja and en, not %v", operand)
	}
	if !ok {
		return differs(path, fmt.Sprintf("a text in %v", operand), value)
	}
	return nil
}

func hasLength(operand, value any, path string) error {
	bounds, err := as[[]any]("$length", operand)
	if err != nil {
		return err
	}
	if len(bounds) != 2 {
		return fmt.Errorf("$length has two bounds")
	}
	low, lowOK := bounds[0].(float64)
	high, highOK := bounds[1].(float64)
	if !lowOK || !highOK {
		return fmt.Errorf("$length has two numbers")
	}
	var length int
	switch value := value.(type) {
	case string:
		length = utf8.RuneCountInString(value)
	case []any:
		length = len(value)
	default:
		return differs(path, "a text or an array", value)
	}
	if float64(length) < low || float64(length) > high {
		return differs(path, fmt.Sprintf("%v to %v characters or elements", low, high), value)
	}
	return nil
}

// fill is a request with $use replaced by what was kept, and $repeat by so many copies.
func fill(request any, kept map[string]any) (any, error) {
	switch request := request.(type) {
	case []any:
		filled := make([]any, len(request))
		for i, element := range request {
			var err error
			if filled[i], err = fill(element, kept); err != nil {
				return nil, err
			}
		}
		return filled, nil
	case map[string]any:
		name, err := operator(request)
		if err != nil {
			return nil, err
		}
		if name != "" {
			return fillOperator(name, request[name], kept)
		}
		filled := map[string]any{}
		for member, value := range request {
			if filled[member], err = fill(value, kept); err != nil {
				return nil, err
			}
		}
		return filled, nil
	default:
		return request, nil
	}
}

func fillOperator(name string, operand any, kept map[string]any) (any, error) {
	switch name {
	case "$use":
		return used(operand, kept)
	case "$repeat":
		pair, err := as[[]any](name, operand)
		if err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, fmt.Errorf("$repeat has a number and what to repeat")
		}
		times, err := as[float64](name, pair[0])
		if err != nil {
			return nil, err
		}
		element, err := fill(pair[1], kept)
		if err != nil {
			return nil, err
		}
		copies := make([]any, int(times))
		for i := range copies {
			copies[i] = element
		}
		return copies, nil
	default:
		return nil, fmt.Errorf("%s cannot be in a request", name)
	}
}

// used is the kept value at a dotted path, "match.state.seats.0.hand".
func used(operand any, kept map[string]any) (any, error) {
	path, err := as[string]("$use", operand)
	if err != nil {
		return nil, err
	}
	value := any(kept)
	for _, part := range strings.Split(path, ".") {
		there := false
		switch container := value.(type) {
		case map[string]any:
			value, there = container[part]
		case []any:
			at, err := strconv.Atoi(part)
			if there = err == nil && at >= 0 && at < len(container); there {
				value = container[at]
			}
		}
		if !there {
			return nil, fmt.Errorf("what was kept has no %q", path)
		}
	}
	return value, nil
}

// operator is the name of the operator that an object is, empty for an object that must be equal.
func operator(object map[string]any) (string, error) {
	for name := range object {
		if strings.HasPrefix(name, "$") {
			if len(object) > 1 {
				return "", fmt.Errorf("%s is not alone in its object", name)
			}
			return name, nil
		}
	}
	return "", nil
}

func as[T any](what string, value any) (T, error) {
	typed, ok := value.(T)
	if !ok {
		return typed, fmt.Errorf("%s has %s, wanted %T", what, text(value), typed)
	}
	return typed, nil
}

func differs(path, wanted string, got any) error {
	return fmt.Errorf("%s: wanted %s, got %s", path, wanted, text(got))
}

func text(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	runes := []rune(string(data))
	if len(runes) > shown {
		return string(runes[:shown]) + "…"
	}
	return string(runes)
}
