import { nodeProofCrypto } from '@assay/sdk/crypto';
import { QuoteVerifier } from '@phala/dcap-qvl';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFile } from '../files.ts';
import { hasVectors, readVector, vectorsTitle } from '../vectors.fixture.ts';
import { createSgxBench, createTdxBench, intelBenchNow } from './intel-bench.fixture.ts';
import { type Changes, toCollateralFile, toSvnLevel, toTcbLevel } from './platform.fixture.ts';
import { bodyOffsets, u16 } from './quote.fixture.ts';
import { intelRoots } from './roots.ts';
import { verifySgx } from './sgx.ts';
import { tcbStatuses } from './tcb-status.ts';
import { verifyTdx } from './tdx.ts';

/** What another verifier says: the status with its advisories, or that it refuses. */
function askOther(report: Uint8Array, file: Changes, now: number, root: Uint8Array): string {
  try {
    const verifier = QuoteVerifier.newWithRootCa(Buffer.from(root));
    const { status, advisory_ids: advisories } = verifier.verify(
      Buffer.from(report),
      JSON.parse(JSON.stringify(file)),
      now / 1000,
    );
    return [status, ...advisories].join(' ');
  } catch {
    return 'refused';
  }
}

/** The same of ours. */
async function askOurs(report: Uint8Array, file: Changes, now: number, roots = intelRoots): Promise<string> {
  const verify = report[4] === 0x81 ? verifyTdx : verifySgx;
  const collateral = { documents: [JSON.stringify(file)], revocationLists: [], certificates: [] };
  const verdict = await verify({
    report,
    certificates: [],
    collateral,
    now,
    crypto: nodeProofCrypto,
    roots,
    policy: {},
  });
  return verdict.accepted ? [verdict.tcb_status, ...verdict.advisories].join(' ') : 'refused';
}

const svn = fc.integer({ min: 0, max: 3 });
const svns = fc.array(svn, { minLength: 16, maxLength: 16 });
const advisories = fc.subarray(['SA-1', 'SA-2', 'SA-3']);
/** Mostly reached by the platforms below, and mostly not by all of their 32 numbers. */
const levelSvns = fc.array(
  fc.oneof({ arbitrary: fc.constantFrom(0, 1, 2), weight: 20 }, { arbitrary: fc.constant(3), weight: 1 }),
  { minLength: 16, maxLength: 16 },
);
const level = fc.record({
  status: fc.constantFrom(...tcbStatuses),
  sgx: levelSvns,
  tdx: levelSvns,
  pceSvn: svn,
  advisories,
});
const qeLevel = fc.record({ status: fc.constantFrom('UpToDate', 'OutOfDate', 'Revoked'), svn, advisories });

/** The other verifier does not know identities of TDX modules, so the TDs here have version 0, which has none. */
const situation = fc.record({
  components: svns.map((values) => values.map((value) => Math.min(3, value + 2))),
  pceSvn: svn,
  teeTcbSvn: svns.map((values) => values.map((value, index) => (index === 1 ? 0 : Math.min(3, value + 2)))),
  qeSvn: svn,
  levels: fc.array(level, { minLength: 1, maxLength: 6 }),
  qeLevels: fc.array(qeLevel, { minLength: 1, maxLength: 4 }),
});

describe.each([
  ['TDX', 'tdx', createTdxBench],
  ['SGX', 'sgx', createSgxBench],
] as const)('an independent verifier agrees on %s', (_, tee, createBench) => {
  it('about every level that a platform may reach', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(situation, async ({ components, pceSvn, teeTcbSvn, qeSvn, levels, qeLevels }) => {
        const bench = createBench({ components, pceSvn });
        const { report } = bench.report({
          qeReport: { [bodyOffsets.enclave.isvSvn]: u16(qeSvn) },
          ...(tee === 'tdx' ? { body: { [bodyOffsets.td.teeTcbSvn]: Buffer.from(teeTcbSvn) } } : {}),
        });
        const file = toCollateralFile(tee, bench.platform, {
          tcbInfo: {
            tcbLevels: levels.map(({ status, ...rest }) =>
              toTcbLevel(status, {
                ...rest,
                tdx: rest.tdx.map((value, at) => (at === 1 ? 0 : value)),
                advisoryIDs: rest.advisories,
              }),
            ),
          },
          qeIdentity: { tcbLevels: qeLevels.map((each) => toSvnLevel(each.status, each.svn, each.advisories)) },
        });
        const ours = await askOurs(report, file, intelBenchNow, bench.roots);
        seen.add(ours.split(' ')[0] ?? '');
        // Intel's own rule for an old quoting enclave on a platform that needs configuration; the other keeps the worse one.
        const comparable = ours.replace('OutOfDateConfigurationNeeded', 'OutOfDate');
        const other = askOther(report, file, intelBenchNow, bench.platform.root.der);
        expect(comparable).toBe(other.replace('OutOfDateConfigurationNeeded', 'OutOfDate'));
      }),
      { numRuns: 100 },
    );
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe.skipIf(!hasVectors)(`an independent verifier agrees on ${vectorsTitle}`, () => {
  const folder = 'Phala-Network__dcap-qvl/';
  const gas = 'tests/near/contracts/gas-test/tests/quote/';
  it.each([
    ['sample/tdx_quote', 'sample/tdx_quote_collateral.json', '2025-06-19T11:16:03Z', 'UpToDate'],
    ['sample/tdx_quote', 'sample/tdx_quote_collateral.json', '2025-06-19T09:00:00Z', 'refused'],
    ['sample/tdx_quote', 'sample/tdx_quote_collateral.json', '2025-07-20T00:00:00Z', 'refused'],
    [
      'sample/sgx_quote',
      'sample/sgx_quote_collateral.json',
      '2025-06-19T11:56:11Z',
      'ConfigurationAndSWHardeningNeeded INTEL-SA-00289 INTEL-SA-00615',
    ],
    [`${gas}quote_hex.txt`, `${gas}quote_collateral.json`, '2025-09-02T08:41:59Z', 'UpToDate'],
    ['sample/quote-from-tappd.hex', 'sample/tdx_quote_collateral.json', '2025-06-19T11:16:03Z', 'refused'],
    ['sample/tdx-quote.hex', 'sample/tdx_quote_collateral.json', '2025-06-19T11:16:03Z', 'refused'],
    ['sample/sgx_quote', 'sample/tdx_quote_collateral.json', '2025-06-19T11:16:03Z', 'refused'],
  ])('%s with %s at %s', async (quote, collateral, at, expected) => {
    const report = decodeFile(readVector(folder + quote));
    const file = JSON.parse(Buffer.from(readVector(folder + collateral)).toString());
    const [root] = intelRoots;
    if (root === undefined) throw new Error('there is no pinned root');
    expect(await askOurs(report, file, Date.parse(at))).toBe(expected);
    expect(askOther(report, file, Date.parse(at), root.der)).toBe(expected);
  });
});
