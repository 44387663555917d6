/**
 * Puts the right credential into calls that leave the gateway (platform model 7). The verifier says which one it is, for
 * this agent and for the person that it acts for; it is kept in memory for a minute at most. A 401 of the other side is
 * answered with one refresh and one more try, a 403 for want of scopes with one more try where there is a token that has
 * them, and nothing else is.
 */
import { createHash } from 'node:crypto';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Secret } from '../../platform/secret.ts';
import { type Headers, scopesAskedFor } from './headers.ts';
import { type Held, isSame, putInto, toHeld } from './held.ts';
import { createMemory } from './memory.ts';

/** Who calls what, and for whom. */
export interface CallWish {
  readonly agentId: string;
  readonly service: string;
  /** RFC 9728 identifier of what is called. */
  readonly resource?: string | undefined;
  readonly scopes?: readonly string[];
  /** The person whom the agent calls for, by a delegated token that was checked. */
  readonly onBehalfOf?: { readonly subjectId: string; readonly grantId: string; readonly token?: Secret } | undefined;
}

/** There is nothing to call with, and why; a person can do something about it at `connectUrl`. */
export interface NotReady {
  readonly kind: 'not_ready';
  readonly status: Exclude<InjectionAnswer['status'], 'ready'>;
  readonly scopesMissing: readonly string[];
  readonly connectUrl: string | null;
}

export interface Ready {
  readonly kind: 'ready';
  readonly held: Held;
}

export interface Answered<T> {
  readonly kind: 'answered';
  readonly answer: T;
  readonly held: Held;
}

/** What is looked at of an answer of the other side. */
export interface ForeignAnswer {
  readonly status: number;
  readonly headers?: Headers;
}

export interface Injector {
  /** The headers of one call, and what else it is made with. @throws AppError of the verifier's refusal. */
  prepare(
    inbound: Headers,
    wish: CallWish,
  ): Promise<NotReady | { kind: 'ready'; headers: Record<string, string | readonly string[]>; held: Held }>;
  /**
   * Makes a call, and once more after a 401 or a want of scopes, if there is another credential then. `send` may be called twice, and
   * `discard` is given the first answer before the second call.
   */
  callWithCredential<T extends ForeignAnswer>(
    wish: CallWish,
    send: (held: Held) => Promise<T>,
    discard?: (answer: T) => Promise<void> | void,
  ): Promise<Answered<T> | NotReady>;
}

export interface InjectorDeps {
  /** `POST /v1/gateways/{id}/credentials`. */
  readonly ask: (question: InjectionQuestion) => Promise<InjectionAnswer>;
  readonly clock: Clock;
  readonly bundleVersion: () => string;
  /** Credentials in memory at most. */
  readonly most?: number;
}

const defaultMost = 10_000;
/** Whatever the verifier says. */
const longestS = 60;

