/**
 * Checks the signatures of an agent card (JWS of RFC 7515 over the canonical JSON of RFC 8785 of the card without its
 * signatures). A card without one is taken as it is. Keys are those that the signature names (`jku`), at the origin of the
 * agent alone: a key of another host would only show that somebody signed it.
 */
import { isRecord } from '@assay/sdk/contract';
import { canonicalize } from '@assay/sdk/crypto';
import { createLocalJWKSet, type FlattenedJWS, flattenedVerify, type JSONWebKeySet } from 'jose';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { cardInvalid } from '../../../platform/tools/agent-card.ts';
import type { AgentCard } from '../../../platform/tools/agent-interface.ts';

const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];
const maxSignatures = 4;

/** @throws AppError `unprocessable` (`tools_invalid`) unless every signature holds. */
export async function assertCardSignatures(
  client: Pick<GuardedClient, 'open'>,
  card: AgentCard,
  agentUrl: string,
  signal?: AbortSignal,
): Promise<void> {
  const { signatures, ...unsigned } = card;
  if (signatures === undefined) return;
  if (!Array.isArray(signatures) || signatures.length === 0 || signatures.length > maxSignatures) {
    throw cardInvalid(`its signatures are no list of 1 to ${maxSignatures}`);
  }
  // A2A 1.0 signs the card without members that have no value; A2A 0.3 signs it as it is.
  const forms = new Set([unsigned, withoutEmpty(unsigned) ?? {}].map((form) => canonicalize(form)));
  const payloads = [...forms].map((form) => Buffer.from(form).toString('base64url'));
  for (const one of signatures) await assertOne(client, { one, payloads, agentUrl, signal });
}

/** Leaves out empty texts, lists and objects, from the inside out; undefined where nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isRecord(value)) return value;
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

interface Signed {
  readonly one: unknown;
  /** The forms of the card that may be the signed one. */
  readonly payloads: readonly string[];
  readonly agentUrl: string;
  readonly signal: AbortSignal | undefined;
}

async function assertOne(
  client: Pick<GuardedClient, 'open'>,
  { one, payloads, agentUrl, signal }: Signed,
): Promise<void> {
  const { protected: head, signature } = isRecord(one) ? one : {};
  if (typeof head !== 'string' || typeof signature !== 'string') throw cardInvalid('a signature of it is malformed');
  const { jku } = readHead(head);
  if (typeof jku !== 'string' || !URL.canParse(jku) || new URL(jku).origin !== new URL(agentUrl).origin) {
    throw cardInvalid('a signature of it names no key (jku) at the host of the agent');
  }
  const keys = await readKeys(client, jku, signal);
  const causes: unknown[] = [];
  for (const payload of payloads) {
    const jws: FlattenedJWS = { protected: head, signature, payload };
    try {
      await flattenedVerify(jws, createLocalJWKSet(keys), { algorithms });
      return;
    } catch (cause) {
      causes.push(cause);
    }
  }
  throw cardInvalid('a signature of it does not hold', causes[0]);
}

function readHead(head: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return isRecord(value) ? value : {};
  } catch (cause) {
    throw cardInvalid('a signature of it is malformed', cause);
  }
}

async function readKeys(
  client: Pick<GuardedClient, 'open'>,
  url: string,
  signal: AbortSignal | undefined,
): Promise<JSONWebKeySet> {
  const answer = await client.open(url, {
    accept: ['application/json', 'application/jwk-set+json'],
    timeoutMs: 10_000,
    maxBytes: 64 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    const value: unknown = answer.status === 200 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : undefined;
    const keys = isRecord(value) ? value['keys'] : undefined;
    if (Array.isArray(keys))
      return {
        keys: keys
          .filter(isRecord)
          .flatMap((key) => (typeof key['kty'] === 'string' ? [{ ...key, kty: key['kty'] }] : [])),
      };
    throw cardInvalid('the keys of its signature cannot be read');
  } catch (cause) {
    if (cause instanceof SyntaxError) throw cardInvalid('the keys of its signature cannot be read', cause);
    throw cause;
  } finally {
    await answer.close();
  }
}
