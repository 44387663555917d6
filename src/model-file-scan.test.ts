/** Model files are really scanned, in threads that end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelFileScan } from './model-file-scan.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-model-scan-'));
});
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const file = async (name: string, bytes: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

/** `cos\nsystem\n(S'true'\ntR.`: loading it runs a command. */
const runsCommand = "cos\nsystem\n(S'true'\ntR.";

function aSafetensors(): Buffer {
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'U8', shape: [4], data_offsets: [0, 4] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.from([1, 2, 3, 4])]);
}

describe('a scan of a file', () => {
  it('finds code that runs on loading, and nothing in harmless files', async () => {
    const scan = createModelFileScan();
    const [evil, good, odd] = await Promise.all([
      scan(await file('a.pkl', runsCommand), never),
      scan(await file('a.safetensors', aSafetensors()), never),
      scan(await file('a.bin.dat', Buffer.from([0, 1, 2, 3, 255, 254])), never),
    ]);
    expect(evil).toMatchObject({ verdict: 'unsafe', format: 'pickle' });
    expect(evil.findings[0]).toMatchObject({ level: expect.stringMatching(/critical|high/) });
    expect(JSON.stringify(evil.findings)).not.toContain("S'true'");
    expect(good).toEqual({ verdict: 'clean', format: 'safetensors', findings: [] });
    expect(odd.verdict).toBe('unchecked');
  });

  it('reports a missing file, or a cancelled caller', async () => {
    const scan = createModelFileScan({ maxConcurrent: 1 });
    await expect(scan(join(folder, 'nothing'), never)).rejects.toThrow();
    await expect(scan(await file('b.pkl', runsCommand), AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    // The slot is free again.
    expect((await scan(await file('b.pkl', runsCommand), never)).verdict).toBe('unsafe');
  });
});