export function createInjector({ ask, clock, bundleVersion, most = defaultMost }: InjectorDeps): Injector {
  const memory = createMemory({ now: clock.now, bundleVersion, most });
  const underWay = new Map<string, Promise<Ready | NotReady>>();

  const askFor = async (wish: CallWish, keys: Keys, failed: Held | undefined): Promise<Ready | NotReady> => {
    const [startedAt, bundle] = [clock.now(), bundleVersion()];
    const answer = await ask(toQuestion(wish, failed));
    if (answer.status !== 'ready') {
      memory.forget(keys.plain);
      return toNotReady(answer, answer.status);
    }
    const held = toHeld(answer);
    const until = startedAt + Math.min(answer.good_for_s, longestS) * 1000;
    const isExchanged = answer.method === 'token_exchange';
    memory.keep(isExchanged ? keys.withToken : keys.plain, held, until, bundle);
    return { kind: 'ready', held };
  };

  /** One question at a time for the same thing, whoever waits for it. */
  const askOnce = (wish: CallWish, keys: Keys, failed?: Held): Promise<Ready | NotReady> => {
    // Whoever comes after a new bundle does not wait for what was asked before it: a revocation may be in between.
    const flight = JSON.stringify([keys.withToken, bundleVersion(), failed?.credentialId, failed?.version]);
    const running = underWay.get(flight);
    if (running !== undefined) return running;
    const started = askFor(wish, keys, failed).finally(() => underWay.delete(flight));
    underWay.set(flight, started);
    return started;
  };

  const take = async (wish: CallWish): Promise<Ready | NotReady> => {
    const keys = toKeys(wish);
    const held = memory.find(keys.plain) ?? memory.find(keys.withToken);
    return held === undefined ? askOnce(wish, keys) : { kind: 'ready', held };
  };

  /** Another one than the one that was refused; the same again where there is no other. */
  const takeNewer = async (wish: CallWish, failed: Held): Promise<Ready | NotReady> => {
    const keys = toKeys(wish);
    const known = memory.find(keys.plain) ?? memory.find(keys.withToken);
    if (known !== undefined && !isSame(known, failed)) return { kind: 'ready', held: known };
    memory.forget(keys.plain);
    memory.forget(keys.withToken);
    return askOnce(wish, keys, failed);
  };

  /** Another token has more, or a person has to allow more: the present one is good, and a refresh gives no more than it. */
  const stepUp = async (wish: CallWish, missing: readonly string[], present: Held): Promise<Ready | NotReady> => {
    const wider = { ...wish, scopes: [...new Set([...(wish.scopes ?? []), ...missing])] };
    const asked = await take(wider);
    if (asked.kind === 'ready' && !isSame(asked.held, present)) return asked;
    const connectUrl = asked.kind === 'not_ready' ? asked.connectUrl : null;
    return { kind: 'not_ready', status: 'insufficient_scope', scopesMissing: missing, connectUrl };
  };

  return {
    async prepare(inbound, wish) {
      const taken = await take(wish);
      return taken.kind === 'ready' ? { ...taken, headers: putInto(inbound, taken.held) } : taken;
    },
    async callWithCredential(wish, send, discard) {
      const first = await take(wish);
      if (first.kind !== 'ready') return first;
      const answer = await send(first.held);
      const missing = answer.status === 403 ? scopesAskedFor(challengeOf(answer)) : undefined;
      if (missing !== undefined) {
        await discard?.(answer);
        const wider = await stepUp(wish, missing, first.held);
        if (wider.kind === 'not_ready') return wider;
        // Once: what is refused again is an answer.
        return { kind: 'answered', answer: await send(wider.held), held: wider.held };
      }
      if (answer.status !== 401) return { kind: 'answered', answer, held: first.held };
      const second = await takeNewer(wish, first.held);
      const isOther = second.kind === 'not_ready' || !isSame(second.held, first.held);
      if (!isOther) return { kind: 'answered', answer, held: first.held };
      await discard?.(answer);
      if (second.kind === 'not_ready') return second;
      return { kind: 'answered', answer: await send(second.held), held: second.held };
    },
  };
}

/** What stands for one thing in memory: a token that was exchanged is for the very token that it was exchanged for. */
interface Keys {
  readonly plain: string;
  readonly withToken: string;
}

function toKeys({ agentId, service, resource, scopes, onBehalfOf: person }: CallWish): Keys {
  const whose = [agentId, person?.grantId ?? null, person?.subjectId ?? null];
  const what = [service, resource ?? null, scopes === undefined ? null : [...scopes].sort()];
  const plain = JSON.stringify([...whose, ...what]);
  const token = person?.token;
  return { plain, withToken: token === undefined ? plain : `${plain} ${digestOf(token)}` };
}

function digestOf(token: Secret): string {
  return createHash('sha256').update(token.reveal()).digest('base64url');
}

function toQuestion(wish: CallWish, failed: Held | undefined): InjectionQuestion {
  const { agentId, service, resource, scopes, onBehalfOf: person } = wish;
  return {
    ...{ agent_id: agentId, service },
    ...(resource === undefined ? {} : { resource }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(person === undefined ? {} : { on_behalf_of: toPerson(person) }),
    ...(failed?.credentialId == null
      ? {}
      : { failed: { credential_id: failed.credentialId, version: failed.version } }),
  };
}

function toPerson({ subjectId, grantId, token }: NonNullable<CallWish['onBehalfOf']>) {
  return { subject_id: subjectId, grant_id: grantId, ...(token === undefined ? {} : { token: token.reveal() }) };
}

function toNotReady(answer: InjectionAnswer, status: NotReady['status']): NotReady {
  return { kind: 'not_ready', status, scopesMissing: answer.scopes_missing, connectUrl: answer.connect_url };
}

function challengeOf({ headers = {} }: ForeignAnswer): string | readonly string[] | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1];
}
