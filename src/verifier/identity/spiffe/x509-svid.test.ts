/** X.509-SVIDs of a running verifier, read by Node and by OpenSSL. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPem, toPem } from '@assay/sdk/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { writeCertificateRequest } from '../../../platform/tls/x509-writer.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/spiffe/x509-svid';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const csr = toPem(writeCertificateRequest(privateKey), 'CERTIFICATE REQUEST');

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-x509-'));
  folders.push(folder);
  return folder;
}
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const hasOpenssl = (() => {
  try {
    return openssl('version').startsWith('OpenSSL');
  } catch {
    return false;
  }
})();

describe.each(kinds)('X.509-SVIDs on %s', (kind) => {
  let verifier: TestVerifier;
  const cleaned: TestVerifier[] = [];
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    cleaned.push(verifier);
    verifier.clock.set(Math.floor(Date.now() / 1000) * 1000);
    await verifier.post('/v1/agents', { id: 'clerk' });
  });
  afterAll(() => Promise.all(cleaned.map((one) => one.close())));
  const ask = (service: string, request = csr) => verifier.post(path, { csr: request, service });
  const issued = async (service = 'gateway/edge') => {
    const { status, body, headers } = await ask(service);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    return { svid: String(body['svid']), bundle: String(body['bundle']), body };
  };

  it("are valid by SPIFFE's rules, read by Node", async () => {
    const { svid, bundle, body } = await issued();
    const now = verifier.clock.now();
    expect(body).toMatchObject({ spiffe_id: 'spiffe://assay.local/gateway/edge' });
    expect(Date.parse(String(body['expires_at']))).toBe(now + 60 * 60_000);
    const leaf = new X509Certificate(svid);
    const authority = new X509Certificate(bundle);
    expect(leaf.subjectAltName).toBe('URI:spiffe://assay.local/gateway/edge');
    expect([leaf.ca, leaf.verify(authority.publicKey), leaf.checkIssued(authority)]).toEqual([false, true, true]);
    expect(leaf.checkPrivateKey(privateKey)).toBe(true);
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    expect([Date.parse(leaf.validFrom), Date.parse(leaf.validTo)]).toEqual([now - 60_000, now + 60 * 60_000]);
    expect(authority.subjectAltName).toBe('URI:spiffe://assay.local');
    expect([authority.ca, authority.verify(authority.publicKey)]).toEqual([true, true]);
    const serials = new Set([leaf.serialNumber]);
    for (let count = 0; count < 5; count += 1) serials.add(new X509Certificate((await issued()).svid).serialNumber);
    expect([...serials].filter((serial) => serial.length === 32)).toHaveLength(6);
  });

  it('are for an agent when its owner or an admin asks, for nobody else, and not while it is stopped', async () => {
    const forAgent = (agent: string, more: object = {}) => verifier.post(path, { csr, agent, ...more });
    await verifier.post('/v1/agents', { id: 'theirs', owner_id: 'operator' });
    for (const id of ['clerk', 'default']) {
      const { status, body } = await forAgent(id);
      expect([status, body['spiffe_id']]).toEqual([200, `spiffe://assay.local/agent/${id}`]);
    }
    expect((await forAgent('theirs')).status).toBe(403);
    expect((await verifier.admin('POST', path, { csr, agent: 'theirs' })).status).toBe(200);
    expect((await forAgent('clerk', { service: 'gateway/edge' })).status).toBe(400);
    expect((await forAgent('nobody')).status).toBe(404);
    await verifier.post('/v1/agents/clerk/stop');
    expect(await forAgent('clerk')).toMatchObject({ status: 403, body: { code: 'agent_stopped' } });
    await verifier.post('/v1/agents/clerk/start');
  });

  it.skipIf(!hasOpenssl)("are valid for OpenSSL as client and as server, with SPIFFE's usages", async () => {
    const { svid, bundle } = await issued();
    const folder = await aFolder();
    const [leafFile, bundleFile] = [join(folder, 'leaf.pem'), join(folder, 'bundle.pem')];
    await writeFile(leafFile, svid);
    await writeFile(bundleFile, bundle);
    for (const purpose of ['sslclient', 'sslserver']) {
      expect(openssl('verify', '-x509_strict', '-purpose', purpose, '-CAfile', bundleFile, leafFile)).toContain('OK');
    }
    const leaf = openssl('x509', '-in', leafFile, '-noout', '-text');
    expect(leaf).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(leaf).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(leaf.match(/URI:/g)).toHaveLength(1);
    const authority = openssl('x509', '-in', bundleFile, '-noout', '-text');
    expect(authority).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(authority).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    expect(authority).toContain('URI:spiffe://assay.local\n');
  });

  it.skipIf(!hasOpenssl)('are made over common kinds of keys, and over no weak one', async () => {
    const folder = await aFolder();
    const request = (...args: string[]) =>
      openssl('req', '-new', '-nodes', '-keyout', join(folder, 'k.pem'), '-subj', '/CN=spiffe-admin', ...args);
    const good = [
      ['-newkey', 'rsa:2048'],
      ['-newkey', 'rsa:3072', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:48', '-sha384'],
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-sha384'],
      ['-newkey', 'ed25519'],
      ['-newkey', 'ed25519', '-addext', 'subjectAltName=URI:spiffe://assay.local/verifier/default,DNS:evil.example'],
    ];
    for (const args of good) {
      const { status, body } = await ask('gateway/edge', request(...args));
      expect([args, status]).toEqual([args, 200]);
      // The names in the request are ignored.
      const leaf = new X509Certificate(String(body['svid']));
      expect([leaf.subjectAltName, leaf.subject]).toEqual(['URI:spiffe://assay.local/gateway/edge', 'O=Assay']);
    }
    const bad = [
      ['-newkey', 'rsa:1024'],
      ['-newkey', 'rsa:2048', '-sha1'],
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
      ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'],
      ['-newkey', 'ed448'],
    ];
    for (const args of bad) {
      const { status, body } = await ask('gateway/edge', request(...args));
      expect([args, status, body['reason']]).toEqual([args, 400, 'csr_refused']);
    }
  });

  it('are refused without a proof of the key', async () => {
    const [block] = readPem(csr);
    if (block === undefined) throw new Error('no request');
    for (let index = 0; index < block.der.length; index += 1) {
      const changed = Buffer.from(block.der);
      changed[index] = (changed[index] ?? 0) ^ 0x01;
      const { status } = await ask('gateway/edge', toPem(changed, 'CERTIFICATE REQUEST'));
      expect([index, status]).toEqual([index, 400]);
    }
    for (const wrong of [
      '',
      'hello',
      toPem(block.der),
      csr + csr,
      toPem(block.der.subarray(9), 'CERTIFICATE REQUEST'),
    ]) {
      expect((await ask('gateway/edge', wrong)).status).toBe(400);
    }
  });

  it('name only subjects that the requester may name', async () => {
    expect((await ask('attestor/one')).body).toMatchObject({ spiffe_id: 'spiffe://assay.local/attestor/one' });
    expect((await ask('auditor/pii')).body).toMatchObject({ spiffe_id: 'spiffe://assay.local/auditor/pii' });
    expect((await ask('verifier/default')).status).toBe(403);
    const asAdmin = await verifier.admin('POST', path, { csr, service: 'verifier/default' });
    expect(asAdmin.body).toMatchObject({ spiffe_id: 'spiffe://assay.local/verifier/default' });
    expect((await verifier.post(path, { csr })).status).toBe(400);
    for (const service of ['agent/clerk', 'gateway/', 'gateway/a/b', 'gateway', 'gateway/..', 'gateway/a b', '']) {
      const { status } = await ask(service);
      expect([service, status]).toEqual([service, 400]);
    }
  });

  it('of a gateway, an attestor and an auditor are for the key of that name only', async () => {
    const expires_at = new Date(verifier.clock.now() + 86_400_000).toISOString();
    const wanted = { alias: 'pii', purpose: 'gateway', gateway_id: 'pii', scopes: ['gateways:serve'], expires_at };
    const made = await verifier.admin('POST', '/v1/api-keys', wanted);
    const asked = async (service: string) => {
      const headers = { authorization: `Bearer ${made.body['key']}` };
      return (await verifier.call('POST', path, headers, { csr, service })).status;
    };
    for (const kind of ['gateway', 'attestor', 'auditor']) {
      expect([kind, await asked(`${kind}/pii`), await asked(`${kind}/other`)]).toEqual([kind, 200, 403]);
    }
    expect(await asked('verifier/pii')).toBe(403);
  });

  it('are for the organisation of the caller, in its own trust domain', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'acme', name: 'Acme' });
    const headers = { 'x-assay-organization': 'acme' };
    const { body } = await verifier.admin('POST', path, { csr, service: 'gateway/edge' }, headers);
    expect(body).toMatchObject({ spiffe_id: 'spiffe://acme.assay.local/gateway/edge' });
  });

  it('are recorded without the key', async () => {
    const { svid } = await issued('gateway/logged');
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=1');
    const serial = new X509Certificate(svid).serialNumber.toLowerCase();
    expect(body['items']).toMatchObject([
      {
        action: 'service.certificate_issued',
        resource_type: 'service',
        resource_id: 'gateway/logged',
        details: { spiffe_id: 'spiffe://assay.local/gateway/logged', serial },
      },
    ]);
  });

  it('are checked with the public bundle, and the authority survives a restart', async () => {
    const read = async () => {
      const answer = await verifier.verifier().app.inject({ method: 'GET', url: '/v1/spiffe/bundle' });
      return { keys: answer.json().keys, sequence: answer.json().spiffe_sequence };
    };
    const { bundle } = await issued();
    const before = await read();
    const [authority] = before.keys.filter(({ use }: { use: string }) => use === 'x509-svid');
    expect(authority).toEqual({ kty: 'EC', use: 'x509-svid', crv: 'P-256', ...xy(bundle), x5c: [toBase64(bundle)] });
    await verifier.restart();
    expect(await read()).toEqual(before);
    expect((await issued()).bundle).toBe(bundle);
  });
});

function xy(pem: string) {
  const { x, y } = new X509Certificate(pem).publicKey.export({ format: 'jwk' });
  return { x, y };
}

const toBase64 = (pem: string) => new X509Certificate(pem).raw.toString('base64');
