import { expect, it } from 'vitest';
import type { ChainItem } from '../../contract/control/chain.ts';
import { builtInChain } from './built-in-chain.ts';
import { extendChain } from './extend-chain.ts';

const mine: ChainItem = { name: 'politeness', image: 'politeness', port: 8765 };
const extendWith = (...chain: ChainItem[]) => extendChain({ extends: 'built-in', chain }, builtInChain);

function itemsOf(...chain: ChainItem[]): readonly ChainItem[] {
  const extended = extendWith(...chain);
  if (!extended.ok) throw new Error(extended.message);
  return extended.items;
}

it('a chain that extends the built-in one has all its guards first, unchanged, then its own items', () => {
  expect(itemsOf(mine)).toEqual([...builtInChain, mine]);
  expect(builtInChain.map(({ name }) => name)).toEqual(['injection', 'pii', 'secrets', 'toxicity']);
});

it('a chain without extends is exactly its own items', () => {
  expect(extendChain({ chain: [mine] }, builtInChain)).toEqual({ ok: true, items: [mine] });
});

it('an item with the name of a built-in auditor configures it where it stands', () => {
  const pii = { name: 'pii', image: 'registry.example/assay/pii:2', port: 9_091, env: { PII_THRESHOLD: '0.5' } };
  const items = itemsOf(mine, pii);
  expect(items.map(({ name }) => name)).toEqual(['injection', 'pii', 'secrets', 'toxicity', 'politeness']);
  expect(items[1]).toMatchObject({ ...pii, env: { PII_NAMES: 'false', PII_THRESHOLD: '0.5' } });
});

it('another auditor under the name of a built-in one is refused, at its image', () => {
  expect(extendWith(mine, { ...mine, name: 'injection' })).toMatchObject({
    ok: false,
    pointer: '/chain/1/image',
    message: expect.stringContaining('Give the item another name'),
  });
});

it('more items than a chain may have are refused with the built-in ones counted', () => {
  const many = Array.from({ length: 61 }, (_, index) => ({ ...mine, name: `p${index}` }));
  expect(extendWith(...many)).toMatchObject({ ok: false, pointer: '/chain', message: expect.stringContaining('65') });
  expect(extendWith(...many.slice(1)).ok).toBe(true);
});
