import { describe, expect, it } from 'vitest';
import { uuids } from './jumbf.ts';
import { box, buildManifest, encode, hashedUri, type SignOptions, signImage, superbox } from './signer.fixture.ts';
import { codesOf, validate } from './validate.fixture.ts';

const cborUuid = '63626f7200110010800000aa00389b71';
const label = 'urn:c2pa:00000000-0000-4000-8000-000000000001';
const lower = 'urn:c2pa:00000000-0000-4000-8000-000000000002';

function codes(options: SignOptions): readonly string[] {
  return codesOf(validate(signImage(options)).detail);
}

describe('assertions', () => {
  it('do not match their hash after a change', () => {
    const file = signImage({
      changeManifest({ assertions }) {
        const bytes = assertions[1]?.bytes;
        if (bytes !== undefined) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      },
    });
    expect(codesOf(validate(file).detail)).toEqual(['assertion.hashedURI.mismatch']);
  });

  it('are reported when missing, unlisted or of another manifest', () => {
    expect(codes({ version: 1, changeManifest: ({ assertions }) => void assertions.pop() })).toEqual([
      'assertion.missing',
    ]);
    const extra = {
      label: 'com.example.extra',
      bytes: superbox(cborUuid, 'com.example.extra', box('cbor', encode(1))),
    };
    expect(codes({ changeManifest: ({ assertions }) => void assertions.push(extra) })).toEqual([
      'assertion.undeclared',
    ]);
    const foreign = hashedUri(`self#jumbf=/c2pa/${lower}/c2pa.assertions/c2pa.actions.v2`, extra.bytes);
    const listed = (claim: Map<string, unknown>): void => void claim.set('gathered_assertions', [foreign]);
    expect(codes({ claim: listed })).toEqual(['assertion.outsideManifest']);
  });

  it('are reported when their own claim redacts them', () => {
    const url = `self#jumbf=/c2pa/${label}/c2pa.assertions/c2pa.actions.v2`;
    expect(codes({ claim: (claim) => claim.set('redacted_assertions', [url]) })).toContain('assertion.selfRedacted');
  });

  it('of a claim of version 2 must first state that the content was created or opened', () => {
    const acting = (content: unknown, label = 'c2pa.actions.v2') => [{ label, content }];
    const first = (action: unknown) => new Map([['actions', [new Map([['action', action]])]]]);
    expect(codes({ actions: acting(first('c2pa.opened')) })).toEqual([]);
    expect(codes({ actions: acting(first('c2pa.opened'), 'c2pa.actions__1') })).toEqual([]);
    expect(codes({ version: 1, actions: [] })).toEqual([]);
    const wrong = [first('c2pa.edited'), new Map([['actions', []]]), new Map([['actions', 1]]), new Map()];
    for (const content of wrong) expect(codes({ actions: acting(content) })).toEqual(['assertion.action.malformed']);
    expect(codes({ actions: [] })).toEqual(['assertion.action.malformed']);
    expect(codes({ actions: acting(1) })).toEqual(['assertion.cbor.invalid']);
  });

  it('with labels from the file never appear in a claim', () => {
    const assertions = [{ label: 'secret.label.of.somebody', content: 1 }];
    const file = signImage({ assertions, changeManifest: ({ claim }) => void claim.fill(0, 40, 44) });
    expect(JSON.stringify(validate(file).detail)).not.toContain('somebody');
    expect(JSON.stringify(validate(signImage({ assertions })).detail)).not.toContain('somebody');
  });
});

