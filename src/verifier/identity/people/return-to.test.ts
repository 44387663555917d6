import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLoginPath, toReturnPath } from './return-to.ts';

describe('the return from the login page', () => {
  const request = 'apr_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10';
  it.each([
    ...['/account', '/account/keys', '/account/sessions', '/oauth/interaction/aB3_-x'],
    ...[`/account/approvals/${request}`, `/consent/${request}`],
    ...['/console/', '/console/agents/bot?tab=live', '/console/traffic?decision=deny&q=%22a%22', '/console/a%20b/c'],
  ])('goes to %s', (path) => {
    expect(toReturnPath(path)).toBe(path);
  });

  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)'],
    ...[
      '/account/../../evil',
      '/account//evil.example',
      '/account?next=https://evil.example',
      '/account#x',
      ' /account',
    ],
    ...['/account\r\nset-cookie: a=b', '/logout', '/login', '/v1/me', '/oauth/authorize?client_id=x', '', '/accountx'],
    ...['/console', '/console//evil.example', '/console/../account', '/console/./x', '/console/%2e%2e/x', '/consolex/'],
    ...['/console/a#b', '/console/\\evil', '/console/a?b\r\nset-cookie: c=d', '/console/%2Fevil', '/console/a%5Cb'],
    ...['/consent', '/consent/', '/consent/../x', '/consent/a/b', '/consent//evil.example', '/consent/%2e%2e'],
  ])('does not go to %j', (path) => {
    expect(toReturnPath(path)).toBe('/account');
  });

  it('never leaves this site, for any request', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      'account',
      '.',
      '..',
      '%2f',
      '@',
      ':',
      'evil.example',
      '\t',
      '\n',
      '?',
      'oauth',
      'consent',
      'console',
      '/console/',
    );
    const wanted = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(wanted, (path) => {
        const url = new URL(toReturnPath(path), 'https://assay.example');
        expect(url.origin).toBe('https://assay.example');
        expect(url.pathname).toMatch(/^\/(?:account|oauth\/interaction|consent|console)(?:\/|$)/);
      }),
    );
  });

  it('is written into the address of the login page', () => {
    expect(toLoginPath('/account/keys?cursor=x')).toBe('/login?return_to=%2Faccount%2Fkeys');
    expect(toLoginPath('/account')).toBe('/login');
    expect(toLoginPath('/v1/me')).toBe('/login');
  });
});
