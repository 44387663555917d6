/**
 * Labels of an image in a registry (OCI distribution specification 1.1, pull), without an engine. Anonymous: where a
 * registry asks for a token, it is fetched without an account. All calls go through the guarded client.
 */
import { isRecord } from '@assay/sdk/contract';
import { AppError } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/access.ts';
import { readJson } from '../../platform/http/guarded-answer.ts';
import { createGuardedFetch, type GuardedAnswer, type GuardedClient } from '../../platform/http/guarded-fetch.ts';
import { loopbackBlocks, parseOutboundAllow } from '../../platform/http/outbound-addresses.ts';
import { UsageError } from '../options.ts';
import {
  assertDigest,
  type FoundImage,
  type ImageStore,
  maxDocumentBytes,
  readableTypes,
  readImages,
} from './contents.ts';
import { type ImageReference, isDigest } from './reference.ts';

/** Registries give blobs under many types. */
const blobTypes = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/json',
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
];
const timeoutMs = 30_000;
const maxTokenBytes = 64 * 1024;
const maxTokenChars = 32 * 1024;

/** Gives the images of a reference: one, or one for each platform. @throws UsageError, AppError `unavailable` */
export async function readRegistryImages(reference: ImageReference): Promise<FoundImage[]> {
  const registry = connectRegistry(reference);
  const root = await registry.get(`manifests/${reference.reference}`, readableTypes);
  if (isDigest(reference.reference)) assertDigest(root, reference.reference);
  const store: ImageStore = {
    read: ({ digest }, kind) =>
      kind === 'manifest'
        ? registry.get(`manifests/${digest}`, readableTypes)
        : registry.get(`blobs/${digest}`, blobTypes),
  };
  return readImages(root, store);
}

interface Registry {
  get(path: string, accept: readonly string[]): Promise<Uint8Array>;
}

function connectRegistry({ registry, repository, reference }: ImageReference): Registry {
  const { hostname } = new URL(`https://${registry}`);
  const isNear = isLoopback(hostname);
  const base = `${isNear ? 'http' : 'https'}://${registry}`;
  const client = createRegistryClient(base, hostname, isNear);
  const name = `${registry}/${repository}:${reference}`;
  let token: string | undefined;

  const ask = (path: string, accept: readonly string[]): Promise<GuardedAnswer> =>
    client(`${base}/v2/${repository}/${path}`, {
      accept,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      timeoutMs,
      maxBytes: maxDocumentBytes,
      redirects: 3,
    });

  return {
    async get(path, accept) {
      try {
        let answer = await ask(path, accept);
        if (answer.status === 401 && token === undefined) {
          token = await fetchToken(client, answer, { repository, base });
          if (token !== undefined) answer = await ask(path, accept);
        }
        assertFound(answer, name);
        return answer.body;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const detail = `${name} cannot be read: ${error.publicText}`;
        throw new AppError('unavailable', detail, { cause: error, detail });
      }
    },
  };
}

/** The registry that was named may be inside the network; where it sends us to may not be, unless it is the same host. */
function createRegistryClient(base: string, hostname: string, isNear: boolean): GuardedClient {
  const { port } = new URL(base);
  return createGuardedFetch({
    allow: parseOutboundAllow(isNear ? loopbackBlocks : hostname.replaceAll(/[[\]]/g, '')),
    ...(port === '' ? {} : { ports: new Set([Number(port)]) }),
  });
}

function assertFound({ status }: GuardedAnswer, name: string): void {
  if (status === 200) return;
  if (status === 404) throw new UsageError(`There is no image ${name}.`);
  if (status === 401 || status === 403) {
    throw new UsageError(
      `The registry gives ${name} to known callers only. Save it with docker save -o image.tar, and check image.tar.`,
    );
  }
  const detail = `the registry answers with HTTP ${status}`;
  throw new AppError('unavailable', detail, { detail });
}

/** Fetches an anonymous token (distribution's token authentication); `undefined` where none is offered. */
async function fetchToken(
  client: GuardedClient,
  { headers }: GuardedAnswer,
  { repository, base }: { readonly repository: string; readonly base: string },
): Promise<string | undefined> {
  const [, parameters] = /(?:^|,\s*)Bearer\s+(.*)$/i.exec(headers['www-authenticate'] ?? '') ?? [];
  const named = new Map(
    [...(parameters ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]),
  );
  const realm = named.get('realm');
  if (realm === undefined || !URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  if (url.protocol !== 'https:' && url.host !== new URL(base).host) {
    throw new UsageError(`The registry sends callers to ${url.origin} for a token, which is not https.`);
  }
  const service = named.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', `repository:${repository}:pull`);
  const answer = await client(url.href, {
    accept: ['application/json'],
    timeoutMs,
    maxBytes: maxTokenBytes,
    redirects: 0,
  });
  if (answer.status !== 200) return undefined;
  const body = readJson(answer);
  const found: unknown = isRecord(body) ? (body['token'] ?? body['access_token']) : undefined;
  return typeof found === 'string' && found.length <= maxTokenChars && /^[\x21-\x7e]+$/.test(found) ? found : undefined;
}
