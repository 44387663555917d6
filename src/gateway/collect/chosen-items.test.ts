import { describe, expect, it } from 'vitest';
import { chooseItems } from './chosen-items.ts';

const items = [
  { name: 'injection', image: 'assay/injection', port: 8090 },
  { name: 'my pii', image: 'assay/pii', port: 8091 },
  { name: 'other', image: 'other', port: 9000 },
];
const choose = (auditors: string, isSkipped = false) =>
  chooseItems(items, { GATEWAY_AUDITORS: auditors, GATEWAY_SKIP_AUDIT: isSkipped }).map(({ name }) => name);

describe('the auditors of the own chain', () => {
  it('are all items where none is named', () => {
    expect(choose('')).toEqual(['injection', 'my pii', 'other']);
    expect(choose(' , ')).toEqual(['injection', 'my pii', 'other']);
  });

  it('are the named ones in their order: items, and built-in auditors by their id', () => {
    expect(choose('other, injection')).toEqual(['other', 'injection']);
    expect(choose('pii,toxicity')).toEqual(['my pii', 'toxicity']);
  });

  it('are none where auditing is skipped', () => {
    expect(choose('injection', true)).toEqual([]);
  });

  it('end the start for a name that nobody has, and for one twice', () => {
    expect(() => choose('injektion')).toThrow(
      'GATEWAY_AUDITORS names injektion, which is neither an item of the chain (injection, my pii, other) nor a built-in auditor',
    );
    expect(() => choose('pii,my pii')).toThrow('GATEWAY_AUDITORS names my pii twice');
  });
});
