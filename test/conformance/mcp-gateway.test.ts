/**
 * The server scenarios of the public MCP conformance suite through the MCP gateway: the fixture is installed as an app,
 * and every call of the suite is judged and recorded on its way.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';
import { type McpFixture, startMcpFixture } from './mcp-fixture.ts';
import { findFailures, runServerSuite } from './mcp-suite.ts';

const { ASSAY_TEST_MCP_CONFORMANCE: folder = '' } = process.env;
const title =
  folder === ''
    ? 'MCP gateway conformance (skipped: ASSAY_TEST_MCP_CONFORMANCE names no folder with the suite)'
    : 'MCP gateway conformance';
const baseline = fileURLToPath(new URL('mcp-gateway-baseline.yaml', import.meta.url));

const extension = /^(?:tasks|sep-2640)-/;

describe.skipIf(folder === '')(title, () => {
  let fixture: McpFixture;
  let world: McpWorld;

  beforeAll(async () => {
    fixture = await startMcpFixture();
    world = await openMcpWorld();
    const remotes = [{ type: 'streamable-http', url: fixture.url }];
    await world.install({ agent: 'default', name: 'fixture', remotes });
  }, 180_000);
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  it('every scenario that 2026-07-28 requires of a server is passed, and nothing fails that is not in the baseline', async () => {
    const url = `${world.mcpUrl}/mcp/fixture`;
    const args = ['--url', url, '--requirements', '2026-07-28', '--expected-failures', baseline];
    const { exitCode, output, checks } = await runServerSuite(folder, args);
    const ours = checks.filter(({ scenario }) => !extension.test(scenario));
    expect(findFailures(ours)).toEqual([]);
    expect(exitCode, output).toBe(0);
    expect(new Set(ours.map(({ scenario }) => scenario)).size).toBe(40);
  }, 180_000);
});
