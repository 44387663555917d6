/** All services of one machine for tests of the MCP gateway: apps installed like an administrator, and calls by MCP. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentsCreateCall, AppsCreateCall } from '@assay/client';
import { expect, vi } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { startServices } from '../../src/services.ts';
import { clientOf } from './client.ts';
import { makeDataFolder } from './data-folder.ts';
import { freePort } from './processes.ts';

type NewApp = AppsCreateCall['body'];
type NewAgent = AgentsCreateCall['body'];

export interface AppToInstall {
  readonly agent: string;
  /** Last part of its name in the catalog. */
  readonly name: string;
  readonly title?: string;
  readonly remotes?: NewApp['remotes'];
  readonly packages?: NewApp['packages'];
  /** `mcp_server` by default. */
  readonly type?: NewApp['type'];
  /** Makes it a skill. */
  readonly skill?: NewApp['skill'];
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
  const assay = clientOf(services.urls['verifier'], operatorToken);

  async function addAgent(id: string, more: NewAgent = {}): Promise<void> {
    await assay.agents.create({ body: { id, name: id, model_id: 'echo', ...more } });
  }

  /** Adds it to the catalog and installs it. */
  async function install(app: AppToInstall): Promise<{ id: string; appId: string }> {
    const { id: app_id } = await assay.apps.create({
      body: {
        name: `com.example/${app.name}`,
        type: app.type ?? (app.skill === undefined ? 'mcp_server' : 'skill'),
        version: '1.0.0',
        title: app.title ?? app.name,
        description: 'For tests',
        remotes: app.remotes,
        packages: app.packages,
        skill: app.skill,
      },
    });
    const scope = { level: 'org', id: 'default' } as const;
    for (const name of app.tools ?? ['*']) {
      const tool = { app_id, server: '*', name };
      await assay.scopedTools.create({ body: { scope, tool, mode: 'available', reason: 'for tests' } });
    }
    const { id } = await assay.installations.create({ app_id, body: { agent_id: app.agent } });
    await untilInstalled(id, app.until);
    return { id, appId: app_id };
  }

  async function untilInstalled(id: string, status = 'installed'): Promise<void> {
    await vi.waitFor(async () => {
      const found = await assay.installations.get({ id });
      expect(found, JSON.stringify(found.error)).toMatchObject({ status });
    }, within);
  }

  return {
    services,
    folder,
    mcpUrl,
    operatorToken,
    assay,
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
