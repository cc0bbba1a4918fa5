/** The contract's messages and enums: the one place that knows where they come from. */
export * from '../../typescript/src/gen/pageone/v1/action_pb.js';
export * from '../../typescript/src/gen/pageone/v1/card_pb.js';
export * from '../../typescript/src/gen/pageone/v1/engine_service_pb.js';
export * from '../../typescript/src/gen/pageone/v1/event_pb.js';
export * from '../../typescript/src/gen/pageone/v1/rules_pb.js';
export * from '../../typescript/src/gen/pageone/v1/rules_service_pb.js';
export * from '../../typescript/src/gen/pageone/v1/solo_service_pb.js';
export * from '../../typescript/src/gen/pageone/v1/state_pb.js';
export * from '../../typescript/src/gen/pageone/v1/view_pb.js';
