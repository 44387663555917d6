import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSgxBench, createTdxBench } from '../../proof/reports/intel/intel-bench.fixture.ts';
import { intelRoutes, pccsRoutes, type Routes } from '../collateral/vendor-server.fixture.ts';
import { type CollateralRuns, openCollateralRuns, tdx } from './collateral-runs.fixture.ts';

let runs: CollateralRuns;
beforeEach(async () => {
  runs = await openCollateralRuns();
});
afterEach(() => runs.close());

describe('collateral for TDX and SGX', () => {
  it('is TCB Info, QE Identity, both lists and the issuer, in the form of the offline check', async () => {
    for (const kind of ['tdx', 'sgx'] as const) {
      const bench = kind === 'tdx' ? tdx : createSgxBench();
      const service = await runs.serve(intelRoutes(kind, bench));
      const { code, err } = await runs.run({
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
      const verdict = await runs.verify(kind);
      expect(verdict).toMatchObject({ accepted: true, tcb_status: 'UpToDate', vector: { hardware: 2 } });
      await rm(runs.folder, { recursive: true });
    }
  });

  it('may come from a caching service, and has file names by content', async () => {
    const service = await runs.serve(pccsRoutes('tdx', tdx));
    const { code, out } = await runs.runTdx(`${service.url}/sgx/certification/v4/`);
    expect(code).toBe(0);
    expect(out).toContain('download them again before 2026-07-01T00:00:00.000Z');
    expect(await runs.written()).toEqual([
      'intel-pck-platform-crl.der',
      'intel-root-crl.der',
      expect.stringMatching(/^intel-tcb-signing-[0-9a-f]{16}\.der$/),
      'intel-tdx-qe-identity.json',
      'intel-tdx-tcb-50806f000000.json',
    ]);
    // The verifier may run under another account; others may not write.
    expect((await stat(join(runs.folder, 'intel-root-crl.der'))).mode & 0o777).toBe(0o644);
    expect((await runs.verify('tdx')).accepted).toBe(true);
  });

  it('is refused without a write when an answer does not match the request', async () => {
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
      [{ [tcb ?? '']: { status: 404 } }, 1, 'Intel does not know a platform with FMSPC 50806f000000'],
      [{ [tcb ?? '']: { status: 429 } }, 3, 'HTTP 429'],
      [{ [tcb ?? '']: { body: tampered, headers: header } }, 3, 'signature of the TCB Info'],
      [{ [tcb ?? '']: { body: '{"tcbInfo":{}}', headers: header } }, 3, 'sends an answer that cannot be used'],
      [{ [tcb ?? '']: sound[qe ?? ''] ?? {} }, 3, 'it is not a TCB Info'],
      [{ [qe ?? '']: sound[tcb ?? ''] ?? {} }, 3, 'it is not a QE Identity'],
      [{ [tcb ?? '']: foreign[tcb ?? ''] ?? {} }, 3, "the issuer's key did not sign the leaf certificate"],
      [{ [tcb ?? '']: { ...sound[tcb ?? ''], headers: {} } }, 3, 'signature of the TCB Info'],
      [{ [tcb ?? '']: { ...sound[tcb ?? ''], headers: { 'tcb-info-issuer-chain': 'x%' } } }, 3, 'cannot be read'],
      [with_({ tcbInfo: { fmspc: '00906f000000' } }, tcb), 3, 'for another platform'],
      [with_({ tcbInfo: stale }, tcb), 3, 'ended at 2026-'],
      [with_({ qeIdentity: stale }, qe), 3, 'ended at 2026-'],
      [with_({ qeIdentity: { id: 'QE' } }, qe), 3, 'for another TEE'],
      [with_({ lists: { nextUpdate: '2026-06-15T12:00:00Z' } }, list), 3, 'ended at 2026-'],
      [{ [list ?? '']: sound[rootList ?? ''] ?? {} }, 3, 'not signed by the expected issuer'],
      [{ [list ?? '']: foreign[list ?? ''] ?? {} }, 3, 'not signed by the expected issuer'],
      [
        { [rootList ?? '']: { status: 302, headers: { location: 'https://elsewhere.example/' } } },
        3,
        'is not followed',
      ],
    ];
    for (const [routes, expected, text] of faults) {
      const service = await runs.serve({ ...sound, ...routes });
      const { code, err } = await runs.runTdx(service.url);
      expect([code, err.includes(text) ? text : err]).toEqual([expected, text]);
      expect(await runs.written(), text).toEqual([]);
    }
  });

  it('has its issuer chain under either header name, in URL or form encoding', async () => {
    const sound = intelRoutes('tdx', tdx);
    const [tcb = ''] = Object.keys(sound);
    const chain = sound[tcb]?.headers?.['TCB-Info-Issuer-Chain'] ?? '';
    const withChain = (name: string, value: string) => ({
      ...sound,
      [tcb]: { ...sound[tcb], headers: { [name]: value } },
    });
    const twoSigners = encodeURIComponent(toPem(createTdxBench().platform.signer.der)) + chain;
    for (const [routes, code] of [
      [withChain('SGX-TCB-Info-Issuer-Chain', chain), 0],
      [withChain('TCB-Info-Issuer-Chain', chain.replaceAll('%20', '+')), 0],
      [withChain('TCB-Info-Issuer-Chain', twoSigners), 3],
    ] as const) {
      const service = await runs.serve(routes);
      expect((await runs.runTdx(service.url)).code).toBe(code);
    }
  });

  it('is not fetched for a quote under another root, of another TEE, or for garbage', async () => {
    const service = await runs.serve(intelRoutes('tdx', tdx));
    const foreign = await runs.runTdx(service.url, { root: createTdxBench().platform.root.der });
    expect(foreign.err).toContain('The certificates in the quote are not valid, so nothing was downloaded');
    const other = await runs.runTdx(service.url, { kind: 'sgx' });
    expect(other.err).toContain('This is a quote of TDX');
    const garbage = await runs.runTdx(service.url, { report: new Uint8Array(9) });
    expect([foreign.code, other.code, garbage.code, service.seen.length]).toEqual([2, 2, 2, 0]);
  });

  it('is fetched for a platform with an expired certificate, so that an old quote can be judged', async () => {
    const old = createTdxBench({ notAfter: '2026-01-01' });
    const service = await runs.serve(intelRoutes('tdx', old));
    const [report, root] = [old.report().report, old.platform.root.der];
    const { code, out } = await runs.runTdx(service.url, { report, root, more: ['--json'] });
    expect([code, JSON.parse(out).verdict.reasons]).toEqual([0, ['expired']]);
  });

  it('is fetched for a revoked platform too, since it contains the revocation', async () => {
    const service = await runs.serve(intelRoutes('tdx', tdx, { lists: { revoked: [4] } }));
    const { code, out } = await runs.runTdx(service.url, { more: ['--json'] });
    expect(code).toBe(0);
    expect(JSON.parse(out).verdict).toMatchObject({ accepted: false, reasons: ['revoked'] });
  });
});
