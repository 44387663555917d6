import { inspect } from 'node:util';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import { createSecret } from '../../platform/secret.ts';
import { replaceCredentials, scopesAskedFor } from './headers.ts';
import { type InjectedCredential, injectInto } from './injected-credential.ts';
import { type CredentialRequest, createInjector, type Injector } from './injector.ts';

const ready: InjectionAnswer = {
  status: 'ready',
  credential_id: 'scr_1',
  version: 1,
  method: 'sidecar',
  good_for_s: 60,
  scopes_missing: [],
  headers: [],
  environment: [],
  client_certificate: null,
  connect_url: null,
};
const bearer = (token: string) => [{ name: 'authorization', value: `Bearer ${token}` }];
const request: CredentialRequest = { agentId: 'bot', service: 'crm', resource: 'https://crm.example/mcp' };
const headersOf = (held: InjectedCredential) => injectInto({}, held)['authorization'];

describe('calls with credentials', () => {
  let now: number;
  let bundle: string;
  let questions: InjectionQuestion[];
  let answer: (question: InjectionQuestion) => InjectionAnswer | Promise<InjectionAnswer>;
  let injector: Injector;
  /** Credentials that the other side accepts. */
  let good: Set<string>;
  let sent: string[];

  beforeEach(() => {
    [now, bundle, questions, sent] = [1_000_000, 'cfg_1.1', [], []];
    good = new Set(['Bearer t1']);
    answer = ({ failed }) => {
      const version = (failed?.version ?? 0) + 1;
      return { ...ready, version, headers: bearer(`t${version}`) };
    };
    injector = open();
  });
  const open = (most?: number) =>
    createInjector({
      ask: async (question) => {
        questions.push(question);
        return answer(question);
      },
      clock: { now: () => now },
      bundleVersion: () => bundle,
      ...(most === undefined ? {} : { most }),
    });
  const send = async (held: InjectedCredential) => {
    const header = String(headersOf(held));
    sent.push(header);
    return { status: good.has(header) ? 200 : 401 };
  };
  const call = (change: Partial<CredentialRequest> = {}) =>
    injector.callWithCredential({ ...request, ...change }, send);

  it("are asked for once for many calls, and again after the verifier's lifetime, at most a minute", async () => {
    await Promise.all([call(), call(), call()]);
    await call();
    expect(questions).toEqual([{ agent_id: 'bot', service: 'crm', resource: 'https://crm.example/mcp' }]);
    now += 59_999;
    await call();
    expect(questions).toHaveLength(1);
    now += 1;
    await call();
    expect(questions).toHaveLength(2);
    answer = () => ({ ...ready, headers: bearer('t1'), good_for_s: 86_400 });
    now += 60_000;
    await call();
    now += 60_000;
    await call();
    expect(questions).toHaveLength(4);
  });

  it('are not cached when valid for one call only', async () => {
    answer = () => ({ ...ready, headers: bearer('t1'), good_for_s: 0 });
    await call();
    await call();
    expect(questions).toHaveLength(2);
  });

  it('are forgotten at a new bundle, including pending requests', async () => {
    await call();
    bundle = 'cfg_1.2';
    await call();
    expect(questions).toHaveLength(2);
    let give = (_answer: InjectionAnswer): void => {};
    answer = () =>
      new Promise((resolve) => {
        give = resolve;
      });
    const late = call({ service: 'mail' });
    while (questions.length < 3) await new Promise(setImmediate);
    bundle = 'cfg_1.3';
    // It does not wait either for an answer from before a revocation.
    answer = () => ({ ...ready, status: 'reauth_required', headers: [] });
    expect(await call({ service: 'mail' })).toMatchObject({ kind: 'not_ready' });
    give({ ...ready, headers: bearer('t1') });
    await late;
    answer = () => ({ ...ready, headers: bearer('t1') });
    await call({ service: 'mail' });
    expect(questions).toHaveLength(5);
  });

  it('are never shared between persons, agents, resources or scopes', async () => {
    const anna = { subjectId: 'anna', grantId: 'g1' };
    const requests: Partial<CredentialRequest>[] = [
      ...[
        {},
        { agentId: 'other' },
        { service: 'mail' },
        { resource: undefined },
        { scopes: ['a'] },
        { scopes: ['a', 'b'] },
      ],
      ...[
        { onBehalfOf: anna },
        { onBehalfOf: { ...anna, subjectId: 'bob' } },
        { onBehalfOf: { ...anna, grantId: 'g2' } },
      ],
    ];
    for (const one of [...requests, ...requests]) await call(one);
    expect(questions).toHaveLength(requests.length);
    await call({ scopes: ['b', 'a'] });
    expect(questions).toHaveLength(requests.length);
  });

  it('are never shared between exchanged tokens', async () => {
    const by = (token: string) => ({ onBehalfOf: { subjectId: 'anna', grantId: 'g1', token: createSecret(token) } });
    answer = ({ on_behalf_of: person }) => ({
      ...ready,
      method: 'token_exchange',
      headers: bearer(`for ${person?.token}`),
    });
    good = new Set(['Bearer for one', 'Bearer for two']);
    for (const token of ['one', 'two', 'one', 'two']) await call(by(token));
    expect(sent).toEqual(['Bearer for one', 'Bearer for two', 'Bearer for one', 'Bearer for two']);
    expect(questions).toHaveLength(2);
    // The credential stored for the person is the same for each of their tokens.
    answer = () => ({ ...ready, headers: bearer('t1') });
    good.add('Bearer t1');
    for (const token of ['three', 'four']) await call({ service: 'mail', ...by(token) });
    expect(questions).toHaveLength(3);
  });

  it('are refreshed once after a 401, retried once, and then the new one is used', async () => {
    good = new Set(['Bearer t2']);
    expect(await call()).toMatchObject({ kind: 'answered', answer: { status: 200 }, held: { version: 2 } });
    expect(sent).toEqual(['Bearer t1', 'Bearer t2']);
    expect(questions[1]).toMatchObject({ failed: { credential_id: 'scr_1', version: 1 } });
    await call();
    expect([sent.length, questions.length]).toEqual([3, 2]);
  });

  it('are never tried a third time', async () => {
    good = new Set();
    expect(await call()).toMatchObject({ kind: 'answered', answer: { status: 401 }, held: { version: 2 } });
    expect([sent.length, questions.length]).toEqual([2, 2]);
  });

  it('are not retried with the refused one', async () => {
    good = new Set();
    answer = () => ({ ...ready, headers: bearer('t1') });
    expect(await call()).toMatchObject({ kind: 'answered', answer: { status: 401 } });
    expect(sent).toEqual(['Bearer t1']);
  });

  it('share one refresh for all refused calls, also late ones', async () => {
    await call();
    good = new Set(['Bearer t2']);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(outcomes.every((one) => one.kind === 'answered' && one.answer.status === 200)).toBe(true);
    expect(questions).toHaveLength(2);
    // The call that began with the first version is refused only now.
    let isFirst = true;
    const late = await injector.callWithCredential(request, async () => {
      if (!isFirst) return { status: 200 };
      isFirst = false;
      answer = () => ({ ...ready, version: 3, headers: bearer('t3') });
      await injector.callWithCredential(request, async (held) => ({ status: held.version === 3 ? 200 : 401 }));
      return { status: 401 };
    });
    expect(late).toMatchObject({ held: { version: 3 } });
    expect(questions).toHaveLength(3);
  });

  it('report why there is none, before and after a refusal, and then send nothing', async () => {
    const url = 'https://assay.example/account/connections';
    const gone = { ...ready, status: 'reauth_required', good_for_s: 0, connect_url: url } as const;
    const outcome = { kind: 'not_ready', status: 'reauth_required', scopesMissing: [], connectUrl: url };
    answer = ({ failed }) => (failed === undefined ? { ...ready, headers: bearer('t1') } : gone);
    good = new Set();
    const discarded: unknown[] = [];
    expect(await injector.callWithCredential(request, send, (one) => void discarded.push(one))).toEqual(outcome);
    expect(discarded).toEqual([{ status: 401 }]);
    answer = () => gone;
    expect(await call()).toEqual(outcome);
    expect(sent).toHaveLength(1);
    expect(await injector.prepare({}, request)).toEqual(outcome);
  });

  it('are not refreshed for a 403, and the scopes that a person must allow are named', async () => {
    answer = ({ scopes = [] }) =>
      scopes.includes('write')
        ? { ...ready, status: 'insufficient_scope', good_for_s: 0, connect_url: 'https://assay.example/c' }
        : { ...ready, headers: bearer('t1') };
    const challenge = 'Bearer realm="x", error="insufficient_scope", scope="read write"';
    const refused = await injector.callWithCredential(request, async () => ({
      status: 403,
      headers: { 'WWW-Authenticate': challenge },
    }));
    expect(refused).toEqual({
      kind: 'not_ready',
      status: 'insufficient_scope',
      scopesMissing: ['read', 'write'],
      connectUrl: 'https://assay.example/c',
    });
    expect(questions.every(({ failed }) => failed === undefined)).toBe(true);
    const plain = await injector.callWithCredential(request, async () => ({ status: 403 }));
    expect(plain).toMatchObject({ kind: 'answered', answer: { status: 403 } });
  });

  it('are retried once when there is a token with the required scopes, and never a third time', async () => {
    answer = ({ scopes = [] }) => ({ ...ready, headers: bearer(scopes.includes('write') ? 'wide' : 't1') });
    const headers = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' };
    const send = (takes: string) => async (held: InjectedCredential) => {
      sent.push(String(headersOf(held)));
      return { status: headersOf(held) === takes ? 200 : 403, headers };
    };
    const discarded: number[] = [];
    const discard = ({ status }: { status: number }) => void discarded.push(status);
    const taken = await injector.callWithCredential(request, send('Bearer wide'), discard);
    expect(taken).toMatchObject({ kind: 'answered', answer: { status: 200 } });
    expect([sent, discarded]).toEqual([['Bearer t1', 'Bearer wide'], [403]]);
    sent.length = 0;
    const never = await injector.callWithCredential(request, send('nothing'));
    expect(never).toMatchObject({ kind: 'answered', answer: { status: 403 } });
    expect(sent).toEqual(['Bearer t1', 'Bearer wide']);
    // Both are kept for a minute: the verifier was asked once for each.
    expect(questions.map(({ scopes }) => scopes)).toEqual([undefined, ['write']]);
  });

  it('are requested again after a failure of the verifier, which is not cached', async () => {
    answer = () => {
      throw new Error('away');
    };
    await expect(call()).rejects.toThrow('away');
    answer = () => ({ ...ready, headers: bearer('t1') });
    expect(await call()).toMatchObject({ kind: 'answered' });
  });

  it('are cached within a bound', async () => {
    injector = open(3);
    for (let agent = 0; agent < 10; agent += 1) await call({ agentId: `a${agent}` });
    await call({ agentId: 'a9' });
    expect(questions).toHaveLength(10);
    await call({ agentId: 'a0' });
    expect(questions).toHaveLength(11);
  });

  it('show no secret when printed', async () => {
    const key = { certificate: 'CERT', private_key: 'canary-key' };
    const environment = [{ name: 'TOKEN', value: 'canary-env' }];
    answer = () => ({ ...ready, headers: bearer('canary-header'), environment, client_certificate: key });
    const outcome = await injector.callWithCredential(request, async () => ({ status: 200 }));
    for (const text of [inspect(outcome, { depth: 9, showHidden: true }), JSON.stringify(outcome)])
      expect(text).not.toContain('canary');
    if (outcome.kind !== 'answered') throw new Error('it was answered');
    expect(outcome.held.clientCertificate?.privateKey.reveal()).toBe('canary-key');
    expect(outcome.held.environment.map(({ value }) => value.reveal())).toEqual(['canary-env']);
  });
});

