/**
 * Client of the Page One service: `createClient` (gRPC-Web, for browsers), its errors, and actions and cards by name.
 *
 * gRPC for Node.js is `pageone-client/node`, the whole contract `pageone-client/v1`, checking a dealt match without a server
 * `pageone-client/fairplay`.
 */

export * as actions from "./actions.js";
export { due } from "./actions.js";
export { cardOf, cardsText, cardText, isCard, parseCards, rankOf, suitOf } from "./cards.js";
export {
  applyRequest,
  type CallOptions,
  Client,
  type CommonOptions,
  DEFAULT_TIMEOUT_MS,
  type Language,
  type MatchOptions,
  type RulesOrName,
  type Viewer,
} from "./client.js";
export type { Token } from "./credentials.js";
export {
  CancelledError,
  DeadlineExceededError,
  type ErrorCode,
  type ErrorDetails,
  type Fault,
  InternalError,
  InvalidArgumentError,
  PageOneError,
  PermissionDeniedError,
  RefusedError,
  ResourceExhaustedError,
  StaleError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
} from "./errors.js";
export { type Action, Call, Offense } from "./gen/pageone/v1/action_pb.js";
export { Card, Rank, Suit } from "./gen/pageone/v1/card_pb.js";
export { DrawReason, type Event, RoundOutcome } from "./gen/pageone/v1/event_pb.js";
export type { Rules } from "./gen/pageone/v1/rules_pb.js";
export { type MatchState, Phase } from "./gen/pageone/v1/state_pb.js";
export { type LegalActions, type MatchView, Refusal } from "./gen/pageone/v1/view_pb.js";
export { RETRY } from "./retry.js";
export { SoloGame } from "./solo.js";
export type { StrengthName } from "./strength.js";
export { type ClientOptions, createClient } from "./web.js";
