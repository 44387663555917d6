import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createSecret } from '../secret.ts';
import { type AccessLevel, assertBindable, type Caller, createAccess, isLoopback } from './access.ts';

const host = '127.0.0.1:8200';
const accessToken = createSecret('access-token-access-token-access-token');
const operatorToken = createSecret('operator-token-operator-token-operator');

function outcome(run: () => unknown): string {
  try {
    return String(Reflect.get(Object(run()), 'role'));
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('bound to loopback without a token', () => {
  const access = createAccess({ host: '127.0.0.1', operatorToken });
  const admit = (headers: Record<string, string>, level: AccessLevel = 'caller') =>
    outcome(() => access.admit({ headers }, level));

  it.each([
    ['127.0.0.1:8200', 'operator'],
    ['localhost:8200', 'operator'],
    ['LOCALHOST', 'operator'],
    ['[::1]:8200', 'operator'],
    ['evil.example', 'forbidden'],
    ['127.0.0.1.evil.example', 'forbidden'],
    ['localhost.evil.example', 'forbidden'],
    ['evil.example@127.0.0.1', 'forbidden'],
    ['0.0.0.0:8200', 'forbidden'],
    ['', 'forbidden'],
  ])('Host %j → %s', (name, expected) => {
    expect(admit({ host: name })).toBe(expected);
  });

  it.each([
    ['http://127.0.0.1:8200', 'operator'],
    ['http://127.0.0.1:9999', 'forbidden'],
    ['http://evil.example', 'forbidden'],
    ['null', 'forbidden'],
    ['http://127.0.0.1:8200.evil.example', 'forbidden'],
  ])('Origin %j → %s', (origin, expected) => {
    expect(admit({ host, origin })).toBe(expected);
  });

  it.each([
    ['cross-site', 'forbidden'],
    ['same-site', 'forbidden'],
    ['same-origin', 'operator'],
    ['none', 'operator'],
  ])('Sec-Fetch-Site %j without Origin → %s', (site, expected) => {
    expect(admit({ host, 'sec-fetch-site': site })).toBe(expected);
    expect(admit({ host, 'sec-fetch-site': site }, 'open')).toBe('anonymous');
  });

  it('refuses a wrong token even when none is required', () => {
    expect(admit({ host, authorization: 'Bearer wrong' })).toBe('unauthorized');
    expect(admit({ host, authorization: 'Basic d3Jvbmc=' })).toBe('unauthorized');
    expect(admit({ host, 'x-api-key': 'wrong' })).toBe('unauthorized');
    expect(admit({ host, 'x-assay-key': 'wrong' })).toBe('unauthorized');
  });

  it('requires the operator token only for admin routes', () => {
    expect(admit({ host }, 'admin')).toBe('forbidden');
    expect(admit({ host, authorization: `Bearer ${operatorToken.reveal()}` }, 'admin')).toBe('admin');
    expect(admit({ host, authorization: 'Bearer wrong' }, 'open')).toBe('anonymous');
    expect(admit({ host: 'evil.example', 'x-assay-key': operatorToken.reveal() }, 'admin')).toBe('forbidden');
  });

  it('lets a proxy ignore upstream credentials, but never a wrong x-assay-key', () => {
    const proxy = createAccess({ host: '127.0.0.1', operatorToken, foreignCredentials: 'ignore' });
    const through = (headers: Record<string, string>) =>
      outcome(() => proxy.admit({ headers: { host, ...headers } }, 'caller'));
    expect(through({ authorization: 'Bearer sk-foreign' })).toBe('operator');
    expect(through({ 'x-api-key': 'sk-foreign' })).toBe('operator');
    expect(through({ 'x-assay-key': 'wrong' })).toBe('unauthorized');
    expect(through({ authorization: `Bearer ${operatorToken.reveal()}` })).toBe('admin');
  });

  it('admits a trusted origin', () => {
    const origin = 'http://127.0.0.1:5173';
    const trusting = createAccess({ host: '127.0.0.1', trustedOrigins: [origin] });
    expect(outcome(() => trusting.admit({ headers: { host, origin } }, 'caller'))).toBe('operator');
  });
});

describe('a connection that identifies its caller', () => {
  const agent: Caller = {
    user: 'worker',
    kind: 'agent',
    role: 'agent',
    organisation: 'default',
    authentication: 'mtls',
    scopes: 'all',
    isDeployment: false,
  };
  const admit = async (headers: Record<string, string>, foreignCredentials: 'refuse' | 'ignore' = 'refuse') => {
    const identify = { byCredential: () => undefined, byConnection: () => agent };
    const access = createAccess({ host: '127.0.0.1', identify, foreignCredentials, isRequired: true });
    const call = { headers: { host, ...headers }, clientCertificate: () => new Uint8Array() };
    return Promise.resolve(access.admit(call, 'caller')).then(
      ({ user }) => user,
      (error: AppError) => error.code,
    );
  };

  it('needs no other credential, and does not make a wrong one valid', async () => {
    expect(await admit({})).toBe('worker');
    for (const name of ['authorization', 'x-api-key', 'x-assay-key']) {
      expect(await admit({ [name]: 'Bearer wrong' })).toBe('unauthorized');
    }
  });

  it('counts at a proxy beside the upstream credential', async () => {
    expect(await admit({ authorization: 'Bearer sk-foreign' }, 'ignore')).toBe('worker');
    expect(await admit({ 'x-assay-key': 'wrong' }, 'ignore')).toBe('unauthorized');
  });
});

describe('with an access token', () => {
  const access = createAccess({ host: '0.0.0.0', accessToken, operatorToken });
  const admit = (headers: Record<string, string>, level: AccessLevel = 'caller') =>
    outcome(() => access.admit({ headers: { host: 'assay.example', ...headers } }, level));

  it('every caller must send it, in any of the three headers', () => {
    expect(admit({})).toBe('unauthorized');
    expect(admit({ authorization: `Bearer ${accessToken.reveal()}` })).toBe('operator');
    expect(admit({ 'x-api-key': accessToken.reveal() })).toBe('operator');
    expect(admit({ 'x-assay-key': accessToken.reveal() })).toBe('operator');
  });

  it('does not make its bearer an admin', () => {
    expect(admit({ authorization: `Bearer ${accessToken.reveal()}` }, 'admin')).toBe('forbidden');
  });

  it('no other text is accepted', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text !== accessToken.reveal() && text !== operatorToken.reveal());
        expect(admit({ authorization: `Bearer ${text}` })).toBe('unauthorized');
        expect(admit({ 'x-assay-key': text })).toBe('unauthorized');
      }),
    );
  });

  it('it is required on loopback too once configured', () => {
    const local = createAccess({ host: '127.0.0.1', accessToken });
    expect(outcome(() => local.admit({ headers: { host } }, 'caller'))).toBe('unauthorized');
  });
});