describe('outgoing headers', () => {
  it("contain the right credential and none of the caller's, in any case", async () => {
    const inbound = {
      Authorization: 'Bearer gateway-token',
      COOKIE: 'sid=1',
      'Proxy-Authorization': 'Basic x',
      'x-assay-key': 'ak',
      DPoP: 'p',
      'X-Api-Key': 'theirs',
      accept: 'application/json',
      'mcp-session-id': ['1'],
    };
    expect(replaceCredentials(inbound, [{ name: 'x-api-key', value: 'ours' }])).toEqual({
      accept: 'application/json',
      'mcp-session-id': ['1'],
      'x-api-key': 'ours',
    });
    expect(replaceCredentials(inbound, [])).not.toHaveProperty('authorization');
  });

  it('contain only the injected value under its name, for any headers', () => {
    const names = fc.constantFrom('authorization', 'AUTHORIZATION', 'Cookie', 'x-key', 'X-KEY', 'accept', 'x-a');
    const bag = fc.dictionary(names, fc.string());
    fc.assert(
      fc.property(bag, fc.constantFrom('authorization', 'X-Key'), (inbound, name) => {
        const outbound = replaceCredentials(inbound, [{ name, value: 'ours' }]);
        expect(Object.keys(outbound).filter((one) => one.toLowerCase() === name.toLowerCase())).toEqual([
          name.toLowerCase(),
        ]);
        expect(outbound[name.toLowerCase()]).toBe('ours');
        expect(outbound).not.toHaveProperty('cookie');
      }),
    );
  });

  it('are read only for the scopes of a step-up', () => {
    expect(scopesAskedFor('Bearer error="insufficient_scope", scope="a b"')).toEqual(['a', 'b']);
    expect(scopesAskedFor(['Basic', 'Bearer scope="a", error=insufficient_scope'])).toEqual(['a']);
    expect(scopesAskedFor('Bearer error="insufficient_scope"')).toEqual([]);
    for (const other of [
      undefined,
      '',
      'Bearer error="invalid_token", scope="a"',
      'Bearer realm="insufficient_scope"',
    ]) {
      expect(scopesAskedFor(other)).toBeUndefined();
    }
    expect(scopesAskedFor(`Bearer error="insufficient_scope", scope="${'x '.repeat(1000)}"`)?.length).toBe(100);
    expect(scopesAskedFor('a='.repeat(50_000))).toBeUndefined();
  });
});
