/** Hardware machines for tests: synthetic reports under a test root, through the real interfaces. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toPem } from '@assay/sdk/x509';
import { type Attestor, createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { findTee } from '../../src/attestor/tee/find-tee.ts';
import type { Gpu } from '../../src/attestor/tee/helper/nvidia.ts';
import { type Kernel, startKernel } from '../../src/attestor/tee/tsm/tsm-kernel.fixture.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { Collateral } from '../../src/proof/reports/input.ts';

export interface TestMachine {
  readonly attestor: Attestor;
  close(): Promise<void>;
}

export interface TestMachineOptions {
  readonly clock: Clock;
  readonly env?: Record<string, string>;
  readonly gpu?: Gpu;
}

const log = createLogger({ service: 'attestor', level: 'silent' });

/** An attestor that detects its hardware. */
export async function startMachine({ clock, env = {}, gpu }: TestMachineOptions): Promise<Attestor> {
  const config = loadAttestorConfig(env);
  const tee = await findTee({ config, clock, randomBytes, log, build: 'test', wait });
  return createAttestor({ config, clock, randomBytes, log, tee, gpu });
}

/** A guest whose kernel answers with these reports. */
export async function startGuest(
  options: TestMachineOptions & {
    readonly provider: 'sev_guest' | 'tdx_guest';
    readonly answer: (reportData: Uint8Array) => Uint8Array;
    /** The host's certificate table. */
    readonly auxblob?: Uint8Array;
  },
): Promise<TestMachine & { readonly kernel: Kernel }> {
  const { provider, answer, auxblob, env, ...rest } = options;
  const kernel = await startKernel({ provider, answer, ...(auxblob === undefined ? {} : { auxblob }) });
  const attestor = await startMachine({ ...rest, env: { ATTESTOR_TSM_PATH: kernel.basePath, ...env } });
  return {
    kernel,
    attestor,
    async close() {
      await attestor.close();
      await kernel.close();
    },
  };
}

/** An enclave whose helper program serves these documents. */
export async function startEnclave(
  options: TestMachineOptions & { readonly answer: (userData: Uint8Array) => Uint8Array },
): Promise<TestMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-enclave-'));
  const server = createServer((request, response) => {
    const userData = Buffer.from(new URL(request.url ?? '/', 'http://module').searchParams.get('data') ?? '', 'hex');
    response.end(JSON.stringify({ report: Buffer.from(options.answer(userData)).toString('base64') }));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(Number(Reflect.get(Object(server.address()), 'port'))));
  });
  const helper = join(folder, 'helper.mjs');
  const lines = [
    `#!${process.execPath}`,
    `const answer = await fetch('http://127.0.0.1:${port}/?data=' + process.argv[4]);`,
    'process.stdout.write(await answer.text());',
  ];
  await writeFile(helper, `${lines.join('\n')}\n`);
  await chmod(helper, 0o755);
  const env = { ATTESTOR_NITRO_HELPER: helper, ATTESTOR_TSM_PATH: join(folder, 'none'), ...options.env };
  const attestor = await startMachine({ ...options, env });
  return {
    attestor,
    async close() {
      await attestor.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A host's table of a VCEK and its issuer (AMD 56421): GUID, offset and length of each, zeros, the certificates. */
export function toCertificateTable([vcek, ask]: readonly Uint8Array[]): Uint8Array {
  const entries: [string, Uint8Array][] = [
    ['63da758de6644564adc5f4b93be8accd', vcek ?? new Uint8Array()],
    ['4ab7b379bbac4fe4a02f05aef327c782', ask ?? new Uint8Array()],
  ];
  const header = Buffer.alloc(24 * (entries.length + 1));
  let end = header.length;
  for (const [index, [guid, der]] of entries.entries()) {
    header.write(guid, 24 * index, 'hex');
    header.writeUInt32LE(end, 24 * index + 16);
    header.writeUInt32LE(der.length, 24 * index + 20);
    end += der.length;
  }
  return new Uint8Array(Buffer.concat([header, ...entries.map(([, der]) => der)]));
}

/** Writes certificates as a PEM file. */
export async function writePem(path: string, certificates: readonly Uint8Array[], text = ''): Promise<string> {
  await writeFile(path, text + certificates.map((der) => toPem(der)).join(''));
  return path;
}

/** Writes collateral into a folder, one file per piece. */
export async function writeCollateral(folder: string, collateral: Collateral): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [index, der] of collateral.revocationLists.entries()) await writeFile(join(folder, `${index}.crl`), der);
  for (const [index, text] of collateral.documents.entries()) await writeFile(join(folder, `${index}.json`), text);
  await writePem(join(folder, 'issuers.pem'), collateral.certificates, 'Issuers\n');
  if (collateral.certificates.length === 0) await rm(join(folder, 'issuers.pem'));
  return folder;
}
