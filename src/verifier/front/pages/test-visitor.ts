/** A browser for tests in process: keeps cookies, reads the form token of a page, sends forms as browsers do. */
import type { TestVerifier } from '../../test-verifier.ts';

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestVisitor {
  readonly cookies: Map<string, string>;
  open(path: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Sends fields unchanged; `headers` replace what the browser says of the form's origin. */
  send(path: string, fields: Fields, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Opens a page, and sends one of its forms with its token. */
  fill(page: string, fields: Fields, action?: string): Promise<PageAnswer>;
}

export type Fields = Readonly<Record<string, string | readonly string[]>>;

const own = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };

export function createTestVisitor({ verifier }: Pick<TestVerifier, 'verifier'>): TestVisitor {
  const cookies = new Map<string, string>();

  const call = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { ...(cookie === '' ? {} : { cookie }), ...headers };
    const body = payload === undefined ? {} : { payload };
    const answer = await verifier().app.inject({ method, url: path, headers: sent, ...body });
    for (const { name, value, expires, maxAge } of answer.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { location } = answer.headers;
    return { status: answer.statusCode, text: answer.body, location, headers: answer.headers };
  };

  const visitor: TestVisitor = {
    cookies,
    open: (path, headers = {}) => call('GET', path, { host: own.host, ...headers }),
    send(path, fields, headers = own) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return call('POST', path, { host: own.host, ...type, ...headers }, toBody(fields));
    },
    async fill(page, fields, action = page) {
      const { text } = await visitor.open(page);
      return visitor.send(action, { form_token: tokenOf(text), ...fields });
    },
  };
  return visitor;
}

/** Gives the token of the first form in the main part of the page. */
export function tokenOf(page: string): string {
  return fieldOf(page.slice(page.indexOf('<main')), 'form_token');
}

/** Gives the value of a hidden field; empty if there is none. */
export function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
}

/** Joins with an invitation by the operator. */
export async function joinAs(verifier: TestVerifier, person: NewPerson, orgId = 'default'): Promise<TestVisitor> {
  const { email, role, name = email, password = goodPassword } = person;
  const headers = { 'x-assay-organization': orgId };
  const { body } = await verifier.admin('POST', '/v1/invitations', { email, role }, headers);
  const visitor = createTestVisitor(verifier);
  const joined = await visitor.fill(`/invite/${String(body['token'])}`, { name, password, again: password });
  if (joined.status !== 303) throw new Error(`${email} did not join: ${joined.status} ${joined.text}`);
  return visitor;
}

export interface NewPerson {
  readonly email: string;
  readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer';
  readonly name?: string;
  readonly password?: string;
}

export const goodPassword = 'nine violet engines hum';

function toBody(fields: Fields): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  return body.toString();
}
