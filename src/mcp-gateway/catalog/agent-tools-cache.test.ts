/** An answer of the verifier is used while it is valid, and no longer. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { anApp, aPrincipal, approved, namesOf, openCatalog, rawTool } from './catalog.fixture.ts';

const principal = aPrincipal('a');
const away = () => {
  throw new AppError('verifier_unavailable', 'away');
};
const opened = () => {
  const fixture = openCatalog();
  fixture.servers.set('a', [anApp('crm', [approved(rawTool('search'))])]);
  return fixture;
};

describe('an answer of the verifier', () => {
  it('is requested once for concurrent callers', async () => {
    const { room, questions } = opened();
    await Promise.all(Array.from({ length: 50 }, () => room.of(principal)));
    expect(questions).toHaveLength(1);
  });

  it('is requested again after its lifetime, by its ETag', async () => {
    const { room, questions, state } = opened();
    const catalog = await room.of(principal);
    state.now += 60_000;
    expect(await room.of(principal)).toBe(catalog);
    expect(questions).toHaveLength(2);
    expect(questions[1]?.etag).toBeDefined();
  });

  it('ends with its configuration', async () => {
    const { room, servers, state } = opened();
    await room.of(principal);
    servers.set('a', []);
    expect(await namesOf(room, principal)).toEqual(['crm__search']);
    state.bundle = 'b.2';
    expect(await namesOf(room, principal)).toEqual([]);
  });

  it('is used for another minute while the verifier is away, and then no longer', async () => {
    const { room, state, questions } = opened();
    await room.of(principal);
    state.refuse = away;
    state.now += 60_000 + 59_000;
    expect(await namesOf(room, principal)).toEqual(['crm__search']);
    expect(await namesOf(room, principal)).toEqual(['crm__search']);
    expect(questions).toHaveLength(2);
    state.now += 1_000;
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('is not used after a configuration change while the verifier is away', async () => {
    const { room, state } = opened();
    await room.of(principal);
    state.refuse = away;
    state.bundle = 'b.2';
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'verifier_unavailable' });
    state.bundle = undefined;
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('for an inactive agent ends its cached state', async () => {
    const { room, state } = opened();
    await room.of(principal);
    state.refuse = () => {
      throw new AppError('agent_suspended', 'suspended');
    };
    state.now += 60_000;
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'agent_suspended' });
    state.refuse = away;
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('for an unregistered agent leaves it our own services, and nobody speaks for it', async () => {
    const { room, state, servers } = opened();
    state.refuse = () => {
      throw new AppError('not_found', 'unknown', { extensions: { reason: 'unknown_agent' } });
    };
    expect(await namesOf(room, principal)).toEqual([]);
    const speaker = aPrincipal('a', { speaker: 'usr_1' });
    await expect(room.of(speaker)).rejects.toMatchObject({ code: 'forbidden' });
    state.refuse = undefined;
    state.now += 5_000;
    expect(servers.size).toBe(1);
    expect(await namesOf(room, principal)).toEqual(['crm__search']);
  });
});
