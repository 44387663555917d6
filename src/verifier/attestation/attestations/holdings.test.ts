/** Tests that keys and receipt chains belong to the gateway that brought them first, against another gateway's credential. */
import { printAddCheckpoint } from '@assay/sdk/receipts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aChainFolder, openDiskChain } from '../../../../test/support/chains.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../identity/api-keys/keys.fixture.ts';
import { aGateway, type TestGateway } from '../../test-verifier.ts';
import { attestationsMigrations } from './tables.ts';

let fixture: KeysFixture;
let admin: TestPerson;
let own: TestGateway;
let count = 0;
/** Each test has its own gateways. */
let one = '';
let two = '';
const keys = new Map<string, string>();

beforeAll(async () => {
  fixture = await openKeys(testDatabaseKind);
  admin = await fixture.person('admin');
}, 60_000);
afterAll(() => fixture?.verifier.close());
beforeEach(async () => {
  count += 1;
  [one, two] = [`one-${count}`, `two-${count}`];
  for (const id of [one, two]) {
    keys.set(id, await admin.key({ purpose: 'gateway', gateway_id: id, scopes: ['gateways:serve'] }));
  }
  own = await aGateway();
});

const as = (id: string, path: string, body: unknown) => fixture.withKey(keys.get(id) ?? '', 'POST', path, body);
const attest = (id: string, gateway: TestGateway) =>
  as(id, '/v1/attestations', { key_attestation: gateway.attestation });
const issOf = (id: string) => `spiffe://assay.local/gateway/${id}`;
const bring = async (id: string, item: unknown) =>
  Object((await as(id, '/v1/evidence', { items: [item] })).body['results'])[0];
const bringReceipt = async (id: string, receipt: unknown) =>
  Object((await as(id, '/v1/receipts', { receipts: [receipt] })).body['results'])[0];

/** Makes the start of a chain and one exchange, as the gateway of this id does. */
async function aChain(id: string, gateway: TestGateway, chainId: string) {
  const [folder, remove] = await aChainFolder();
  const signer = { ...gateway, evidence: (change = {}) => gateway.evidence({ iss: issOf(id), ...change }) };
  const disk = await openDiskChain(folder, signer, chainId);
  await disk.append(1);
  const [start, exchange] = await disk.entries();
  const note = await disk.checkpoint();
  await disk.close();
  await remove();
  return { start: start?.receipt, exchange, note };
}

describe("a gateway's key", () => {
  it('is refused from every other gateway, and signs no Evidence of another', async () => {
    expect((await attest(one, own)).status).toBe(201);
    const foreign = await attest(two, own);
    expect([foreign.status, foreign.body['reason']]).toEqual([409, 'key_of_another_gateway']);
    const { jws } = own.evidence({ iss: issOf(two) });
    expect(await bring(two, { jws })).toMatchObject({ status: 'refused', reason: 'key_of_another_gateway' });
    expect(await bring(one, { jws: own.evidence({ iss: issOf(one) }).jws })).toMatchObject({ status: 'stored' });
    expect((await attest(one, own)).status).toBe(200);
  });

  it('known from an earlier release does not belong to a mere presenter of its attestation', async () => {
    // Sent with the operator token, as gateways did before this rule.
    await fixture.verifier.admin('POST', '/v1/attestations', { key_attestation: own.attestation });
    expect((await attest(two, own)).status).toBe(200);
    expect(await bring(one, { jws: own.evidence({ iss: issOf(one) }).jws })).toMatchObject({ status: 'stored' });
    expect((await attest(two, own)).body['reason']).toBe('key_of_another_gateway');
  });

  it('does not restrict the holder of the operator token', async () => {
    await attest(one, own);
    const { jws } = own.evidence({ iss: issOf(two) });
    const { body } = await fixture.verifier.admin('POST', '/v1/evidence', { items: [{ jws }] });
    expect(Object(body['results'])[0]).toMatchObject({ status: 'stored' });
  });
});

