/** An OpenID Connect issuer for tests: small, and as faulty as a test wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export interface TestIssuer {
  readonly url: string;
  /** Paths of the requests. */
  readonly seen: string[];
  /** Replaces the answer with the keys. */
  answerKeys: ((response: ServerResponse) => void) | undefined;
  /** Members of the metadata to replace. */
  metadata: Record<string, unknown>;
  /** Signs with a new key from here on, published or not. */
  rotate(options?: { published?: boolean }): Promise<void>;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Claims of the next id_token. */
  person: Record<string, unknown>;
  /** The last request to the token endpoint. */
  lastExchange: URLSearchParams | undefined;
  /** The nonce of the next id_token. */
  nonce: string | undefined;
  readonly publicJwk: () => JWK;
  close(): Promise<void>;
}

export async function openIssuer(nowS: () => number): Promise<TestIssuer> {
  let count = 0;
  let published: JWK[] = [];
  let current: { kid: string; key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; jwk: JWK } | undefined;
  let url = '';

  const issuer: TestIssuer = {
    get url() {
      return url;
    },
    seen: [],
    answerKeys: undefined,
    metadata: {},
    person: {},
    lastExchange: undefined,
    nonce: undefined,
    async rotate({ published: isPublished = true } = {}) {
      count += 1;
      const kid = `key-${count}`;
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
      current = { kid, key: privateKey, jwk };
      published = isPublished ? [jwk] : published;
    },
    async sign(claims, header = {}) {
      if (current === undefined) throw new Error('the issuer has no key');
      const base = { iss: url, iat: nowS(), exp: nowS() + 300 };
      return new SignJWT({ ...base, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: current.kid, typ: 'at+jwt', ...header })
        .sign(current.key, { crit: { x: true } });
    },
    publicJwk: () => current?.jwk ?? {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '', url).pathname;
    issuer.seen.push(path);
    if (path === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: url,
        jwks_uri: `${url}/jwks`,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...issuer.metadata,
      });
    }
    if (path === '/jwks') return issuer.answerKeys?.(response) ?? json(response, { keys: published });
    if (path !== '/token') return void response.writeHead(404).end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    issuer.lastExchange = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    const nonce = issuer.nonce === undefined ? {} : { nonce: issuer.nonce };
    const idToken = await issuer.sign({ aud: 'assay-client', ...nonce, ...issuer.person }, { typ: 'JWT' });
    return json(response, { access_token: 'opaque', token_type: 'Bearer', id_token: idToken, expires_in: 60 });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  url = `http://127.0.0.1:${address.port}`;
  await issuer.rotate();
  return issuer;
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
