import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSgxBench, createTdxBench, intelBenchNow } from '../../proof/reports/intel/intel-bench.fixture.ts';
import { createSnpBench, type SnpSampleOptions } from '../../proof/reports/sev-snp/snp.fixture.ts';
import { type FakeService, runFake } from '../cli.fake.ts';
import { openNetwork } from '../collateral/network.ts';
import {
  amdList,
  amdRoutes,
  benchChip,
  intelRoutes,
  pccsRoutes,
  type Routes,
  serveRoutes,
  vcekPaths,
} from '../collateral/vendor-server.fixture.ts';
import { commands } from '../commands.ts';
import { createCollateralFetch } from './collateral-fetch.ts';

const milan = createSnpBench();
const tdx = createTdxBench();
const now = intelBenchNow;

let scratch: string;
let services: FakeService[] = [];
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'assay-collateral-'));
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await rm(scratch, { recursive: true, force: true });
});

async function serve(routes: Routes) {
  const service = await serveRoutes(routes);
  services = [...services, service];
  return service;
}

async function save(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, content);
  return path;
}

interface Run {
  readonly kind: string;
  readonly report: Uint8Array;
  readonly root: Uint8Array;
  readonly mirror?: string;
  readonly more?: readonly string[];
  readonly clockMs?: number;
}

const folder = () => join(scratch, 'out');
const written = async () => (await readdir(folder()).catch(() => [])).sort();

/** Runs the command with the clock of the samples and without pauses. */
async function run({ kind, report, root, mirror, more = [], clockMs = now }: Run) {
  const command = createCollateralFetch({ openNetwork: async () => openNetwork({}), wait: async () => {} });
  const pinned = {
    ...command,
    run: (io: Parameters<typeof command.run>[0]) => command.run({ ...io, clock: { now: () => clockMs } }),
  };
  const file = await save('report.bin', report);
  const roots = await save('roots.pem', toPem(root));
  const mirrors = mirror === undefined ? [] : ['--mirror', mirror];
  const args = ['collateral', 'fetch', '--kind', kind, file, '--roots', roots, '--out', folder(), ...mirrors, ...more];
  return runFake(args, { commands: [pinned] });
}

const runMilan = (mirror: string, options: SnpSampleOptions = {}, rest: Partial<Run> = {}) =>
  run({ kind: 'snp', report: milan.sample(options).report, root: milan.root.der, mirror, ...rest });
const runTdx = (mirror: string, rest: Partial<Run> = {}) =>
  run({ kind: 'tdx', report: tdx.report().report, root: tdx.platform.root.der, mirror, ...rest });

/** `assay attestation verify` over everything in the folder. */
async function verify(kind: string) {
  const files = (await written()).map((name) => join(folder(), name));
  const at = new Date(now).toISOString();
  const args = [
    'attestation',
    'verify',
    '--kind',
    kind,
    join(scratch, 'report.bin'),
    '--roots',
    join(scratch, 'roots.pem'),
  ];
  const { out } = await runFake([...args, '--now', at, '--json', '--collateral', ...files], { commands });
  return JSON.parse(out);
}

