/** Tests gateways' findings in definitions: a finding withholds the tool, people see it, and a new look keeps it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstallationsFixture, openInstallations, root } from './installations.fixture.ts';
import { aTool } from './mcp-server.fixture.ts';

let fixture: InstallationsFixture;
let count = 0;
beforeAll(async () => {
  fixture = await openInstallations();
}, 60_000);
afterAll(() => fixture.verifier.close());

/** Opens a local app with one report of a gateway; gives a function to report again. */
async function opened(first: readonly object[] | undefined = [aTool('read'), aTool('write')]) {
  count += 1;
  const agent = `bot-${count}`;
  await fixture.agent(agent, [fixture.operator]);
  const packages = [{ registryType: 'npm', identifier: '@example/x', version: '1.0.0', transport: { type: 'stdio' } }];
  const id = await fixture.installed(fixture.operator, await fixture.app({ packages }), { agent_id: agent });
  const report = (tools: readonly object[], findings?: readonly object[], cleared?: readonly string[]) =>
    fixture.admin('POST', '/v1/gateways/gw-1/tools', {
      installation_id: id,
      tools,
      ...(findings === undefined ? {} : { findings }),
      ...(cleared === undefined ? {} : { cleared }),
    });
  if (first !== undefined) await report(first);
  const see = async () => (await fixture.see(id)).body;
  const approve = async (more: object = {}) => {
    const body = { tools_hash: (await see())['tools_present_hash'], ...more };
    return (await fixture.admin('POST', `${root}/${id}/approve-tools`, body)).status;
  };
  /** Gives the reason why each is not callable, as gateways see it. */
  const callable = async () => {
    const { body } = await fixture.admin('GET', `/v1/gateways/gw-1/agents/${agent}/tools`);
    const list: unknown = Reflect.get(Object(Object(body['servers'])[0]), 'tools');
    if (!Array.isArray(list)) throw new Error('no tools');
    return Object.fromEntries(list.map(({ name, reason }) => [name, reason]));
  };
  /** Gives the same in the view of the agent's tools. */
  const effective = async () => {
    const { body } = await fixture.admin('GET', `/v1/scoped-tools/effective?agent_id=${agent}`);
    const items: unknown = body['items'];
    if (!Array.isArray(items)) throw new Error('no tools');
    return Object.fromEntries(items.map(({ tool, callable, reason }) => [tool.name, callable ? null : reason]));
  };
  return { id, report, see, approve, callable, effective };
}

const tools = [aTool('read'), aTool('write')];
const found = [{ tool: 'read', reasons: ['policy-injection', 'hidden_characters'] }];

describe('a finding', () => {
  it('in an approved definition withholds only that tool, and is reported once', async () => {
    const { id, report, see, callable, effective } = await opened();
    expect((await report(tools)).body['callable']).toBe(true);
    expect((await report(tools, found)).body['callable']).toBe(true);
    expect(await effective()).toMatchObject({ read: 'quarantined', write: null });
    expect(await see()).toMatchObject({ quarantine: null, next_action: null, tools_count: 2, tools_withheld: 1 });
    expect(await callable()).toEqual({ read: 'quarantined', write: null });
    const { body } = await fixture.admin('GET', `${root}/${id}/tools`);
    expect(body['items']).toMatchObject([
      { name: 'read', change: 'same', findings: ['policy-injection', 'hidden_characters'], allowed: null },
      { name: 'write', findings: [] },
    ]);
    await report(tools, found);
    const { entries } = await fixture.told(id);
    expect(entries.filter((entry) => entry === 'installation.tools_withheld')).toHaveLength(1);
  });

  it("stays withheld without an approver's permission, and quarantines in another definition", async () => {
    const { report, approve, see } = await opened();
    await report(tools, found);
    expect(await approve()).toBe(200);
    for (const again of [found, undefined, found]) {
      expect((await report(tools, again)).body['callable']).toBe(true);
      expect(await see()).toMatchObject({ tools_withheld: 1 });
    }
    const other = [aTool('read', 'Reads otherwise'), aTool('write')];
    expect((await report(other, found)).body['callable']).toBe(false);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tool_poisoned' } });
    expect(await approve()).toBe(200);
    expect(await see()).toMatchObject({ quarantine: null, tools_withheld: 1 });
  });

  it('in the very first report withholds its tool', async () => {
    const { report, see, callable } = await opened(undefined);
    expect((await report(tools, found)).body['callable']).toBe(true);
    expect(await see()).toMatchObject({ quarantine: null, tools_withheld: 1 });
    expect(await callable()).toEqual({ read: 'quarantined', write: null });
  });

  it('is permitted by a person for exactly this definition, with who, when and why; another definition needs another permission', async () => {
    const { id, report, see, approve, callable } = await opened();
    await report(tools, found);
    const allowDenied = [{ tool: 'read' }];
    expect(await approve({ allow_denied: allowDenied })).toBe(422);
    expect(await approve({ allow_denied: [{ tool: 'write' }], reason: 'x' })).toBe(422);
    expect(await approve({ allow_denied: allowDenied, reason: 'it quotes an attack' })).toBe(200);
    expect(await callable()).toEqual({ read: null, write: null });
    // Gateways deny it again, and the permission stays.
    for (const again of [found, undefined]) await report(tools, again);
    await report(tools, undefined, ['read']);
    expect(await see()).toMatchObject({ tools_withheld: 0 });
    const { body } = await fixture.admin('GET', `${root}/${id}/tools`);
    expect(body['items']).toMatchObject([
      { name: 'read', allowed: { by: expect.any(String), at: expect.any(String), reason: 'it quotes an attack' } },
      { name: 'write', allowed: null },
    ]);
    const other = [aTool('read', 'Reads otherwise'), aTool('write')];
    await report(other, found);
    expect(await approve()).toBe(200);
    expect(await callable()).toEqual({ read: 'quarantined', write: null });
    // A permission is withdrawn by a list without it.
    expect(await approve({ allow_denied: allowDenied, reason: 'this one too' })).toBe(200);
    expect(await see()).toMatchObject({ tools_withheld: 0 });
    expect(await approve({ allow_denied: [] })).toBe(200);
    expect(await see()).toMatchObject({ tools_withheld: 1 });
  });

  it('ends once a gateway judged again without a finding, and not by a report that does not say so', async () => {
    const { report, see } = await opened();
    await report(tools, found);
    await report(tools);
    expect(await see()).toMatchObject({ tools_withheld: 1 });
    await report(tools, undefined, ['read']);
    expect(await see()).toMatchObject({ tools_withheld: 0 });
  });

  it('in a quarantined app is shown, and reported once more', async () => {
    const { id, report, see } = await opened();
    const other = [aTool('read', 'Reads otherwise'), aTool('write')];
    await report(other);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tools_changed' } });
    await report(other, found);
    await report([aTool('read', 'Reads otherwise again'), aTool('write')], found);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tool_poisoned' } });
    const { entries } = await fixture.told(id);
    expect(entries.filter((entry) => entry === 'installation.quarantined')).toHaveLength(2);
  });

  it('for a tool missing in the report is ignored; without a reason it is refused', async () => {
    const { report } = await opened();
    expect((await report(tools, [{ tool: 'gone', reasons: ['x'] }])).body['callable']).toBe(true);
    expect((await report(tools, [{ tool: 'read', reasons: [] }])).status).toBe(400);
    expect((await report(tools, [{ tool: 'read', reasons: ['x'], more: 1 }])).status).toBe(400);
  });
});
