/**
 * Runs the server scenarios of the public MCP conformance suite through the MCP gateway: the fixture is installed as an app, and
 * every call of the suite is judged and recorded.
 */
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';
import { type McpFixture, startMcpFixture } from './mcp-fixture.ts';
import { findFailures, runServerSuite } from './mcp-suite.ts';

const { ASSAY_TEST_MCP_CONFORMANCE: folder = '' } = process.env;
const title =
  folder === ''
    ? 'MCP gateway conformance (skipped: ASSAY_TEST_MCP_CONFORMANCE names no folder with the suite)'
    : 'MCP gateway conformance';
const baselineOf = (name: string) => fileURLToPath(new URL(`${name}.yaml`, import.meta.url));

const extension = /^(?:tasks|sep-2640)-/;

describe.skipIf(folder === '')(title, () => {
  let fixture: McpFixture;
  let world: McpWorld;

  beforeAll(async () => {
    fixture = await startMcpFixture();
    world = await openMcpWorld();
    const remotes = [{ type: 'streamable-http' as const, url: fixture.url }];
    await world.install({ agent: 'default', name: 'fixture', remotes });
    // The first call creates rooms and judges definitions; the suite waits only half a second for some answers.
    await warmUp(`${world.mcpUrl}/mcp/fixture`);
  }, 180_000);
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  // Retries failures: some scenarios allow half a second per answer, which a busy machine may miss.
  const options = { timeout: 180_000, retry: 2 };
  it(
    'every server scenario required by 2026-07-28 passes, and nothing fails outside the baseline',
    options,
    async () => {
      const url = `${world.mcpUrl}/mcp/fixture`;
      const args = [
        '--url',
        url,
        '--requirements',
        '2026-07-28',
        '--expected-failures',
        baselineOf('mcp-gateway-baseline'),
      ];
      const { exitCode, output, checks } = await runServerSuite(folder, args);
      const ours = checks.filter(({ scenario }) => !extension.test(scenario));
      expect(findFailures(ours)).toEqual([]);
      expect(exitCode, output).toBe(0);
      expect(new Set(ours.map(({ scenario }) => scenario)).size).toBe(40);
    },
  );

  it(
    'every scenario required by 2025-11-25 passes, except those with a session or without a judgement',
    options,
    async () => {
      const expected = baselineOf('mcp-gateway-2025-baseline');
      const url = `${world.mcpUrl}/mcp/fixture`;
      const args = ['--url', url, '--requirements', '2025-11-25', '--expected-failures', expected];
      const { exitCode, output } = await runServerSuite(folder, args);
      expect(exitCode, output).toBe(0);
    },
  );
});

async function warmUp(url: string): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.callTool({ name: 'test_logging_tool' });
  await client.close();
}
