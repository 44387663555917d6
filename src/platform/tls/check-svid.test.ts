/** Which certificates represent a SPIFFE identity (SPIFFE X.509-SVID). */
import { toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { extension } from '../../../test/support/certificates.ts';
import { boolean, sequence } from '../../../test/support/der.ts';
import { checkSvid, type X509SvidFault } from './check-svid.ts';
import { aTestAuthority, aTestLeaf, gatewayId, minuteMs, type TestLeaf } from './svid.fixture.ts';
import { parseTrustBundle } from './trust-bundle.ts';

const authority = aTestAuthority();
const now = Date.now();
const { bundle } = authority;
const accepts = ({ trustDomain }: { trustDomain: string }) => trustDomain === 'assay.local';
const check = (der: Uint8Array, at = now) => checkSvid(der, { bundle, now: at, accepts });
const long = `spiffe://assay.local/gateway/${'a'.repeat(90)}`;

describe('an X.509-SVID', () => {
  it('represents its one id', () => {
    expect(check(authority.leaf().der)).toMatchObject({ ok: true, svid: { spiffeId: gatewayId } });
    const named = authority.leaf({ names: ['DNS:edge.local', `URI:${gatewayId}`] });
    expect(check(named.der)).toMatchObject({ ok: true, svid: { id: { path: ['gateway', 'edge'] } } });
    expect(check(authority.leaf({ names: [`URI:${long}`] }).der)).toMatchObject({ ok: true });
    expect(check(authority.leaf({ purposes: [] }).der)).toMatchObject({ ok: true });
  });

  it.each<[string, TestLeaf, X509SvidFault]>([
    ['two URIs', { names: [`URI:${gatewayId}`, `URI:${gatewayId}2`] }, 'names'],
    ['a URI of another kind besides', { names: [`URI:${gatewayId}`, 'URI:https://assay.local'] }, 'names'],
    ['no URI', { names: ['DNS:edge.local'] }, 'names'],
    ['no name', { names: [] }, 'names'],
    ['the id of a trust domain', { names: ['URI:spiffe://assay.local'] }, 'names'],
    ['an id in another spelling', { names: ['URI:spiffe://Assay.local/gateway/edge'] }, 'names'],
    ['an id with a dot segment', { names: ['URI:spiffe://assay.local/gateway/../edge'] }, 'names'],
    ['an id with a query', { names: [`URI:${gatewayId}?x`] }, 'names'],
    ['an id of another trust domain', { names: ['URI:spiffe://evil.example/gateway/edge'] }, 'identity'],
    ['an id of a trust domain that ends alike', { names: ['URI:spiffe://xassay.local/gateway/edge'] }, 'identity'],
    ['authority', { isAuthority: true }, 'authority'],
    ['the purpose of signing code alone', { purposes: ['1.3.6.1.5.5.7.3.3'] }, 'key_usage'],
    ['the purpose of a client alone', { purposes: ['1.3.6.1.5.5.7.3.2'] }, 'key_usage'],
    ['an end in the past', { notBefore: now - 9 * minuteMs, notAfter: now - minuteMs }, 'expired'],
    ['a beginning in the future', { notBefore: now + minuteMs, notAfter: now + 9 * minuteMs }, 'not_yet_valid'],
    [
      'an unknown critical extension',
      { extensions: [extension('1.2.3.4', sequence(boolean(true)), true)] },
      'malformed',
    ],
  ])('with %s represents nobody', (_words, leaf, fault) => {
    expect(check(authority.leaf(leaf).der)).toEqual({ ok: false, fault });
  });

  it('is valid at the given time, to the second of its end', () => {
    const notAfter = Math.floor(now / 1000) * 1000 + minuteMs;
    const { der } = authority.leaf({ notAfter });
    expect([check(der, notAfter).ok, check(der, notAfter + 1).ok]).toEqual([true, false]);
  });

  it("of a foreign authority represents nobody, even under our authority's name", () => {
    expect(check(aTestAuthority().leaf().der)).toEqual({ ok: false, fault: 'untrusted' });
    expect(check(aTestAuthority('another').leaf().der)).toEqual({ ok: false, fault: 'untrusted' });
  });

  it('signed by a leaf represents nobody', () => {
    const leaf = authority.leaf();
    expect(check(aTestLeaf(leaf).der)).toEqual({ ok: false, fault: 'untrusted' });
  });

  it('under an expired authority represents nobody', () => {
    const later = Date.parse('2041-01-01');
    const { der } = authority.leaf({ notBefore: later - minuteMs, notAfter: later + minuteMs });
    expect(check(der, later)).toEqual({ ok: false, fault: 'untrusted' });
  });

  it('represents nobody with any byte changed', () => {
    const { der } = authority.leaf();
    for (let index = 0; index < der.length; index += 1) {
      const changed = Buffer.from(der);
      changed[index] = (changed[index] ?? 0) ^ 0x01;
      expect(check(changed).ok, `byte ${index}`).toBe(false);
    }
    for (let end = 0; end < der.length; end += 7) expect(check(der.subarray(0, end)).ok).toBe(false);
  });
});

describe('a trust bundle', () => {
  it('contains only its authorities', () => {
    const two = parseTrustBundle(`hello\n${bundle.pem}${aTestAuthority().bundle.pem}`, 'the file');
    expect(two.authorities).toHaveLength(2);
  });

  it.each([
    ['text', 'hello', 'contains no certificate'],
    ['nothing', '', 'contains no certificate'],
    ['a leaf', toPem(authority.leaf().der), 'not an authority'],
    ['a cut certificate', toPem(authority.credential.der.subarray(0, 99)), 'not accepted'],
    ['too many', bundle.pem.repeat(201), 'more than 200'],
  ])('of %s is refused', (_words, pem, why) => {
    expect(() => parseTrustBundle(pem, 'the file')).toThrow(why);
  });
});
