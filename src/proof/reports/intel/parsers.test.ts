import { createHash } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIntelCollateral } from './collateral.ts';
import { createTdxBench, intelBenchNow } from './intel-bench.fixture.ts';
import { toCollateralFile } from './platform.fixture.ts';
import { parseQuote } from './quote.ts';
import { intelRoots, intelTcbSigning } from './roots.ts';
import { readDocument } from './signed-document.ts';
import { verifyTdx } from './tdx.ts';

const bench = createTdxBench();
const { report, collateral } = bench.report();
const file = JSON.stringify(toCollateralFile('tdx', bench.platform));
const base = { certificates: [], now: intelBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const edits = (length: number) =>
  fc.array(fc.tuple(fc.nat({ max: length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 });

describe('foreign bytes never make a parser throw', () => {
  it('any bytes for a quote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(parseQuote(bytes).ok).toBe(false);
      }),
    );
  });

  it('a quote with changed bytes, or truncated anywhere', async () => {
    const property = fc.asyncProperty(edits(report.length), fc.nat({ max: report.length }), async (changes, length) => {
      const bytes = report.slice(0, length);
      for (const [at, value] of changes) if (at < length) bytes[at] = value;
      const isSame = length === report.length && bytes.every((byte, at) => byte === report[at]);
      expect((await verifyTdx({ ...base, report: bytes })).accepted).toBe(isSame);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('any text for a document, and documents with changed characters', () => {
    const changed = edits(file.length).map((changes) =>
      changes.reduce((text, [at, value]) => text.slice(0, at) + String.fromCharCode(value) + text.slice(at + 1), file),
    );
    const property = fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), changed), (text) => {
      readDocument(text);
      readIntelCollateral({ ...collateral, documents: [text] });
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('any bytes for lists and certificates', async () => {
    const property = fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 })), async (ders) => {
      const beside = { documents: [], revocationLists: ders, certificates: ders };
      const verdict = await verifyTdx({ ...base, report, collateral: beside });
      expect(verdict.accepted).toBe(ders.length === 0);
    });
    await fc.assert(property);
  });
});

describe('the pinned certificates', () => {
  const sha256 = (der: Uint8Array | undefined) =>
    createHash('sha256')
      .update(der ?? '')
      .digest('hex');

  it('the root has the published digest, and is for production', () => {
    expect(intelRoots).toHaveLength(1);
    expect(sha256(intelRoots[0]?.der)).toBe('44a0196b2b99f889b8e149e95b807a350e7424964399e885a7cbb8ccfab674d3');
    expect(intelRoots[0]).toMatchObject({ vendor: 'intel', profile: 'production' });
  });

  it('the certificate that signs documents is a single one', () => {
    expect(intelTcbSigning).toHaveLength(1);
  });
});
