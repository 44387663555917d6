import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../options.ts';
import { toPaxRecord, toTar } from './tar.fixture.ts';
import { listTar } from './tar.ts';

const list = (archive: Uint8Array) =>
  listTar(async (position, length) => archive.subarray(position, position + length));
const text = (value: string) => new TextEncoder().encode(value);

async function contentsOf(archive: Uint8Array): Promise<Record<string, string | null>> {
  const found = [...(await list(archive))].map(([name, place]) => [
    name,
    place === null ? null : Buffer.from(archive.subarray(place.position, place.position + place.size)).toString(),
  ]);
  return Object.fromEntries(found);
}

describe('the files of an archive', () => {
  it('are found at their places, whatever their size', async () => {
    const size = fc.integer({ min: 0, max: 1500 });
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 8 }), async (sizes) => {
        const files = sizes.map((length, index) => ({ name: `f${index}`, bytes: text('x'.repeat(length)) }));
        const expected = Object.fromEntries(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]));
        expect(await contentsOf(toTar(files))).toEqual(expected);
      }),
    );
  });

  it('have the long names of pax and GNU headers, without ./', async () => {
    const long = `blobs/${'a'.repeat(150)}`;
    const archive = toTar([
      { name: 'pax', type: 'x', bytes: text(toPaxRecord('path', `./${long}1`) + toPaxRecord('mtime', '1')) },
      { name: 'short', bytes: text('one') },
      { name: '././@LongLink', type: 'L', bytes: text(`${long}2\0`) },
      { name: 'short', bytes: text('two') },
      { name: './plain', bytes: text('three') },
    ]);
    expect(await contentsOf(archive)).toEqual({ [`${long}1`]: 'one', [`${long}2`]: 'two', plain: 'three' });
  });

  it('are no links and no folders, and a name that occurs twice has no content', async () => {
    const archive = toTar([
      { name: 'link', type: '2', bytes: text('') },
      { name: 'folder/', type: '5', bytes: text('') },
      { name: 'a', bytes: text('1') },
      { name: 'a', bytes: text('2') },
    ]);
    expect(await contentsOf(archive)).toEqual({ a: null });
  });

  it('are not read from something that is no archive', async () => {
    await expect(list(text('#!/bin/sh\n'.repeat(100)))).rejects.toThrow('no tar archive');
    await expect(list(text('short'))).rejects.toThrow(UsageError);
    const changed = toTar([{ name: 'a', bytes: text('1') }]);
    changed[0] = 0x62;
    await expect(list(changed)).rejects.toThrow(UsageError);
  });

  it('are refused when damaged, and never break the reader', async () => {
    const archive = toTar([
      { name: 'pax', type: 'x', bytes: text(toPaxRecord('size', '3')) },
      { name: 'a', bytes: text('123') },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.nat(255), fc.nat(archive.length), async (at, byte, end) => {
        const changed = Buffer.from(archive);
        changed[at] = byte;
        const outcome = await list(changed.subarray(0, end)).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (outcome !== undefined) expect(outcome).toBeInstanceOf(UsageError);
      }),
    );
  });
});
