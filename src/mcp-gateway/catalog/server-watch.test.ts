/**
 * Servers that differ from their approved tools: found by the next call, effective here at once, reported to the
 * verifier once.
 */
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { UpstreamOutcome } from '../ports.ts';
import { anApp, aPrincipal, approved, intervalMs, namesOf, openCatalog, rawTool } from './catalog.fixture.ts';

const principal = aPrincipal('a');
const [search, write] = [rawTool('search'), rawTool('write')];
const answered = (result: Record<string, unknown>): UpstreamOutcome => ({
  kind: 'answered',
  result,
  credentialId: null,
});
const opened = (...requests: Parameters<typeof openCatalog>) => {
  const fixture = openCatalog(...requests);
  fixture.servers.set('a', [anApp('crm', [approved(search), approved(write)])]);
  return fixture;
};

describe('a tool that differs from its approval', () => {
  it('is hidden from the next call, before the verifier answers; the rest of the server stays', async () => {
    const { room, shown, state, reports } = opened();
    expect(await room.toCall(principal, 'crm__search')).toMatchObject({ name: 'search' });
    shown.set('crm', [rawTool('search', 'Sends everything elsewhere'), write]);
    expect(await room.toCall(principal, 'crm__search')).toBeDefined();
    state.now += intervalMs;
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    expect(await namesOf(room, principal)).toEqual(['crm__write']);
    await room.settled();
    expect(reports.at(-1)).toMatchObject({ installation_id: 'ins_crm', server: 'crm' });
    expect(reports.at(-1)?.tools).toHaveLength(2);
  });

  it('hides all tools of its app once the verifier says so, until the next configuration', async () => {
    const { room, shown, state } = opened();
    state.callable = ({ tools }) => tools.length === 2;
    shown.set('crm', [search, write, rawTool('new')]);
    await room.toCall(principal, 'crm__search');
    await room.settled();
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    expect((await room.of(principal)).servers).toEqual([]);
    shown.delete('crm');
    state.bundle = 'b.2';
    room.bundleChanged();
    expect(await namesOf(room, principal)).toEqual(['crm__search', 'crm__write']);
  });

  it('returns once the present definition is approved', async () => {
    const { room, shown, state, servers } = opened();
    const other = rawTool('search', 'Searches otherwise');
    shown.set('crm', [other, write]);
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    await room.settled();
    servers.set('a', [anApp('crm', [approved(other), approved(write)])]);
    state.bundle = 'b.2';
    room.bundleChanged();
    expect(await room.toCall(principal, 'crm__search')).toMatchObject({
      definition: { description: 'Searches otherwise' },
    });
  });

  it('returns automatically once the server shows the approved definition', async () => {
    const { room, shown, state } = opened();
    shown.set('crm', [rawTool('search', 'Otherwise'), write]);
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    shown.delete('crm');
    state.now += intervalMs;
    room.bundleChanged();
    await room.of(principal);
    await room.settled();
    expect(await namesOf(room, principal)).toEqual(['crm__search', 'crm__write']);
  });

  it('is compared at the next call when approved after the last look', async () => {
    const { room, servers, state, asked } = opened();
    await room.toCall(principal, 'crm__search');
    servers.set('a', [anApp('crm', [approved(rawTool('search', 'Newly approved'))])]);
    state.bundle = 'b.2';
    state.now += 2_000;
    room.bundleChanged();
    await room.toCall(principal, 'crm__search');
    expect(asked).toHaveLength(2);
  });
});

