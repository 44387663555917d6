/** A browser with the console open, for tests in process: keeps cookies, and sends what browsers send. */
import type { Answer, Method, TestVerifier } from '../../test-verifier.ts';
import { createTestVisitor, type TestVisitor } from '../pages/test-visitor.ts';

export interface ConsoleBrowser {
  readonly cookies: Map<string, string>;
  /** Calls as a page of the console; `csrf` is sent if it is given, and `headers` replace what a browser sends. */
  call(method: Method, url: string, options?: CallOptions): Promise<Answer>;
  /** Reads the session, as a page does when it opens. */
  session(): Promise<Record<string, unknown>>;
  /** The token of the calls of this session. */
  csrf(): Promise<string>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly csrf?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ownPage = { host: '127.0.0.1:8200', origin: 'http://127.0.0.1:8200', 'sec-fetch-site': 'same-origin' };

/** `visitor`: a person whose cookies the browser has. */
export function createConsoleBrowser(verifier: TestVerifier, visitor?: TestVisitor): ConsoleBrowser {
  const { cookies } = visitor ?? createTestVisitor(verifier);
  const call: ConsoleBrowser['call'] = async (method, url, { body, csrf, headers = ownPage } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      ...(cookie === '' ? {} : { cookie }),
      ...(csrf === undefined ? {} : { 'x-assay-csrf': csrf }),
      host: ownPage.host,
      ...headers,
    };
    const answer = await verifier.call(method, url, sent, body);
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) keep(cookies, line);
    return answer;
  };
  const session = async () => (await call('GET', '/v1/console/session')).body;
  return { cookies, call, session, csrf: async () => String((await session())['csrf_token']) };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const at = pair.indexOf('=');
  const isGone = attributes.some((one) => one === 'Max-Age=0' || one.startsWith('Expires=Thu, 01 Jan 1970'));
  if (isGone) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
