/** A server inside of the test: the contract's services, made of functions, behind a transport that goes nowhere. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport, type ServiceImpl, type Transport } from "@connectrpc/connect";
import { Client, type CommonOptions } from "pageone-client";
import {
  EngineService,
  type MatchView,
  MatchViewSchema,
  Phase,
  RulesService,
  SoloService,
  ViewerSchema,
} from "pageone-client/v1";

/** What a test's server does; everything else is UNIMPLEMENTED. */
export interface Services {
  readonly engine?: Partial<ServiceImpl<typeof EngineService>>;
  readonly rules?: Partial<ServiceImpl<typeof RulesService>>;
  readonly solo?: Partial<ServiceImpl<typeof SoloService>>;
}

/** A transport to such a server. */
export function transportTo({ engine = {}, rules = {}, solo = {} }: Services): Transport {
  return createRouterTransport((router) => {
    router.service(EngineService, engine);
    router.service(RulesService, rules);
    router.service(SoloService, solo);
  });
}

/** A client of such a server. */
export function clientOf(services: Services, options: CommonOptions = {}): Client {
  return new Client(transportTo(services), options);
}

/** A server that cannot be reached the first `failures` times; counts its calls. */
export function flaky(failures: number, headers?: HeadersInit): { services: Services; calls: () => number } {
  let calls = 0;
  const listRuleSets = () => {
    calls += 1;
    if (calls <= failures) {
      throw new ConnectError("draining", Code.Unavailable, headers);
    }
    return {};
  };
  return { services: { rules: { listRuleSets } }, calls: () => calls };
}

/** A view of seat 1, in its turn unless said otherwise. */
export function viewOf(parts: MessageInitShape<typeof MatchViewSchema> = {}): MatchView {
  const viewer = create(ViewerSchema, { kind: { case: "seat", value: 1 } });
  return create(MatchViewSchema, { viewer, phase: Phase.TURN, turn: 1, ...parts });
}

/** Keeps a request, and gives the answer. */
export function keptIn<Request, Answer>(requests: Request[], request: Request, answer: Answer): Answer {
  requests.push(request);
  return answer;
}
