import { describe, expect, it } from 'vitest';
import { judgeAddress } from '../platform/http/outbound-addresses.ts';
import { loadVerifierConfig, outboundAllowOf } from './config.ts';

describe('what the verifier may call besides public addresses', () => {
  const token = { ASSAY_ACCESS_TOKEN: 'x'.repeat(32) };
  it.each([
    ['on loopback, as it is tried out: loopback', {}, 'allowed', 'refused'],
    ['in production: nothing', { ASSAY_ENV: 'production' }, 'refused', 'refused'],
    ['bound to a network: nothing', { VERIFIER_HOST: '0.0.0.0', ...token }, 'refused', 'refused'],
    ['what is named, and loopback no more', { VERIFIER_OUTBOUND_ALLOW: '10.0.0.0/8' }, 'refused', 'allowed'],
    [
      'what is named, in production too',
      { ASSAY_ENV: 'production', VERIFIER_OUTBOUND_ALLOW: '127.0.0.1' },
      'allowed',
      'refused',
    ],
  ])('%s', (_case, env, loopback, inside) => {
    const allow = outboundAllowOf(loadVerifierConfig(env, () => {}));
    expect(['127.0.0.1', '10.0.0.1'].map((address) => judgeAddress(address, 'x', allow))).toEqual([loopback, inside]);
  });

  it('a wrong item is refused at start', () => {
    const config = loadVerifierConfig({ VERIFIER_OUTBOUND_ALLOW: '10.0.0.0/99' });
    expect(() => outboundAllowOf(config)).toThrow(/10\.0\.0\.0\/99/);
  });
});
