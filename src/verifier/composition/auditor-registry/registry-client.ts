/**
 * Reads content of an image registry by its digest (OCI distribution 1.1) through the guarded client, and checks the digest.
 * Registries that require a token get an anonymous one (anonymous pull).
 */
import { isRecord } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import { readJson } from '../../../platform/http/guarded-answer.ts';
import type { GuardedAnswer, GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { ImageReference } from './image-reference.ts';

/** Content exists but is not what it must be. */
export class ImageFault extends Error {}

/** The registry refuses to give us content. */
export class RegistryClosed extends Error {}

export interface RegistryClient {
  /** @throws ImageFault, RegistryClosed, AppError of the outbound client. */
  manifest(digest: string): Promise<unknown>;
  blob(digest: string): Promise<unknown>;
}

export interface RegistryClientDeps {
  readonly fetch: GuardedFetch;
  readonly signal: AbortSignal;
}

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
/** Blob servers only know bytes. */
const blobTypes = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
  'application/json',
  'text/plain',
];
const maxBytes = 4 * 1024 * 1024;
const maxDepth = 32;
const timeoutMs = 10_000;
const redirects = 3;

export function createRegistryClient({ fetch, signal }: RegistryClientDeps, image: ImageReference): RegistryClient {
  const { origin, repository } = image;
  let token: string | undefined;

  const ask = (url: string, accept: readonly string[]): Promise<GuardedAnswer> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(url, { accept, headers, redirects, timeoutMs, maxBytes, signal });
  };

  const get = async (kind: 'manifests' | 'blobs', digest: string, accept: readonly string[]): Promise<unknown> => {
    const url = `${origin}/v2/${repository}/${kind}/${digest}`;
    let answer = await ask(url, accept);
    if (answer.status === 401 && token === undefined) {
      token = await fetchToken(fetch, signal, answer.headers['www-authenticate'] ?? '', origin);
      answer = await ask(url, accept);
    }
    if (answer.status === 404) throw new ImageFault(`the registry has no ${kind.slice(0, -1)} ${digest}`);
    if (answer.status !== 200) throw new RegistryClosed(`the registry answers ${answer.status} for ${digest}`);
    if (`sha256:${sha256Hex(answer.body)}` !== digest) {
      throw new ImageFault(`the content that the registry gives for ${digest} has another digest`);
    }
    return readJson(answer, maxDepth);
  };

  return {
    manifest: (digest) => get('manifests', digest, manifestTypes),
    blob: (digest) => get('blobs', digest, blobTypes),
  };
}

/** Reads a challenge as Docker Hub and others send it: `Bearer realm="…",service="…",scope="…"`. */
async function fetchToken(
  fetch: GuardedFetch,
  signal: AbortSignal,
  challenge: string,
  origin: string,
): Promise<string> {
  const realm = readParameter(challenge, 'realm');
  if (!/^bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm)) {
    throw new RegistryClosed('the registry requires a credential, and the verifier has none');
  }
  const url = new URL(realm);
  // A token sent in the clear can be read by anybody.
  if (url.protocol !== 'https:' && origin.startsWith('https:')) {
    throw new RegistryClosed('the token endpoint of the registry is not https');
  }
  for (const name of ['service', 'scope']) {
    const value = readParameter(challenge, name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const answer = await fetch(url.href, { accept: ['application/json'], timeoutMs, maxBytes: 256 * 1024, signal });
  if (answer.status !== 200) {
    throw new RegistryClosed(`the registry refuses an anonymous token: ${answer.status}`);
  }
  const body = readJson(answer);
  const token = isRecord(body) ? (body['token'] ?? body['access_token']) : undefined;
  if (typeof token === 'string' && /^[\x21-\x7e]{1,16384}$/.test(token)) return token;
  throw new RegistryClosed('the registry answered without a token');
}

function readParameter(challenge: string, name: string): string | undefined {
  return new RegExp(`[ ,]${name}="([^"\\\\]{1,2048})"`, 'i').exec(challenge)?.[1];
}
