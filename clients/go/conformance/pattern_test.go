package main

import (
	"encoding/json"
	"reflect"
	"testing"
)

func parse(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// Each pattern matches what it is meant to, and nothing beside it.
func TestMatch(t *testing.T) {
	kept := parse(t, `{"old": {"seats": [{"seat": 0}, {"seat": 7}]}}`).(map[string]any)
	for _, one := range []struct{ pattern, right, wrong string }{
		{`{"a": 1}`, `{"a": 1}`, `{"a": 1, "b": 2}`},
		{`{"a": 1}`, `{"a": 1}`, `{}`},
		{`{"a": null}`, `{"a": null}`, `{}`},
		{`[1, 2]`, `[1, 2]`, `[1, 2, 3]`},
		{`[1, 2]`, `[1, 2]`, `[2, 1]`},
		{`1`, `1`, `true`},
		{`0`, `0`, `null`},
		{`"a"`, `"a"`, `"b"`},
		{`{"a": {"$any": true}}`, `{"a": 0}`, `{}`},
		{`{"$some": {"a": 1}}`, `{"a": 1, "b": 2}`, `{"b": 2}`},
		{`{"$some": {"a": 1}}`, `{"a": 1}`, `[1]`},
		{`{"$save_some": {"name": "n", "match": {"a": 1}}}`, `{"a": 1, "b": 2}`, `{"a": 2}`},
		{`{"$use": "old.seats.1.seat"}`, `7`, `0`},
		{`{"$in_order": [1, 3]}`, `[0, 1, 2, 3]`, `[3, 1]`},
		{`{"$in_order": [1, 1]}`, `[1, 1]`, `[1]`},
		{`{"$in_order": [{"$some": {"a": 1}}]}`, `[{"b": 1}, {"a": 1}]`, `{"a": 1}`},
		{`{"$text": "ja"}`, `"ストップ"`, `"stop"`},
		{`{"$text": "en"}`, `"stop"`, `"ストップ stop"`},
		{`{"$text": "en"}`, `"stop"`, `""`},
		{`{"$length": [2, 3]}`, `"ああ"`, `"あ"`},
		{`{"$length": [2, 3]}`, `[1, 2, 3]`, `[1, 2, 3, 4]`},
		{`{"$length": [0, 9]}`, `""`, `5`},
		{`{"$any": true}`, `1`, ``},
	} {
		if _, err := match(parse(t, one.pattern), parse(t, one.right), kept, ""); err != nil {
			t.Errorf("%s does not match %s: %v", one.pattern, one.right, err)
		}
		if one.wrong == "" {
			continue
		}
		if _, err := match(parse(t, one.pattern), parse(t, one.wrong), kept, ""); err == nil {
			t.Errorf("%s matches %s", one.pattern, one.wrong)
		}
	}
}

// A mistake of the file is a failure, never skipped.
func TestMistakes(t *testing.T) {
	for _, pattern := range []string{
		`{"$new": 1}`, `{"$any": 1}`, `{"$any": true, "b": 1}`, `{"$use": "none"}`, `{"$use": 1}`, `{"$some": 1}`, `{"$save_some": {}}`,
		`{"$in_order": {}}`, `{"$text": "de"}`, `{"$length": [1]}`, `{"$length": ["a", "b"]}`,
	} {
		for _, value := range []string{`1`, `"a"`, `{"a": 1}`, `[1]`} {
			if _, err := match(parse(t, pattern), parse(t, value), map[string]any{}, ""); err == nil {
				t.Errorf("%s matches %s", pattern, value)
			}
		}
	}
}

func TestSaveAndFill(t *testing.T) {
	saved, err := match(parse(t, `{"state": {"$save": "s"}, "b": [{"$save_some": {"name": "t", "match": {}}}]}`),
		parse(t, `{"state": {"hand": [1, 2]}, "b": [{"c": 0}]}`), map[string]any{}, "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := fill(parse(t, `{"x": [{"$use": "s.hand.1"}, {"$use": "t"}], "y": {"$repeat": [2, {"$use": "s.hand"}]}, "z": null}`), saved)
	if want := parse(t, `{"x": [2, {"c": 0}], "y": [[1, 2], [1, 2]], "z": null}`); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, request := range []string{
		`{"$use": "s.hand.2"}`, `{"$use": "s.hand.-1"}`, `{"$use": "s.none"}`, `{"$any": true}`, `{"$repeat": 2}`, `{"$use": "s", "b": 1}`,
	} {
		if filled, err := fill(parse(t, request), saved); err == nil {
			t.Errorf("%s is filled with %v", request, filled)
		}
	}
}
