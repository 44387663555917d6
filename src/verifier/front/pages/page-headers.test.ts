import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageHeaders, toFormTargets } from './page-headers.ts';

describe('the targets that a page allows its forms', () => {
  it.each([
    ['https://app.example/callback?x=1', 'https://app.example'],
    ['https://app.example:8443/callback', 'https://app.example:8443'],
    ['http://127.0.0.1:41234/cb', 'http://127.0.0.1:41234'],
    ['http://localhost:41234/cb', 'http://localhost:41234'],
    ['http://[::1]:41234/cb', 'http:'],
    ['com.example.app:/oauth', 'com.example.app:'],
    ['https://bücher.example/cb', 'https://xn--bcher-kva.example'],
  ])('are, for %s, %s', (redirectUri, target) => {
    expect(toFormTargets(redirectUri)).toEqual([target]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://x/y', 'file:///etc/passwd', 'no address', ''])(
    'are none for %j',
    (redirectUri) => {
      expect(toFormTargets(redirectUri)).toEqual([]);
    },
  );

  it('end the policy nowhere and add no directive, whatever the address is', () => {
    const plain = pageHeaders()['content-security-policy']?.split('; ').length;
    const address = fc.tuple(fc.constantFrom('https://', 'http://', 'app:', ''), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          address.map(([scheme, rest]) => scheme + rest),
        ),
        (redirectUri) => {
          const formTargets = toFormTargets(redirectUri);
          const policy = pageHeaders({ formTargets })['content-security-policy'] ?? '';
          expect(policy.split(';')).toHaveLength(plain ?? 0);
          expect(policy).toMatch(/^[\x20-\x7e]+$/);
          for (const target of formTargets) expect(target).toMatch(/^[^\s;,'*]+$/);
        },
      ),
    );
  });
});
