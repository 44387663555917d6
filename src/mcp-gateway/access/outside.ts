/**
 * Checks access tokens of another issuer than the verifier (`MCP_GATEWAY_OAUTH_ISSUER`) against its published keys. The
 * verifier says which person the subject is and what this person may do, as for every person.
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
  /** The issuer's `iss` as its tokens write it. */
  readonly issuer: string;
  /** The page where people sign in to become known; undefined until the verifier's configuration is there. */
  readonly signInAt: () => string | undefined;
  readonly orgId: string;
  readonly fetch: GuardedFetch;
  readonly findSubject: (question: Parameters<VerifierClient['outsideSubject']>[1]) => Promise<OutsideSubject>;
  /** The audiences that a token for this call may have. */
  readonly audiencesOf: (call: IncomingCall) => readonly string[];
  readonly clock: Clock;
}

export interface OutsideKnown extends Known {
  /** @throws AppError `unauthorized` once the token has expired. */
  assertAlive(): void;
}

export interface OutsideCallers {
  /** True for a token whose issuer is this one. */
  isMeant(credential: string): boolean;
  /**
   * @throws AppError `unauthorized`, `forbidden` for an unknown subject, `unavailable` where the subject cannot be
   * looked up.
   */
  find(presented: Presented, call: IncomingCall): Promise<OutsideKnown>;
  /** Lists what keeps its tokens from being accepted; for /health. */
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

/** Bounds how long a withdrawn key or an excluded person still counts. */
const keepMs = 60_000;
/** Short, because a person who was sent to sign in comes back soon. */
const keepNobodyMs = 5_000;
const maxKept = 10_000;
const maxTokenChars = 8_192;

export function createMcpOutsideCallers(deps: OutsideDeps): OutsideCallers {
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

  /** Checks a token once for many calls at the same time with the same audiences. */
  const checkOnce = (token: string, audiences: readonly string[]): Promise<Checked> => {
    const hash = sha256Hex(JSON.stringify([token, audiences]));
    const nowMs = clock.now();
    const before = kept.get(hash);
    const leftMs = (before?.untilMs ?? 0) - nowMs;
    // The remaining time is longer than `keepMs` when the clock was set back; the entry is then checked anew.
    if (before !== undefined && leftMs > 0 && leftMs <= keepMs) return before.checked;
    const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined;
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
          ? [`the verifier knows no people of MCP_GATEWAY_OAUTH_ISSUER: set VERIFIER_OIDC_ISSUER to ${issuer} there`]
          : []),
      ];
    },
  };
}

function toCaller(claims: OutsideClaims, user: string, credential: string): Omit<Caller, 'organisation'> {
  const client = clientOf(claims);
  return {
    user,
    kind: 'person',
    role: 'agent',
    isDeployment: false,
    authentication: 'oauth',
    scopes: scopesOf(claims),
    credentialId: toCredentialId(claims.tokenId, credential),
    // Qualified by the issuer: a client of ours may have the same id.
    ...(client === undefined ? {} : { clientId: JSON.stringify([claims.all['iss'], client]) }),
  };
}

/** Takes the token's `jti` where its form is usual; the id is written into records. */
function toCredentialId(tokenId: string | undefined, credential: string): string {
  return tokenId !== undefined && /^[\x21-\x7e]{1,200}$/.test(tokenId) ? tokenId : `sha256:${sha256Hex(credential)}`;
}

function noPerson(): AppError {
  const detail =
    'This token belongs to a client alone. An agent needs a token of the verifier (client_credentials); a person needs their own token.';
  return new AppError('forbidden', 'a token of the outside issuer for a client alone', { detail });
}
