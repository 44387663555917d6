import { describe, expect, it } from 'vitest';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import type { Weight } from '../visibility.ts';
import { mayAskForLink, mayConnect } from './rights.ts';

const person = (user: string, role: Author['role']): Author => ({
  ...createAuthor('default', user, role),
  kind: 'person',
  isDeployment: false,
});
const agent: Author = { ...person('desk', 'agent'), kind: 'agent' };
/** An agent that acts for Ann. */
const forAnn: Author = {
  ...person('ann', 'viewer'),
  actor: { agentId: 'desk', grantId: 'g', spiffeId: 'spiffe://localhost/agent/desk' },
};
const access = { id: 'desk', orgId: 'default', owners: ['owner'], editors: ['editor'] };

const weight = (change: Partial<Weight>): Weight => ({
  scope_level: 'workspace',
  scope_id: 'default',
  agent_id: null,
  user_id: null,
  sharing_mode: 'inherit',
  allow_in_delegation: false,
  ...change,
});
const ofAnn = weight({ agent_id: 'desk', user_id: 'ann' });
const ofAgent = weight({ agent_id: 'desk' });
const shared = weight({});
const everywhere = weight({ scope_level: 'org', scope_id: 'default' });
const enforced = weight({ scope_level: 'org', scope_id: 'default', sharing_mode: 'enforce' });

describe('the right to connect, and to request a link', () => {
  it.each([
    // Of Ann, of the agent, shared, organisation, enforced there.
    ['Ann', person('ann', 'viewer'), '11 00 00 00 00'],
    ['an admin', person('ada', 'admin'), '01 11 11 11 11'],
    ['an operator', person('oli', 'operator'), '01 11 11 11 00'],
    ['an owner', person('owner', 'viewer'), '01 11 00 00 00'],
    ['an editor', person('editor', 'viewer'), '01 11 00 00 00'],
    ['a reviewer', person('rita', 'reviewer'), '00 00 00 00 00'],
    ['the agent', agent, '01 01 00 00 00'],
    ['the agent for Ann', forAnn, '01 01 00 00 00'],
  ])('depends on who asks: %s', (_, author, expected) => {
    const rows = [ofAnn, ofAgent, shared, everywhere, enforced];
    const found = rows.map((row) => {
      const own = row.agent_id === null ? undefined : access;
      return `${Number(mayConnect(author, row, own))}${Number(mayAskForLink(author, row, own))}`;
    });
    expect(found.join(' ')).toBe(expected);
  });
});
