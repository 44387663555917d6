/** Who may decide, and when the decisions suffice: the rules alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../platform/http/access.ts';
import { type DecidedOn, type Decider, isReached, whyNot, whyNotThisCall } from './rules.ts';

const aRequest = (change: Partial<DecidedOn> = {}): DecidedOn => ({
  kind: 'tool_call',
  subject_id: null,
  agent_id: 'bot',
  requester_ids: ['bot'],
  approvers: [],
  risk: 'medium',
  quorum: 1,
  separation_of_duties: true,
  ...change,
});
const consent = (change: Partial<DecidedOn> = {}) => aRequest({ kind: 'delegation', subject_id: 'subject', ...change });
/** A former member. */
const gone = (user: string): Decider => ({ user, role: undefined, isOwner: true });
const who = (user: string, role: Decider['role'] = 'viewer', isOwner = false): Decider => ({ user, role, isOwner });

describe('the right to decide', () => {
  const named = { approvers: ['named'] };
  const own = { requester_ids: ['asker'] };
  // Name, person, request, and the reason of the refusal.
  const table: readonly (readonly [string, Decider, DecidedOn, ReturnType<typeof whyNot>])[] = [
    ['an admin on anything', who('a', 'admin'), aRequest(), undefined],
    ['a reviewer on anything but consent', who('r', 'reviewer'), aRequest(), undefined],
    ['no operator by their role', who('o', 'operator'), aRequest(), 'not_an_approver'],
    ['no viewer by their role', who('v'), aRequest(), 'not_an_approver'],
    ['an owner of the agent', who('v', 'viewer', true), aRequest(), undefined],
    ['whoever was named', who('named'), aRequest(named), undefined],
    ['no admin besides whom an admin named', who('a', 'admin'), aRequest(named), 'not_an_approver'],
    ['no reviewer besides them', who('r', 'reviewer'), aRequest(named), 'not_an_approver'],
    ['no owner besides them', who('v', 'viewer', true), aRequest(named), 'not_an_approver'],
    ['the subject of a consent', who('subject'), consent(), undefined],
    ['no subject of anything else', who('subject'), aRequest({ subject_id: 'subject' }), 'not_an_approver'],
    ['an admin on a consent', who('a', 'admin'), consent(), undefined],
    ['no reviewer on a consent', who('r', 'reviewer'), consent(), 'not_an_approver'],
    ['no operator on a consent', who('o', 'operator'), consent(), 'not_an_approver'],
    ['no owner on a consent', who('v', 'viewer', true), consent(), 'not_an_approver'],
    ['no owner on a consent of high risk', who('v', 'viewer', true), consent({ risk: 'high' }), 'not_an_approver'],
    ['whoever was named on a consent', who('named'), consent(named), undefined],
    ['the subject where others were named', who('subject'), consent(named), undefined],
    ['nobody on what they asked for', who('asker', 'admin'), aRequest(own), 'own_request'],
    ['not even when they were named', who('asker'), aRequest({ ...own, approvers: ['asker'] }), 'own_request'],
    ['no owner behind the credential of the agent', who('asker', 'viewer', true), aRequest(own), 'own_request'],
    ['no admin on consent of others that they asked for', who('asker', 'admin'), consent(own), 'own_request'],
    ['subjects for themselves', who('subject'), consent({ requester_ids: ['bot', 'subject'] }), undefined],
    [
      'askers where an admin allowed it',
      who('asker', 'reviewer'),
      aRequest({ ...own, separation_of_duties: false }),
      undefined,
    ],
    ['nobody who left', gone('named'), aRequest(named), 'not_a_member'],
    ['no subject who left', gone('subject'), consent(), 'not_a_member'],
    [
      'no agent, also where it was named',
      who('bot', 'agent'),
      aRequest({ approvers: ['bot'], requester_ids: [] }),
      'not_a_member',
    ],
    ['no gateway', who('gw', 'gateway'), aRequest({ approvers: ['gw'] }), 'not_a_member'],
    ['nobody who calls without a name', who('local', 'operator'), aRequest({ approvers: ['local'] }), 'sign_in'],
    ['nobody with the shared token', who('token', 'operator'), consent({ subject_id: 'token' }), 'sign_in'],
    ['the operator token', who('operator', 'admin'), aRequest(), undefined],
  ];
  it.each(table)('depends on the person and the request: %s', (_name, decider, request, expected) => {
    expect(whyNot(request, decider)).toBe(expected);
  });

  const actor = { agentId: 'bot', spiffeId: 'spiffe://x/agent/bot', grantId: 'dgr_1' };
  const calls: readonly (readonly [string, Pick<Caller, 'kind' | 'isDeployment' | 'actor'>, string | undefined])[] = [
    ['a person', { kind: 'person', isDeployment: false }, undefined],
    ['the operator token', { kind: 'operator', isDeployment: true }, undefined],
    ['no local operator', { kind: 'operator', isDeployment: false }, 'sign_in'],
    ['no agent', { kind: 'agent', isDeployment: false }, 'not_in_person'],
    ['no gateway', { kind: 'gateway', isDeployment: false }, 'not_in_person'],
    ['no person through an agent', { kind: 'person', isDeployment: false, actor }, 'not_in_person'],
    ['nobody through an agent, whatever they hold', { kind: 'operator', isDeployment: true, actor }, 'not_in_person'],
  ];
  it.each(calls)('depends on the call: %s', (_name, call, expected) => {
    expect(whyNotThisCall(call)).toBe(expected);
  });
});

