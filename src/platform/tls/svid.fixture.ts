/** Valid and invalid X.509-SVIDs for tests, made without the code under test. */
import type { KeyObject } from 'node:crypto';
import { toPem } from '@assay/sdk/x509';
import { type Credential, extension, issue, type KeyPair, p256 } from '../../../test/support/certificates.ts';
import { oid, sequence } from '../../../test/support/der.ts';
import type { SvidSource } from './svid-source.ts';
import { parseTrustBundle, type TrustBundle } from './trust-bundle.ts';

export const minuteMs = 60_000;

export interface TestLeaf {
  /** `URI:…` or `DNS:…`. */
  readonly names?: readonly string[];
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly keys?: KeyPair;
  readonly isAuthority?: boolean;
  /** Object identifiers of extended key usage; both of TLS if absent. */
  readonly purposes?: readonly string[];
  readonly extensions?: readonly Uint8Array[];
}

export interface TestAuthority {
  readonly credential: Credential;
  readonly bundle: TrustBundle;
  leaf(leaf?: TestLeaf): Credential;
  /** The SVID as a service holds it. */
  svid(spiffeId: string, times?: { notBefore: number; notAfter: number }): TestSvid;
}

export interface TestSvid {
  readonly spiffeId: string;
  readonly certificate: string;
  readonly key: string;
  readonly der: Buffer;
}

const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';
export const gatewayId = 'spiffe://assay.local/gateway/edge';

export function aTestAuthority(name = 'test authority'): TestAuthority {
  const credential = issue({ subject: name, keys: p256(), isAuthority: true, pathLength: 0 });
  const bundle = parseTrustBundle(toPem(credential.der), 'the test');
  const leaf = (options: TestLeaf = {}) => aTestLeaf(credential, options);
  return {
    credential,
    bundle,
    leaf,
    svid(spiffeId, times = { notBefore: Date.now() - minuteMs, notAfter: Date.now() + 60 * minuteMs }) {
      const { der, keys } = leaf({ names: [`URI:${spiffeId}`], ...times });
      return { spiffeId, der, certificate: toPem(der), key: toKeyPem(keys.privateKey) };
    },
  };
}

let serial = 1000;

export function aTestLeaf(issuer: Credential, options: TestLeaf = {}): Credential {
  const { names = [`URI:${gatewayId}`], keys = p256(), purposes = [serverAuth, clientAuth] } = options;
  const now = Date.now();
  const { notBefore = now - minuteMs, notAfter = now + 60 * minuteMs, isAuthority = false } = options;
  serial += 1;
  return issue({
    subject: 'leaf',
    keys,
    issuer,
    isAuthority,
    serial,
    notBefore: new Date(notBefore).toISOString(),
    notAfter: new Date(notAfter).toISOString(),
    extensions: [
      ...(purposes.length === 0 ? [] : [extension('2.5.29.37', sequence(...purposes.map(oid)))]),
      ...(names.length === 0 ? [] : [extension('2.5.29.17', sequence(...names.map(toGeneralName)))]),
      ...(options.extensions ?? []),
    ],
  });
}

function toGeneralName(name: string): Buffer {
  const value = Buffer.from(name.slice(4), 'latin1');
  return Buffer.concat([Buffer.of(name.startsWith('URI:') ? 0x86 : 0x82, value.length), value]);
}

export function toKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A source that holds this SVID, or none. */
export function aTestSource(svid: TestSvid | undefined, trusted: TrustBundle): SvidSource {
  const held = svid === undefined ? undefined : { ...svid, bundle: trusted, expiresAt: Number.POSITIVE_INFINITY };
  return {
    current: () => held,
    bundle: () => trusted,
    state: () => ({
      spiffe_id: svid?.spiffeId ?? 'none',
      status: held === undefined ? 'none' : 'valid',
      expires_at: null,
    }),
    onChange: () => {},
    renew: async () => {},
    close: async () => {},
  };
}
