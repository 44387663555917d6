import { describe, expect, it } from 'vitest';
import { mayOn } from './rights.ts';

const session = {
  user: { id: 'usr_1', name: null, email: null },
  operations: ['agents.get'],
  owner_operations: ['agents.suspend'],
  editor_operations: ['agents.stop'],
};

describe('the rights on one agent', () => {
  it('are those of the role', () => {
    expect(mayOn(session, undefined, 'agents.get')).toBe(true);
    expect(mayOn(session, undefined, 'agents.suspend')).toBe(false);
    expect(mayOn(undefined, undefined, 'agents.get')).toBe(false);
  });

  it('are more for its owners and its editors, and not for others', () => {
    const owned = { owners: ['usr_1'], editors: [] };
    const edited = { owners: ['usr_2'], editors: ['usr_1'] };
    expect(mayOn(session, owned, 'agents.suspend')).toBe(true);
    expect(mayOn(session, edited, 'agents.suspend')).toBe(false);
    expect(mayOn(session, edited, 'agents.stop')).toBe(true);
    expect(mayOn(session, { owners: [], editors: [] }, 'agents.stop')).toBe(false);
  });
});
