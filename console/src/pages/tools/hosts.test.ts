import { describe, expect, it } from 'vitest';
import { compareHosts, toHosts } from './hosts.ts';

describe('toHosts', () => {
  it('drops empty lines, spaces and repetitions', () => {
    expect(toHosts(' a.internal\n\n10.0.0.0/8 \na.internal')).toEqual(['a.internal', '10.0.0.0/8']);
  });
});

describe('compareHosts', () => {
  it('names what would be allowed and what no longer', () => {
    expect(compareHosts(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  });
});
