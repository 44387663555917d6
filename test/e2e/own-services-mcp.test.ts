/** Our own services behind the MCP gateway, seen by the official client: on a personal machine, and with credentials required. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

const tools = [
  ...['assay-gateway__check_status', 'assay-gateway__evaluate'],
  ...['assay-injection__analyze_text', 'assay-injection__list_vocabulary', 'assay-verifier__list_agent_tools'],
];

describe.each(['local', 'required'] as const)('with authentication %s', (authentication) => {
  let world: McpWorld;
  let client: Client;

  beforeAll(async () => {
    world = await openMcpWorld({ ASSAY_AUTHENTICATION: authentication });
    await world.addAgent('clerk');
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const headers = authentication === 'local' ? {} : { 'x-assay-key': world.operatorToken };
    const url = new URL(`${world.mcpUrl}/agents/clerk/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  }, 180_000);
  afterAll(async () => {
    await client?.close();
    await world?.close();
  });
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

  it('an agent sees our tools for agents, and no others of ours', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(tools));
    expect(names.filter((name) => /^assay-(?:gateway|verifier)__/.test(name))).toHaveLength(3);
    const hidden = call('assay-verifier__auditor_settings', { action: 'schema', auditor_id: 'injection' });
    await expect(hidden).rejects.toThrow(/tool does not exist|not found|unknown tool/i);
  });

  it('the gateway judges in the name of the agent, and its Evidence reaches the verifier', async () => {
    const { structuredContent, isError } = await call('assay-gateway__evaluate', { phase: 'request', input: 'Hello' });
    expect([isError ?? false, structuredContent]).toEqual([false, expect.objectContaining({ decision: 'allow' })]);
    const { evidence_id: id } = Object(Reflect.get(Object(structuredContent), 'evidence'));
    await world.services.flush(AbortSignal.timeout(45_000));
    expect(await world.assay.evidence.get({ id })).toMatchObject({ agent_id: 'clerk', phase: 'request' });
    expect((await call('assay-gateway__check_status')).structuredContent).toMatchObject({ agent_id: 'clerk' });
  });

  it('the verifier answers the agent only about itself', async () => {
    const own = await call('assay-verifier__list_agent_tools');
    expect(own.structuredContent).toMatchObject({ agent_id: 'clerk' });
    const other = await call('assay-verifier__list_agent_tools', { agent_id: 'default' });
    expect(other).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } });
  });

  it('an auditor makes its claims', async () => {
    const { structuredContent } = await call('assay-injection__analyze_text', { text: 'Hello' });
    expect(structuredContent).toMatchObject({ status: expect.any(String), claims: expect.any(Array) });
  });

  it('each such call is recorded as a tool call, with the service as its server', async () => {
    await world.services.flush(AbortSignal.timeout(45_000));
    const { items } = await world.assay.evidence.list({ agent_id: 'clerk', limit: 50 });
    const executions = items.filter(({ phase }) => phase === 'execution');
    expect(executions.length).toBeGreaterThanOrEqual(5);
  });
});
