/**
 * Client scenarios of the public MCP conformance suite: the installer of apps, and the MCP gateway's client. Sequential: the
 * suite would start all of them at once with half a minute each.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClientBridge } from './mcp-client-bridge.ts';
import { findFailures, runSuite } from './mcp-suite.ts';

const { ASSAY_TEST_MCP_CONFORMANCE: folder = '' } = process.env;
const title =
  folder === ''
    ? 'MCP client conformance (skipped: ASSAY_TEST_MCP_CONFORMANCE names no folder with the suite)'
    : 'MCP client conformance';
const command = fileURLToPath(new URL('mcp-client-command.mjs', import.meta.url));

/** Requirements of 2026-07-28 on a client. */
const required = [
  ...['tools_call', 'request-metadata', 'http-standard-headers', 'http-custom-headers', 'json-schema-ref-no-deref'],
  ...['sep-2322-client-request-state', 'auth/metadata-default', 'auth/metadata-var1', 'auth/metadata-var2'],
  ...['auth/metadata-var3', 'auth/metadata-issuer-mismatch', 'auth/basic-cimd', 'auth/resource-mismatch'],
  ...['auth/scope-from-www-authenticate', 'auth/scope-from-scopes-supported', 'auth/scope-omitted-when-undefined'],
  ...['auth/scope-retry-limit', 'auth/offline-access-scope', 'auth/offline-access-not-supported'],
  ...['auth/token-endpoint-auth-basic', 'auth/token-endpoint-auth-post', 'auth/token-endpoint-auth-none'],
  ...['auth/iss-supported', 'auth/iss-supported-missing', 'auth/iss-not-advertised', 'auth/iss-wrong-issuer'],
  ...['auth/iss-unexpected', 'auth/iss-normalized', 'auth/authorization-server-migration'],
  ...['auth/pre-registration', 'auth/scope-step-up', 'http-invalid-tool-headers'],
];
/** Not required by that revision, or only by the one before; passed nevertheless. */
const beyondRequired: readonly { readonly scenario: string; readonly revision?: string }[] = [
  { scenario: 'json-schema-2020-12-preservation', revision: '2026-07-28' },
  { scenario: 'auth/client-credentials-basic' },
  ...['initialize', 'tools_call', 'sse-retry'].map((scenario) => ({ scenario, revision: '2025-11-25' })),
];

describe.skipIf(folder === '')(title, () => {
  let bridge: Awaited<ReturnType<typeof openClientBridge>>;
  beforeAll(async () => {
    bridge = await openClientBridge();
  });
  afterAll(() => bridge?.close());

  async function run(scenario: string, revision?: string) {
    const started = `"${process.execPath}" "${command}"`;
    const of = revision === undefined ? [] : ['--spec-version', revision];
    const args = ['--command', started, '--scenario', scenario, ...of];
    const { output, checks } = await runSuite(folder, 'client', args, { ASSAY_TEST_CLIENT_BRIDGE: bridge.url });
    expect(checks.length, output).toBeGreaterThan(0);
    return { output, failures: findFailures(checks) };
  }

  it.each(required)(
    'the scenario %s passes',
    async (scenario) => {
      const { output, failures } = await run(scenario, '2026-07-28');
      expect(failures, output).toEqual([]);
    },
    60_000,
  );

  it.each(beyondRequired)(
    '$scenario passes, which 2026-07-28 does not require',
    async ({ scenario, revision }) => {
      const { output, failures } = await run(scenario, revision);
      expect(failures, output).toEqual([]);
    },
    60_000,
  );
});
