/** Callers by client certificate: exactly one SPIFFE id, of an agent or a gateway, and only while the certificate is trusted. */
import { describe, expect, it } from 'vitest';
import { extension, issue, p256 } from '../../../../test/support/certificates.ts';
import { sequence } from '../../../../test/support/der.ts';
import { createCertificateCallers, readSpiffeId } from './certificate-caller.ts';

/** Makes a certificate with these names: `URI:…` or `DNS:…`. */
function aCertificate(names: readonly string[]): Buffer {
  const parts = names.map((name) => {
    const value = Buffer.from(name.slice(4), 'latin1');
    return Buffer.concat([Buffer.of(name.startsWith('URI:') ? 0x86 : 0x82, value.length), value]);
  });
  const extensions = names.length === 0 ? [] : [extension('2.5.29.17', sequence(...parts))];
  return issue({ subject: 'test', keys: p256(), extensions }).der;
}

const active = { status: 'active', epoch: 1, owners: [{ user: 'usr_1', role: 'operator' as const }] };
function find(names: readonly string[], { isTrusted = true, status = 'active' } = {}) {
  const identify = createCertificateCallers({
    trust: async (_der, { trustDomain }) =>
      isTrusted && trustDomain === 'acme.assay.local' ? { orgId: 'acme', serial: '4711' } : undefined,
    agents: { findForToken: async (orgId, id) => (orgId === 'acme' && id === 'a' ? { ...active, status } : undefined) },
  });
  const der = aCertificate(names);
  return identify({ headers: {}, clientCertificate: () => der });
}

describe('a client certificate', () => {
  it('identifies a gateway, or an agent with its owners', async () => {
    const common = { organisation: 'acme', authentication: 'mtls', isDeployment: false, credentialId: '4711' };
    expect(await find(['URI:spiffe://acme.assay.local/gateway/edge'])).toEqual({
      ...common,
      user: 'edge',
      kind: 'gateway',
      role: 'gateway',
      scopes: 'all',
      gatewayId: 'edge',
    });
    expect(await find(['DNS:edge.local', 'URI:spiffe://acme.assay.local/agent/a'])).toMatchObject({
      ...common,
      user: 'a',
      kind: 'agent',
      role: 'agent',
      owners: active.owners,
    });
  });

  it.each([
    ['of a verifier', ['URI:spiffe://acme.assay.local/verifier/default']],
    ['of another trust domain', ['URI:spiffe://evil.example/gateway/edge']],
    ['of the trust domain itself', ['URI:spiffe://acme.assay.local']],
    ['with a longer path', ['URI:spiffe://acme.assay.local/gateway/edge/x']],
    ['with two ids', ['URI:spiffe://acme.assay.local/gateway/edge', 'URI:spiffe://acme.assay.local/agent/a']],
    ['with another URI', ['URI:https://acme.assay.local/gateway/edge']],
    ['with an id that is none', ['URI:spiffe://acme.assay.local/gateway/../edge']],
    ['with an id behind a comma', ['DNS:x, URI:spiffe://acme.assay.local/gateway/edge']],
    ['without names', []],
  ])('%s is nobody', async (_words, names) => {
    expect(await find(names)).toBeUndefined();
  });

  it('identifies nobody once untrusted, and is refused for a suspended agent', async () => {
    expect(await find(['URI:spiffe://acme.assay.local/gateway/edge'], { isTrusted: false })).toBeUndefined();
    const suspended = find(['URI:spiffe://acme.assay.local/agent/a'], { status: 'suspended' });
    await expect(suspended).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(find(['URI:spiffe://acme.assay.local/agent/b'])).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('has exactly one SPIFFE id', () => {
    expect(readSpiffeId(aCertificate(['URI:spiffe://assay.local/agent/a']))).toEqual({
      trustDomain: 'assay.local',
      path: ['agent', 'a'],
    });
  });
});
