/** Runs the server scenarios of the public MCP conformance suite against the endpoint of every service. */
import { fileURLToPath } from 'node:url';
import { type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shouting } from '../../examples/custom-auditor/auditor.ts';
import { type McpFixture, startMcpFixture } from './mcp-fixture.ts';
import { findFailures, runServerSuite } from './mcp-suite.ts';

const { ASSAY_TEST_MCP_CONFORMANCE: folder = '' } = process.env;
const title =
  folder === ''
    ? 'MCP server conformance (skipped: ASSAY_TEST_MCP_CONFORMANCE names no folder with the suite)'
    : 'MCP server conformance';
const baselineOf = (name: string) => fileURLToPath(new URL(`${name}.yaml`, import.meta.url));

/** Not scored by the suite, passed nevertheless. */
const beyondRequired = ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'];
const extension = /^(?:tasks|sep-2640)-/;

describe.skipIf(folder === '')(title, () => {
  let fixture: McpFixture;
  let auditor: ServedAuditor;

  beforeAll(async () => {
    fixture = await startMcpFixture();
    auditor = await serveAuditor(shouting, { host: '127.0.0.1', port: 0, env: {} });
  });
  afterAll(async () => {
    await fixture?.close();
    await auditor?.close();
  });

  it('every server scenario required by 2026-07-28 passes, and nothing fails outside the baseline', async () => {
    const args = [
      '--url',
      fixture.url,
      '--requirements',
      '2026-07-28',
      '--expected-failures',
      baselineOf('mcp-server-baseline'),
    ];
    const { exitCode, output, checks } = await runServerSuite(folder, args);
    expect(exitCode, output).toBe(0);
    const ours = checks.filter(({ scenario }) => !extension.test(scenario));
    expect(findFailures(ours)).toEqual([]);
    const scenarios = new Set(ours.map(({ scenario }) => scenario));
    expect(scenarios.size).toBe(37 + beyondRequired.length);
    for (const name of beyondRequired) expect(scenarios).toContain(name);
  }, 120_000);

  it('every scenario required by 2025-11-25 passes, except those with a session', async () => {
    const expected = baselineOf('mcp-server-2025-baseline');
    const args = ['--url', fixture.url, '--requirements', '2025-11-25', '--expected-failures', expected];
    const { exitCode, output } = await runServerSuite(folder, args);
    expect(exitCode, output).toBe(0);
  }, 120_000);

  it.each(['tools-list', 'dns-rebinding-protection', 'http-header-validation', 'server-sse-multiple-streams'])(
    'an auditor passes %s',
    async (scenario) => {
      const args = ['--url', `${auditor.url}/mcp`, '--scenario', scenario, '--spec-version', '2026-07-28'];
      const { output, checks } = await runServerSuite(folder, args);
      expect(checks.length, output).toBeGreaterThan(0);
      expect(findFailures(checks)).toEqual([]);
    },
    60_000,
  );

  it.each([
    ['server-stateless', /diagnostic tool/],
    ['caching', /^(?:prompts|resources)\//],
  ] as const)(
    'an auditor fails in %s only for tools, prompts or resources that it lacks',
    async (scenario, excused) => {
      const args = ['--url', `${auditor.url}/mcp`, '--scenario', scenario, '--spec-version', '2026-07-28'];
      const { output, checks } = await runServerSuite(folder, args);
      expect(checks.length, output).toBeGreaterThan(0);
      expect(findFailures(checks).filter(({ errorMessage = '' }) => !excused.test(errorMessage))).toEqual([]);
    },
    60_000,
  );
});
