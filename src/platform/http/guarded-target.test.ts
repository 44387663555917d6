import { describe, expect, it } from 'vitest';
import { loopback, nothing, reasonOf } from './guarded.fixture.ts';
import { findAddresses, hostAndPortOf } from './guarded-target.ts';

const resolved = (address: string) => async () => [address];
const find = (url: string, address: string, ports?: ReadonlySet<number>, allow = nothing) =>
  findAddresses(new URL(url), { allow, ports, resolve: resolved(address), signal: new AbortController().signal });

describe('ports', () => {
  it.each([
    ['https://example.com/', undefined, true],
    ['https://example.com:8443/', undefined, true],
    ['https://example.com:9443/', undefined, false],
    ['https://example.com:9443/', new Set([9443]), true],
    ['https://example.com:444/', new Set([444]), true],
    ['https://example.com:1024/', new Set([9443]), false],
  ])('are checked: %s at a public address, with %s named', async (url, ports, isCalled) => {
    const found = find(url, '8.8.8.8', ports);
    if (isCalled) expect(await found).toEqual(['8.8.8.8']);
    else expect(await reasonOf(found)).toBe('outbound_port');
  });

  it.each([80, 443, 1024, 8080, 65_535])('are all open at an allowed address: %s', async (port) => {
    expect(await find(`http://inside.example:${port}/`, '127.0.0.1', undefined, loopback)).toEqual(['127.0.0.1']);
  });

  it('a name with a public and an allowed address follows the rules of public ones', async () => {
    const mixed = findAddresses(new URL('https://example.com:9000/'), {
      allow: loopback,
      ports: undefined,
      signal: new AbortController().signal,
      resolve: async () => ['127.0.0.1', '8.8.8.8'],
    });
    expect(await reasonOf(mixed)).toBe('outbound_port');
  });

  it('a name with excessively many addresses is not called', async () => {
    const many = findAddresses(new URL('https://example.com/'), {
      allow: nothing,
      ports: undefined,
      signal: new AbortController().signal,
      resolve: async () => Array.from({ length: 65 }, (_, index) => `8.8.8.${index}`),
    });
    expect(await reasonOf(many)).toBe('upstream_unavailable');
  });
});

it('a destination is only host and port of a URL', () => {
  expect(hostAndPortOf('https://user:secret@crm.example:9443/path?query#part')).toEqual({
    host: 'crm.example',
    port: 9443,
  });
  expect(hostAndPortOf('http://10.0.0.1/')).toEqual({ host: '10.0.0.1', port: 80 });
  expect(hostAndPortOf('secret without a form')).toEqual({ host: '', port: 0 });
});
