/** The contract: messages, enums and services of `pageone.v1`, as protobuf-es generates them. */

export * from "./gen/pageone/v1/action_pb.js";
export * from "./gen/pageone/v1/card_pb.js";
export * from "./gen/pageone/v1/engine_service_pb.js";
export * from "./gen/pageone/v1/event_pb.js";
export * from "./gen/pageone/v1/rules_pb.js";
export * from "./gen/pageone/v1/rules_service_pb.js";
export * from "./gen/pageone/v1/solo_service_pb.js";
export * from "./gen/pageone/v1/state_pb.js";
export * from "./gen/pageone/v1/view_pb.js";
