import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContainer } from './container.ts';
import { parseSuperbox, uuids } from './jumbf.ts';
import { ManifestError } from './manifest-error.ts';
import {
  box,
  buildStore,
  chunk,
  embed,
  emptyImage,
  encode,
  insertionPoint,
  segments,
  signImage,
  storeOf,
  superbox,
} from './signer.fixture.ts';
import { validate } from './validate.fixture.ts';

const jpeg = signImage({ format: 'jpeg' });
const png = signImage({ format: 'png' });
const store = storeOf('png', png);

function expectRefused(bytes: Uint8Array): void {
  expect(() => parseSuperbox(bytes)).toThrow(ManifestError);
}

describe('boxes of a hostile store', () => {
  it.each([0, 1, 7, 8, 9, 0x7fff_ffff, 0xffff_ffff])('with a length of %d are refused', (length) => {
    for (const at of [0, store.indexOf('jumd') - 4, store.indexOf('cbor') - 4]) {
      const changed = Buffer.from(store);
      changed.writeUInt32BE(length, at);
      expectRefused(changed);
    }
  });

  it('with a 64-bit length are read when it is correct, and refused otherwise', () => {
    const large = (length: number, high = 0): Buffer => {
      const head = Buffer.alloc(16);
      head.writeUInt32BE(1, 0);
      head.write('jumb', 4, 'latin1');
      head.writeUInt32BE(high, 8);
      head.writeUInt32BE(length, 12);
      return Buffer.concat([head, store.subarray(8)]);
    };
    expect(parseSuperbox(large(store.length + 8)).label).toBe('c2pa');
    for (const length of [0, 15, store.length + 7, store.length + 9]) expectRefused(large(length));
    expectRefused(large(store.length + 8, 1));
  });

  it('nested too deep, or too many, are refused', () => {
    let deep = superbox(uuids.store, 'x');
    for (let depth = 0; depth < 2000; depth++) deep = superbox(uuids.store, 'x', deep);
    expectRefused(deep);
    expectRefused(superbox(uuids.store, 'c2pa', ...Array.from({ length: 10_001 }, () => box('free'))));
  });

  it('with labels that repeat, have no end, are too long or not UTF-8 are refused', () => {
    const one = superbox(uuids.manifest, 'a');
    expectRefused(buildStore([one, one]));
    expectRefused(superbox(uuids.store, 'x'.repeat(600)));
    expectRefused(box('jumb', box('jumd', Buffer.concat([Buffer.from(uuids.store, 'hex'), Buffer.from([3, 65, 66])]))));
    expectRefused(box('jumb', box('jumd', Buffer.concat([Buffer.from(uuids.store, 'hex'), Buffer.from([3, 255, 0])]))));
  });

  it('without a description, or with bytes after them, are refused', () => {
    expectRefused(box('jumb', box('cbor')));
    expectRefused(box('jumb'));
    expectRefused(Buffer.concat([store, Buffer.from([0])]));
    expectRefused(Buffer.alloc(0));
  });

  it('are hashed once, when hundreds of manifests refer to one large box', () => {
    const large = superbox(uuids.manifest, 'urn:large', box('free', Buffer.alloc(4 * 1024 * 1024)));
    const link = new Map<string, unknown>([
      ['url', 'self#jumbf=/c2pa/urn:large'],
      ['alg', 'sha256'],
      ['hash', Buffer.alloc(32)],
    ]);
    const assertions = Array.from({ length: 1500 }, (_, index) => ({
      label: `c2pa.ingredient.v3__${index + 1}`,
      content: new Map([['activeManifest', link]]),
    }));
    const { value } = validate(signImage({ earlier: [large], assertions }));
    expect(value).toBe(false);
  });
});

