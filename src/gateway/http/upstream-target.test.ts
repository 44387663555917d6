import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUpstreamTarget } from './upstream-target.ts';

const route = '/v1/chat/completions';

describe('the target of a call', () => {
  it.each([
    [route, route],
    [`${route}?`, route],
    ['http://elsewhere.example/v1/chat/completions', route],
    ['/v1/%63hat/completions', route],
    [`${route}?api-version=2024-10-21`, `${route}?api-version=2024-10-21`],
    [`${route}?beta=true&api-version=2024-12-01-preview`, `${route}?beta=true&api-version=2024-12-01-preview`],
  ])('%s goes to %s', (url, target) => {
    expect(toUpstreamTarget(route, url)).toBe(target);
  });

  it.each([
    `${route}#fragment`,
    `${route}?a=b`,
    `${route}?beta=AKIAIOSFODNN7EXAMPLE`,
    `${route}?beta=true&beta=false`,
    `${route}?api-version=..%2f..%2fadmin`,
    `${route}?__proto__=1`,
  ])('%s is refused', (url) => {
    expect(() => toUpstreamTarget(route, url)).toThrow();
  });

  it('begins with the route and contains nothing chosen by a client, for any request', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let target: string | undefined;
        try {
          target = toUpstreamTarget(route, `${route}?${text}`);
        } catch {
          return;
        }
        expect(target).toMatch(/^\/v1\/chat\/completions(?:\?(?:(?:api-version|beta|limit)=[\w-]{1,18}&?){1,3})?$/);
      }),
    );
  });
});
