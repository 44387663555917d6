import { expect, test } from 'vitest';
import { isKeyOfGroup, offeredActions, type RecordAction } from './record-action.ts';

const row = { status: 'revoked' };
const revoke: RecordAction<typeof row> = {
  operation: 'apiKeys.revoke',
  label: 'Revoke',
  isOffered: ({ status }) => status === 'active',
  onOpen: () => {},
};
const rotate: RecordAction<typeof row> = { operation: 'apiKeys.rotate', label: 'Rotate', onOpen: () => {} };

test('An action is offered only if the role may call its operation and the row is in the right state.', () => {
  const operations = ['apiKeys.revoke', 'apiKeys.rotate'];
  expect(offeredActions([revoke, rotate], row, operations)).toEqual([rotate]);
  expect(offeredActions([revoke, rotate], { status: 'active' }, operations)).toEqual([revoke, rotate]);
  expect(offeredActions([revoke, rotate], { status: 'active' }, [])).toEqual([]);
});

test('A change of one record makes every list of its group old, and no other.', () => {
  expect(isKeyOfGroup(['apiKeys.list', { limit: 1 }], 'apiKeys')).toBe(true);
  expect(isKeyOfGroup(['agents.list'], 'apiKeys')).toBe(false);
  expect(isKeyOfGroup([7], 'apiKeys')).toBe(false);
});