describe('hard binding', () => {
  it('is required exactly once', () => {
    expect(codes({ boundary: false })).toEqual(['claim.hardBindings.missing']);
    const second = { label: 'c2pa.hash.data__1', content: new Map([['hash', new Uint8Array(32)]]) };
    expect(codes({ assertions: [second] })).toEqual(['assertion.multipleHardBindings']);
  });

  it('of an unsupported kind is not called valid', () => {
    const { value, detail } = validate(
      signImage({ boundary: false, assertions: [{ label: 'c2pa.hash.boxes', content: 1 }] }),
    );
    expect([value, codesOf(detail), detail['unchecked']]).toEqual([false, [], [{ what: 'binding_kind', manifest: 1 }]]);
  });

  it.each<[string, (store: { start: number; length: number }) => [number, number][], readonly string[]]>([
    [
      'reaching one byte further',
      ({ start, length }) => [[start, length + 1]],
      ['assertion.dataHash.additionalExclusionsPresent', 'assertion.dataHash.mismatch'],
    ],
    [
      'beginning one byte earlier',
      ({ start, length }) => [[start - 1, length + 1]],
      ['assertion.dataHash.additionalExclusionsPresent', 'assertion.dataHash.mismatch'],
    ],
    [
      'past the end of the file',
      ({ start, length }) => [
        [start, length],
        [1_000_000, 4],
      ],
      ['assertion.dataHash.mismatch'],
    ],
    [
      'that overlap',
      ({ start, length }) => [
        [start, length],
        [start, 1],
      ],
      ['assertion.dataHash.malformed'],
    ],
    [
      'of a negative start',
      ({ start, length }) => [
        [-1, 1],
        [start, length],
      ],
      ['assertion.dataHash.malformed'],
    ],
    ['that are fractions', ({ start, length }) => [[start, length + 0.5]], ['assertion.dataHash.malformed']],
  ])('with exclusions %s is refused', (_name, ranges, expected) => {
    const exclusions: NonNullable<SignOptions['exclusions']> = (store) =>
      ranges(store).map(([start, length]) => new Map(Object.entries({ start, length })));
    expect(codes({ exclusions })).toEqual(expected);
  });

  it('is refused when it excludes picture bytes, even with a correct hash', () => {
    const exclusions: NonNullable<SignOptions['exclusions']> = (store) => [
      new Map(Object.entries({ start: 10, length: 4 })),
      new Map(Object.entries(store)),
    ];
    const hashed = (image: Buffer): Buffer => Buffer.concat([image.subarray(0, 10), image.subarray(14)]);
    expect(codes({ exclusions, hashed })).toEqual(['assertion.dataHash.additionalExclusionsPresent']);
  });

  it('may exclude no bytes', () => {
    const exclusions: NonNullable<SignOptions['exclusions']> = ({ start, length }) => [
      new Map(Object.entries({ start: 0, length: 0 })),
      new Map(Object.entries({ start, length })),
    ];
    expect(codes({ exclusions })).toEqual([]);
  });
});

