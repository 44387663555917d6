import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha512 } from '@assay/sdk/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { describeTee } from '../conformance.ts';
import { createTsmTee, type TsmKind } from './tsm.ts';
import { type Kernel, type KernelOptions, startKernel } from './tsm-kernel.fixture.ts';
import { createTsm } from './tsm-report.ts';

const kernels: Kernel[] = [];
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.close();
});

/** A report that contains its input between two marks. */
const frame = (inblob: Uint8Array) => Buffer.concat([Buffer.from('<'), inblob, Buffer.from('>')]);
const carries = (report: Uint8Array, data: Uint8Array) => Buffer.from(report).equals(frame(data));

async function start(options: Partial<KernelOptions> = {}): Promise<Kernel> {
  const kernel = await startKernel({ provider: 'sev_guest', answer: frame, ...options });
  kernels.push(kernel);
  return kernel;
}

const open = (basePath: string) => createTsm({ basePath, randomBytes, wait: sleep });

function createTee(kind: TsmKind, provider: string) {
  const kernel = start({ provider });
  return {
    kind,
    report: async (...args: Parameters<ReturnType<typeof createTsmTee>['report']>) =>
      createTsmTee({ tsm: open((await kernel).basePath), kind, certs: [] }).report(...args),
  };
}

describeTee('SEV-SNP', () => createTee('sev-snp', 'sev_guest'), carries);
describeTee('TDX', () => createTee('tdx', 'tdx_guest'), carries);

describe('the kernel’s report interface', () => {
  it('gives the report about exactly the written bytes', async () => {
    const { basePath } = await start();
    const { provider, outblob } = await open(basePath).report(sha512('a'));
    expect(provider).toBe('sev_guest');
    expect(carries(outblob, sha512('a'))).toBe(true);
  });

  it('is asked again when another process wrote in between', async () => {
    const kernel = await start({ races: 2 });
    const { outblob } = await open(kernel.basePath).report(sha512('b'));
    expect(carries(outblob, sha512('b'))).toBe(true);
  });

  it('gives an error and no report when other processes never leave it alone', async () => {
    const { basePath } = await start({ races: 1000 });
    const tsm = createTsm({ basePath, randomBytes, wait: () => sleep(5) });
    await expect(tsm.report(sha512('c'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('passes on the certificate table of the host, otherwise the configured certificates', async () => {
    const kernel = await start({ auxblob: Buffer.from('table') });
    const signer = { kid: 'k', sign: () => new Uint8Array(64) };
    const certs = ['AAAA'];
    const withTable = createTsmTee({ tsm: open(kernel.basePath), kind: 'sev-snp', certs });
    expect((await withTable.report(sha512('d'), signer)).endorsements.certs).toEqual([
      Buffer.from('table').toString('base64'),
    ]);
    const plain = await start();
    const without = createTsmTee({ tsm: open(plain.basePath), kind: 'sev-snp', certs });
    expect((await without.report(sha512('d'), signer)).endorsements.certs).toEqual(certs);
  });

  it('of another provider never answers for a kind', async () => {
    const { basePath } = await start({ provider: 'arm_cca_guest' });
    const tee = createTsmTee({ tsm: open(basePath), kind: 'tdx', certs: [] });
    const signer = { kid: 'k', sign: () => new Uint8Array(64) };
    await expect(tee.report(sha512('e'), signer)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports its missing folder', async () => {
    expect(await open('/nonexistent/tsm').provider()).toBeUndefined();
    await expect(open('/nonexistent/tsm').report(sha512('f'))).rejects.toThrow('/nonexistent/tsm');
  });

  it('takes at most 64 bytes', async () => {
    await expect(open('/nonexistent').report(new Uint8Array(65))).rejects.toThrow(RangeError);
  });
});
