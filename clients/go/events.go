package pageone

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Kind names what an action, an event or a viewer is, as the contract spells it: "cards_played". It is empty when nothing is set,
// and for a kind that this client does not know, which is to be skipped.
func Kind(message proto.Message) string {
	reflection := message.ProtoReflect()
	kinds := reflection.Descriptor().Oneofs().ByName("kind")
	if kinds == nil {
		return ""
	}
	var field protoreflect.FieldDescriptor = reflection.WhichOneof(kinds)
	if field == nil {
		return ""
	}
	return string(field.Name())
}
