/**
 * A key encryption key that never leaves a HashiCorp Vault or OpenBao: its transit engine seals data keys (`POST
 * /v1/<mount>/encrypt/<key>` …). The address comes from the operator's configuration, never from a request.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isAppError } from '../../../platform/errors.ts';
import type { GuardedAnswer, GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { Secret } from '../../../platform/secret.ts';
import { kekUnavailable } from './errors.ts';
import { keyBytes } from './gcm.ts';
import type { Kek } from './kek.ts';

export interface TransitOptions {
  /** Address of the server, e.g. `https://vault.internal:8200`. */
  readonly url: string;
  readonly mount: string;
  readonly key: string;
  readonly namespace: string | undefined;
  /** Read at each call: a token file is replaced while this runs. */
  readonly token: () => Promise<Secret>;
  readonly fetch: GuardedFetch;
}

const timeoutMs = 3_000;
const maxBytes = 64 * 1024;
const wrappedForm = /^vault:v([1-9]\d{0,8}):[A-Za-z0-9+/]+={0,2}$/;

const encrypted = Compile(Type.Object({ data: Type.Object({ ciphertext: Type.String() }) }));
const decrypted = Compile(Type.Object({ data: Type.Object({ plaintext: Type.String() }) }));
const described = Compile(
  Type.Object({
    data: Type.Object({
      latest_version: Type.Integer({ minimum: 1 }),
      min_decryption_version: Type.Optional(Type.Integer({ minimum: 0 })),
      supports_encryption: Type.Optional(Type.Boolean()),
      type: Type.Optional(Type.String()),
    }),
  }),
);
const refused = Compile(Type.Object({ errors: Type.Array(Type.String()) }));

/** Key types whose ciphertext is bound to the associated data that we send. */
const authenticating = new Set(['aes128-gcm96', 'aes256-gcm96', 'chacha20-poly1305', 'xchacha20-poly1305']);

export function createTransitKek(options: TransitOptions): Kek {
  const { mount, key } = options;
  const post = createCalls(options);
  const newest = async () => {
    const body = await post('GET', `keys/${key}`);
    if (!described.Check(body)) throw strange('no description of the key');
    const { type, latest_version } = body.data;
    if (type !== undefined && !authenticating.has(type)) {
      throw kekUnavailable(
        'kek_unavailable',
        `the transit key "${key}" has type ${type}: create one of type aes256-gcm96`,
      );
    }
    return latest_version;
  };
  return {
    id: `transit/${mount}/${key}`,
    isRemote: true,
    newest,
    knows: async () => true,
    async wrap(version, dek, aad) {
      const body = await post('POST', `encrypt/${key}`, {
        plaintext: dek.toString('base64'),
        associated_data: aad.toString('base64'),
        key_version: version,
      });
      if (!encrypted.Check(body)) throw strange('no ciphertext');
      const { ciphertext } = body.data;
      if (versionOf(ciphertext) !== version) throw strange(`a ciphertext of another version than ${version}`);
      return ciphertext;
    },
    async unwrap(version, wrapped, aad) {
      // The version in the row and in the ciphertext must be the same: the AAD names it too.
      if (versionOf(wrapped) !== version) return undefined;
      const body = await post('POST', `decrypt/${key}`, {
        ciphertext: wrapped,
        associated_data: aad.toString('base64'),
      });
      if (body === doesNotHold) return undefined;
      if (!decrypted.Check(body)) throw strange('no plaintext');
      const bytes = Buffer.from(body.data.plaintext, 'base64');
      if (bytes.byteLength === keyBytes) return bytes;
      bytes.fill(0);
      return undefined;
    },
    async makeNext(above) {
      // The key may have been rotated at the server already: then that version is the next one.
      const latest = await newest();
      if (latest > above) return latest;
      await post('POST', `keys/${key}/rotate`, {});
      const made = await newest();
      if (made <= above) throw strange(`version ${made} after a rotation, not one above ${above}`);
      return made;
    },
  };
}

function versionOf(wrapped: string): number | undefined {
  const [, version] = wrappedForm.exec(wrapped) ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Given instead of an answer: the ciphertext was refused. */
const doesNotHold = Symbol('does not hold');

function createCalls({ url, mount, namespace, token, fetch }: TransitOptions) {
  const base = `${url.replace(/\/+$/, '')}/v1/${mount}`;
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const headers = {
      'x-vault-token': (await token()).reveal(),
      'x-vault-request': 'true',
      ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    let answer: GuardedAnswer;
    try {
      const accept = ['application/json'];
      answer = await fetch(`${base}/${path}`, { method, headers, ...sent, accept, timeoutMs, maxBytes });
    } catch (cause) {
      if (!isAppError(cause)) throw cause;
      throw kekUnavailable('kek_unavailable', `the transit server does not answer: ${cause.publicText}`, { cause });
    }
    return read(answer, path);
  };
}

function read({ status, body }: GuardedAnswer, path: string): unknown {
  if (status === 204) return undefined;
  const content = parse(body);
  if (status >= 200 && status < 300) return content;
  const said = refused.Check(content) ? content.errors.join(' ').toLowerCase() : '';
  if (status === 400 && path.startsWith('decrypt/')) {
    if (/disallowed by policy|too old/.test(said)) {
      throw kekUnavailable(
        'kek_version_retired',
        'the transit key no longer opens this version (min_decryption_version)',
      );
    }
    // Only these two messages mean a wrong ciphertext; anything else may be the key or the server.
    if (/message authentication failed|invalid ciphertext/.test(said)) return doesNotHold;
  }
  throw kekUnavailable('kek_unavailable', remedyOf(status));
}

/** The server's own text is not shown: it may contain what was sent. */
function remedyOf(status: number): string {
  if (status === 403)
    return 'the transit server refuses the token (403): give one whose policy allows encrypt, decrypt and reading the key';
  if (status === 404)
    return 'the transit server has no such mount or key (404): see VERIFIER_KEK_TRANSIT_MOUNT and _KEY';
  if (status === 503) return 'the transit server is sealed (503): unseal it';
  return `the transit server answers ${status}`;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function strange(what: string) {
  return kekUnavailable('kek_unavailable', `the transit server gives ${what}`);
}