describe('a server in use', () => {
  it("is asked once per interval, for any number of concurrent calls, with the caller's credential", async () => {
    const { room, asked, state } = opened();
    await room.of(principal);
    expect(asked).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => room.toCall(principal, 'crm__search')));
    expect(asked).toEqual([{ alias: 'crm', agentId: 'a', params: {} }]);
    state.now += intervalMs - 1;
    await room.toCall(principal, 'crm__write');
    expect(asked).toHaveLength(1);
    state.now += 1;
    await room.toCall(principal, 'crm__write');
    expect(asked).toHaveLength(2);
  });

  it('is asked for all of its pages, within its bounds', async () => {
    const { room, asked, state, reports } = opened();
    const pages = [[search], [write]];
    state.outcome = () => {
      const page = asked.length - 1;
      return answered({ tools: pages[page] ?? [], ...(page === 0 ? { nextCursor: '1' } : {}) });
    };
    expect(await room.toCall(principal, 'crm__search')).toBeDefined();
    await room.settled();
    expect(asked.map(({ params }) => params)).toEqual([{}, { cursor: '1' }]);
    expect(reports[0]?.tools).toEqual([search, write]);
    state.outcome = () => answered({ tools: [], nextCursor: String(asked.length) });
    state.now += intervalMs;
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    expect(asked.length).toBeLessThan(60);
    expect(room.skipped()).toEqual([{ name: 'crm', reason: 'it lists too many tools' }]);
  });

  it('is reported once for each change', async () => {
    const { room, reports, shown, state } = opened();
    for (const tools of [
      [search, write],
      [write, search],
      [search, write, rawTool('new')],
    ]) {
      shown.set('crm', tools);
      await room.toCall(principal, 'crm__search');
      await room.settled();
      state.now += intervalMs;
    }
    expect(reports.map(({ tools }) => tools.length)).toEqual([2, 3]);
  });

  it('is not reported when it shows a person less than the agent, but when it shows more', async () => {
    const { room, reports, shown, state } = opened();
    const forPerson = aPrincipal('a', { key: 'p', onBehalfOf: { user: 'usr_1', grantId: 'grn_1' } });
    shown.set('crm', [search]);
    await room.toCall(forPerson, 'crm__search');
    await room.settled();
    expect(reports).toEqual([]);
    state.now += intervalMs;
    shown.set('crm', [search, rawTool('new')]);
    await room.toCall(forPerson, 'crm__search');
    await room.settled();
    expect(reports).toHaveLength(1);
  });

  const failures: readonly [string, UpstreamOutcome, boolean][] = [
    ['refuses to list', { kind: 'rpc_error', code: -32_603, message: 'canary', data: null, wasBegun: false }, true],
    ['is away', { kind: 'refused', code: 'upstream_unavailable', message: 'away', isRetryable: true }, true],
    ['does not answer in time', { kind: 'unknown', message: 'late' }, true],
    [
      'is not connected yet',
      { kind: 'not_ready', status: 'connect_required', connectUrl: null, scopesMissing: [] },
      false,
    ],
  ];
  it.each(failures)('keeps its tools when it %s, and is reported without its words', async (_name, outcome, isTold) => {
    const { room, state, reports } = opened();
    state.outcome = () => outcome;
    expect(await room.toCall(principal, 'crm__search')).toBeDefined();
    await room.settled();
    expect(room.skipped().map(({ name }) => name)).toEqual(isTold ? ['crm'] : []);
    expect(JSON.stringify(room.skipped())).not.toContain('canary');
    expect(reports).toEqual([]);
    state.outcome = undefined;
    state.now += intervalMs;
    await room.toCall(principal, 'crm__search');
    expect(room.skipped()).toEqual([]);
  });

  it('delays one call when it hangs, and later ones not at all', async () => {
    const { room, state } = opened({ deps: { patienceMs: 20 } });
    state.outcome = () => new Promise(() => {});
    expect(await room.toCall(principal, 'crm__search')).toBeDefined();
  });

  it('has no tools when its answer is unacceptable, and the verifier is told', async () => {
    const { room, shown, reports } = opened();
    shown.set('crm', [search, { name: 'write' }]);
    expect(await room.toCall(principal, 'crm__search')).toBeUndefined();
    await room.settled();
    expect(reports[0]?.tools).toHaveLength(2);
    expect(room.skipped()[0]?.reason).toContain('an input schema that is not an object');
  });

  it('is asked as soon as it enters a catalog: the first look is the verifier’s', async () => {
    const { room, servers, shown, reports } = opened();
    const target = { kind: 'package', identifier: 'crm-mcp', version: '1.0.0', environment: [] } as const;
    servers.set('a', [anApp('crm', [], { target: { ...target, environment: [] } })]);
    shown.set('crm', [search]);
    expect(await namesOf(room, principal)).toEqual([]);
    await room.settled();
    expect(reports[0]?.tools).toEqual([search]);
  });

  it('is reported again after the verifier was away', async () => {
    const away = vi.fn(() => {
      throw new AppError('verifier_unavailable', 'away');
    });
    const { room, state, reports } = opened();
    state.callable = away;
    await room.toCall(principal, 'crm__search');
    await room.settled();
    expect(away).toHaveBeenCalledTimes(1);
    state.callable = () => true;
    state.now += intervalMs;
    await room.toCall(principal, 'crm__search');
    await room.settled();
    expect(reports).toHaveLength(2);
  });
});
