/**
 * The keys of an outside issuer: discovered, fetched through the guard, bounded, cached. An unknown `kid` triggers a
 * new fetch, but at a limited rate, because anybody can write one into a token.
 */
import type { FlattenedJWSInput, JWSHeaderParameters, JWTVerifyGetKey } from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { GuardedAnswer, GuardedFetch } from '../guarded-fetch.ts';

export interface KeySource {
  /** For `jwtVerify` of jose. @throws AppError `unavailable` when the issuer cannot be reached and no keys are cached */
  readonly getKey: JWTVerifyGetKey;
  /** Error of the last fetch; `undefined` if it succeeded, or before the first one. */
  problem(): string | undefined;
}

export interface KeySourceDeps {
  readonly issuer: string;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

const freshMs = 10 * 60_000;
/**
 * How long cached keys outlive a failing issuer. An outage does not lock everybody out at once, and a withdrawn key
 * is not trusted forever.
 */
const staleMs = 60 * 60_000;
/** Least time between two fetches, whatever tokens say, and after a failure. */
const pauseMs = 30_000;
const timeoutMs = 5_000;
const maxBytes = 256 * 1024;
const maxDepth = 10;
const maxKeys = 100;

const MetadataSchema = Type.Object({ issuer: Type.String(), jwks_uri: Type.String({ maxLength: 2_048 }) });
const JwksSchema = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { maxItems: maxKeys }) });
const metadataShape = Compile(MetadataSchema);
const jwksShape = Compile(JwksSchema);

interface Known {
  readonly getKey: (
    header: JWSHeaderParameters,
    token: FlattenedJWSInput,
  ) => Promise<Awaited<ReturnType<JWTVerifyGetKey>>>;
  readonly fetchedAt: number;
}

export function createKeySource(deps: KeySourceDeps): KeySource {
  const { clock } = deps;
  let known: Known | undefined;
  let pending: Promise<Known> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let problem: string | undefined;

  /** Concurrent callers share one fetch. */
  const refresh = async (): Promise<void> => {
    triedAt = clock.now();
    pending ??= fetchKeys(deps).finally(() => {
      pending = undefined;
    });
    try {
      known = await pending;
      problem = undefined;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  };

  const mayTry = (): boolean => pending !== undefined || Math.abs(clock.now() - triedAt) >= pauseMs;
  const ageOf = (): number => (known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.fetchedAt);

  const ensureKnown = async (): Promise<Known> => {
    if (ageOf() > freshMs && mayTry()) {
      try {
        await refresh();
      } catch (error) {
        if (ageOf() > staleMs) throw error;
      }
    }
    if (known === undefined || ageOf() > staleMs) throw unavailable('it could not be reached a moment ago');
    return known;
  };

  return {
    problem: () => problem,
    async getKey(header, token) {
      const before = await ensureKnown();
      try {
        return await before.getKey(header, token);
      } catch (error) {
        const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY';
        if (!isUnknown || !mayTry()) throw error;
        await refresh();
        return (await ensureKnown()).getKey(header, token);
      }
    },
  };
}

async function fetchKeys({ issuer, fetch, clock }: KeySourceDeps): Promise<Known> {
  const metadata = await fetchMetadata(fetch, issuer);
  if (!metadataShape.Check(metadata)) throw unavailable('its metadata is invalid');
  if (metadata.issuer !== issuer) throw unavailable('its metadata belongs to another issuer');
  const jwks = toJson(await ask(fetch, metadata.jwks_uri));
  if (!jwksShape.Check(jwks)) throw unavailable('its keys are invalid');
  const { createLocalJWKSet } = await import('jose');
  // A symmetric key has no place in a public document.
  const getKey = createLocalJWKSet({ keys: jwks.keys.filter(({ kty }) => kty !== 'oct') });
  return { getKey, fetchedAt: clock.now() };
}

/**
 * Lists where an issuer may publish its metadata (OpenID Connect Discovery, RFC 8414 section 3), the most common
 * place first.
 */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return [...new Set(places)];
}

/** If a place answers without metadata, the next one is tried. If it does not answer at all, the issuer is down. */
async function fetchMetadata(fetch: GuardedFetch, issuer: string): Promise<unknown> {
  let last: GuardedAnswer | undefined;
  for (const place of placesOf(issuer)) {
    last = await ask(fetch, place);
    if (last.status === 200) break;
  }
  if (last === undefined) throw unavailable('it has no address');
  return toJson(last);
}

async function ask(fetch: GuardedFetch, url: string): Promise<GuardedAnswer> {
  const accept = ['application/json', 'application/jwk-set+json'];
  try {
    return await fetch(url, { accept, timeoutMs, maxBytes, maxDepth });
  } catch (error) {
    throw unavailable('it cannot be reached, or its answer is invalid', error);
  }
}

function toJson({ status, body }: GuardedAnswer): unknown {
  if (status !== 200) throw unavailable(`it answers with HTTP ${status}`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw unavailable('its answer is not JSON', error);
  }
}

function unavailable(why: string, cause?: unknown): AppError {
  const detail = `the outside issuer cannot be used now: ${why}`;
  return new AppError('unavailable', detail, { detail, cause, retryAfterS: pauseMs / 1000 });
}
