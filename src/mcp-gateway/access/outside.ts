/**
 * Access tokens of another issuer than the verifier (`MCP_GATEWAY_OAUTH_ISSUER`): checked here by its published keys,
 * and their subject is a person by the verifier's word. What they may is for the verifier to say, as of every person.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { OutsideSubject } from '../../contract/outside-subject.ts';
import type { Known } from '../../edge/authentication/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller, IncomingCall, Presented } from '../../platform/http/access.ts';
import { refuseCredential } from '../../platform/http/bound-tokens/refuse-credential.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts';
import { createKeySource } from '../../platform/http/outside-issuer/key-source.ts';
import {
  createOutsideTokens,
  type OutsideClaims,
  outsideSkewS,
} from '../../platform/http/outside-issuer/outside-token.ts';
import { clientOf, refuseSubject, scopesOf } from './outside-claims.ts';

export interface OutsideDeps {
  /** As it stands in `iss` of its tokens. */
  readonly issuer: string;
  /** Where people sign in so that they are known; undefined while the verifier has not told. */
  readonly signInAt: () => string | undefined;
  readonly orgId: string;
  readonly fetch: GuardedFetch;
  readonly findSubject: (question: Parameters<VerifierClient['outsideSubject']>[1]) => Promise<OutsideSubject>;
  /** What a token for this call may be meant for. */
  readonly audiencesOf: (call: IncomingCall) => readonly string[];
  readonly clock: Clock;
}

export interface OutsideKnown extends Known {
  /** @throws AppError `unauthorized` once its time is over. */
  assertAlive(): void;
}

export interface OutsideCallers {
  /** True for a text that names this issuer. */
  isMeant(credential: string): boolean;
  /** @throws AppError `unauthorized`, `forbidden` for whoever is nobody here, `unavailable` where that cannot be known. */
  find(presented: Presented, call: IncomingCall): Promise<OutsideKnown>;
  /** What keeps its tokens from being taken; for /health. */
  problems(): readonly string[];
}

interface Checked {
  readonly claims: OutsideClaims;
  readonly subject: OutsideSubject;
}

interface Kept {
  readonly checked: Promise<Checked>;
  untilMs: number;
}

/** A key that the issuer took back and a person who was shut out are told of by then. */
const keepMs = 60_000;
/** Somebody who was sent to sign in comes back soon. */
const keepNobodyMs = 5_000;
const mostKept = 10_000;
const maxTokenChars = 8_192;

export function createOutsideCallers(deps: OutsideDeps): OutsideCallers {
  const { issuer, orgId, clock, findSubject, audiencesOf } = deps;
  const keys = createKeySource({ issuer, fetch: deps.fetch, clock });
  const tokens = createOutsideTokens({ issuer, keys, clock });
  const kept = new Map<string, Kept>();
  let isIssuerUnknown = false;

  const check = async (token: string, audiences: readonly string[]): Promise<Checked> => {
    const claims = await tokens.verify(token, audiences);
    if (claims.sub === clientOf(claims)) throw noPerson();
    const subject = await findSubject({ issuer, subject: claims.sub, claims: claims.all });
    isIssuerUnknown = subject.reason === 'unknown_issuer';
    return { claims, subject };
  };

  /** Many calls at once with one token, for one place, are checked once. */
  const checkOnce = (token: string, audiences: readonly string[]): Promise<Checked> => {
    const hash = sha256Hex(JSON.stringify([token, audiences]));
    const nowMs = clock.now();
    const before = kept.get(hash);
    const leftMs = (before?.untilMs ?? 0) - nowMs;
    // More is left where the clock was set back: nothing is kept longer for it.
    if (before !== undefined && leftMs > 0 && leftMs <= keepMs) return before.checked;
    const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    const now: Kept = { checked: check(token, audiences), untilMs: nowMs + keepMs };
    kept.delete(hash);
    kept.set(hash, now);
    now.checked.then(
      ({ subject }) => {
        if (subject.user_id === null) now.untilMs = nowMs + keepNobodyMs;
      },
      () => {
        if (kept.get(hash) === now) kept.delete(hash);
      },
    );
    return now.checked;
  };

  return {
    isMeant: (credential) => credential.length <= maxTokenChars && tokens.isMeant(credential),
    async find({ credential }, call) {
      const { claims, subject } = await checkOnce(credential, audiencesOf(call));
      const assertAlive = (): void => {
        if (clock.now() >= (claims.expiresAtS + outsideSkewS) * 1_000) {
          throw refuseCredential('the token has expired', 'token_expired');
        }
      };
      assertAlive();
      if (subject.user_id === null) throw refuseSubject(subject.reason, { issuer, signInAt: deps.signInAt() });
      const caller = toCaller(claims, subject.user_id, credential);
      return { caller: { ...caller, organisation: orgId }, confirmation: claims.cnf, assertAlive };
    },
    problems: () => {
      const problem = keys.problem();
      return [
        ...(problem === undefined ? [] : [`tokens of MCP_GATEWAY_OAUTH_ISSUER ${issuer}: ${problem}`]),
        ...(isIssuerUnknown
          ? [`the verifier knows nobody of MCP_GATEWAY_OAUTH_ISSUER: set VERIFIER_OIDC_ISSUER to ${issuer} there`]
          : []),
      ];
    },
  };
}

function toCaller(claims: OutsideClaims, user: string, credential: string): Omit<Caller, 'organisation'> {
  const client = clientOf(claims);
  return {
    ...{ user, kind: 'person', role: 'agent', isDeployment: false, authentication: 'oauth' },
    scopes: scopesOf(claims),
    credentialId: toCredentialId(claims.tokenId, credential),
    // Of that issuer: one of ours may have the same id.
    ...(client === undefined ? {} : { clientId: JSON.stringify([claims.all['iss'], client]) }),
  };
}

/** Its `jti` where it has one of a usual form; it stands in records. */
function toCredentialId(tokenId: string | undefined, credential: string): string {
  return tokenId !== undefined && /^[\x21-\x7e]{1,200}$/.test(tokenId) ? tokenId : `sha256:${sha256Hex(credential)}`;
}

function noPerson(): AppError {
  const detail =
    'This token stands for a program alone. Agents show a token of the verifier (client_credentials there); people one of their own.';
  return new AppError('forbidden', 'a token of the outside issuer for a client alone', { detail });
}
