/**
 * The keys of an outside issuer: discovered, fetched through the guard, bounded, kept for a while. An unknown `kid` has
 * them fetched anew, but only every so often, since anybody can write one into a token.
 */
import type { FlattenedJWSInput, JWSHeaderParameters, JWTVerifyGetKey } from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';

export interface KeySource {
  /** For `jwtVerify` of jose. @throws AppError `unavailable` when the issuer cannot be asked and nothing is known. */
  readonly getKey: JWTVerifyGetKey;
}

export interface KeySourceDeps {
  readonly issuer: string;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

const freshMs = 10 * 60_000;
/** An issuer that is down does not lock everybody out at once; a key that it took back is not trusted for ever either. */
const staleMs = 60 * 60_000;
/** Between two fetches, whatever tokens say, and after a failure. */
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

  /** Of many at once one asks, and all have its answer. */
  const refresh = async (): Promise<void> => {
    triedAt = clock.now();
    pending ??= fetchKeys(deps).finally(() => {
      pending = undefined;
    });
    known = await pending;
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
    if (known === undefined || ageOf() > staleMs) throw unavailable('it could not be asked a moment ago');
    return known;
  };

  return {
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
  const metadata = await fetchJson(fetch, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!metadataShape.Check(metadata)) throw unavailable('its metadata is not what it should be');
  if (metadata.issuer !== issuer) throw unavailable('its metadata is that of another issuer');
  const jwks = await fetchJson(fetch, metadata.jwks_uri);
  if (!jwksShape.Check(jwks)) throw unavailable('its keys are not what they should be');
  const { createLocalJWKSet } = await import('jose');
  // A symmetric key has no place in what everybody may read.
  const getKey = createLocalJWKSet({ keys: jwks.keys.filter(({ kty }) => kty !== 'oct') });
  return { getKey, fetchedAt: clock.now() };
}

async function fetchJson(fetch: GuardedFetch, url: string): Promise<unknown> {
  const accept = ['application/json', 'application/jwk-set+json'];
  try {
    const { status, body } = await fetch(url, { accept, timeoutMs, maxBytes, maxDepth });
    if (status !== 200) throw unavailable(`it answers with HTTP ${status}`);
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    throw unavailable('it cannot be asked, or answers with something else', error);
  }
}

function unavailable(why: string, cause?: unknown): AppError {
  const detail = `the outside issuer cannot be relied on now: ${why}`;
  return new AppError('unavailable', detail, { detail, cause, retryAfterS: pauseMs / 1000 });
}
