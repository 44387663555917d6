/**
 * A small registry over HTTP, written from the OCI distribution specification 1.1 (pull): manifests and blobs by digest
 * or tag, and anonymous tokens. Images are made here from their labels.
 */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type FakeService, type SeenRequest, sendJson, serveFake } from '../cli.fake.ts';

export const ociTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
} as const;

export interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly bytes: Buffer;
}

/** One image: its configuration and its manifest. */
export interface TestImage {
  readonly config: Blob;
  readonly manifest: Blob;
}

export function toBlob(mediaType: string, value: unknown): Blob {
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { mediaType, digest, size: bytes.length, bytes };
}

export const descriptorOf = ({ mediaType, digest, size }: Blob) => ({ mediaType, digest, size });

/** An image with these labels, and a layer that nobody reads. */
export function anImage(labels: Readonly<Record<string, string>> | undefined, architecture = 'amd64'): TestImage {
  const container = labels === undefined ? {} : { config: { Labels: labels } };
  const config = toBlob(ociTypes.config, { architecture, os: 'linux', ...container });
  const layer = {
    mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
    digest: `sha256:${'0'.repeat(64)}`,
    size: 9,
  };
  const manifest = toBlob(ociTypes.manifest, {
    schemaVersion: 2,
    mediaType: ociTypes.manifest,
    config: descriptorOf(config),
    layers: [layer],
  });
  return { config, manifest };
}

/** An index with a manifest for each platform, and an attestation as BuildKit adds it. */
export function anIndex(images: Readonly<Record<string, TestImage>>): Blob {
  const manifests = Object.entries(images).map(([architecture, { manifest }]) => ({
    ...descriptorOf(manifest),
    platform: { os: 'linux', architecture },
  }));
  const attestation = {
    ...descriptorOf(toBlob(ociTypes.manifest, 'not there')),
    platform: { os: 'unknown', architecture: 'unknown' },
    annotations: { 'vnd.docker.reference.type': 'attestation-manifest' },
  };
  return toBlob(ociTypes.index, {
    schemaVersion: 2,
    mediaType: ociTypes.index,
    manifests: [...manifests, attestation],
  });
}

export interface FakeRegistry extends FakeService {
  /** `host:port`, as references name it. */
  readonly host: string;
}

export interface FakeRegistryOptions {
  readonly repository: string;
  /** By tag. */
  readonly tags: Readonly<Record<string, Blob>>;
  readonly blobs: readonly Blob[];
  /** `token`: an anonymous token is asked for; `login`: no token is given; `basic`: passwords. */
  readonly access?: 'open' | 'token' | 'login' | 'basic';
  /** Answers before the rules of the registry, and says whether it did. */
  readonly instead?: (request: SeenRequest, response: ServerResponse) => boolean;
}

const token = 'anonymous-token';

export async function serveRegistry(options: FakeRegistryOptions): Promise<FakeRegistry> {
  const { repository, tags, blobs, access = 'open', instead } = options;
  const parts = new RegExp(`^/v2/${repository}/(manifests|blobs)/([^/]+)$`);
  let host = '';
  const service = await serveFake((request, response) => {
    const url = new URL(request.url ?? '/', 'http://registry');
    if (instead?.(request, response) === true) return;
    if (url.pathname === '/token') {
      const isMeant = url.searchParams.get('scope') === `repository:${repository}:pull`;
      if (access === 'login' || !isMeant) return sendJson(response, 401, { errors: [{ code: 'DENIED' }] });
      return sendJson(response, 200, { token });
    }
    if (access !== 'open' && request.headers.authorization !== `Bearer ${token}`) {
      const challenge =
        access === 'basic'
          ? 'Basic realm="registry"'
          : `Bearer realm="http://${host}/token",service="test",scope="repository:${repository}:pull"`;
      response.setHeader('www-authenticate', challenge);
      return sendJson(response, 401, { errors: [{ code: 'UNAUTHORIZED' }] });
    }
    const [, kind = '', reference = ''] = parts.exec(url.pathname) ?? [];
    const found =
      (kind === 'manifests' ? tags[reference] : undefined) ?? blobs.find(({ digest }) => digest === reference);
    if (found === undefined) {
      return sendJson(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    }
    const type = kind === 'blobs' ? 'application/octet-stream' : found.mediaType;
    response.writeHead(200, { 'content-type': type, 'docker-content-digest': found.digest }).end(found.bytes);
  });
  host = new URL(service.url).host;
  return { ...service, host };
}
