/** For tests: a verifier that listens, people with a browser, agents with credentials, and settings of third-party clients. */
import { createServer } from 'node:net';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { joinAs, type NewPerson, type PageAnswer, type TestVisitor } from '../../front/pages/test-visitor.ts';
import { openTestVerifier, type TestVerifier, type TestVerifierOptions } from '../../test-verifier.ts';

export interface TestIssuer {
  readonly verifier: TestVerifier;
  readonly url: string;
  /** Adds a person who is a member and signed in. */
  join(person: NewPerson): Promise<TestVisitor>;
  /** Adds an agent with a client secret, or with these keys. */
  agent(id: string, body?: Readonly<Record<string, unknown>>): Promise<TestAgent>;
  /** Sends a form to the issuer, over the network. */
  form(path: string, fields: Fields, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Takes a browser through an authorization request; gives the address at which it ends. */
  authorize(visitor: TestVisitor, url: URL | string, decision?: 'yes' | 'no'): Promise<URL>;
  close(): Promise<void>;
}

export interface TestAgent {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
  readonly spiffeId: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export async function openTestIssuer(
  kind: Database['kind'] = testDatabaseKind,
  env: Record<string, string> = {},
  options: TestVerifierOptions = {},
) {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: url, ...env }, kind, options);
  verifier.clock.set(Date.now());
  await verifier.verifier().app.listen({ host: '127.0.0.1', port });
  return toTestIssuer(verifier, url);
}

function toTestIssuer(verifier: TestVerifier, url: string): TestIssuer {
  return {
    verifier,
    url,
    join: (person) => joinAs(verifier, person),
    async agent(id, body = {}) {
      const { body: made, status } = await verifier.post('/v1/agents', { id, ...body });
      if (status !== 201) throw new Error(`no agent: ${JSON.stringify(made)}`);
      return {
        id,
        clientId: String(made['client_id']),
        secret: String(made['client_secret']),
        spiffeId: String(made['spiffe_id']),
      };
    },
    async form(path, fields, headers = {}) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
      const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
    },
    authorize: (visitor, to, decision = 'yes') => walk(visitor, url, new URL(to), decision),
    close: () => verifier.close(),
  };
}

/** Follows redirects like a browser, answers the pages, and stops when it is sent to another site. */
async function walk(visitor: TestVisitor, own: string, start: URL, decision: string): Promise<URL> {
  let answer: PageAnswer = await visitor.open(`${start.pathname}${start.search}`);
  let at = start;
  for (let step = 0; step < maxSteps; step++) {
    const { location } = answer;
    if (location === undefined) {
      if (!at.pathname.startsWith('/oauth/interaction/') || answer.status !== 200) {
        throw new Error(`${answer.status} at ${at.pathname}: ${answer.text.slice(0, 2_000)}`);
      }
      answer = await visitor.fill(at.pathname, { decision });
    } else {
      at = new URL(location, own);
      if (at.origin !== own) return at;
      answer = await visitor.open(`${at.pathname}${at.search}`);
    }
  }
  throw new Error('the authorization request comes to no end');
}

const maxSteps = 12;

export function basic({ clientId, secret }: Pick<TestAgent, 'clientId' | 'secret'>): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}

/** Gives the claims of a JWT, unchecked. */
export function claimsOf(token: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error()),
      );
    });
  });
}