describe('CBOR of a hostile store', () => {
  it.each([
    ['an endless list', Buffer.from('9b00000000ffffffff', 'hex')],
    ['an endless text', Buffer.from('7b00000000ffffffff', 'hex')],
    ['deep nesting', Buffer.alloc(100_000, 0x81)],
    ['many empty lists', Buffer.concat([Buffer.from('9a0003fff0', 'hex'), Buffer.alloc(0x3fff0, 0x80)])],
    ['too many bytes', Buffer.alloc(2_000_000, 0x80)],
    ['nothing', Buffer.alloc(0)],
  ])('with %s is refused', (_name, content) => {
    const claim = signImage({ changeManifest: (parts) => void Object.assign(parts, { claim: content }) });
    expect(validate(claim).detail['failure_codes']).toContain('claim.cbor.invalid');
    const signature = signImage({ changeManifest: (parts) => void Object.assign(parts, { signature: content }) });
    expect(validate(signature).detail['failure_codes']).toEqual(['claimSignature.mismatch']);
  });

  it('of any other shape is refused with a reason', () => {
    const values = fc.anything({ maxDepth: 3 });
    fc.assert(
      fc.property(values, fc.constantFrom('claim', 'signature'), (value, part) => {
        let content: Uint8Array;
        try {
          content = encode(value);
        } catch {
          return;
        }
        const file = signImage({ changeManifest: (parts) => void Object.assign(parts, { [part]: content }) });
        expect(validate(file).value).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

describe('containers', () => {
  it('with a part of a JPEG box out of order, missing or doubled are not valid', () => {
    const parts = segments(store, 200);
    const first = 2 + parts.readUInt16BE(2);
    const second = first + 2 + parts.readUInt16BE(first + 2);
    const image = emptyImage('jpeg');
    const at = insertionPoint('jpeg');
    const build = (...pieces: Buffer[]): Buffer =>
      Buffer.concat([image.subarray(0, at), ...pieces, image.subarray(at)]);
    const [one, two, rest] = [parts.subarray(0, first), parts.subarray(first, second), parts.subarray(second)];
    for (const file of [
      build(two, one, rest),
      build(one, rest),
      build(one, one, two, rest),
      build(one, two),
      build(two),
    ]) {
      expect(validate(file).value).toBe(false);
    }
  });

  it('have other segments between the parts covered by the hash', () => {
    const parts = segments(storeOf('jpeg', jpeg), 300);
    const cut = 2 + parts.readUInt16BE(2);
    const image = emptyImage('jpeg');
    const comment = Buffer.from('fffe0006', 'hex');
    const at = insertionPoint('jpeg');
    const pieces = [image.subarray(0, at), parts.subarray(0, cut), comment, Buffer.from('evil'), parts.subarray(cut)];
    const { value, detail } = validate(Buffer.concat([...pieces, image.subarray(at)]));
    expect([value, detail['failure_codes']]).toEqual([
      false,
      ['assertion.dataHash.additionalExclusionsPresent', 'assertion.dataHash.mismatch'],
    ]);
  });

  it("with others' JUMBF boxes have no manifest", () => {
    const other = superbox('00000000000000000000000000000000', 'other', box('json', Buffer.from('{}')));
    for (const format of ['jpeg', 'png'] as const) {
      const file = embed(format, other);
      expect([format, validate(file).signed]).toEqual([format, false]);
    }
  });

  it('are not called unsigned when they break off before the store', () => {
    const { signed, value, detail } = validate(jpeg.subarray(0, 30));
    expect([signed, value, detail['reason']]).toEqual([undefined, false, 'file_structure']);
    expect(validate(png.subarray(0, 40)).signed).toBeUndefined();
  });

  it('are broken by a PNG chunk longer than the file, or with a wrong checksum', () => {
    const changed = Buffer.from(png);
    changed.writeUInt32BE(0xffff_ffff, 8);
    expect(readContainer(changed)?.broken).toBe('a chunk is longer than the file');
    const sum = chunk('caBX', store);
    sum[sum.length - 1] = (sum.at(-1) ?? 0) ^ 1;
    const image = emptyImage('png');
    expect(readContainer(Buffer.concat([image.subarray(0, 33), sum, image.subarray(33)]))?.broken).toContain(
      'check sum',
    );
  });
});

describe('fuzzing', () => {
  const files = [jpeg, png];

  it('any bytes after the magic are answered', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('ffd8ff', '89504e470d0a1a0a'), (bytes, magic) => {
        expect(validate(Buffer.concat([Buffer.from(magic, 'hex'), bytes])).value).toBe(false);
      }),
    );
  });

  it('cuts, repeats, swaps and overwritten numbers inside a store never throw and are never valid', () => {
    const numbers = fc.constantFrom(0, 1, 7, 8, 15, 16, 127, 255, 256, 65_535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff);
    const edit = fc.record({ at: fc.nat(), from: fc.nat(), length: fc.nat(64), number: numbers, kind: fc.nat(3) });
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 4 }), (file, edits) => {
        const format = file === jpeg ? 'jpeg' : 'png';
        const original = storeOf(format, file);
        let bytes = Buffer.from(original);
        for (const one of edits) bytes = mutate(bytes, one);
        if (bytes.equals(original)) return;
        const { value } = validate(embed(format, bytes));
        expect(value).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });
});

interface Edit {
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly number: number;
  readonly kind: number;
}

function mutate(bytes: Buffer, { at, from, length, number, kind }: Edit): Buffer<ArrayBuffer> {
  const place = at % (bytes.length - 4);
  const piece = bytes.subarray(from % bytes.length, (from % bytes.length) + length);
  if (kind === 0) return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + length)]);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place)]);
  const changed = Buffer.from(bytes);
  if (kind === 2) piece.copy(changed, place);
  else changed.writeUInt32BE(number, place);
  return changed;
}
