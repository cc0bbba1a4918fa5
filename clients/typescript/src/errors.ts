/**
 * What a call can end with other than an answer: a `PageOneError`, of a class for each thing that one may want to do about it.
 *
 * | class | code | |
 * |---|---|---|
 * | `InvalidArgumentError` | `INVALID_ARGUMENT` | malformed: `faults` has every field path with a sentence |
 * | `RefusedError` | `FAILED_PRECONDITION` | against the rules: `refusal`, and `localized`, a sentence for the player |
 * | `StaleError` | `ABORTED` | the action was made for another version than `staleVersion` |
 * | `ResourceExhaustedError` | `RESOURCE_EXHAUSTED` | too large, or too much at once: `retryAfterMs`, when it helps |
 * | `UnimplementedError` | `UNIMPLEMENTED` | this release does not have it: `reason` |
 * | `UnauthenticatedError` | `UNAUTHENTICATED` | the token is missing or not valid there: `reason` |
 * | `PermissionDeniedError` | `PERMISSION_DENIED` | the caller may not do this: `reason`, and the `scope` it would need |
 * | `DeadlineExceededError` | `DEADLINE_EXCEEDED` | the time was up before the answer came |
 * | `CancelledError` | `CANCELLED` | the call was given up |
 * | `UnavailableError` | `UNAVAILABLE` | the server cannot be reached, after all tries |
 * | `InternalError` | `INTERNAL` | the server's fault: tell its operator the `requestId` |
 */

import { Code, ConnectError } from "@connectrpc/connect";

import {
  BadRequestSchema,
  ErrorInfoSchema,
  LocalizedMessageSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";
import { Refusal } from "./gen/pageone/v1/view_pb.js";

/** The status codes of gRPC, by their names. */
export type ErrorCode =
  | "CANCELLED"
  | "UNKNOWN"
  | "INVALID_ARGUMENT"
  | "DEADLINE_EXCEEDED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "PERMISSION_DENIED"
  | "RESOURCE_EXHAUSTED"
  | "FAILED_PRECONDITION"
  | "ABORTED"
  | "OUT_OF_RANGE"
  | "UNIMPLEMENTED"
  | "INTERNAL"
  | "UNAVAILABLE"
  | "DATA_LOSS"
  | "UNAUTHENTICATED";

/** One thing that is wrong with a request. */
export interface Fault {
  /** The path of the field: `rules.american_page_one.evasion`. */
  readonly field: string;
  /** What is wrong and what would be right. */
  readonly description: string;
}

/** What came with the status; a member is there when the server sent it. */
export interface ErrorDetails {
  /** gRPC's status code. */
  readonly code: ErrorCode;
  /** The ErrorInfo's reason: `TICKET_INVALID`, or the full name of a refusal. */
  readonly reason?: string;
  /** The ErrorInfo's metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Why the rules do not allow the action; `Refusal.UNSPECIFIED` for one that this client does not know: its name is `reason`. */
  readonly refusal?: Refusal;
  /** The version that the state has, where the action was made for another one (C26). */
  readonly staleVersion?: number;
  /** The language of `localized`: `en` or `ja`. */
  readonly locale?: string;
  /** A sentence for people, in the client's language. */
  readonly localized?: string;
  /** Everything that is wrong with a malformed request. */
  readonly faults?: readonly Fault[];
  /** Milliseconds after which trying again may help. */
  readonly retryAfterMs?: number;
  /** What the server's log knows the call by. */
  readonly requestId?: string;
}

const CODES: Readonly<Record<Code, ErrorCode>> = {
  [Code.Canceled]: "CANCELLED",
  [Code.Unknown]: "UNKNOWN",
  [Code.InvalidArgument]: "INVALID_ARGUMENT",
  [Code.DeadlineExceeded]: "DEADLINE_EXCEEDED",
  [Code.NotFound]: "NOT_FOUND",
  [Code.AlreadyExists]: "ALREADY_EXISTS",
  [Code.PermissionDenied]: "PERMISSION_DENIED",
  [Code.ResourceExhausted]: "RESOURCE_EXHAUSTED",
  [Code.FailedPrecondition]: "FAILED_PRECONDITION",
  [Code.Aborted]: "ABORTED",
  [Code.OutOfRange]: "OUT_OF_RANGE",
  [Code.Unimplemented]: "UNIMPLEMENTED",
  [Code.Internal]: "INTERNAL",
  [Code.Unavailable]: "UNAVAILABLE",
  [Code.DataLoss]: "DATA_LOSS",
  [Code.Unauthenticated]: "UNAUTHENTICATED",
};

const REQUEST_ID = "x-request-id";
const REFUSAL_PREFIX = "REFUSAL_";
const STALE_ACTION = "STALE_ACTION";

/** A call that ended without an answer; `message` is the server's own sentence, in English. */
export class PageOneError extends Error implements ErrorDetails {
  override readonly name: string = "PageOneError";
  readonly code: ErrorCode;
  declare readonly reason?: string;
  declare readonly metadata?: Readonly<Record<string, string>>;
  declare readonly refusal?: Refusal;
  declare readonly staleVersion?: number;
  declare readonly locale?: string;
  declare readonly localized?: string;
  declare readonly faults?: readonly Fault[];
  declare readonly retryAfterMs?: number;
  declare readonly requestId?: string;

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message || details.code, options);
    this.code = details.code;
    Object.assign(this, details);
  }
}

