import { describe, expect, it } from 'vitest';
import { createSecret } from '../../../../platform/secret.ts';
import { createAgentTokens } from './agent-tokens.ts';

function open() {
  let made = 0;
  const clock = { now: () => now };
  let now = 1_000_000;
  const tokens = createAgentTokens({
    clock,
    ownUse: {
      async tokenOfAgent(orgId, agentId) {
        made += 1;
        return { token: createSecret(`${orgId} ${agentId} ${made}`), until: now + 300_000 };
      },
    },
  });
  const get = async (agentId = 'a', orgId = 'o') => (await tokens.get(orgId, agentId)).reveal();
  return { tokens, get, pass: (ms: number) => (now += ms) };
}

describe('tokens of agents', () => {
  it('are made anew a minute before their end, and for each agent and organisation by itself', async () => {
    const { get, pass } = open();
    expect([await get(), await get()]).toEqual(['o a 1', 'o a 1']);
    expect([await get('b'), await get('a', 'p')]).toEqual(['o b 2', 'p a 3']);
    pass(239_999);
    expect(await get()).toBe('o a 1');
    pass(1);
    expect(await get()).toBe('o a 4');
  });

  it('are not kept once they were refused, and a newer one stays', async () => {
    const { tokens, get } = open();
    const first = await tokens.get('o', 'a');
    tokens.drop('o', 'a', first);
    expect(await get()).toBe('o a 2');
    tokens.drop('o', 'a', first);
    expect(await get()).toBe('o a 2');
  });
});