describe('ingredients', () => {
  const ingredient = buildManifest({ label: lower, boundary: true }, 'png', { start: 33, length: 10 });

  function withIngredient(content: Map<string, unknown>, earlier: readonly Uint8Array[] = [ingredient]): SignOptions {
    return { earlier, assertions: [{ label: 'c2pa.ingredient.v3', content }] };
  }

  const link = hashedUri(`self#jumbf=/c2pa/${lower}`, ingredient);

  it('with a valid manifest are followed', () => {
    const { value, detail } = validate(signImage(withIngredient(new Map([['activeManifest', link]]))));
    expect([value, detail['manifests'], detail['unreferenced_manifests'], codesOf(detail)]).toEqual([true, 2, 0, []]);
  });

  it.each(['c2pa.ingredient', 'c2pa.ingredient.v2', 'c2pa.ingredient.v3__2'])(
    'of an older form are followed (%s)',
    (name) => {
      const options = {
        earlier: [ingredient],
        assertions: [{ label: name, content: new Map([['c2pa_manifest', link]]) }],
      };
      expect(validate(signImage(options)).detail['unreferenced_manifests']).toBe(0);
    },
  );

  it('are a mismatch when their manifest was changed', () => {
    const changed = Buffer.from(ingredient);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(codes(withIngredient(new Map([['activeManifest', link]]), [changed]))).toEqual([
      'claimSignature.mismatch',
      'ingredient.manifest.mismatch',
    ]);
  });

  it('are reported when their manifest is missing', () => {
    expect(codes(withIngredient(new Map([['activeManifest', link]]), []))).toEqual(['ingredient.manifest.missing']);
    expect(codes(withIngredient(new Map([['activeManifest', 1]])))).toEqual(['ingredient.manifest.missing']);
  });

  it('are reported when their signature differs from the recorded one', () => {
    const wrong = new Map<string, unknown>([
      ['activeManifest', link],
      ['claimSignature', hashedUri(`self#jumbf=/c2pa/${lower}/c2pa.signature`, Buffer.alloc(20))],
    ]);
    expect(codes(withIngredient(wrong))).toEqual(['ingredient.claimSignature.mismatch']);
    wrong.set('claimSignature', hashedUri(`self#jumbf=/c2pa/${lower}/nothing`, Buffer.alloc(20)));
    expect(codes(withIngredient(wrong))).toEqual(['ingredient.claimSignature.missing']);
  });

  it('without a manifest are of unknown provenance, which is no failure', () => {
    const { value, detail } = validate(signImage(withIngredient(new Map([['dc:title', 'x']]), [])));
    expect(value).toBe(true);
    expect(detail['informational']).toContainEqual({
      code: 'ingredient.unknownProvenance',
      manifest: 1,
      at: 'c2pa.ingredient.v3',
    });
  });

  it('with a redaction are not fully judged, so not called valid', () => {
    const url = `self#jumbf=/c2pa/${lower}/c2pa.assertions/com.example.note`;
    const options = withIngredient(new Map([['activeManifest', link]]));
    const { value, detail } = validate(
      signImage({ ...options, claim: (claim) => claim.set('redacted_assertions', [url]) }),
    );
    expect([value, detail['unchecked']]).toEqual([false, [{ what: 'redacted_ingredient', manifest: 2 }]]);
  });

  it('may refer to each other without an endless loop', () => {
    const content = new Map([['activeManifest', hashedUri(`self#jumbf=/c2pa/${label}`, Buffer.alloc(9))]]);
    expect(codes({ assertions: [{ label: 'c2pa.ingredient.v3', content }] })).toEqual(['ingredient.manifest.mismatch']);
  });
});

describe('manifests', () => {
  it('are refused when compressed', () => {
    const compressed = '6332636d00110010800000aa00389b71';
    expect(codes({ changeManifest: (parts) => void Object.assign(parts, { uuid: compressed }) })).toEqual([
      'general.error',
    ]);
  });

  it('need one claim of a known version, in valid CBOR, with its required members', () => {
    const second = superbox(uuids.claim, 'c2pa.claim', box('cbor', encode(new Map())));
    expect(codes({ changeManifest: ({ extra }) => void extra.push(second) })).toEqual(['claim.multiple']);
    expect(codes({ changeManifest: (parts) => void Object.assign(parts, { claimLabel: 'c2pa.claim.v9' }) })).toEqual([
      'claim.malformed',
    ]);
    expect(codes({ changeManifest: (parts) => void Object.assign(parts, { claim: Buffer.from([0xff]) }) })).toEqual([
      'claim.cbor.invalid',
    ]);
    for (const member of ['signature', 'instanceID', 'created_assertions', 'claim_generator_info']) {
      expect([member, codes({ claim: (claim) => void claim.delete(member) })]).toEqual([member, ['claim.malformed']]);
    }
  });

  it('with two boxes of one label are refused', () => {
    const copies = (parts: { extra: Uint8Array[] }): void => {
      const one = superbox(uuids.signature, 'c2pa.signature', box('cbor', encode(1)));
      parts.extra.push(one);
    };
    expect(codes({ changeManifest: copies })).toEqual(['general.error']);
  });
});
