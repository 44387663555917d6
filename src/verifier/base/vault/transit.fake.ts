/** A transit engine for tests: the HTTP API of HashiCorp Vault (v1, secrets engine transit), with its own keys. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface TransitCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface FakeTransit {
  readonly url: string;
  readonly calls: TransitCall[];
  /** The accepted token. */
  token: string;
  isSealed: boolean;
  /** Replaces every answer. */
  strange: { status: number; type: string; text: string; location?: string } | undefined;
  minDecryptionVersion: number;
  keyType: string;
  latest(): number;
  rotate(): void;
  /** Counts the calls of an operation, e.g. `decrypt`. */
  count(operation: string): number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const refuse = (status: number, ...errors: string[]): Answer => ({ status, body: { errors } });
const tagBytes = 16;

export async function serveTransit(mount = 'transit', name = 'assay'): Promise<FakeTransit> {
  const keys: Buffer[] = [randomBytes(32)];
  const calls: TransitCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: Object(text === '' ? {} : JSON.parse(text)) };
    calls.push(call);
    const { strange } = transit;
    if (strange !== undefined) {
      const location = strange.location === undefined ? {} : { location: strange.location };
      response.writeHead(strange.status, { 'content-type': strange.type, ...location }).end(strange.text);
      return;
    }
    const { status, body } = answer(call);
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  const answer = ({ method, url, headers, body }: TransitCall): Answer => {
    if (transit.isSealed) return refuse(503, 'Vault is sealed');
    if (headers['x-vault-token'] !== transit.token)
      return refuse(403, '2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n');
    const base = `/v1/${mount}/`;
    if (!url.startsWith(base)) return refuse(404, `no handler for route "${url.slice(4)}". route entry not found.`);
    switch (`${method} ${url.slice(base.length)}`) {
      case `GET keys/${name}`:
        return ok({ name, type: transit.keyType, latest_version: keys.length, min_available_version: 0, ...limits() });
      case `POST keys/${name}/rotate`:
        transit.rotate();
        return { status: 204 };
      case `POST encrypt/${name}`:
        return encrypt(body);
      case `POST decrypt/${name}`:
        return decrypt(body);
      default:
        return method === 'GET' ? refuse(404) : refuse(400, 'encryption key not found');
    }
  };
  const limits = () => ({
    min_decryption_version: transit.minDecryptionVersion,
    min_encryption_version: 0,
    deletion_allowed: false,
    derived: false,
    exportable: false,
    supports_encryption: true,
    supports_decryption: true,
    keys: Object.fromEntries(keys.map((_key, index) => [String(index + 1), 1_700_000_000])),
  });
  const ok = (data: object): Answer => ({
    status: 200,
    body: {
      request_id: '0b1d6d8f-3a4e-9c4f-7c2e-2f1f0c1c8a11',
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data,
      wrap_info: null,
      warnings: null,
      auth: null,
      mount_type: 'transit',
    },
  });
  const encrypt = ({ plaintext, associated_data: aad = '', key_version: asked = 0 }: TransitCall['body']): Answer => {
    if (typeof plaintext !== 'string') return refuse(400, 'missing plaintext to encrypt');
    const version = Number(asked) === 0 ? keys.length : Number(asked);
    const key = keys[version - 1];
    if (key === undefined) return refuse(400, 'requested version for encryption is higher than the latest key version');
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(String(aad), 'base64'));
    const sealed = Buffer.concat([cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()]);
    const bytes = Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    return ok({ ciphertext: `vault:v${version}:${bytes.toString('base64')}`, key_version: version });
  };
  const decrypt = ({ ciphertext, associated_data: aad = '' }: TransitCall['body']): Answer => {
    const [, number = '', text = ''] = /^vault:v(\d+):(.*)$/.exec(String(ciphertext)) ?? [];
    if (number === '') return refuse(400, 'invalid ciphertext: no prefix');
    const version = Number(number);
    if (version < transit.minDecryptionVersion) {
      return refuse(400, 'ciphertext or signature version is disallowed by policy (too old)');
    }
    const key = keys[version - 1];
    if (key === undefined) return refuse(400, 'invalid ciphertext: version is too new');
    const bytes = Buffer.from(text, 'base64');
    if (bytes.byteLength < 12 + tagBytes) return refuse(400, 'invalid ciphertext length');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(String(aad), 'base64'));
    decipher.setAuthTag(bytes.subarray(bytes.byteLength - tagBytes));
    try {
      const data = Buffer.concat([decipher.update(bytes.subarray(12, -tagBytes)), decipher.final()]);
      return ok({ plaintext: data.toString('base64') });
    } catch {
      return refuse(400, 'cipher: message authentication failed');
    }
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  const transit: FakeTransit = {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    token: 'hvs.first-token',
    isSealed: false,
    strange: undefined,
    minDecryptionVersion: 1,
    keyType: 'aes256-gcm96',
    latest: () => keys.length,
    rotate: () => void keys.push(randomBytes(32)),
    count: (operation) => calls.filter(({ url }) => url.includes(`/${operation}`)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return transit;
}
