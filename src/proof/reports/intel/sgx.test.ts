import { nodeProofCrypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { createSgxBench, createTdxBench, type IntelSampleOptions, intelBenchNow } from './intel-bench.fixture.ts';
import { bodyOffsets, u16 } from './quote.fixture.ts';
import { verifySgx } from './sgx.ts';
import { verifyTdx } from './tdx.ts';

const bench = createSgxBench();
const base = { certificates: [], now: intelBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const { enclave } = bodyOffsets;
const verify = (options: IntelSampleOptions = {}, input: Partial<ReportInput> = {}) =>
  verifySgx({ ...base, ...bench.report(options), ...input });

describe('an SGX quote', () => {
  it.each([3, 4, 5] as const)(
    'of version %i is affirming with current collateral and reference values',
    async (version) => {
      const policy = {
        measurements: {
          mrenclave: ['e1'.repeat(32)],
          mrsigner: ['e2'.repeat(32)],
          isvprodid: ['0001'],
          isvsvn: ['0002'],
        },
        require_revocation: true,
        tcb_statuses: ['UpToDate'],
      };
      expect(await verify({ version }, { policy })).toMatchObject({
        kind: 'sgx',
        accepted: true,
        tier: 'affirming',
        tcb_status: 'UpToDate',
        report: { version, isvprodid: 1, isvsvn: 2, mrenclave: 'e1'.repeat(32) },
      });
    },
  );

  it('in debug mode is refused', async () => {
    const verdict = await verify({ body: { [enclave.attributes]: Buffer.of(0x07) } });
    expect(verdict).toMatchObject({ reasons: ['debug'], tier: 'contraindicated' });
  });

  it('gives the SVNs from the header of version 3', async () => {
    const verdict = await verify({ header: { 8: Buffer.concat([u16(10), u16(0x10f)]) } });
    expect(verdict.report).toMatchObject({ qe_svn: 10, pce_svn: 0x10f });
  });

  it.each([0, 1])('with a byte %i after its end is refused', async (byte) => {
    const edit = (quote: Buffer) => Buffer.concat([quote, Buffer.of(byte)]);
    expect((await verify({ edit })).reasons).toEqual(['padding']);
    expect((await verify({ edit, version: 4 })).reasons).toEqual(['padding']);
  });

  it('is never accepted as a TDX quote, nor the other way round', async () => {
    const tdx = createTdxBench().report().report;
    expect((await verifySgx({ ...base, report: tdx })).reasons).toEqual(['unsupported']);
    expect((await verifyTdx({ ...base, report: bench.report().report })).reasons).toEqual(['unsupported']);
  });

  it('with another register, user data or nonce is refused', async () => {
    expect((await verify({}, { policy: { measurements: { mrenclave: ['00'.repeat(32)] } } })).reasons).toEqual([
      'measurement',
    ]);
    expect((await verify({}, { policy: { measurements: { isvsvn: ['0003'] } } })).reasons).toEqual(['measurement']);
    expect((await verify({}, { reportData: Buffer.alloc(64) })).reasons).toEqual(['report_data_mismatch']);
    expect((await verify({}, { nonce: Buffer.alloc(32) })).reasons).toContain('nonce_mismatch');
    expect((await verify({}, { reportData: Buffer.alloc(64, 0xd1) })).reasons).toEqual([]);
  });

  it('is not accepted with any byte changed or truncated', async () => {
    const { report } = bench.report();
    const crypto = rememberChecks(nodeProofCrypto);
    await expectNoAcceptedMutation(report, (changed) => verifySgx({ ...base, crypto, report: changed }), {
      stride: 7,
      truncationStride: 7,
    });
  });
});
