/** Aliases: unprotected ones move at once, protected ones once after another person's approval. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor, toAuthor } from '../../base/control/author.ts';
import { admin, type ModelWorld, openModelWorld, registrant } from './models.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('aliases of models on %s', (kind) => {
  let world: ModelWorld;
  beforeAll(async () => {
    world = await openModelWorld(kind);
  });
  afterAll(() => world.verifier.close());

  const services = () => world.verifier.verifier().services;
  const put = (id: string, name: string, version: number) =>
    world.as(registrant, 'PUT', `/${id}/aliases/${name}`, { version });
  const aliasesOf = async (id: string) => (await world.as(registrant, 'GET', `/${id}`)).body['aliases'];
  const decide = (id: string, step: 'approve' | 'deny') =>
    services().approvals.step(createAuthor('default', 'operator'), id, step);
  const approvalOf = (body: Record<string, unknown>) =>
    String((body['pending'] as { approval_id: string }).approval_id);
  const movesIn = async (id: string) => {
    const { body } = await world.as(registrant, 'GET', `/${id}/history?limit=100`);
    return (body['items'] as { action: string }[]).filter(({ action }) => action === 'alias_moved').length;
  };

  it('move at once where nobody has to say so, to versions that are ready and not revoked', async () => {
    const id = await world.aModel();
    await world.aReady(id);
    await world.aReady(id, 'newer');
    const pending = await world.aVersion(id, { x: 'x' });
    expect((await put(id, 'canary', 1)).status).toBe(200);
    expect((await put(id, 'canary', 2)).body).toMatchObject({ version: 2, protected: false, pending: null });
    expect((await put(id, 'canary', pending)).body).toMatchObject({ reason: 'version_not_ready' });
    await world.as(registrant, 'POST', `/${id}/versions/1/revoke`, { reason: 'x' });
    expect((await put(id, 'canary', 1)).body).toMatchObject({ reason: 'version_revoked' });
    expect((await put(id, 'canary', 99)).status).toBe(404);
    expect((await put(id, '7', 2)).status).toBe(400);
    // Repeating it records nothing.
    await put(id, 'canary', 2);
    expect(await movesIn(id)).toBe(2);
    expect((await world.as(registrant, 'DELETE', `/${id}/aliases/canary`)).status).toBe(204);
    expect(await aliasesOf(id)).toEqual({});
  });

  it('may be called as every object has a member', async () => {
    const id = await world.aModel({ protected_aliases: ['constructor'] });
    await world.aReady(id);
    expect((await world.as(admin, 'DELETE', `/${id}/aliases/constructor`)).body).toMatchObject({
      reason: 'no_such_alias',
    });
    const asked = await put(id, 'constructor', 1);
    expect([asked.status, asked.body['version']]).toEqual([202, null]);
    await decide(approvalOf(asked.body), 'approve');
    expect((await put(id, 'constructor', 1)).body).toMatchObject({ name: 'constructor', version: 1, pending: null });
  });

  it('that are protected move once, after somebody else approved it, however often and by whomever that is asked', async () => {
    const id = await world.aModel({ protected_aliases: ['prod'] });
    await world.aReady(id);
    await world.aReady(id, 'newer');
    const asked = await put(id, 'prod', 1);
    expect([asked.status, asked.body['version']]).toEqual([202, null]);
    const approval = approvalOf(asked.body);
    expect(approvalOf((await put(id, 'prod', 1)).body)).toBe(approval);
    expect((await put(id, 'prod', 2)).body).toMatchObject({ reason: 'promotion_pending', approval_id: approval });
    expect(await services().modelAliases.sweep()).toBe(0);
    // The requester must not decide.
    await expect(services().approvals.step(toAuthor(registrant), approval, 'approve')).rejects.toThrow();
    await decide(approval, 'approve');
    expect(await aliasesOf(id)).toEqual({});
    const { modelAliases } = services();
    const all = Promise.all([modelAliases.sweep(), modelAliases.sweep(), put(id, 'prod', 1)] as const);
    const [swept, again, answer] = await all;
    expect(swept + again).toBeLessThanOrEqual(1);
    expect([answer.status, answer.body['version']]).toEqual([200, 1]);
    expect([await aliasesOf(id), await movesIn(id)]).toEqual([{ prod: 1 }, 1]);
    expect((await services().approvals.get(createAuthor('default', 'x'), approval)).status).toBe('approved');
    // The next move needs a new approval.
    expect((await put(id, 'prod', 2)).status).toBe(202);
    expect((await world.as(registrant, 'DELETE', `/${id}/aliases/prod`)).status).toBe(403);
  });

  it('that are protected stay where they are when it was denied, or does not hold any more', async () => {
    const id = await world.aModel({ protected_aliases: ['prod'] });
    await world.aReady(id);
    await decide(approvalOf((await put(id, 'prod', 1)).body), 'deny');
    expect(await services().modelAliases.sweep()).toBe(1);
    expect((await world.as(registrant, 'GET', `/${id}/aliases`)).body['items']).toEqual([]);
    const second = approvalOf((await put(id, 'prod', 1)).body);
    await world.as(registrant, 'POST', `/${id}/versions/1/revoke`, { reason: 'x' });
    await decide(second, 'approve');
    expect(await services().modelAliases.sweep()).toBe(1);
    expect([await aliasesOf(id), await movesIn(id)]).toEqual([{}, 0]);
  });
});
