import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha512 } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTee } from '../conformance.ts';
import { createNitroTee } from './nitro.ts';
import { createNvidiaGpu } from './nvidia.ts';
import { createReportHelper } from './report-helper.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-helper-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a helper: a shell script, as an operator might write it. */
async function aHelper(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Prints its argument as its report. */
const echo = `printf '{"report":"%s","certs":["AAAA"]}' "$(printf '%s' "$3" | /usr/bin/base64 -w0)"`;
const carries = (report: Uint8Array, data: Uint8Array) =>
  Buffer.from(report).toString('latin1') === Buffer.from(data).toString('hex');

describeTee(
  'Nitro',
  () => {
    const path = aHelper('nitro', echo);
    return {
      kind: 'nitro',
      report: async (...args) => createNitroTee(createReportHelper(await path)).report(...args),
    };
  },
  carries,
);

describe('a helper program', () => {
  it('gets the nonce of the GPU and gives its report with certificates', async () => {
    const gpu = createNvidiaGpu(createReportHelper(await aHelper('gpu', echo)));
    const { record, bytes, certs } = await gpu.report(new Uint8Array(32));
    expect(Buffer.from(bytes).toString('latin1')).toBe('00'.repeat(32));
    expect(Buffer.from(record[1], 'base64url')).toEqual(Buffer.from(bytes));
    expect(certs).toEqual(['AAAA']);
  });

  it.each([
    ['fails', 'exit 1'],
    ['prints no JSON', 'echo hello'],
    ['prints another shape', `echo '{"report": 5}'`],
    ['prints more than a report', `echo '{"report": "AAAA", "key": "x"}'`],
    ['floods', 'yes'],
  ])('gives an error that names it when it %s', async (name, body) => {
    const path = await aHelper(name.replaceAll(' ', '-'), body);
    const tee = createNitroTee(createReportHelper(path));
    const signer = { kid: 'k', sign: () => new Uint8Array(64) };
    await expect(tee.report(sha512('a'), signer)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining(path),
    });
  });

  it('gets no environment of ours', async () => {
    const path = await aHelper('env', `printf '{"report":"%s"}' "$(/usr/bin/env | /usr/bin/base64 -w0)"`);
    const { report } = await createReportHelper(path).run(['attest']);
    expect(Buffer.from(report).toString('utf8')).not.toMatch(/HOME|ASSAY|TOKEN/);
  });
});
