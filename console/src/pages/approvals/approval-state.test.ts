import { describe, expect, it } from 'vitest';
import { inboxOrder, missingApprovals, newSince, standingOf, statusNow, toCountdown } from './approval-state.ts';

const now = Date.parse('2026-11-22T08:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const yes = (approver: string) => ({ approver, verdict: 'approve' as const, reason: null, decided_at: at(-1) });
const approval = {
  requester: { id: 'usr_asker', kind: 'user' },
  policy: { quorum: 2, separation_of_duties: true },
  approvers: [],
  decisions: [],
};
const session = {
  authentication: 'required' as const,
  unlocked: false,
  user: { id: 'usr_me', name: null, email: null },
  operations: ['approvals.approve'],
  owner_operations: [],
};

describe('the inbox', () => {
  it('shows what waits first, with the least time left on top', () => {
    const rows = [
      { id: 'old', status: 'approved', expires_at: at(5) },
      { id: 'later', status: 'pending', expires_at: at(50) },
      { id: 'over', status: 'pending', expires_at: at(-1) },
      { id: 'soon', status: 'pending', expires_at: at(2) },
    ];
    expect(inboxOrder(rows, now).map(({ id }) => id)).toEqual(['soon', 'later', 'old', 'over']);
  });

  it('says that a waiting request has expired as soon as its time is over', () => {
    expect(statusNow({ status: 'pending', expires_at: at(-1) }, now)).toBe('expired');
    expect(statusNow({ status: 'approved', expires_at: at(-1) }, now)).toBe('approved');
  });
});

describe('the quorum', () => {
  it('counts approvals only', () => {
    const denied = { ...yes('b'), verdict: 'deny' as const };
    expect(missingApprovals({ ...approval, decisions: [yes('a'), denied] })).toBe(1);
    expect(missingApprovals({ ...approval, decisions: [yes('a'), yes('b'), yes('c')] })).toBe(0);
  });
});

describe('whether somebody may decide', () => {
  it('asks for the operator token where nobody signs in', () => {
    const local = { ...session, authentication: 'loopback' as const, operations: [] };
    expect(standingOf(approval, local)).toBe('unlock');
    expect(standingOf(approval, { ...local, unlocked: true, operations: ['approvals.approve'] })).toBe('may');
  });

  it('excludes the requester, people whom the request does not name, and roles without the right', () => {
    expect(standingOf(approval, session)).toBe('may');
    expect(standingOf({ ...approval, requester: { id: 'usr_me', kind: 'user' } }, session)).toBe('own');
    expect(standingOf({ ...approval, approvers: ['usr_boss'] }, session)).toBe('not_named');
    expect(standingOf(approval, { ...session, operations: [] })).toBe('role');
  });

  it('lets owners of agents decide', () => {
    expect(standingOf(approval, { ...session, operations: [], owner_operations: ['approvals.approve'] })).toBe('may');
  });

  it('ends with the own decision', () => {
    expect(standingOf({ ...approval, decisions: [yes('usr_me')] }, session)).toBe('decided');
  });
});

describe('the time left', () => {
  it('counts down to the second in the last hour', () => {
    expect([7_900_000, 249_999, 7_000, 0, -1].map(toCountdown)).toEqual([
      '2 h 11 min',
      '4:09',
      '0:07',
      undefined,
      undefined,
    ]);
  });
});

describe('a notification', () => {
  it('is made for what came since the last look, and for nothing at the first look', () => {
    expect(newSince(undefined, ['a'])).toEqual([]);
    expect(newSince(new Set(['a']), ['b', 'a'])).toEqual(['b']);
  });
});
