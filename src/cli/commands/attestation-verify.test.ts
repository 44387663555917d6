import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTdxBench, intelBenchNow } from '../../proof/reports/intel/intel-bench.fixture.ts';
import { createSnpBench } from '../../proof/reports/sev-snp/snp.fixture.ts';
import { runFake } from '../cli.fake.ts';

const now = new Date(intelBenchNow).toISOString();
let folder: string;

const at = (name: string) => join(folder, name);
const put = (name: string, content: string | Uint8Array) => writeFile(at(name), content);
/** Words that begin with `@` are files of this test. */
const run = (line: string, options: Parameters<typeof runFake>[1] = {}) =>
  runFake(
    ['attestation', 'verify', ...line.split(' ').map((word) => (word[0] === '@' ? at(word.slice(1)) : word))],
    options,
  );
const snp = `--kind snp @snp.bin --roots @amd-root.pem --now ${now}`;
const tdx = `--kind tdx @tdx.bin --roots @intel-root.der --now ${now}`;
const documents = '--collateral @tcb.json @qe.json @root.crl @pck.crl @signer.der';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attestation-'));
  const amd = createSnpBench();
  const { report, certificates, collateral } = amd.sample();
  const [leaf = new Uint8Array(), intermediate = new Uint8Array()] = certificates;
  const [list = new Uint8Array()] = collateral.revocationLists;
  await put('snp.bin', report);
  await put('amd-root.pem', toPem(amd.root.der));
  await put('leaf.der', leaf);
  await put('leaf.pem', toPem(leaf));
  await put('intermediate.der', intermediate);
  await put('both.pem', toPem(intermediate) + toPem(leaf));
  await put('amd.crl', list);
  await put('cut-leaf.der', leaf.slice(0, -9));
  await put('cut-leaf.pem', toPem(leaf).replace('\nMII', '\n!II'));
  await put('cut.crl', list.slice(0, -9));
  await put(
    'policy.json',
    JSON.stringify({ measurements: { measurement: ['a1'.repeat(48)] }, minimum_tcb: { snp: 1 } }),
  );
  await put('typo.json', JSON.stringify({ mesurements: {} }));
  await put('notes.txt', 'a shopping list, and nothing else');
  const intel = createTdxBench();
  const quote = intel.report();
  const [tcb = '', qe = ''] = quote.collateral.documents;
  const [rootList = new Uint8Array(), authorityList = new Uint8Array()] = quote.collateral.revocationLists;
  await put('tdx.bin', quote.report);
  await put('intel-root.der', intel.platform.root.der);
  await put('tcb.json', tcb);
  await put('qe.json', qe);
  await put('root.crl', rootList);
  await put('pck.crl', authorityList);
  await put('signer.der', intel.platform.signer.der);
  await put('cut-tcb.json', tcb.slice(0, -9));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a report with all its files', () => {
  it.each([
    `${snp} --certs @leaf.der @intermediate.der --collateral @amd.crl --policy @policy.json`,
    `${snp} --certs @intermediate.der --certs @leaf.pem --collateral @amd.crl --policy @policy.json`,
    `${snp} --collateral @amd.crl --certs @both.pem --policy @policy.json`,
    `${snp.replace(' @snp.bin', '')} --policy @policy.json --collateral @amd.crl --certs @leaf.der @intermediate.der @snp.bin`,
  ])('is accepted and affirming with the files given as: %s', async (line) => {
    const { code, out, err } = await run(`${line} --json`);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ accepted: true, tier: 'affirming', reasons: [], tcb_status: null });
  });

  it('may come through standard input', async () => {
    const { report, certificates } = createSnpBench().sample();
    await put('other.pem', certificates.map((der) => toPem(der)).join(''));
    const { code, out } = await run(`--kind snp - --certs @other.pem --now ${now} --json`, { stdin: report });
    expect([code, JSON.parse(out).reasons]).toEqual([1, ['chain_invalid']]);
  });

  it("has the same verdict for people: the answer, the checks, the report's content, open questions", async () => {
    const { code, out } = await run(`${tdx} ${documents}`);
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[1]).toBe('ACCEPTED, tier warning');
    expect(out).toContain('TCB status: UpToDate');
    expect(out).toContain(`mrtd: ${'a1'.repeat(48)}`);
    expect(out).toContain('rtmr1: 48 zero bytes');
    expect(out).toContain('No reference values: which code runs was not appraised.');
    expect(out).toContain('not the pinned ones of the vendor');
    expect(out).toContain(`Checked as of ${now}.`);
  });

  it('explains each reason with --explain, and the limits of any report', async () => {
    const { code, out } = await run(`${snp} --certs @leaf.der --explain`);
    expect(code).toBe(1);
    expect(out).toContain('REFUSED, tier contraindicated');
    expect(out).toContain('chain_invalid: The certificates do not lead from the device key to a root');
    expect(out).toContain('It does not prove what the code does');
  });
});

describe('a damaged file is a refusal', () => {
  it.each([
    [`${snp} --certs @cut-leaf.der @intermediate.der`, 'chain_invalid'],
    [`${snp} --certs @cut-leaf.pem @intermediate.der`, 'chain_invalid'],
    [`${snp} --certs @leaf.der @intermediate.der --collateral @cut.crl`, 'chain_invalid'],
    [`${tdx} ${documents.replace('@tcb.json', '@cut-tcb.json')}`, 'unsupported'],
    [`${tdx} ${documents.replace('@pck.crl', '@cut.crl')}`, 'chain_invalid'],
    [`--kind snp @notes.txt --now ${now}`, 'length'],
    [`--kind tdx @snp.bin --now ${now}`, 'unsupported'],
  ])('%s: %s', async (line, reason) => {
    const { code, out, err } = await run(`${line} --json`);
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toMatchObject({ accepted: false, tier: 'contraindicated' });
    expect(JSON.parse(out).reasons).toContain(reason);
  });
});

describe('wrong use says what to do, and is no verdict', () => {
  it.each([
    ['@snp.bin', '--kind must be one of snp, tdx, sgx'],
    ['--kind sev @snp.bin', '--kind must be one of snp'],
    ['--kind snp', 'Name the file of the report'],
    ['--kind snp @nowhere.bin', 'the file does not exist'],
    ['--kind snp @snp.bin --certs @nowhere.pem', 'the file does not exist'],
    ['--kind snp @snp.bin --certs @notes.txt', 'neither a certificate'],
    ['--kind snp @snp.bin --roots @notes.txt', 'neither a certificate'],
    ['--kind snp @snp.bin --roots @amd.crl', 'does not contain a certificate'],
    ['--kind snp @snp.bin --nonce xyz', 'hexadecimal'],
    ['--kind snp @snp.bin --now yesterday', '--now takes a time'],
    ['--kind snp @snp.bin --policy @notes.txt', 'cannot be read: not valid JSON'],
    ['--kind snp @snp.bin --policy @typo.json', 'the report policy'],
    ['--kind snp @snp.bin --device 2', '--device'],
    ['--kind snp @snp.bin --device 0', '--device must be a whole number'],
    ['--kind snp @snp.bin --force', 'Unknown option'],
  ])('%s: %s', async (line, words) => {
    const { code, out, err } = await run(line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });
});
