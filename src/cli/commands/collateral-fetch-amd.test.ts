import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSnpBench, type SnpSampleOptions } from '../../proof/reports/sev-snp/snp.fixture.ts';
import { amdList, amdRoutes, type Routes, vcekPaths } from '../collateral/vendor-server.fixture.ts';
import { type CollateralRuns, milan, openCollateralRuns } from './collateral-runs.fixture.ts';

let runs: CollateralRuns;
beforeEach(async () => {
  runs = await openCollateralRuns();
});
afterEach(() => runs.close());

describe('collateral for SEV-SNP', () => {
  it('is the VCEK, its issuer and the list, in the form of the offline check', async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample()));
    const { code, out, err } = await runs.runMilan(service.url);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('With these files the report is accepted');
    expect(service.seen.map(({ url }) => url)).toEqual([
      vcekPaths.Milan,
      '/vcek/v1/Milan/cert_chain',
      '/vcek/v1/Milan/crl',
    ]);
    expect(await runs.written()).toEqual([
      'amd-milan-vcek-c5c5c5c5c5c5c5c5-04000000000018d9.der',
      'amd-milan-vcek-crl.der',
      expect.stringMatching(/^amd-milan-vcek-issuer-[0-9a-f]{16}\.der$/),
    ]);
    const verdict = await runs.verify('snp');
    expect(verdict).toMatchObject({
      accepted: true,
      reasons: [],
      valid_until: { collateral: '2040-01-01T00:00:00.000Z' },
    });
    expect(verdict.notes.join()).not.toContain('revocation');
  });

  it("uses the names of Genoa and Turin, with Turin's short id and firmware", async () => {
    for (const product of ['Genoa', 'Turin'] as const) {
      const bench = createSnpBench({ product });
      const service = await runs.serve(amdRoutes(bench, bench.sample()));
      const { code } = await runs.run({
        kind: 'snp',
        report: bench.sample().report,
        root: bench.root.der,
        mirror: service.url,
      });
      expect(code).toBe(0);
      expect(service.seen[0]?.url).toBe(vcekPaths[product]);
    }
  });

  it('skips available files: the VCEK by --certs or in the folder, and a chain that leads to the root', async () => {
    const sample = milan.sample();
    const service = await runs.serve(amdRoutes(milan, sample));
    const [leaf = new Uint8Array(), issuer = new Uint8Array()] = sample.certificates;
    const certs = await runs.save('host.pem', toPem(leaf) + toPem(issuer));
    expect(
      (
        await runs.run({
          kind: 'snp',
          report: sample.report,
          root: milan.root.der,
          mirror: service.url,
          more: ['--certs', certs],
        })
      ).code,
    ).toBe(0);
    expect(service.seen.map(({ url }) => url)).toEqual(['/vcek/v1/Milan/crl']);
    expect(await runs.written()).toEqual(['amd-milan-vcek-crl.der']);

    await runs.run({ kind: 'snp', report: sample.report, root: milan.root.der, mirror: service.url });
    service.seen.length = 0;
    const again = await runs.run({
      kind: 'snp',
      report: sample.report,
      root: milan.root.der,
      mirror: service.url,
      more: ['--json'],
    });
    expect(service.seen.map(({ url }) => url)).not.toContain(vcekPaths.Milan);
    const { files } = JSON.parse(again.out);
    expect(files.map(({ status }: { status: string }) => status)).toEqual(['at_hand', 'unchanged', 'unchanged']);
    const [ended = ''] = milan.sample({ notAfter: '2026-01-01' }).certificates;
    service.seen.length = 0;
    await rm(runs.folder, { recursive: true });
    await runs.runMilan(service.url, {}, { more: ['--certs', await runs.save('ended.der', ended)] });
    expect(service.seen[0]?.url).toBe(vcekPaths.Milan);

    await writeFile(join(runs.folder, files[0].name), 'damaged');
    await runs.runMilan(service.url);
    expect(await readFile(join(runs.folder, files[0].name))).toEqual(Buffer.from(leaf));
  });

  it('needs the product for a report of version 2', async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample()));
    const unnamed = await runs.runMilan(service.url, { version: 2 });
    expect([unnamed.code, service.seen.length]).toEqual([2, 0]);
    expect(unnamed.err).toContain('--product');
    expect((await runs.runMilan(service.url, { version: 2 }, { more: ['--product', 'Milan'] })).code).toBe(0);
  });

  it('reports files that only the host has: a VLEK, and the VCEK of a chip that hides its id', async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample({ kind: 'vlek' })));
    const vlek = await runs.runMilan(service.url, { kind: 'vlek' });
    expect(vlek.code).toBe(1);
    expect(vlek.out).toContain('The VLEK: AMD gives it only to the cloud provider');
    expect(service.seen.map(({ url }) => url)).toEqual(['/vlek/v1/Milan/crl']);
    const masked = await runs.runMilan(service.url, { chipId: new Uint8Array(64) }, { more: ['--json'] });
    expect([masked.code, JSON.parse(masked.out).complete]).toEqual([1, false]);
  });

  it('is refused without a write when an answer does not match the request', async () => {
    const sample = milan.sample();
    const sound = amdRoutes(milan, sample);
    const other = createSnpBench();
    const list = '/vcek/v1/Milan/crl';
    const chain = '/vcek/v1/Milan/cert_chain';
    const [otherLeaf = new Uint8Array(), otherIssuer = new Uint8Array()] = other.sample().certificates;
    const vcekOf = (options: SnpSampleOptions) => ({
      [vcekPaths.Milan]: { body: milan.sample(options).certificates[0] ?? '' },
    });
    const faults: readonly (readonly [Routes, number, string])[] = [
      [{ [vcekPaths.Milan]: { status: 404 } }, 1, 'AMD does not know this chip with this TCB'],
      [{ [vcekPaths.Milan]: { status: 500 } }, 3, 'HTTP 500'],
      [{ [vcekPaths.Milan]: { hangs: true } }, 3, 'did not answer completely within 1 s'],
      [{ [vcekPaths.Milan]: { body: '<html>sign in</html>' } }, 3, 'it is not a VCEK'],
      [{ [vcekPaths.Milan]: { body: '' } }, 3, 'it is not a VCEK'],
      [vcekOf({ certified: { tcb: { snp: 23 } } }), 3, 'not for the reported TCB'],
      [vcekOf({ certified: { hardwareId: new Uint8Array(64).fill(7) } }), 3, 'for another chip'],
      [vcekOf({ certified: { product: 'Genoa' } }), 3, 'for another product'],
      [vcekOf({ notAfter: '2026-01-01' }), 3, 'ended at 2026-'],
      [{ [vcekPaths.Milan]: { body: otherLeaf } }, 3, 'the chain is not valid'],
      [{ [chain]: { body: toPem(otherIssuer) + toPem(other.root.der) } }, 3, 'the chain is not valid'],
      [{ [chain]: { status: 503 } }, 3, 'HTTP 503'],
      [
        { [list]: { body: other.sample().collateral.revocationLists[0] ?? '' } },
        3,
        'not signed by the expected issuer',
      ],
      [{ [list]: { body: amdList(milan, '2026-01-01', '2026-06-15T12:00:00Z') } }, 3, 'ended at 2026-'],
      [{ [list]: { body: sample.certificates[0] ?? '' } }, 3, 'it is not a revocation list'],
      [{ [list]: { status: 404 } }, 1, 'does not have a list for this product'],
    ];
    for (const [routes, expected, text] of faults) {
      const service = await runs.serve({ ...sound, ...routes });
      const { code, err, out } = await runs.runMilan(service.url, {}, { more: ['--timeout', '1'] });
      expect([code, out], text).toEqual([expected, '']);
      expect(err).toContain(text);
      expect(await runs.written(), text).toEqual([]);
    }
  });

  it('is not fetched for bytes that are no report, or for one without an AMD key', async () => {
    const service = await runs.serve({});
    const garbage = await runs.run({
      kind: 'snp',
      report: new Uint8Array(64),
      root: milan.root.der,
      mirror: service.url,
    });
    expect([garbage.code, service.seen.length]).toEqual([2, 0]);
    expect(garbage.err).toContain('This is not a report of SEV-SNP');
    const unsigned = await runs.runMilan(service.url, { edit: (report) => report.writeUInt32LE(7 << 2, 0x48) });
    expect([unsigned.code, service.seen.length]).toEqual([2, 0]);
  });
});
