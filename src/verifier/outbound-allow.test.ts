import { describe, expect, it } from 'vitest';
import { judgeAddress } from '../platform/http/outbound-addresses.ts';
import { loadVerifierConfig, outboundAllowOf, outboundPortsOf } from './base/config.ts';

describe('what the verifier may call besides public addresses', () => {
  const token = { ASSAY_ACCESS_TOKEN: 'x'.repeat(32) };
  it.each([
    ['on loopback, as it is tried out: loopback', {}, 'allowed', 'refused'],
    ['where every call shows a credential: nothing', { ASSAY_AUTHENTICATION: 'required' }, 'refused', 'refused'],
    ['where a token is asked for: nothing', token, 'refused', 'refused'],
    [
      'with an outside issuer, whose people call: nothing',
      { VERIFIER_OIDC_ISSUER: 'https://login.example' },
      'refused',
      'refused',
    ],
    [
      'where every call shows a credential, what is named',
      { ASSAY_AUTHENTICATION: 'required', VERIFIER_OUTBOUND_ALLOW: '127.0.0.1' },
      'allowed',
      'refused',
    ],
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

  const inProduction = { ASSAY_ENV: 'production', VERIFIER_HOST: '0.0.0.0', ...token };

  it.each(['127.0.0.1', '10.0.0.0/8,127.0.0.0/8', '::1', 'localhost', '0.0.0.0/0', '::/0'])(
    'in production on a network %s, which is for trying it out, stops the start',
    (list) => {
      const config = loadVerifierConfig({ ...inProduction, VERIFIER_OUTBOUND_ALLOW: list }, () => {});
      expect(() => outboundAllowOf(config)).toThrow(/names loopback/);
    },
  );

  it('there, no name leads to loopback either', () => {
    const named = { ...inProduction, VERIFIER_OUTBOUND_ALLOW: 'sidecar.internal,10.0.0.0/8' };
    const allow = outboundAllowOf(loadVerifierConfig(named, () => {}));
    const verdicts = ['127.0.0.1', '::1', '10.0.0.1'].map((address) =>
      judgeAddress(address, 'sidecar.internal', allow),
    );
    expect(verdicts).toEqual(['refused', 'refused', 'allowed']);
  });

  it.each(['169.254.169.254', '169.254.0.0/16', 'metadata.google.internal', 'fd00:ec2::254'])(
    '%s, where clouds keep credentials, stops the start wherever it runs',
    (list) => {
      const config = loadVerifierConfig({ VERIFIER_OUTBOUND_ALLOW: list });
      expect(() => outboundAllowOf(config)).toThrow(/never called/);
    },
  );

  it('ports are a list of numbers', () => {
    const portsOf = (list: string) => [...outboundPortsOf(loadVerifierConfig({ VERIFIER_OUTBOUND_PORTS: list }))];
    expect([portsOf(''), portsOf('9443, 444')]).toEqual([[], [9443, 444]]);
    for (const wrong of ['0', '65536', 'https', '1.5', '-1']) expect(() => portsOf(wrong)).toThrow(/ports from 1/);
  });

  it('a wrong item is refused at start', () => {
    const config = loadVerifierConfig({ VERIFIER_OUTBOUND_ALLOW: '10.0.0.0/99' });
    expect(() => outboundAllowOf(config)).toThrow(/10\.0\.0\.0\/99/);
  });
});