/** A malformed request; `faults` are all that were found. */
export class InvalidArgumentError extends PageOneError {
  override readonly name = "InvalidArgumentError";
  declare readonly faults: readonly Fault[];
}

/** An action that the rules do not allow now: `refusal`, and `localized`, a sentence for the player in the client's language. */
export class RefusedError extends PageOneError {
  override readonly name = "RefusedError";
  declare readonly refusal: Refusal;
  declare readonly localized: string;
}

/** An action for another version than the state's, which is `staleVersion`. */
export class StaleError extends PageOneError {
  override readonly name = "StaleError";
  declare readonly staleVersion: number;
}

/** Too large, or too many at once; `retryAfterMs` when trying again may help. */
export class ResourceExhaustedError extends PageOneError {
  override readonly name = "ResourceExhaustedError";
}

/** The server does not have this yet. */
export class UnimplementedError extends PageOneError {
  override readonly name = "UnimplementedError";
}

/** The server does not know who calls: `reason` is TOKEN_MISSING or TOKEN_INVALID. */
export class UnauthenticatedError extends PageOneError {
  override readonly name = "UnauthenticatedError";
}

/** The caller may not do this. */
export class PermissionDeniedError extends PageOneError {
  override readonly name = "PermissionDeniedError";

  /** What its token would need; `undefined`: no token helps. */
  get scope(): string | undefined {
    return this.metadata?.["scope"];
  }
}

/** The time was up before the answer came. */
export class DeadlineExceededError extends PageOneError {
  override readonly name = "DeadlineExceededError";
}

/** The call was given up. */
export class CancelledError extends PageOneError {
  override readonly name = "CancelledError";
}

/** The server cannot be reached. */
export class UnavailableError extends PageOneError {
  override readonly name = "UnavailableError";
}

/** The server's own fault. */
export class InternalError extends PageOneError {
  override readonly name = "InternalError";
}

const CLASSES: Readonly<Partial<Record<Code, typeof PageOneError>>> = {
  [Code.InvalidArgument]: InvalidArgumentError,
  [Code.FailedPrecondition]: RefusedError,
  [Code.Aborted]: StaleError,
  [Code.ResourceExhausted]: ResourceExhaustedError,
  [Code.Unimplemented]: UnimplementedError,
  [Code.Unauthenticated]: UnauthenticatedError,
  [Code.PermissionDenied]: PermissionDeniedError,
  [Code.DeadlineExceeded]: DeadlineExceededError,
  [Code.Canceled]: CancelledError,
  [Code.Unavailable]: UnavailableError,
  [Code.Internal]: InternalError,
};

/** The `PageOneError` for what a call of a transport has thrown. */
export function errorOf(thrown: unknown): PageOneError {
  if (thrown instanceof PageOneError) {
    return thrown;
  }
  const error = ConnectError.from(thrown);
  const details = detailsOf(error);
  const kind = CLASSES[error.code] ?? PageOneError;
  return new kind(error.rawMessage, { ...neededBy(error, details), ...details }, { cause: error });
}

/** What a class promises to have, should a server or something between leave it out. */
function neededBy(error: ConnectError, details: ErrorDetails): Partial<ErrorDetails> {
  switch (details.code) {
    case "INVALID_ARGUMENT":
      return { faults: [] };
    case "FAILED_PRECONDITION":
      return { refusal: Refusal.UNSPECIFIED, localized: error.rawMessage };
    case "ABORTED":
      return { staleVersion: 0 };
    default:
      return {};
  }
}

function detailsOf(error: ConnectError): ErrorDetails {
  const [info] = error.findDetails(ErrorInfoSchema);
  const [localized] = error.findDetails(LocalizedMessageSchema);
  const [retry] = error.findDetails(RetryInfoSchema);
  const requests = error.findDetails(BadRequestSchema);
  const requestId = error.metadata.get(REQUEST_ID);
  return {
    code: CODES[error.code] ?? "UNKNOWN",
    ...(info && infoDetails(info.reason, info.metadata)),
    ...(localized && { locale: localized.locale, localized: localized.message }),
    ...(requests.length > 0 && {
      faults: requests.flatMap((request) =>
        request.fieldViolations.map(({ field, description }) => ({ field, description })),
      ),
    }),
    ...(retry?.retryDelay && retry.retryDelay.seconds >= 0n && { retryAfterMs: milliseconds(retry.retryDelay) }),
    ...(requestId !== null && { requestId }),
  };
}

function infoDetails(reason: string, metadata: Record<string, string>): Partial<ErrorDetails> {
  return {
    reason,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(reason.startsWith(REFUSAL_PREFIX) && { refusal: refusalOf(reason) }),
    ...(reason === STALE_ACTION && { staleVersion: versionOf(metadata["version"]) }),
  };
}

/** 0 for what is no version: something between has changed it. */
function versionOf(text = ""): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

function refusalOf(reason: string): Refusal {
  const known: unknown = Refusal[reason.slice(REFUSAL_PREFIX.length) as keyof typeof Refusal];
  return typeof known === "number" ? known : Refusal.UNSPECIFIED;
}

function milliseconds(duration: { seconds: bigint; nanos: number }): number {
  return Number(duration.seconds) * 1000 + Math.round(duration.nanos / 1e6);
}
