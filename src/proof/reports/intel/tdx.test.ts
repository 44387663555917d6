import { webcrypto } from 'node:crypto';
import { createWebProofCrypto, nodeProofCrypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { createTdxBench, type IntelSampleOptions, intelBenchNow } from './intel-bench.fixture.ts';
import { bodyOffsets, u16 } from './quote.fixture.ts';
import { verifyTdx } from './tdx.ts';

const bench = createTdxBench();
const base = { certificates: [], now: intelBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const { td, enclave } = bodyOffsets;

const verify = (options: IntelSampleOptions = {}, input: Partial<ReportInput> = {}) => {
  const { report, collateral } = bench.report(options);
  return verifyTdx({ ...base, report, collateral, ...input });
};
const codesOf = async (options: IntelSampleOptions, input: Partial<ReportInput> = {}) =>
  (await verify(options, input)).reasons;
const attributes = (...bits: number[]) => {
  const bytes = Buffer.alloc(8);
  for (const bit of [28, ...bits]) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  return { body: { [td.tdAttributes]: bytes } };
};

describe('a valid quote', () => {
  it('is affirming with current collateral and reference values', async () => {
    const policy = { measurements: { mrtd: ['A1'.repeat(48)], rtmr0: ['b0'.repeat(48)] }, require_revocation: true };
    const verdict = await verify({}, { policy });
    expect(verdict).toMatchObject({ kind: 'tdx', accepted: true, tier: 'affirming', reasons: [], notes: [] });
    expect(verdict).toMatchObject({ tcb_status: 'UpToDate', advisories: [] });
    expect(verdict.valid_until).toEqual({ leaf: '2031-01-01T00:00:00.000Z', collateral: '2026-07-01T00:00:00.000Z' });
    expect(verdict.vector).toEqual({
      'instance-identity': 2,
      configuration: 2,
      executables: 2,
      hardware: 2,
      'runtime-opaque': 2,
    });
    expect(verdict.report).toMatchObject({
      version: 4,
      mrtd: 'a1'.repeat(48),
      pck: { fmspc: '50806f000000', pcesvn: 11 },
      tcb: { status: 'UpToDate', tdx_module: 'TDX_01', tdx_module_status: 'UpToDate', qe_status: 'UpToDate' },
    });
  });

  it('has the same verdict with browser primitives', async () => {
    const crypto = createWebProofCrypto(webcrypto.subtle);
    const sample = bench.report();
    const both = await Promise.all(
      [crypto, nodeProofCrypto].map((each) => verifyTdx({ ...base, ...sample, crypto: each })),
    );
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({ accepted: true, vector: { hardware: 2 } });
    const edit = (quote: Buffer) => Buffer.concat([quote.subarray(0, 300), Buffer.of(1), quote.subarray(301)]);
    expect((await verify({ edit }, { crypto })).reasons).toEqual(['signature_invalid']);
  });

  it('without collateral is at most warning, and names the missing checks', async () => {
    const { report } = bench.report();
    const policy = { measurements: { mrtd: ['a1'.repeat(48)] } };
    const verdict = await verifyTdx({ ...base, report, policy });
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning', tcb_status: null });
    expect(verdict.vector).toMatchObject({ hardware: 0, executables: 2 });
    expect(verdict.notes.join()).toMatch(/revocation lists.*no TCB level/);
  });

  it('without reference values is at most warning', async () => {
    expect(await verify()).toMatchObject({ accepted: true, tier: 'warning', vector: { executables: 0, hardware: 2 } });
  });

  it.each([
    ['version 5, TDX 1.0', { version: 5, bodyType: 2 }],
    ['version 5, TDX 1.5', { version: 5, bodyType: 3 }],
    ['no authentication data', { authData: Buffer.alloc(0) }],
    ['zeros after the end', { edit: (quote: Buffer) => Buffer.concat([quote, Buffer.alloc(3000)]) }],
  ] as const)('%s is accepted', async (_, options) => {
    expect(await verify(options)).toMatchObject({ accepted: true, vector: { hardware: 2 } });
  });

  it('gives the fields of TDX 1.5', async () => {
    const verdict = await verify({ version: 5, bodyType: 3 });
    expect(verdict.report).toMatchObject({
      body_type: 3,
      tee_tcb_svn2: `030104${'00'.repeat(13)}`,
      mrservicetd: '00'.repeat(48),
    });
  });

  it('answers the nonce and contains the requested user data', async () => {
    const reportData = Buffer.concat([Buffer.alloc(32, 9), Buffer.alloc(32)]);
    const nonce = Buffer.alloc(32, 9);
    expect(await codesOf({ reportData }, { nonce, reportData })).toEqual([]);
    expect(await codesOf({}, { nonce })).toEqual(['nonce_mismatch', 'report_data_mismatch']);
    expect(await codesOf({}, { reportData })).toEqual(['report_data_mismatch']);
    expect(await codesOf({}, { policy: { report_data: 'd1'.repeat(64) } })).toEqual([]);
    expect(await codesOf({}, { policy: { report_data: 'd2'.repeat(64) } })).toEqual(['report_data_mismatch']);
  });
});

describe('the layout', () => {
  /** After header, body, length, signature, key, certification header, report, signature, 32 bytes of data, type. */
  const chainSize = 48 + 584 + 4 + 128 + 6 + 384 + 64 + 2 + 32 + 2;
  const edited = (edit: (quote: Buffer) => void) => ({
    edit: (quote: Buffer) => {
      edit(quote);
      return quote;
    },
  });

  it.each([
    ['an unknown version', { header: { 0: u16(6) } }, 'unsupported'],
    ['another type of attestation key', { header: { 2: u16(3) } }, 'unsupported'],
    ['an unknown TEE', { header: { 4: u16(0x82) } }, 'unsupported'],
    ['a version that TDX does not have', { header: { 0: u16(3) } }, 'unsupported'],
    ['another vendor of the quoting enclave', { header: { 12: Buffer.of(0) } }, 'unsupported'],
    ['an unknown body type', { version: 5, ...edited((quote) => quote.writeUInt16LE(4, 48)) }, 'unsupported'],
    ['a body type of SGX', { version: 5, ...edited((quote) => quote.writeUInt16LE(1, 48)) }, 'unsupported'],
    ['another size of the body', { version: 5, ...edited((quote) => quote.writeUInt32LE(585, 50)) }, 'length'],
    ['signature data that is too long', edited((quote) => quote.writeUInt32LE(0xffff_ffff, 632)), 'length'],
    ['another type of certification data', edited((quote) => quote.writeUInt16LE(5, 636 + 128)), 'unsupported'],
    ['certification data that is too short', edited((quote) => quote.writeUInt32LE(1000, 636 + 130)), 'length'],
    [
      'a byte between chain and end',
      edited((quote) => quote.writeUInt32LE(quote.readUInt32LE(chainSize) - 1, chainSize)),
      'length',
    ],
    [
      'a byte between report and end',
      edited((quote) => quote.writeUInt32LE(quote.readUInt32LE(766) - 1, 766)),
      'length',
    ],
    ['authentication data over the end', edited((quote) => quote.writeUInt16LE(65_535, 636 + 134 + 448)), 'length'],
    ['a PPID instead of the chain', edited((quote) => quote.writeUInt16LE(3, 636 + 134 + 482)), 'unsupported'],
    ['a byte after the end', { edit: (quote: Buffer) => Buffer.concat([quote, Buffer.of(1)]) }, 'padding'],
    [
      'a byte after zeros',
      { edit: (quote: Buffer) => Buffer.concat([quote, Buffer.alloc(9), Buffer.of(1)]) },
      'padding',
    ],
    ['too many zeros', { edit: (quote: Buffer) => Buffer.concat([quote, Buffer.alloc(65_536)]) }, 'length'],
  ] satisfies [string, IntelSampleOptions, string][])('%s is refused', async (_, options, code) => {
    const verdict = await verify(options);
    expect(verdict).toMatchObject({ accepted: false, reasons: [code], report: null, tier: 'contraindicated' });
  });

  it.each<[string, (text: string) => string, boolean]>([
    ['LF and a NUL', (text) => `${text}\0`, true],
    ['LF', (text) => text, true],
    ['no line end at the end', (text) => text.trimEnd(), true],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n'), true],
    ['CRLF and a NUL', (text) => `${text.replaceAll('\n', '\r\n')}\0`, true],
    ['two NULs', (text) => `${text}\0\0`, false],
    ['a NUL instead of the line end', (text) => `${text.trimEnd()}\0`, false],
    ['a space for a line end', (text) => text.replace('\n', ' '), false],
    ['one CRLF among LF', (text) => text.replace('\n', '\r\n'), false],
    ['an empty line', (text) => text.replace('-----\n-----', '-----\n\n-----'), false],
    ['text before it', (text) => `x${text}`, false],
    ['long lines', (text) => text.replaceAll(/([^-])\n([^-])/g, '$1$2'), false],
  ])('decides on a chain spelled with %s', async (_, spell, isAccepted) => {
    const verdict = await verify({ spell });
    expect(verdict).toMatchObject({ accepted: isAccepted });
    if (!isAccepted) expect(verdict.reasons).toContain('padding');
  });
});

describe('the signatures', () => {
  const { signer } = bench.platform;

  it('detect a field changed after signing', async () => {
    const edit = (quote: Buffer) => {
      quote[200] = 1;
      return quote;
    };
    expect(await codesOf({ edit })).toEqual(['signature_invalid']);
  });

  it('refuse an attestation key that the quoting enclave does not vouch for', async () => {
    const verdict = await verify({ qeReportData: Buffer.alloc(32) });
    expect(verdict.findings).toMatchObject([{ code: 'signature_invalid', step: 2 }]);
    const after = { qeReport: { [enclave.reportData + 32]: Buffer.of(1) } };
    expect((await verify(after)).findings).toMatchObject([{ code: 'signature_invalid', step: 2 }]);
  });

  it('refuse a quoting enclave that the platform did not certify', async () => {
    const verdict = await verify({ qeSigner: signer.keys });
    expect(verdict.findings).toMatchObject([{ code: 'signature_invalid', step: 3 }]);
  });

  it.each([
    ['another signer', { [enclave.mrsigner]: Buffer.alloc(32, 1) }],
    ['another product', { [enclave.isvProdId]: u16(1) }],
    ['debug mode', { [enclave.attributes]: Buffer.of(0x17) }],
    ['other features', { [enclave.miscSelect]: Buffer.of(1) }],
  ])('refuse an enclave with %s, with and without collateral', async (_, qeReport) => {
    const { report } = bench.report({ qeReport });
    expect(await codesOf({ qeReport })).toEqual(['chain_invalid']);
    expect(await verifyTdx({ ...base, report })).toMatchObject({ reasons: ['chain_invalid'] });
  });
});

describe('the TDX module', () => {
  it.each([
    ['signed by somebody else', { [td.mrsignerseam]: Buffer.alloc(48, 1) }],
    ['with an attribute', { [td.seamAttributes]: Buffer.of(1) }],
  ])('%s is refused, with and without collateral', async (_, body) => {
    const { report } = bench.report({ body });
    expect(await codesOf({ body })).toEqual(['tcb_no_match']);
    expect(await verifyTdx({ ...base, report })).toMatchObject({ reasons: ['tcb_no_match'] });
  });
});

describe("the TD's attributes", () => {
  it.each([0, 1, 4, 5, 6, 7])('bit %i of the first attribute byte is debug', async (bit) => {
    const verdict = await verify(attributes(bit));
    expect(verdict).toMatchObject({ reasons: ['debug'], vector: { configuration: 96, 'runtime-opaque': 96 } });
  });

  it.each([8, 15, 17, 26, 32, 61])('bit %i is unknown and refused', async (bit) => {
    expect(await codesOf(attributes(bit))).toEqual(['policy']);
  });

  it('are accepted when known', async () => {
    expect(await codesOf(attributes(16, 27, 30, 31, 62, 63))).toEqual([]);
  });

  it('with migration are refused unless the policy allows it', async () => {
    expect(await codesOf(attributes(29))).toEqual(['policy']);
    expect(await codesOf(attributes(29), { policy: { allow_migration: true } })).toEqual([]);
  });

  it('with an unnamed service TD are reported, and refused when migration is excluded', async () => {
    const service = { version: 5, bodyType: 3, body: { [td.mrservicetd]: Buffer.alloc(48, 5) } } as const;
    const verdict = await verify(service);
    expect(verdict).toMatchObject({ accepted: true });
    expect(verdict.notes.join()).toContain('service TD');
    expect(await codesOf(service, { policy: { allow_migration: false } })).toEqual(['policy']);
    const names = (value: string) => ({ measurements: { mrservicetd: [value.repeat(48)] }, allow_migration: false });
    expect(await codesOf(service, { policy: names('05') })).toEqual([]);
    expect(await codesOf(service, { policy: names('06') })).toEqual(['measurement']);
  });

  it('without SEPT_VE_DISABLE are accepted with a note', async () => {
    const verdict = await verify({ body: { [td.tdAttributes]: Buffer.alloc(8) } });
    expect(verdict).toMatchObject({ accepted: true });
    expect(verdict.notes.join()).toContain('SEPT_VE_DISABLE');
  });

  it('with another register value, or a missing register, are refused', async () => {
    const measurements = (name: string, value: string) => ({ policy: { measurements: { [name]: [value] } } });
    for (const name of ['mrtd', 'rtmr3', 'mrseam', 'mrsignerseam', 'mrconfigid', 'mrowner', 'mrownerconfig']) {
      expect(await codesOf({}, measurements(name, 'ff'.repeat(48)))).toEqual(['measurement']);
    }
    expect(await codesOf({}, measurements('mrservicetd', '00'.repeat(48)))).toEqual(['measurement']);
    expect(await codesOf({}, measurements('mrenclave', '00'.repeat(32)))).toEqual(['measurement']);
    expect(await codesOf({}, measurements('xfam', '00'.repeat(8)))).toEqual([]);
  });
});

describe('every change is detected', () => {
  it('in a version 5 quote with zeros after it: flips and truncations, 0 accepted', async () => {
    const { report } = bench.report({ version: 5, bodyType: 3 });
    const padded = Buffer.concat([report, Buffer.alloc(64)]);
    const crypto = rememberChecks(nodeProofCrypto);
    await expectNoAcceptedMutation(padded, (changed) => verifyTdx({ ...base, crypto, report: changed }), {
      stride: 7,
      truncationStride: 7,
      isWhole: (length) => length >= report.length,
    });
  });
});