describe('a quorum', () => {
  it('is reached by different people, each counted once', () => {
    const request = aRequest({ quorum: 2 });
    expect(isReached(request, [who('a', 'admin'), who('a', 'admin')])).toBe(false);
    expect(isReached(request, [who('a', 'admin'), who('r', 'reviewer')])).toBe(true);
  });

  it('counts nobody who may not decide (any more)', () => {
    const request = aRequest({ quorum: 2 });
    expect(isReached(request, [who('a', 'admin'), gone('g')])).toBe(false);
    expect(isReached(request, [who('a', 'admin'), who('demoted', 'viewer')])).toBe(false);
    expect(isReached(request, [who('a', 'admin'), who('bot', 'agent')])).toBe(false);
  });

  it('of a high risk includes an owner of the agent or an admin', () => {
    const request = aRequest({ risk: 'high' });
    expect(isReached(request, [who('r', 'reviewer'), who('s', 'reviewer')])).toBe(false);
    expect(isReached(request, [who('r', 'reviewer'), who('o', 'viewer', true)])).toBe(true);
    expect(isReached(request, [who('a', 'admin')])).toBe(true);
    expect(isReached(aRequest({ risk: 'high', agent_id: null }), [who('r', 'reviewer')])).toBe(true);
  });

  it('of a consent of any risk includes somebody who may consent, which an owner may not', () => {
    const request = consent({ risk: 'high' });
    expect(isReached(request, [who('o', 'viewer', true)])).toBe(false);
    expect(isReached(request, [who('subject')])).toBe(true);
  });

  it('is never reached by too few entitled people, with any other approvals', () => {
    const users = ['bot', 'asker', 'subject', 'named', 'owner', 'r', 'a', 'local'];
    const roles = [undefined, 'agent', 'gateway', 'viewer', 'operator', 'reviewer', 'admin'] as const;
    const decider = fc.record({
      user: fc.constantFrom(...users),
      role: fc.constantFrom(...roles),
      isOwner: fc.boolean(),
    });
    const request = fc.record({
      kind: fc.constantFrom('delegation' as const, 'tool_call' as const, 'policy_escalation' as const),
      subject_id: fc.constantFrom(null, 'subject', 'asker'),
      agent_id: fc.constantFrom(null, 'bot'),
      requester_ids: fc.subarray(['bot', 'asker']),
      approvers: fc.subarray(['named', 'asker', 'bot']),
      risk: fc.constantFrom('low' as const, 'high' as const),
      quorum: fc.integer({ min: 1, max: 3 }),
      separation_of_duties: fc.boolean(),
    });
    fc.assert(
      fc.property(request, fc.uniqueArray(decider, { maxLength: 8, selector: ({ user }) => user }), (asked, yes) => {
        if (!isReached(asked, yes)) return;
        const entitled = yes.filter((one) => whyNot(asked, one) === undefined);
        expect(entitled.length).toBeGreaterThanOrEqual(asked.quorum);
        expect(entitled.every(({ role, user }) => role !== undefined && role !== 'agent' && user !== 'local')).toBe(
          true,
        );
        if (asked.separation_of_duties && asked.kind !== 'delegation') {
          expect(entitled.some(({ user }) => asked.requester_ids.includes(user))).toBe(false);
        }
      }),
    );
  });
});
