import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInChain } from '../../configuration/chain/built-in-chain.ts';
import { builtInId, itemUrl, parseChainItems, parseChainManifest } from './manifest.ts';

const item = { name: 'a', image: 'assay/injection:1.0', port: 8090 };

describe('parseChainManifest', () => {
  it('reads YAML and JSON alike', () => {
    const yaml =
      'chain:\n  - name: a\n    description: First\n    image: assay/injection:1.0\n    port: 8090\n    env: { INJECTION_THRESHOLD: "0.9" }\n';
    const expected = { chain: [{ ...item, description: 'First', env: { INJECTION_THRESHOLD: '0.9' } }] };
    expect(parseChainManifest(yaml, 'x')).toEqual(expected);
    expect(parseChainManifest(JSON.stringify(expected), 'x')).toEqual(expected);
  });

  it.each([
    ['an unknown member', { chain: [{ ...item, prot: 1 }] }],
    ['no port', { chain: [{ name: 'a', image: 'x' }] }],
    ['two items of one name', { chain: [item, item] }],
    ['an empty chain', { chain: [] }],
    ['another document', { workspace: {} }],
    ['a port out of range', { chain: [{ ...item, port: 70_000 }] }],
  ])('refuses %s and names the file', (_name, manifest) => {
    expect(() => parseChainManifest(JSON.stringify(manifest), 'chain.yaml')).toThrow(/chain\.yaml/);
  });

  it.each(['PII', 'eu.pii', 'PII check 2', '0', 'a'.repeat(64)])('takes the name %j', (name) => {
    expect(parseChainManifest(JSON.stringify({ chain: [{ ...item, name }] }), 'x').chain[0]?.name).toBe(name);
  });

  it.each(['', ' a', 'a ', '.a', 'a/b', 'a\n', 'a'.repeat(65)])(
    'refuses the name %j and says what it may be',
    (name) => {
      expect(() => parseChainManifest(JSON.stringify({ chain: [{ ...item, name }] }), 'x')).toThrow(
        '/chain/0/name must have 1 to 64 letters',
      );
    },
  );

  it('refuses duplicate keys and alias bombs', () => {
    expect(() => parseChainManifest('chain: []\nchain: []\n', 'x')).toThrow(/unique/);
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...['b', 'c', 'd', 'e', 'f'].map((name, index) => {
        const before = 'abcdef'[index];
        return `${name}: &${name} [${`*${before},`.repeat(9)}]`;
      }),
    ].join('\n');
    expect(() => parseChainManifest(bomb, 'x')).toThrow();
  });

  it('never throws anything but a configuration error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseChainManifest(text, 'x');
        } catch (error) {
          expect(error).toMatchObject({ name: 'AppError', code: 'config' });
        }
      }),
    );
  });
});

it('adds its items to the built-in ones when it extends them, and names the only chain that can be extended', () => {
  const politeness = { name: 'politeness', image: 'politeness', port: 8765 };
  const text = (value: object) => JSON.stringify(value);
  expect(parseChainItems(text({ extends: 'built-in', chain: [politeness] }), 'x', builtInChain)).toEqual([
    ...builtInChain,
    politeness,
  ]);
  expect(parseChainItems(text({ chain: [politeness] }), 'x', builtInChain)).toEqual([politeness]);
  const wrong = text({ extends: 'default', chain: [politeness] });
  expect(() => parseChainItems(wrong, 'x', builtInChain)).toThrow(/extends is "default"; the only chain .* built-in/);
  const clash = text({ extends: 'built-in', chain: [{ ...politeness, name: 'pii' }] });
  expect(() => parseChainItems(clash, 'x', builtInChain)).toThrow(/\/chain\/0\/image .*another name/);
});

it('recognises a built-in auditor by its image, unless the item has its own url', () => {
  expect(builtInId(item)).toBe('injection');
  expect(builtInId({ ...item, image: 'registry.example/assay/pii@sha256:00' })).toBe('pii');
  expect(builtInId({ ...item, image: 'mine/injection' })).toBeUndefined();
  expect(builtInId({ ...item, url: 'http://10.0.0.1:8090' })).toBeUndefined();
  expect(itemUrl(item)).toBe('http://127.0.0.1:8090');
});