describe('collateral for SEV-SNP', () => {
  it('is the VCEK, its issuer and the list, as the offline check takes them', async () => {
    const service = await serve(amdRoutes(milan, milan.sample()));
    const { code, out, err } = await runMilan(service.url);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('With these files the report is accepted');
    expect(service.seen.map(({ url }) => url)).toEqual([
      vcekPaths.Milan,
      '/vcek/v1/Milan/cert_chain',
      '/vcek/v1/Milan/crl',
    ]);
    expect(await written()).toEqual([
      'amd-milan-vcek-c5c5c5c5c5c5c5c5-04000000000018d9.der',
      'amd-milan-vcek-crl.der',
      expect.stringMatching(/^amd-milan-vcek-issuer-[0-9a-f]{16}\.der$/),
    ]);
    const verdict = await verify('snp');
    expect(verdict).toMatchObject({
      accepted: true,
      reasons: [],
      valid_until: { collateral: '2040-01-01T00:00:00.000Z' },
    });
    expect(verdict.notes.join()).not.toContain('revocation');
  });

  it('asks for Genoa and Turin under their names, Turin with its short id and its firmware', async () => {
    for (const product of ['Genoa', 'Turin'] as const) {
      const bench = createSnpBench({ product });
      const service = await serve(amdRoutes(bench, bench.sample()));
      const { code } = await run({
        kind: 'snp',
        report: bench.sample().report,
        root: bench.root.der,
        mirror: service.url,
      });
      expect(code).toBe(0);
      expect(service.seen[0]?.url).toBe(vcekPaths[product]);
    }
  });

  it('leaves out what is at hand: the VCEK by --certs or in the folder, and the chain when it leads to the root', async () => {
    const sample = milan.sample();
    const service = await serve(amdRoutes(milan, sample));
    const [leaf = new Uint8Array(), issuer = new Uint8Array()] = sample.certificates;
    const certs = await save('host.pem', toPem(leaf) + toPem(issuer));
    expect(
      (
        await run({
          kind: 'snp',
          report: sample.report,
          root: milan.root.der,
          mirror: service.url,
          more: ['--certs', certs],
        })
      ).code,
    ).toBe(0);
    expect(service.seen.map(({ url }) => url)).toEqual(['/vcek/v1/Milan/crl']);
    expect(await written()).toEqual(['amd-milan-vcek-crl.der']);

    await run({ kind: 'snp', report: sample.report, root: milan.root.der, mirror: service.url });
    service.seen.length = 0;
    const again = await run({
      kind: 'snp',
      report: sample.report,
      root: milan.root.der,
      mirror: service.url,
      more: ['--json'],
    });
    expect(service.seen.map(({ url }) => url)).not.toContain(vcekPaths.Milan);
    const { files } = JSON.parse(again.out);
    expect(files.map(({ status }: { status: string }) => status)).toEqual(['at_hand', 'unchanged', 'unchanged']);
  });

  it('of a report of version 2 needs the product', async () => {
    const service = await serve(amdRoutes(milan, milan.sample()));
    const unnamed = await runMilan(service.url, { version: 2 });
    expect([unnamed.code, service.seen.length]).toEqual([2, 0]);
    expect(unnamed.err).toContain('--product');
    expect((await runMilan(service.url, { version: 2 }, { more: ['--product', 'Milan'] })).code).toBe(0);
  });

  it('says what only the host can give: a VLEK, and the VCEK of a chip that hides its id', async () => {
    const service = await serve(amdRoutes(milan, milan.sample({ kind: 'vlek' })));
    const vlek = await runMilan(service.url, { kind: 'vlek' });
    expect(vlek.code).toBe(1);
    expect(vlek.out).toContain('The VLEK: AMD gives it to the cloud provider alone');
    expect(service.seen.map(({ url }) => url)).toEqual(['/vlek/v1/Milan/crl']);
    const masked = await runMilan(service.url, { chipId: new Uint8Array(64) }, { more: ['--json'] });
    expect([masked.code, JSON.parse(masked.out).complete]).toEqual([1, false]);
  });

  it('is refused, and nothing is written, when an answer is not what was asked for', async () => {
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
      [{ [vcekPaths.Milan]: { status: 404 } }, 1, 'AMD knows no such chip with this TCB'],
      [{ [vcekPaths.Milan]: { status: 500 } }, 3, 'HTTP 500'],
      [{ [vcekPaths.Milan]: { hangs: true } }, 3, 'no whole answer within 1 s'],
      [{ [vcekPaths.Milan]: { body: '<html>sign in</html>' } }, 3, 'it is no VCEK'],
      [{ [vcekPaths.Milan]: { body: '' } }, 3, 'it is no VCEK'],
      [vcekOf({ certified: { tcb: { snp: 23 } } }), 3, 'for another TCB'],
      [vcekOf({ certified: { hardwareId: new Uint8Array(64).fill(7) } }), 3, 'for another chip'],
      [vcekOf({ certified: { product: 'Genoa' } }), 3, 'for another product'],
      [vcekOf({ notAfter: '2026-01-01' }), 3, 'ended at 2026-'],
      [{ [vcekPaths.Milan]: { body: otherLeaf } }, 3, 'the chain does not hold'],
      [{ [chain]: { body: toPem(otherIssuer) + toPem(other.root.der) } }, 3, 'the chain does not hold'],
      [{ [chain]: { status: 503 } }, 3, 'HTTP 503'],
      [{ [list]: { body: other.sample().collateral.revocationLists[0] ?? '' } }, 3, 'not signed by the issuer'],
      [{ [list]: { body: amdList(milan, '2026-01-01', '2026-06-15T12:00:00Z') } }, 3, 'ended at 2026-'],
      [{ [list]: { body: sample.certificates[0] ?? '' } }, 3, 'it is no revocation list'],
      [{ [list]: { status: 404 } }, 1, 'no list for this product'],
    ];
    for (const [routes, expected, text] of faults) {
      const service = await serve({ ...sound, ...routes });
      const { code, err, out } = await runMilan(service.url, {}, { more: ['--timeout', '1'] });
      expect([code, out], text).toEqual([expected, '']);
      expect(err).toContain(text);
      expect(await written(), text).toEqual([]);
    }
  });

  it('is not fetched for bytes that are no report, or one without a key of AMD', async () => {
    const service = await serve({});
    const garbage = await run({ kind: 'snp', report: new Uint8Array(64), root: milan.root.der, mirror: service.url });
    expect([garbage.code, service.seen.length]).toEqual([2, 0]);
    expect(garbage.err).toContain('This is no report of SEV-SNP');
    const unsigned = await runMilan(service.url, { edit: (report) => report.writeUInt32LE(7 << 2, 0x48) });
    expect([unsigned.code, service.seen.length]).toEqual([2, 0]);
  });
});

