import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAzSnpBench, createAzTdxBench } from '../../proof/reports/azure/azure.fixture.ts';
import { runFake } from '../cli.fake.ts';
import { amdRoutes, benchChip, intelRoutes, toIntelRoutes, vcekPaths } from '../collateral/vendor-server.fixture.ts';
import { commands } from '../commands.ts';
import { type CollateralRuns, milan, openCollateralRuns, tdx } from './collateral-runs.fixture.ts';

let runs: CollateralRuns;
beforeEach(async () => {
  runs = await openCollateralRuns();
});
afterEach(() => runs.close());

describe('an existing file in the folder', () => {
  it("stays when newer than a mirror's, and is replaced when older or damaged", async () => {
    const name = 'intel-tdx-tcb-50806f000000.json';
    const service = await runs.serve(intelRoutes('tdx', tdx));
    await runs.runTdx(service.url);
    const first = await readFile(join(runs.folder, name), 'utf8');

    service.routes = intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-05-20T00:00:00Z' } });
    const lagging = JSON.parse((await runs.runTdx(service.url, { more: ['--json'] })).out);
    expect(lagging.files.find((file: { name: string }) => file.name === name).status).toBe('newer_at_hand');
    expect(await readFile(join(runs.folder, name), 'utf8')).toBe(first);

    service.routes = intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-06-10T00:00:00Z' } });
    await runs.runTdx(service.url);
    const second = await readFile(join(runs.folder, name), 'utf8');
    expect(second).not.toBe(first);
    await writeFile(join(runs.folder, name), second.slice(0, 100));
    await runs.runTdx(service.url);
    expect(await readFile(join(runs.folder, name), 'utf8')).toBe(second);
  });

  it('is unchanged after a failure, without partial files', async () => {
    const service = await runs.serve(intelRoutes('tdx', tdx));
    await runs.runTdx(service.url);
    const before = await runs.written();
    const stamps = await Promise.all(before.map(async (name) => (await stat(join(runs.folder, name))).mtimeMs));
    service.routes = {
      ...intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-06-10T00:00:00Z' } }),
      '/IntelSGXRootCA.der': {},
    };
    expect((await runs.runTdx(service.url)).code).toBe(3);
    expect(await runs.written()).toEqual(before);
    expect(await Promise.all(before.map(async (name) => (await stat(join(runs.folder, name))).mtimeMs))).toEqual(
      stamps,
    );
  });
});

describe('the command', () => {
  it('prints the fetched files as JSON, with digests and sources', async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample()));
    const { out } = await runs.runMilan(service.url, {}, { more: ['--json'] });
    const result = JSON.parse(out);
    expect(result).toMatchObject({
      kind: 'snp',
      complete: true,
      missing: [],
      platform: { vendor: 'amd', product: 'Milan', key: 'vcek', chip_id: benchChip, reported_tcb: '04000000000018d9' },
      verdict: { accepted: true, reasons: [] },
    });
    expect(result.files[0]).toEqual({
      name: 'amd-milan-vcek-c5c5c5c5c5c5c5c5-04000000000018d9.der',
      what: 'VCEK',
      status: 'written',
      source: service.url + vcekPaths.Milan,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      issued_at: '2020-01-01T00:00:00.000Z',
      valid_until: '2040-01-01T00:00:00.000Z',
    });
  });

  it("writes into the verifier's folder by default", async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample()));
    const file = await runs.save('report.bin', milan.sample().report);
    const roots = await runs.save('roots.pem', toPem(milan.root.der));
    const args = ['collateral', 'fetch', '--kind', 'snp', file, '--roots', roots, '--mirror', service.url];
    const dataDir = runs.path('data');
    expect((await runFake(args, { env: { ASSAY_DATA_DIR: dataDir }, commands })).code).toBe(0);
    expect(await readdir(join(dataDir, 'collateral'))).toHaveLength(3);
    // Keys are stored there too.
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const named = { ASSAY_DATA_DIR: dataDir, VERIFIER_COLLATERAL_DIR: runs.path('shared') };
    expect((await runFake(args, { env: named, commands })).code).toBe(0);
    expect(await readdir(runs.path('shared'))).toHaveLength(3);
  });

  it('shows its progress on a terminal', async () => {
    const service = await runs.serve(amdRoutes(milan, milan.sample()));
    const file = await runs.save('report.bin', milan.sample().report);
    const roots = await runs.save('roots.pem', toPem(milan.root.der));
    const args = [
      'collateral',
      'fetch',
      '--kind',
      'snp',
      '--roots',
      roots,
      '--mirror',
      service.url,
      '--out',
      runs.folder,
    ];
    const { err } = await runFake([...args, file], { terminal: true, commands });
    expect(err).toContain('Fetching the revocation list of ARK-Milan');
  });

  it('reports wrong use', async () => {
    const use = (...args: string[]) => runFake(['collateral', 'fetch', ...args], { commands });
    for (const args of [[], ['--kind', 'nitro', 'x'], ['--kind', 'snp'], ['--kind', 'snp', '/nowhere/report.bin']]) {
      expect((await use(...args)).code).toBe(2);
    }
    const report = await runs.save('report.bin', milan.sample().report);
    const plain = await use('--kind', 'snp', report, '--mirror', 'http://kds.example');
    expect([plain.code, plain.err.includes('https://')]).toEqual([2, true]);
    expect((await use('--kind', 'snp', report, '--timeout', '0')).code).toBe(2);
  });
});

describe('collateral for guests on Azure', () => {
  it('is that of the hardware report inside their evidence', async () => {
    const snp = createAzSnpBench();
    const sample = snp.sample();
    const [root = new Uint8Array()] = snp.roots.map(({ der }) => der);
    const [list = '', issuer = new Uint8Array()] = [...sample.collateral.revocationLists, ...sample.certificates];
    const amd = await runs.serve({
      '/vcek/v1/Milan/cert_chain': { body: toPem(issuer) + toPem(root) },
      '/vcek/v1/Milan/crl': { body: list },
    });
    // The VCEK is inside.
    expect((await runs.run({ kind: 'az-snp', report: sample.report, root, mirror: amd.url })).code).toBe(0);
    expect((await runs.verify('az-snp')).accepted).toBe(true);
    await rm(runs.folder, { recursive: true });

    const guest = createAzTdxBench();
    const [der] = guest.roots.map((pinned) => pinned.der);
    const { report, collateral } = guest.sample();
    const intel = await runs.serve(toIntelRoutes('tdx', collateral, der));
    expect((await runs.run({ kind: 'az-tdx', report, root: der ?? root, mirror: intel.url })).code).toBe(0);
    expect(await runs.verify('az-tdx')).toMatchObject({ accepted: true, tcb_status: 'UpToDate' });
  });

  it('is not fetched without a hardware report', async () => {
    const service = await runs.serve({});
    const tdHcl = createAzTdxBench().sample({ form: 'hcl' }).report;
    for (const [kind, report, text] of [
      ['az-snp', tdHcl, 'the HCL report is from another TEE'],
      ['az-snp', new Uint8Array(9), 'neither an HCL report nor evidence that contains one'],
      ['az-tdx', new TextEncoder().encode('{}'), 'it has no TD quote'],
      ['az-tdx', tdHcl, 'This quote cannot be read'],
      ['snp', new TextEncoder().encode('{}'), 'This is not a report of SEV-SNP'],
    ] as const) {
      const { code, err } = await runs.run({ kind, report, root: milan.root.der, mirror: service.url });
      expect([code, err.includes(text) ? text : err]).toEqual([2, text]);
    }
    expect(service.seen).toEqual([]);
  });
});
