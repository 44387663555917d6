import { expect, it } from 'vitest';
import { createDenyingState } from './active-state.ts';
import { createProfileCache } from './profile-cache.ts';

const state = createDenyingState({ chain: [], policyId: 'none', reasons: [], problems: [], engineVersion: '1' });
const built = (localSerial = 0) => ({ localSerial, state, chain: [], problems: [] });

it('keeps the profiles used last, and notifies users of a dropped one', () => {
  const cache = createProfileCache(2);
  const told: string[] = [];
  const add = (key: string) => {
    const profile = cache.add(key, built());
    profile.onDrop.add(() => told.push(key));
    return profile;
  };
  const first = add('first');
  add('second');
  cache.touch(first);
  add('third');
  expect(told).toEqual(['second']);
  expect(cache.get('first')).toBe(first);
  expect(cache.get('second')).toBeUndefined();
  expect(cache.size()).toBe(2);
});

it('drops profiles built with former parts of the gateway', () => {
  const cache = createProfileCache(9);
  cache.add('old', built(1));
  cache.add('new', built(2));
  cache.keepOnly(2);
  expect(cache.get('old')).toBeUndefined();
  expect(cache.get('new')).toBeDefined();
});