describe('credentials in several headers of one name', () => {
  const access = createAccess({ host: '127.0.0.1', operatorToken });
  const admit = (rawHeaders: string[], level: AccessLevel = 'caller') =>
    outcome(() =>
      access.admit({ headers: { host, authorization: `Bearer ${operatorToken.reveal()}` }, rawHeaders }, level),
    );

  it.each(['Authorization', 'X-Assay-Key', 'X-API-Key', 'DPoP'])(
    '%s twice is refused: Node shows one of them',
    (name) => {
      expect(admit([name, 'one', 'Host', host, name.toLowerCase(), 'two'])).toBe('invalid_request');
      expect(admit([name, 'one', 'Host', host, 'Accept', 'a', 'Accept', 'b'])).toBe('admin');
      expect(admit([name, 'one', name, 'two'], 'open')).toBe('anonymous');
    },
  );
});

describe('a header that identifies a target or describes the body', () => {
  const access = createAccess({ host: '127.0.0.1', operatorToken });

  it.each(['Host', 'Content-Type'])('%s twice is refused everywhere: a proxy may use the other one', (name) => {
    for (const level of ['open', 'caller', 'admin'] as const) {
      const call = { headers: { host }, rawHeaders: [name, host, 'Accept', 'a', name.toLowerCase(), 'evil.test'] };
      expect(outcome(() => access.admit(call, level))).toBe('invalid_request');
    }
  });
});

describe('a named organisation', () => {
  const access = createAccess({ host: '127.0.0.1', operatorToken });
  const headers = { host, 'x-assay-organization': 'acme' };

  it('is used with the operator token', () => {
    const admin = { ...headers, 'x-assay-key': operatorToken.reveal() };
    expect(access.admit({ headers: admin }, 'caller')).toMatchObject({ role: 'admin', organisation: 'acme' });
    expect(outcome(() => access.admit({ headers: { ...admin, 'x-assay-organization': '../x' } }, 'caller'))).toBe(
      'invalid_request',
    );
  });

  it('is refused for everybody else, who would expect it to apply', () => {
    expect(outcome(() => access.admit({ headers }, 'caller'))).toBe('forbidden');
    expect(outcome(() => access.admit({ headers: { ...headers, 'x-assay-organization': 'default' } }, 'caller'))).toBe(
      'operator',
    );
  });
});

describe('assertBindable', () => {
  it('refuses a network address without a token of 32 characters', () => {
    expect(() => assertBindable('0.0.0.0', undefined)).toThrow('ASSAY_ACCESS_TOKEN');
    expect(() => assertBindable('0.0.0.0', undefined, true)).not.toThrow();
    expect(() => assertBindable('10.0.0.7', createSecret('short'))).toThrow('32');
    expect(() => assertBindable('::', undefined)).toThrow('ASSAY_ACCESS_TOKEN');
    expect(() => assertBindable('10.0.0.7', accessToken)).not.toThrow();
    expect(() => assertBindable('127.0.0.1', undefined)).not.toThrow();
  });

  it.each([
    ['localhost', true],
    ['::1', true],
    ['127.0.0.53', true],
    ['0.0.0.0', false],
    ['localhost.example', false],
  ])('isLoopback(%s) is %s', (name, expected) => {
    expect(isLoopback(name)).toBe(expected);
  });
});
