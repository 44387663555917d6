import { describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import { type GatewayKeysDeps, listGatewayKeys } from './gateway-keys.ts';
import type { StoredKey } from './store.ts';

const orgId = 'default';
const db: Db = Object.create(null);

function aKey(id: string, agentId: string | null, userId = 'usr_owner'): StoredKey {
  const secret = { org_id: orgId, key_id: id, hash: id.padEnd(64, '0'), prefix: 'assay_key_x', replaced_until: null };
  const row = {
    org_id: orgId,
    id,
    seq: 1,
    alias: id,
    purpose: 'agent',
    user_id: userId,
    workspace_id: null,
    gateway_id: null,
    workspace_ids: null,
    agent_id: agentId,
    scopes: ['gateway:call'],
    expires_at: 1_000,
    last_used_at: null,
    revoked_at: null,
    revoked_by: null,
    revision: 1,
    created_at: 0,
    created_by: userId,
    updated_at: 0,
  };
  return { row: { ...row, purpose: 'agent' }, secrets: [{ ...secret, created_at: 0 }] };
}

function open(keys: readonly StoredKey[], owners: Readonly<Record<string, string[]>>) {
  const asked: (readonly string[])[] = [];
  const deps: GatewayKeysDeps = {
    store: { listLive: async () => [...keys] },
    roles: { roleOf: async (_db, _org, user) => (user === 'usr_gone' ? undefined : 'viewer') },
    agents: {
      async findAccessOf(_db, _org, ids) {
        asked.push(ids);
        const entries = ids.flatMap((id): [string, AgentAccess][] =>
          owners[id] === undefined ? [] : [[id, { id, orgId, owners: owners[id], editors: [] }]],
        );
        return new Map(entries);
      },
    },
  };
  return { asked, list: () => listGatewayKeys(deps, db, { orgId, atMs: 500 }) };
}

describe('keys in a bundle', () => {
  it('are found with one question about agents, for any number of keys of one', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => aKey(`key_${index}`, `agent-${index % 10}`));
    const owners = Object.fromEntries(keys.map(({ row }) => [String(row.agent_id), ['usr_owner']]));
    const { asked, list } = open(keys, owners);
    expect((await list()).map(({ id }) => id)).toEqual(keys.map(({ row }) => row.id));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(10);
  });

  it('are those whose makers may still act as the agent, for each maker and agent', async () => {
    const keys = [aKey('a', 'mine'), aKey('b', 'theirs'), aKey('c', 'removed'), aKey('d', 'mine', 'usr_gone')];
    const { list } = open([...keys, aKey('e', 'mine', 'usr_other')], { mine: ['usr_owner'], theirs: ['usr_other'] });
    expect((await list()).map(({ id }) => id)).toEqual(['a']);
  });
});
