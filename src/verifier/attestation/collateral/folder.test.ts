import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/log.ts';
import { createTdxBench } from '../../../proof/reports/intel/intel-bench.fixture.ts';
import { createNitroBench } from '../../../proof/reports/nitro/nitro.fixture.ts';
import { createCollateralFolder } from './folder.ts';

const lists = createNitroBench().report().collateral.revocationLists;
const tdx = createTdxBench().report().collateral;
const folders: string[] = [];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-collateral-'));
  folders.push(directory);
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A folder with a clock that is set by hand; `left` has the files that were left out. */
function open() {
  const time = { now: 1_000_000 };
  const left: string[] = [];
  const silent = createLogger({ service: 'test', level: 'silent' });
  const log = Object.assign(Object.create(silent), { error: ({ file }: { file: string }) => left.push(file) });
  const folder = createCollateralFolder({ directory, clock: { now: () => time.now }, log });
  return { time, left, folder };
}
const put = (name: string, content: string | Uint8Array) => writeFile(join(directory, name), content);

describe('the collateral folder', () => {
  it('need not be there, and may be empty', async () => {
    expect(await open().folder.current()).toBeUndefined();
    await rm(directory, { recursive: true });
    expect(await open().folder.current()).toBeUndefined();
  });

  it('is read by what the files hold, whatever they are called', async () => {
    const [first = new Uint8Array(), second = new Uint8Array()] = lists;
    await put('a.txt', first);
    await put('b', toPem(second, 'X509 CRL'));
    await put('c.pem', toPem(tdx.certificates[0] ?? new Uint8Array()));
    await put('d', tdx.documents[0] ?? '');
    await put('.hidden', 'left alone');
    await mkdir(join(directory, 'folder'));
    const { folder, left } = open();
    expect(await folder.current()).toEqual({
      revocationLists: [new Uint8Array(first), new Uint8Array(second)].map((der) =>
        expect.objectContaining({ length: der.length }),
      ),
      documents: [tdx.documents[0]],
      certificates: [expect.objectContaining({ length: tdx.certificates[0]?.length })],
    });
    expect(left).toEqual([]);
  });

  it('leaves out what is broken or too much, says which, and uses the others', async () => {
    const [list = new Uint8Array()] = lists;
    await put('1-good.crl', list);
    await put('2-empty', '');
    await put('3-text', 'hello');
    await put('4-json', '{"hello": 1}');
    await put('5-cut.der', list.subarray(0, list.length - 5));
    await put('6-large', new Uint8Array(2 * 1024 * 1024 + 1));
    const { folder, left } = open();
    expect((await folder.current())?.revocationLists).toHaveLength(1);
    expect(left.sort()).toEqual(['2-empty', '3-text', '4-json', '5-cut.der', '6-large']);
  });

  it('is looked at once a minute, and read again when something changed', async () => {
    const { folder, time } = open();
    const [first = new Uint8Array(), second = new Uint8Array()] = lists;
    await put('1', first);
    const before = await folder.current();
    expect(before?.revocationLists).toHaveLength(1);
    await put('2', second);
    time.now += 59_999;
    expect(await folder.current()).toBe(before);
    time.now += 1;
    const [after, same] = await Promise.all([folder.current(), folder.current()]);
    expect(after?.revocationLists).toHaveLength(2);
    expect(same).toBe(after);
    time.now += 60_000;
    expect(await folder.current()).toBe(after);
    await rm(join(directory, '1'));
    await rm(join(directory, '2'));
    time.now += 60_000;
    expect(await folder.current()).toBeUndefined();
  });
});
