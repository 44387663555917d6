import { describe, expect, it } from 'vitest';
import { uuids } from './jumbf.ts';
import {
  buildManifest,
  embed,
  hashedUri,
  insertionPoint,
  type SignOptions,
  signImage,
  storeOf,
} from './signer.fixture.ts';
import { codesOf, validate } from './validate.fixture.ts';

const format = 'jpeg';
const parentLabel = 'urn:c2pa:00000000-0000-4000-8000-00000000000a';
/** The store of a signed image holds one manifest after 38 bytes of header and description. */
const signed = signImage({ format, label: parentLabel });
const parent = storeOf(format, signed).subarray(38);

/** An update of the signed image: its manifest follows the parent's, its content is the same. */
function update(
  change: Partial<SignOptions> = {},
  relationship = 'parentOf',
  manifest: Uint8Array = parent,
): SignOptions {
  const link = hashedUri(`self#jumbf=/c2pa/${parentLabel}`, manifest);
  const content = new Map<string, unknown>([
    ['relationship', relationship],
    ['activeManifest', link],
  ]);
  return {
    format,
    boundary: false,
    earlier: [manifest],
    assertions: [{ label: 'c2pa.ingredient.v3', content }],
    changeManifest: (parts) => void Object.assign(parts, { uuid: uuids.updateManifest }),
    ...change,
  };
}

function codes(options: SignOptions): readonly string[] {
  return codesOf(validate(signImage(options)).detail);
}

describe('an update manifest', () => {
  it('is valid when the updated manifest binds the bytes of the file', () => {
    expect(parent.readUInt32BE(0)).toBe(parent.length);
    const { value, detail } = validate(signImage(update()));
    expect([codesOf(detail), value, detail['manifests'], detail['unreferenced_manifests']]).toEqual([[], true, 2, 0]);
  });

  it('is a mismatch for changed content', () => {
    const file = signImage(update());
    file[file.length - 5] = (file.at(-5) ?? 0) ^ 1;
    expect(codesOf(validate(file).detail)).toEqual(['assertion.dataHash.mismatch']);
    const earlier = signImage(update());
    earlier[insertionPoint(format) - 1] = 9;
    expect(validate(earlier).value).toBe(false);
  });

  it('is refused with its own binding', () => {
    expect(codes(update({ boundary: true }))).toEqual(['manifest.update.invalid']);
  });

  it('needs one parent with a manifest, and nothing else', () => {
    expect(codes(update({ assertions: [] }))).toEqual(['manifest.update.wrongParents']);
    expect(codes(update({}, 'componentOf'))).toEqual(['manifest.update.wrongParents']);
    const bare = { label: 'c2pa.ingredient.v3', content: new Map([['relationship', 'parentOf']]) };
    expect(codes(update({ assertions: [bare] }))).toEqual(['manifest.update.wrongParents']);
  });

  it('binds nothing when it updates itself', () => {
    const label = 'urn:c2pa:00000000-0000-4000-8000-000000000001';
    const content = new Map<string, unknown>([
      ['relationship', 'parentOf'],
      ['activeManifest', hashedUri(`self#jumbf=/c2pa/${label}`, Buffer.alloc(9))],
    ]);
    expect(codes(update({ assertions: [{ label: 'c2pa.ingredient.v3', content }] }))).toEqual([
      'ingredient.manifest.mismatch',
    ]);
  });

  it('is a mismatch when its parent was changed', () => {
    const changed = Buffer.from(parent);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const options = update();
    expect(codes({ ...options, earlier: [changed] })).toEqual([
      'claimSignature.mismatch',
      'ingredient.manifest.mismatch',
    ]);
  });

  it('is a mismatch when its parent was made for another place in the file', () => {
    const elsewhere = buildManifest({ label: parentLabel }, format, { start: 3, length: 100 });
    expect(codes(update({}, 'parentOf', elsewhere))).toContain('assertion.dataHash.mismatch');
  });
});

it('removing an update restores the content of its first signer', () => {
  expect(validate(embed(format, storeOf(format, signed))).value).toBe(true);
});
