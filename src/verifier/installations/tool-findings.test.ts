/** What gateways find in definitions: it quarantines an app once, whoever looks sees it, and a new look forgets nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstallationsFixture, openInstallations, root } from './installations.fixture.ts';
import { aTool } from './mcp-server.fixture.ts';

let fixture: InstallationsFixture;
let count = 0;
beforeAll(async () => {
  fixture = await openInstallations();
}, 60_000);
afterAll(() => fixture.verifier.close());

/** A local app that a gateway has reported of once, and how it reports again. */
async function opened(first: readonly object[] | undefined = [aTool('read'), aTool('write')]) {
  count += 1;
  const agent = `bot-${count}`;
  await fixture.agent(agent, [fixture.operator]);
  const packages = [{ registryType: 'npm', identifier: '@example/x', version: '1.0.0', transport: { type: 'stdio' } }];
  const id = await fixture.installed(fixture.operator, await fixture.app({ packages }), { agent_id: agent });
  const report = (tools: readonly object[], findings?: readonly object[]) =>
    fixture.admin('POST', '/v1/gateways/gw-1/tools', {
      ...{ installation_id: id, tools },
      ...(findings === undefined ? {} : { findings }),
    });
  if (first !== undefined) await report(first);
  const see = async () => (await fixture.see(id)).body;
  const approve = async () => {
    const body = { tools_hash: (await see())['tools_present_hash'] };
    return (await fixture.admin('POST', `${root}/${id}/approve-tools`, body)).status;
  };
  return { id, report, see, approve };
}

const tools = [aTool('read'), aTool('write')];
const found = [{ tool: 'read', reasons: ['policy-injection', 'hidden_characters'] }];

describe('a finding', () => {
  it('in a definition that was approved puts the app in quarantine, and is told of once', async () => {
    const { id, report, see } = await opened();
    expect((await report(tools)).body['callable']).toBe(true);
    expect((await report(tools, found)).body['callable']).toBe(false);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tool_poisoned' }, next_action: 'approve_tools' });
    const { body } = await fixture.admin('GET', `${root}/${id}/tools`);
    expect(body['items']).toMatchObject([
      { name: 'read', change: 'same', findings: ['policy-injection', 'hidden_characters'] },
      { name: 'write', findings: [] },
    ]);
    await report(tools, found);
    const { entries } = await fixture.told(id);
    expect(entries.filter((entry) => entry === 'installation.quarantined')).toHaveLength(1);
  });

  it('that whoever approved the tools has seen quarantines no more, in another definition it does', async () => {
    const { report, approve, see } = await opened();
    await report(tools, found);
    expect(await approve()).toBe(200);
    for (const again of [found, undefined, found]) {
      expect((await report(tools, again)).body['callable']).toBe(true);
    }
    const other = [aTool('read', 'Reads otherwise'), aTool('write')];
    expect((await report(other, found)).body['callable']).toBe(false);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tool_poisoned' } });
  });

  it('in the very first report lets nothing be called', async () => {
    const { report, see, approve } = await opened(undefined);
    expect((await report(tools, found)).body['callable']).toBe(false);
    expect(await see()).toMatchObject({ quarantine: { reason: 'tool_poisoned' } });
    expect(await approve()).toBe(200);
    expect((await report(tools, found)).body['callable']).toBe(true);
  });

  it('in what is in quarantine already says so, and is told of once more', async () => {
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

  it('of a tool that is not in the report is none; without a reason it is refused', async () => {
    const { report } = await opened();
    expect((await report(tools, [{ tool: 'gone', reasons: ['x'] }])).body['callable']).toBe(true);
    expect((await report(tools, [{ tool: 'read', reasons: [] }])).status).toBe(400);
    expect((await report(tools, [{ tool: 'read', reasons: ['x'], more: 1 }])).status).toBe(400);
  });
});
