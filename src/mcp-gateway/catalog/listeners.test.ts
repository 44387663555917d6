/** Listeners are told of their own changes, once, and of nothing else. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { anApp, aPrincipal, approved, type CatalogFixture, openCatalog, rawTool } from './catalog.fixture.ts';

const [search, write] = [rawTool('search'), rawTool('write')];
const principal = aPrincipal('a');
let fixture: CatalogFixture | undefined;
afterEach(async () => {
  await fixture?.room.close();
});

/** A principal that listens, and has seen its catalog. */
async function opened(...deps: Parameters<typeof openCatalog>) {
  const made = openCatalog(...deps);
  fixture = made;
  made.servers.set('a', [anApp('crm', [approved(search)])]);
  made.servers.set('b', [anApp('wiki', [approved(search)])]);
  const notified = vi.fn();
  await made.room.of(principal);
  const end = made.room.onChange(principal, notified);
  await vi.waitFor(() => expect(made.events.has('crm')).toBe(true));
  return { ...made, notified, end };
}

const bundle = ({ state, room }: CatalogFixture, version: string) => {
  state.bundle = version;
  room.bundleChanged();
};

describe('a listener', () => {
  it("is notified once when a new configuration changes its principal's view, and not of other changes", async () => {
    const made = await opened();
    const other = vi.fn();
    await made.room.of(aPrincipal('b'));
    made.room.onChange(aPrincipal('b'), other);
    made.servers.set('a', [anApp('crm', [approved(search), approved(write)])]);
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
    expect(other).not.toHaveBeenCalled();
  });

  it('is not notified of a configuration that changes nothing for it', async () => {
    const made = await opened();
    const asked = made.questions.length;
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.questions.length).toBeGreaterThan(asked));
    made.servers.set('a', []);
    bundle(made, 'b.3');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
  });

  it('is notified when its agent becomes inactive, and not when the verifier is away', async () => {
    const made = await opened();
    const refuseAs = (code: 'verifier_unavailable' | 'agent_suspended') => () => {
      throw new AppError(code, code);
    };
    made.state.refuse = refuseAs('verifier_unavailable');
    const asked = made.questions.length;
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.questions.length).toBeGreaterThan(asked));
    expect(made.notified).not.toHaveBeenCalled();
    made.state.refuse = refuseAs('agent_suspended');
    bundle(made, 'b.3');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
  });

  it("is notified by the next interval of a person's loss outside the configuration", async () => {
    const made = await opened();
    made.servers.set('a', []);
    made.state.now += 60_000;
    made.tick();
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
  });

  it('is notified at once of a tool that a rule blocks, and of a server that the verifier closes', async () => {
    const made = await opened();
    made.servers.set('a', [anApp('crm', [approved(search)]), anApp('pay', [approved(write)])]);
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
    made.servers.set('a', [anApp('crm', [approved(search)]), anApp('pay', [], { blocked: ['write'] })]);
    bundle(made, 'b.3');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(2));
    made.state.callable = () => false;
    made.state.now += 60_000;
    made.events.get('crm')?.({ kind: 'tools_changed' });
    await vi.waitFor(async () => expect((await made.room.of(principal)).tools).toEqual([]));
    await vi.waitFor(() => expect(made.notified.mock.calls.length).toBeGreaterThanOrEqual(3));
  });

  it('is notified at once when a server changes its tools, with bounded requests', async () => {
    const made = await opened();
    made.shown.set('crm', [rawTool('search', 'Otherwise')]);
    for (let count = 0; count < 50; count += 1) made.events.get('crm')?.({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
    expect(made.asked).toHaveLength(1);
    expect((await made.room.of(principal)).tools).toEqual([]);
  });

  it("is notified of a server's changes of visible tools after the server was asked, and not of others", async () => {
    const made = await opened();
    const other = vi.fn();
    made.room.onChange(aPrincipal('b'), other);
    await vi.waitFor(() => expect(made.events.has('wiki')).toBe(true));
    for (let count = 0; count < 50; count += 1) made.events.get('crm')?.({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(made.notified.mock.calls).toEqual([[new Set(['crm'])]]));
    expect(made.asked.map(({ alias }) => alias)).toEqual(['crm']);
    expect(other).not.toHaveBeenCalled();
  });

  it('is not notified of a server without visible tools', async () => {
    const made = await opened({ verdicts: { text: (text) => (text.includes('Does write') ? ['denied:test'] : []) } });
    made.servers.set('a', [anApp('crm', [approved(search)]), anApp('dark', [approved(write)])]);
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.events.has('dark')).toBe(true));
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
    made.notified.mockClear();
    made.state.now += 10_000;
    made.events.get('dark')?.({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(made.asked.some(({ alias }) => alias === 'dark')).toBe(true));
    made.events.get('crm')?.({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(made.notified.mock.calls).toEqual([[new Set(['crm'])]]));
  });

  it('hears nothing after its end, and its servers are no longer listened to', async () => {
    const made = await opened();
    const second = vi.fn();
    const endSecond = made.room.onChange(principal, second);
    made.end();
    made.servers.set('a', []);
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1));
    expect(made.notified).not.toHaveBeenCalled();
    endSecond();
    expect(made.events.size).toBe(0);
  });

  it('listens to no server that is local, or not connected', async () => {
    const made = await opened();
    const waiting = { required: true, status: 'connect_required', connect_url: null };
    const target = { kind: 'package' as const, identifier: 'x', version: null, environment: [] };
    made.servers.set('a', [
      anApp('local', [approved(search)], { target }),
      anApp('far', [approved(write)], { auth: waiting }),
    ]);
    bundle(made, 'b.2');
    await vi.waitFor(() => expect(made.notified).toHaveBeenCalledTimes(1));
    expect([...made.events.keys()]).toEqual([]);
  });
});