describe('collateral for TDX and SGX', () => {
  it('is TCB Info, QE Identity, both lists and the issuer, as the offline check takes them', async () => {
    for (const kind of ['tdx', 'sgx'] as const) {
      const bench = kind === 'tdx' ? tdx : createSgxBench();
      const service = await serve(intelRoutes(kind, bench));
      const { code, err } = await run({
        kind,
        report: bench.report().report,
        root: bench.platform.root.der,
        mirror: service.url,
      });
      expect([code, err]).toEqual([0, '']);
      expect(service.seen.map(({ url }) => url)).toEqual([
        `/${kind}/certification/v4/tcb?fmspc=50806F000000`,
        `/${kind}/certification/v4/qe/identity`,
        '/sgx/certification/v4/pckcrl?ca=platform&encoding=der',
        '/sgx/certification/v4/rootcacrl',
        '/IntelSGXRootCA.der',
      ]);
      const verdict = await verify(kind);
      expect(verdict).toMatchObject({ accepted: true, tcb_status: 'UpToDate', vector: { hardware: 2 } });
      await rm(folder(), { recursive: true });
    }
  });

  it('comes from a caching service as well, and is written with names by what it holds', async () => {
    const service = await serve(pccsRoutes('tdx', tdx));
    const { code, out } = await runTdx(`${service.url}/sgx/certification/v4/`);
    expect(code).toBe(0);
    expect(out).toContain('fetch again before 2026-07-01T00:00:00.000Z');
    expect(await written()).toEqual([
      'intel-pck-platform-crl.der',
      'intel-root-crl.der',
      expect.stringMatching(/^intel-tcb-signing-[0-9a-f]{16}\.der$/),
      'intel-tdx-qe-identity.json',
      'intel-tdx-tcb-50806f000000.json',
    ]);
    // The verifier may run under another account; others may not write.
    expect((await stat(join(folder(), 'intel-root-crl.der'))).mode & 0o777).toBe(0o644);
    expect((await verify('tdx')).accepted).toBe(true);
  });

  it('is refused, and nothing is written, when an answer is not what was asked for', async () => {
    const sound = intelRoutes('tdx', tdx);
    const foreign = intelRoutes('tdx', createTdxBench());
    const [tcb, qe, list, rootList] = Object.keys(sound);
    const stale = { issueDate: '2026-05-01T00:00:00Z', nextUpdate: '2026-06-15T12:00:00Z' };
    const with_ = (options: Parameters<typeof intelRoutes>[2], path = '') => ({
      [path]: intelRoutes('tdx', tdx, options)[path] ?? {},
    });
    const tampered = String(sound[tcb ?? '']?.body).replace('"UpToDate"', '"OutOfDate"');
    const header = sound[tcb ?? '']?.headers ?? {};
    const faults: readonly (readonly [Routes, number, string])[] = [
      [{ [tcb ?? '']: { status: 404 } }, 1, 'Intel knows no platform of FMSPC 50806f000000'],
      [{ [tcb ?? '']: { status: 429 } }, 3, 'HTTP 429'],
      [{ [tcb ?? '']: { body: tampered, headers: header } }, 3, 'signature of the TCB Info'],
      [{ [tcb ?? '']: { body: '{"tcbInfo":{}}', headers: header } }, 3, 'is not used'],
      [{ [tcb ?? '']: sound[qe ?? ''] ?? {} }, 3, 'it is no TCB Info'],
      [{ [qe ?? '']: sound[tcb ?? ''] ?? {} }, 3, 'it is no QE Identity'],
      [{ [tcb ?? '']: foreign[tcb ?? ''] ?? {} }, 3, 'does not hold'],
      [{ [tcb ?? '']: { ...sound[tcb ?? ''], headers: {} } }, 3, 'signature of the TCB Info'],
      [{ [tcb ?? '']: { ...sound[tcb ?? ''], headers: { 'tcb-info-issuer-chain': 'x%' } } }, 3, 'cannot be read'],
      [with_({ tcbInfo: { fmspc: '00906f000000' } }, tcb), 3, 'for another platform'],
      [with_({ tcbInfo: stale }, tcb), 3, 'ended at 2026-'],
      [with_({ qeIdentity: stale }, qe), 3, 'ended at 2026-'],
      [with_({ qeIdentity: { id: 'QE' } }, qe), 3, 'for another TEE'],
      [with_({ lists: { nextUpdate: '2026-06-15T12:00:00Z' } }, list), 3, 'ended at 2026-'],
      [{ [list ?? '']: sound[rootList ?? ''] ?? {} }, 3, 'not signed by the issuer'],
      [{ [list ?? '']: foreign[list ?? ''] ?? {} }, 3, 'not signed by the issuer'],
      [
        { [rootList ?? '']: { status: 302, headers: { location: 'https://elsewhere.example/' } } },
        3,
        'is not followed',
      ],
    ];
    for (const [routes, expected, text] of faults) {
      const service = await serve({ ...sound, ...routes });
      const { code, err } = await runTdx(service.url);
      expect([code, err.includes(text) ? text : err]).toEqual([expected, text]);
      expect(await written(), text).toEqual([]);
    }
  });

  it('is not fetched for a quote under another root, of another TEE, or for garbage', async () => {
    const service = await serve(intelRoutes('tdx', tdx));
    const foreign = await runTdx(service.url, { root: createTdxBench().platform.root.der });
    expect(foreign.err).toContain('The certificates inside the quote do not hold, so nothing was fetched');
    const other = await runTdx(service.url, { kind: 'sgx' });
    expect(other.err).toContain('This is a quote of TDX');
    const garbage = await runTdx(service.url, { report: new Uint8Array(9) });
    expect([foreign.code, other.code, garbage.code, service.seen.length]).toEqual([2, 2, 2, 0]);
  });

  it('of a platform that is revoked is fetched all the same: that is what it says', async () => {
    const service = await serve(intelRoutes('tdx', tdx, { lists: { revoked: [4] } }));
    const { code, out } = await runTdx(service.url, { more: ['--json'] });
    expect(code).toBe(0);
    expect(JSON.parse(out).verdict).toMatchObject({ accepted: false, reasons: ['revoked'] });
  });
});

