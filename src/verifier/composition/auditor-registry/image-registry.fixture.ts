/** An image registry on loopback (OCI distribution 1.1) for reading labels: tokens, redirects of blobs, false content. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const soundLabels = {
  'io.vendor.auditor': 'true',
  'io.vendor.schema_version': '2.0',
  'io.vendor.phase': 'request,response',
  'io.vendor.interfaces': 'health,claims,vocabulary',
};

export interface ImageRegistry {
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  /** Requested paths, with the credential if there was one. */
  readonly asked: string[];
  /** Stores an image behind an index. Returns its reference by digest. */
  push(labels: unknown, change?: ImageChange): string;
  /** Stores any content. Returns its digest. */
  put(content: unknown): string;
  /** How it behaves from now on: requires a token, returns other bytes than requested, refuses. */
  mode: 'open' | 'token' | 'lies' | 'shut';
  close(): Promise<void>;
}

export interface ImageChange {
  readonly architecture?: string;
  /** The reference leads to the manifest, without an index. */
  readonly isPlain?: boolean;
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const indexType = 'application/vnd.oci.image.index.v1+json';
let count = 0;

export async function openImageRegistry(): Promise<ImageRegistry> {
  const contents = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://registry.invalid');
    registry.asked.push(`${pathname} ${request.headers.authorization ?? ''}`.trim());
    const answer = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    if (pathname === '/token') return answer(200, JSON.stringify({ token: `for-${searchParams.get('scope')}` }));
    const [, kind, digest = ''] =
      /^\/v2\/.+\/(manifests|blobs)\/(.+)$/.exec(pathname) ?? /^\/(bytes)\/(.+)$/.exec(pathname) ?? [];
    if (registry.mode === 'shut') return answer(503, '{}');
    const isKnown = request.headers.authorization === 'Bearer for-repository:tone:pull';
    if (registry.mode === 'token' && kind !== 'bytes' && !isKnown) {
      const challenge = `Bearer realm="http://${registry.host}/token",service="registry",scope="repository:tone:pull"`;
      return answer(401, '{}', { 'www-authenticate': challenge });
    }
    const content = contents.get(digest);
    if (content === undefined) return answer(404, '{}');
    if (kind === 'blobs') return answer(307, '', { location: `http://${registry.host}/bytes/${digest}` });
    const bytes = registry.mode === 'lies' ? Buffer.from(content.toString().replace('"', '" ')) : content;
    const type = content.includes('"manifests"') ? indexType : manifestType;
    return answer(200, bytes, { 'content-type': kind === 'bytes' ? 'application/octet-stream' : type });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const put = (content: unknown): string => {
    const bytes = Buffer.from(JSON.stringify(content));
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    contents.set(digest, bytes);
    return digest;
  };
  const registry: ImageRegistry = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    mode: 'open',
    put,
    push(labels, { architecture = 'amd64', isPlain = false } = {}) {
      count += 1;
      const config = put({ architecture, os: 'linux', config: { Labels: labels }, made: count });
      const manifest = put({
        schemaVersion: 2,
        mediaType: manifestType,
        config: { digest: config, size: 1 },
        layers: [],
      });
      const other = { digest: `sha256:${'0'.repeat(64)}`, platform: { os: 'linux', architecture: 'riscv64' } };
      const own = { digest: manifest, platform: { os: 'linux', architecture } };
      const index = put({ schemaVersion: 2, mediaType: indexType, manifests: [other, own] });
      return `${registry.host}/tone@${isPlain ? manifest : index}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return registry;
}
