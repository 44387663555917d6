/** The address of a caller: the statement of a configured proxy counts, and no other. */
import { describe, expect, it } from 'vitest';
import { createAccess } from '../platform/http/access.ts';
import { createHttpApp } from '../platform/http/app.ts';
import { createLogger } from '../platform/log.ts';
import { loadVerifierConfig, trustedProxiesOf } from './base/config.ts';

const read = (text: string) => trustedProxiesOf(loadVerifierConfig({ VERIFIER_TRUSTED_PROXIES: text }));

async function seenAs(trustedProxies: readonly string[] | undefined, remoteAddress: string, forwarded: string) {
  const app = createHttpApp({
    service: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
    access: createAccess({ host: '127.0.0.1' }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  });
  app.get('/ip', async ({ ip }) => ({ ip }));
  const headers = { host: '127.0.0.1', 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ url: '/ip', remoteAddress, headers });
  await app.close();
  return JSON.parse(body).ip;
}

describe('trusted proxies', () => {
  it('a configured proxy states the origin of a call', async () => {
    expect(await seenAs(read('10.0.0.0/8, ::1'), '10.1.2.3', '192.0.2.7')).toBe('192.0.2.7');
  });

  it("a stranger's own claim, directly or through the proxy, does not count", async () => {
    expect(await seenAs(read('10.0.0.0/8'), '192.0.2.7', '198.51.100.1')).toBe('192.0.2.7');
    expect(await seenAs(read('10.0.0.0/8'), '10.1.2.3', '198.51.100.1, 192.0.2.7')).toBe('192.0.2.7');
    expect(await seenAs(undefined, '127.0.0.1', '192.0.2.7')).toBe('127.0.0.1');
    expect(await seenAs(read(''), '127.0.0.1', '192.0.2.7')).toBe('127.0.0.1');
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '::1/129', 'loopback'])(
    '%s is refused',
    (text) => {
      expect(() => read(text)).toThrow('VERIFIER_TRUSTED_PROXIES');
    },
  );
});