describe('what lies in the folder already', () => {
  it('stays when it is newer than what a mirror has, and is replaced when it is older or damaged', async () => {
    const name = 'intel-tdx-tcb-50806f000000.json';
    const service = await serve(intelRoutes('tdx', tdx));
    await runTdx(service.url);
    const first = await readFile(join(folder(), name), 'utf8');

    service.routes = intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-05-20T00:00:00Z' } });
    const lagging = JSON.parse((await runTdx(service.url, { more: ['--json'] })).out);
    expect(lagging.files.find((file: { name: string }) => file.name === name).status).toBe('newer_at_hand');
    expect(await readFile(join(folder(), name), 'utf8')).toBe(first);

    service.routes = intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-06-10T00:00:00Z' } });
    await runTdx(service.url);
    const second = await readFile(join(folder(), name), 'utf8');
    expect(second).not.toBe(first);
    await writeFile(join(folder(), name), second.slice(0, 100));
    await runTdx(service.url);
    expect(await readFile(join(folder(), name), 'utf8')).toBe(second);
  });

  it('is as it was after a failure, and holds no half file', async () => {
    const service = await serve(intelRoutes('tdx', tdx));
    await runTdx(service.url);
    const before = await written();
    const stamps = await Promise.all(before.map(async (name) => (await stat(join(folder(), name))).mtimeMs));
    service.routes = {
      ...intelRoutes('tdx', tdx, { tcbInfo: { issueDate: '2026-06-10T00:00:00Z' } }),
      '/IntelSGXRootCA.der': {},
    };
    expect((await runTdx(service.url)).code).toBe(3);
    expect(await written()).toEqual(before);
    expect(await Promise.all(before.map(async (name) => (await stat(join(folder(), name))).mtimeMs))).toEqual(stamps);
  });
});

describe('the command', () => {
  it('prints what it fetched as JSON, with digests and where each file is from', async () => {
    const service = await serve(amdRoutes(milan, milan.sample()));
    const { out } = await runMilan(service.url, {}, { more: ['--json'] });
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

  it('says wrong use', async () => {
    const use = (...args: string[]) => runFake(['collateral', 'fetch', ...args], { commands });
    for (const args of [[], ['--kind', 'nitro', 'x'], ['--kind', 'snp'], ['--kind', 'snp', '/nowhere/report.bin']]) {
      expect((await use(...args)).code).toBe(2);
    }
    const report = await save('report.bin', milan.sample().report);
    const plain = await use('--kind', 'snp', report, '--mirror', 'http://kds.example');
    expect([plain.code, plain.err.includes('https://')]).toEqual([2, true]);
    expect((await use('--kind', 'snp', report, '--timeout', '0')).code).toBe(2);
  });
});
