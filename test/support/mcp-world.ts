/** All services of one machine for tests of the MCP gateway: apps installed like an administrator, and calls by MCP. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { startServices } from '../../src/services.ts';
import { makeDataFolder } from './data-folder.ts';
import { freePort } from './processes.ts';

type Json = Record<string, unknown>;

export interface AppToInstall {
  readonly agent: string;
  /** Last part of its name in the catalog. */
  readonly name: string;
  readonly title?: string;
  readonly remotes?: readonly object[];
  readonly packages?: readonly object[];
  /** `installed` by default, unless it needs another action first. */
  readonly until?: string;
  /** Names of the tools that a rule allows; all if absent. */
  readonly tools?: readonly string[];
}

export type McpWorld = Awaited<ReturnType<typeof openMcpWorld>>;

const within = { timeout: 50_000, interval: 50 };

/**
 * Starts verifier, gateway, attestor, text auditors and MCP gateway; `default` is an agent.
 * @param env variables besides free ports @param policy of the gateway, in Cedar; the built-in one if absent
 */
export async function openMcpWorld(env: Record<string, string> = {}, policy?: string) {
  const folder = await makeDataFolder('assay-mcp-world-');
  if (policy !== undefined) await writeFile(join(folder, 'policy.cedar'), policy);
  const mcpPort = await freePort();
  const mcpUrl = `http://127.0.0.1:${mcpPort}`;
  const services = await startServices({
    env: {
      ...toFreePorts(),
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_DATA_DIR: folder,
      AUDITOR_TOKEN: 'x'.repeat(40),
      // The token issuer and its resource must be known before the start.
      VERIFIER_PORT: await freePort(),
      MCP_GATEWAY_PORT: mcpPort,
      VERIFIER_MCP_GATEWAY_URL: mcpUrl,
      ...env,
    },
    only: ['injection', 'pii', 'secrets', 'toxicity', 'verifier', 'gateway', 'attestor', 'mcp-gateway'],
  });
  const operatorToken = (await readFile(services.dataDir.file(operatorTokenFile), 'utf8')).trim();

  /** Calls as the operator. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${services.urls['verifier']}${path}`, {
      method,
      headers: {
        'x-assay-key': operatorToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path} ${text}`).toBe(true);
    const parsed: Json = text === '' ? {} : JSON.parse(text);
    return parsed;
  }

  async function addAgent(id: string, more: Json = {}): Promise<void> {
    await call('POST', '/v1/agents', { id, name: id, model_id: 'echo', ...more });
  }

  /** Adds it to the catalog and installs it. */
  async function install(app: AppToInstall): Promise<{ id: string; appId: string }> {
    const { id: appId } = await call('POST', '/v1/app-catalog', {
      name: `com.example/${app.name}`,
      type: 'mcp_server',
      version: '1.0.0',
      title: app.title ?? app.name,
      description: 'For tests',
      ...(app.remotes === undefined ? {} : { remotes: app.remotes }),
      ...(app.packages === undefined ? {} : { packages: app.packages }),
    });
    for (const name of app.tools ?? ['*']) {
      await call('POST', '/v1/scoped-tools', {
        scope: { level: 'org', id: 'default' },
        tool: { app_id: appId, server: '*', name },
        mode: 'available',
        reason: 'for tests',
      });
    }
    const { id } = await call('POST', `/v1/app-catalog/${appId}/install`, { agent_id: app.agent });
    await untilInstalled(String(id), app.until);
    return { id: String(id), appId: String(appId) };
  }

  async function untilInstalled(id: string, status = 'installed'): Promise<void> {
    await vi.waitFor(async () => {
      const found = await call('GET', `/v1/app-catalog/installations/${id}`);
      expect(found, JSON.stringify(found['error'])).toMatchObject({ status });
    }, within);
  }

  return {
    services,
    folder,
    mcpUrl,
    operatorToken,
    call,
    addAgent,
    install,
    untilInstalled,
    verifierUrl: String(services.urls['verifier']),
    async close() {
      await services.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
