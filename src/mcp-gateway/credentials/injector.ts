/**
 * Puts the right credential into calls that leave the gateway. The verifier chooses it for the agent and the person it
 * acts for; it is kept in memory for a minute at most. After a 401 the credential is refreshed and the call tried once
 * more; after a 403 for missing scopes it is tried once more if a token with those scopes exists. Nothing else is
 * retried.
 */
import { createHash } from 'node:crypto';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Secret } from '../../platform/secret.ts';
import { createCredentialCache } from './credential-cache.ts';
import { type Headers, scopesAskedFor } from './headers.ts';
import { type InjectedCredential, injectInto, isSameCredential, toInjectedCredential } from './injected-credential.ts';

/** The caller, the target and the person of a call. */
export interface CredentialRequest {
  readonly agentId: string;
  readonly service: string;
  /** RFC 9728 identifier of the target. */
  readonly resource?: string | undefined;
  readonly scopes?: readonly string[];
  /** The person whom the agent acts for, by a checked delegated token. */
  readonly onBehalfOf?: { readonly subjectId: string; readonly grantId: string; readonly token?: Secret } | undefined;
}

/** There is no credential, with the reason; a person can resolve it at `connectUrl`. */
export interface NotReady {
  readonly kind: 'not_ready';
  readonly status: Exclude<InjectionAnswer['status'], 'ready'>;
  readonly scopesMissing: readonly string[];
  readonly connectUrl: string | null;
}

export interface Ready {
  readonly kind: 'ready';
  readonly held: InjectedCredential;
}

export interface Answered<T> {
  readonly kind: 'answered';
  readonly answer: T;
  readonly held: InjectedCredential;
}

/** The part of the other side's answer that is looked at. */
export interface ForeignAnswer {
  readonly status: number;
  readonly headers?: Headers;
}

export interface Injector {
  /** Gives the headers of one call, and its other credentials. @throws AppError of the verifier's refusal. */
  prepare(
    inbound: Headers,
    request: CredentialRequest,
  ): Promise<
    NotReady | { kind: 'ready'; headers: Record<string, string | readonly string[]>; held: InjectedCredential }
  >;
  /**
   * Makes a call, and repeats it after a 401 or for missing scopes if another credential exists. `send` may be called
   * twice; `discard` gets the first answer before the second call.
   */
  callWithCredential<T extends ForeignAnswer>(
    request: CredentialRequest,
    send: (held: InjectedCredential) => Promise<T>,
    discard?: (answer: T) => Promise<void> | void,
  ): Promise<Answered<T> | NotReady>;
}

export interface InjectorDeps {
  /** `POST /v1/gateways/{id}/credentials`. */
  readonly ask: (question: InjectionQuestion) => Promise<InjectionAnswer>;
  readonly clock: Clock;
  readonly bundleVersion: () => string;
  /** The most credentials in memory. */
  readonly most?: number;
}

const defaultMost = 10_000;
/** Applies whatever lifetime the verifier says. */
const longestS = 60;

