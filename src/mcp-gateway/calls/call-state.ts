/**
 * Seals the `requestState` that a client keeps between two tries of one call, while people approve the call or the
 * server waits for input. It is bound to the principal, the tool and the arguments, is accepted once, and expires.
 *
 * A state grants nothing: the call is judged again on each try, and an approval is consumed at the verifier. The single
 * use holds within one process; another process, or this one after a restart, would accept the state until it expires.
 */
import { timingSafeEqual } from 'node:crypto';
import { canonicalize, sha256, toBase64Url } from '@assay/sdk/crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../platform/clock.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { JsonObject } from '../ports.ts';
import type { ReplayGuard } from './replay-guard.ts';
import type { Sealer } from './seal.ts';

const defaultLifetimeMs = 10 * 60_000;

const StateSchema = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Enum(['approval', 'input']),
    binding: Type.String(),
    expires_at_ms: Type.Integer(),
    nonce: Type.String(),
    /** The number of times that the server was answered so far. */
    round: Type.Integer(),
    /** The server's own state, and the ids of its questions. */
    server_state: Type.Optional(Type.String()),
    asked: Type.Array(Type.String()),
    /** For an approval: the answers to the server in the try that people look at. */
    responses: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
const stateCheck = Compile(StateSchema);
export type CallState = Static<typeof StateSchema>;

/** Everything that a state is bound to. */
export interface BoundTo {
  readonly principalKey: string;
  readonly agentId: string;
  readonly server: string;
  readonly tool: string;
  readonly argumentsHash: string;
  readonly definitionHash: string;
}

export interface StateParts extends Pick<CallState, 'kind' | 'round' | 'asked'> {
  readonly responses?: JsonObject | undefined;
  readonly serverState?: string | undefined;
  /** RFC 3339; ten minutes from now where absent or unreadable. */
  readonly expiresAt?: string | null;
}

export type OpenedState =
  | { readonly kind: 'opened'; readonly state: CallState; readonly giveBack: () => void }
  | { readonly kind: 'invalid' | 'full' };

export interface CallStates {
  /** Seals a state; undefined where the sealed text would be too long. */
  make(bound: BoundTo, parts: StateParts): string | undefined;
  /** Consumes a state. Does not tell whether an invalid one is forged, changed, of another call, expired or used. */
  open(bound: BoundTo, sealed: string): OpenedState;
}

export interface CallStatesDeps {
  readonly sealer: Sealer;
  readonly used: ReplayGuard;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createCallStates({ sealer, used, clock, randomBytes }: CallStatesDeps): CallStates {
  return {
    make(bound, { kind, round, asked, serverState, responses, expiresAt }) {
      const until = expiresAt == null ? Number.NaN : Date.parse(expiresAt);
      const state: CallState = {
        v: 1,
        kind,
        binding: toBase64Url(bindingOf(bound)),
        nonce: toBase64Url(randomBytes(16)),
        round,
        asked,
        ...(serverState === undefined ? {} : { server_state: serverState }),
        ...(responses === undefined ? {} : { responses }),
        expires_at_ms: Number.isFinite(until) ? until : clock.now() + defaultLifetimeMs,
      };
      return sealer.seal(JSON.stringify(state));
    },
    open(bound, sealed) {
      const state = parseState(sealer.open(sealed));
      if (state === undefined) return { kind: 'invalid' };
      const isOfThis = isSame(state.binding, bindingOf(bound));
      if (!isOfThis || state.expires_at_ms <= clock.now()) return { kind: 'invalid' };
      const use = used.use(state.nonce, state.expires_at_ms);
      if (use !== 'first') return { kind: use === 'full' ? 'full' : 'invalid' };
      return { kind: 'opened', state, giveBack: () => used.giveBack(state.nonce) };
    },
  };
}

function bindingOf(bound: BoundTo): Uint8Array {
  const { principalKey, agentId, server, tool, argumentsHash, definitionHash } = bound;
  return sha256(canonicalize([principalKey, agentId, server, tool, argumentsHash, definitionHash]));
}

function isSame(left: string, right: Uint8Array): boolean {
  return timingSafeEqual(sha256(left), sha256(toBase64Url(right)));
}

function parseState(text: string | undefined): CallState | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return stateCheck.Check(value) ? value : undefined;
}
