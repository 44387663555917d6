import { describe, expect, it } from 'vitest';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { connectChain, refreshChain } from './chain.ts';
import { acceptedIds, findMistaken, refuseMember, trackIdentity } from './identity.ts';
import type { ChainItem } from './manifest.ts';

const item: ChainItem = { name: 'politeness', image: 'politeness', port: 8765 };
const log = createLogger({ service: 'test', level: 'silent' });

/** An auditor over HTTP whose answers the test chooses. */
function anAuditor(health: string | undefined, vocabulary: string | undefined) {
  const state = { health, vocabulary };
  const tell = async <Body>(id: string | undefined, body: (id: string) => Body): Promise<Body> => {
    if (id === undefined) throw new AppError('unavailable', 'away');
    return body(id);
  };
  const client: AuditorClient = {
    transport: 'http',
    health: () =>
      tell(state.health, (auditor_id) => ({ status: 'healthy', auditor_id, version: '1.0.0', ready: true })),
    vocabulary: () =>
      tell(state.vocabulary, (auditor_id) => ({ auditor_id, version: '1.0.0', phases: ['request'], vocabulary: [] })),
    claims: async () => ({ status: 'success', claims: [] }),
    close: async () => {},
  };
  return { state, ...trackIdentity(client) };
}

function aStore() {
  const saved = new Map<string, unknown>();
  return {
    saved,
    load: async () => undefined,
    save: async (name: string, value: unknown) => void saved.set(name, value),
  };
}

async function connect(auditor: ReturnType<typeof anAuditor>, of: ChainItem = item) {
  const learn = { store: aStore(), timeoutMs: 100, log };
  const [member] = await connectChain({
    ...learn,
    items: [of],
    connect: () => ({ client: auditor.client, boundary: 'remote', told: auditor.told }),
  });
  if (member === undefined) throw new Error('one item has one member');
  return { member, learn };
}

describe('the auditor of an item', () => {
  it('answers with its auditor_id, else with its name or the name of its built-in image', () => {
    expect(acceptedIds(item)).toEqual(['politeness']);
    expect(acceptedIds({ ...item, auditor_id: 'kind-words' })).toEqual(['kind-words']);
    expect(acceptedIds({ ...item, name: 'guard', image: 'assay/pii:1' })).toEqual(['pii', 'guard']);
    expect(acceptedIds(item, ['registered'])).toEqual(['politeness', 'registered']);
  });

  it.each([
    ['health and vocabulary', 'injection', 'injection'],
    ['health alone', 'injection', 'politeness'],
    ['vocabulary alone', 'politeness', 'injection'],
  ])('is not another one by its %s: nothing of it is used', async (_name, health, vocabulary) => {
    const { member, learn } = await connect(anAuditor(health, vocabulary));
    expect(member.vocabulary).toBeUndefined();
    expect(learn.store.saved.size).toBe(0);
    expect(findMistaken(member)).toBe('injection');
    const refused = await refuseMember(member, 100);
    expect(refused).toContain('injection answers at http://127.0.0.1:8765, not politeness');
    expect(refused).toContain('auditor_id: injection');
  });

  it('is used as soon as it answers itself', async () => {
    const auditor = anAuditor('injection', 'injection');
    const { member, learn } = await connect(auditor);
    Object.assign(auditor.state, { health: 'politeness', vocabulary: 'politeness' });
    const [refreshed] = await refreshChain([member], learn);
    expect(refreshed?.vocabulary).toMatchObject({ auditor_id: 'politeness' });
    expect(await refuseMember(member, 100)).toBeUndefined();
  });

  it('keeps its vocabulary and is not asked while another one has its port later', async () => {
    const auditor = anAuditor('politeness', 'politeness');
    const { member, learn } = await connect(auditor);
    expect(await refuseMember(member, 100)).toBeUndefined();
    Object.assign(auditor.state, { health: 'injection', vocabulary: 'injection' });
    const [refreshed] = await refreshChain([member], learn);
    expect(refreshed?.vocabulary).toBe(member.vocabulary);
    expect(await refuseMember(member, 100)).toContain('injection answers');
  });

  it('is asked who it is before its first claims, and not asked for claims without an answer', async () => {
    const auditor = anAuditor(undefined, undefined);
    const { member } = await connect(auditor);
    expect(await refuseMember(member, 100)).toContain('answers neither /health nor /vocabulary');
    auditor.state.vocabulary = 'politeness';
    expect(await refuseMember(member, 100)).toBeUndefined();
  });

  it('of this process is itself', async () => {
    const { member } = await connect(anAuditor('injection', 'injection'));
    const { told: _told, ...local } = member;
    expect(await refuseMember(local, 100)).toBeUndefined();
  });
});