export function createInjector({ ask, clock, bundleVersion, most = defaultMost }: InjectorDeps): Injector {
  const memory = createCredentialCache({ now: clock.now, bundleVersion, most });
  const underWay = new Map<string, Promise<Ready | NotReady>>();

  const askFor = async (
    request: CredentialRequest,
    keys: Keys,
    failed: InjectedCredential | undefined,
  ): Promise<Ready | NotReady> => {
    const [startedAt, bundle] = [clock.now(), bundleVersion()];
    const answer = await ask(toQuestion(request, failed));
    if (answer.status !== 'ready') {
      memory.forget(keys.plain);
      return toNotReady(answer, answer.status);
    }
    const held = toInjectedCredential(answer);
    const until = startedAt + Math.min(answer.good_for_s, longestS) * 1000;
    const isExchanged = answer.method === 'token_exchange';
    memory.keep(isExchanged ? keys.withToken : keys.plain, held, until, bundle);
    return { kind: 'ready', held };
  };

  /** Shares one request to the verifier among all that need the same credential. */
  const askOnce = (request: CredentialRequest, keys: Keys, failed?: InjectedCredential): Promise<Ready | NotReady> => {
    // A caller after a new bundle does not share an earlier request: a revocation may lie in between.
    const flight = JSON.stringify([keys.withToken, bundleVersion(), failed?.credentialId, failed?.version]);
    const running = underWay.get(flight);
    if (running !== undefined) return running;
    const started = askFor(request, keys, failed).finally(() => underWay.delete(flight));
    underWay.set(flight, started);
    return started;
  };

  const take = async (request: CredentialRequest): Promise<Ready | NotReady> => {
    const keys = toKeys(request);
    const held = memory.find(keys.plain) ?? memory.find(keys.withToken);
    return held === undefined ? askOnce(request, keys) : { kind: 'ready', held };
  };

  /** Gets another credential than the refused one; gives the same one where there is no other. */
  const takeNewer = async (request: CredentialRequest, failed: InjectedCredential): Promise<Ready | NotReady> => {
    const keys = toKeys(request);
    const known = memory.find(keys.plain) ?? memory.find(keys.withToken);
    if (known !== undefined && !isSameCredential(known, failed)) return { kind: 'ready', held: known };
    memory.forget(keys.plain);
    memory.forget(keys.withToken);
    return askOnce(request, keys, failed);
  };

  /**
   * Gets a token with more scopes, or tells a person to grant more. The present token is valid, and a refresh would not
   * add scopes.
   */
  const stepUp = async (
    request: CredentialRequest,
    missing: readonly string[],
    present: InjectedCredential,
  ): Promise<Ready | NotReady> => {
    const wider = { ...request, scopes: [...new Set([...(request.scopes ?? []), ...missing])] };
    const asked = await take(wider);
    if (asked.kind === 'ready' && !isSameCredential(asked.held, present)) return asked;
    const connectUrl = asked.kind === 'not_ready' ? asked.connectUrl : null;
    return { kind: 'not_ready', status: 'insufficient_scope', scopesMissing: missing, connectUrl };
  };

  return {
    async prepare(inbound, request) {
      const taken = await take(request);
      return taken.kind === 'ready' ? { ...taken, headers: injectInto(inbound, taken.held) } : taken;
    },
    async callWithCredential(request, send, discard) {
      const first = await take(request);
      if (first.kind !== 'ready') return first;
      const answer = await send(first.held);
      const missing = answer.status === 403 ? scopesAskedFor(challengeOf(answer)) : undefined;
      if (missing !== undefined) {
        await discard?.(answer);
        const wider = await stepUp(request, missing, first.held);
        if (wider.kind === 'not_ready') return wider;
        // Tried once more only: a second refusal is the answer.
        return { kind: 'answered', answer: await send(wider.held), held: wider.held };
      }
      if (answer.status !== 401) return { kind: 'answered', answer, held: first.held };
      const second = await takeNewer(request, first.held);
      const isOther = second.kind === 'not_ready' || !isSameCredential(second.held, first.held);
      if (!isOther) return { kind: 'answered', answer, held: first.held };
      await discard?.(answer);
      if (second.kind === 'not_ready') return second;
      return { kind: 'answered', answer: await send(second.held), held: second.held };
    },
  };
}

/** The memory keys of one credential. An exchanged token is kept under the token it was exchanged for. */
interface Keys {
  readonly plain: string;
  readonly withToken: string;
}

function toKeys({ agentId, service, resource, scopes, onBehalfOf: person }: CredentialRequest): Keys {
  const whose = [agentId, person?.grantId ?? null, person?.subjectId ?? null];
  const what = [service, resource ?? null, scopes === undefined ? null : [...scopes].sort()];
  const plain = JSON.stringify([...whose, ...what]);
  const token = person?.token;
  return { plain, withToken: token === undefined ? plain : `${plain} ${digestOf(token)}` };
}

function digestOf(token: Secret): string {
  return createHash('sha256').update(token.reveal()).digest('base64url');
}

function toQuestion(request: CredentialRequest, failed: InjectedCredential | undefined): InjectionQuestion {
  const { agentId, service, resource, scopes, onBehalfOf: person } = request;
  return {
    agent_id: agentId,
    service,
    ...(resource === undefined ? {} : { resource }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(person === undefined ? {} : { on_behalf_of: toPerson(person) }),
    ...(failed?.credentialId == null
      ? {}
      : { failed: { credential_id: failed.credentialId, version: failed.version } }),
  };
}

function toPerson({ subjectId, grantId, token }: NonNullable<CredentialRequest['onBehalfOf']>) {
  return { subject_id: subjectId, grant_id: grantId, ...(token === undefined ? {} : { token: token.reveal() }) };
}

function toNotReady(answer: InjectionAnswer, status: NotReady['status']): NotReady {
  return { kind: 'not_ready', status, scopesMissing: answer.scopes_missing, connectUrl: answer.connect_url };
}

function challengeOf({ headers = {} }: ForeignAnswer): string | readonly string[] | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1];
}