describe('a chain of receipts', () => {
  it('accepts no receipt and no checkpoint of another gateway', async () => {
    const chainId = `chain-${one}`;
    await attest(one, own);
    const { start, exchange, note } = await aChain(one, own, chainId);
    expect(await bringReceipt(one, start)).toMatchObject({ status: 'stored' });
    expect(await bring(one, exchange)).toMatchObject({ status: 'stored' });

    const other = await aGateway();
    await attest(two, other);
    const forged = await aChain(two, other, chainId);
    expect(await bringReceipt(two, forged.start)).toMatchObject({ reason: 'chain_of_another_gateway' });
    expect(await bring(two, forged.exchange)).toMatchObject({ reason: 'chain_of_another_gateway' });

    const body = printAddCheckpoint({ oldSize: 0, proof: [], note });
    const witness = (id: string) =>
      fixture.verifier.verifier().app.inject({
        method: 'POST',
        url: '/v1/witness/add-checkpoint',
        payload: body,
        headers: { 'x-assay-key': keys.get(id) ?? '', 'content-type': 'text/plain' },
      });
    const refused = await witness(two);
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'chain_of_another_gateway']);
    expect((await witness(one)).statusCode).toBe(200);
  });

  it('is accepted again completely, as after a loss, from its own gateway', async () => {
    await attest(one, own);
    const { start, exchange } = await aChain(one, own, `chain-${one}`);
    for (const status of ['stored', 'known']) {
      expect(await bringReceipt(one, start)).toMatchObject({ status });
      expect(await bring(one, exchange)).toMatchObject({ status });
    }
  });

  it('is not claimed by a receipt that another gateway only passes on', async () => {
    await attest(one, own);
    const { start } = await aChain(one, own, `chain-${one}`);
    expect(await bringReceipt(two, start)).toMatchObject({ reason: 'key_of_another_gateway' });
    expect(await bringReceipt(one, start)).toMatchObject({ status: 'stored' });
  });
});

describe('keys and chains of a removed gateway', () => {
  const report = (id: string) => as(id, `/v1/gateways/${id}/status`, { running: null, source: 'files', problems: [] });

  it('are free again when an admin removes it, and not when an operator does', async () => {
    const operator = await fixture.person('operator');
    await attest(one, own);
    for (const [person, reason] of [
      [operator, 'key_of_another_gateway'],
      [admin, undefined],
    ] as const) {
      expect((await report(one)).status).toBe(204);
      expect((await person.call('DELETE', `/v1/gateways/${one}`)).status).toBe(204);
      expect((await attest(two, own)).body['reason']).toBe(reason);
    }
  });
});

describe('Evidence of an earlier release', () => {
  it("names its key's owner by its signed issuer", async () => {
    await fixture.verifier.admin('POST', '/v1/attestations', { key_attestation: own.attestation });
    const { jws } = own.evidence({ iss: issOf(one) });
    await fixture.verifier.admin('POST', '/v1/evidence', { items: [{ jws }] });
    const { db } = fixture.verifier.verifier().services;
    await db.execute('delete from gateway_holdings');
    const fill =
      attestationsMigrations
        .find(({ id }) => id === '0099-gateway-holdings')
        ?.sql.filter((statement) => statement.startsWith('insert')) ?? [];
    expect(fill).toHaveLength(2);
    for (const statement of fill) await db.execute(statement);
    expect((await attest(two, own)).body['reason']).toBe('key_of_another_gateway');
    expect((await attest(one, own)).status).toBe(200);
  });
});

// Last, because it closes what the fixture makes people's keys with.
describe('the key of a gateway', () => {
  it('is followed by its next one, also after a restart of the verifier', async () => {
    await attest(one, own);
    const renewed = await aGateway();
    expect((await attest(one, renewed)).status).toBe(201);
    await fixture.verifier.restart();
    for (const gateway of [own, renewed]) {
      expect(await bring(one, { jws: gateway.evidence({ iss: issOf(one) }).jws })).toMatchObject({ status: 'stored' });
      expect((await attest(two, gateway)).body['reason']).toBe('key_of_another_gateway');
    }
  });
});
