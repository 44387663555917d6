/** Tests an auditor that was installed as an app, from the catalog to the decisions of a running gateway. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Client } from '@assay/client';
import { defineAuditor, type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import type { DecisionResult } from '../../src/contract/decision.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { operatorClient } from '../support/client.ts';
import { makeDataFolder } from '../support/data-folder.ts';

const politeness = (version: string) =>
  defineAuditor({
    ...({ category: 'compliance', catalogPhase: 'input_guarding', icon: 'smile', color: 'green' } as const),
    ...({ id: 'politeness', name: 'Politeness', description: 'Finds insults', version, defaultPort: 8195 } as const),
    phases: ['request', 'response'],
    methods: [
      {
        name: 'words',
        produces: { insult_found: { type: 'boolean', description: 'True if the text insults' } },
        run: ({ text }) => [{ name: 'insult_found', value: text.includes('fool') }],
      },
    ],
  });

let folder: string;
let commandsFolder: string;
let services: RunningServices;
let assay: Client;
let auditor: ServedAuditor;

const serve = (version: string, port = 0) => serveAuditor(politeness(version), { env: {}, host: '127.0.0.1', port });

beforeAll(async () => {
  auditor = await serve('1.0.0');
  folder = await makeDataFolder('assay-installed-auditor-');
  commandsFolder = await mkdtemp(join(tmpdir(), 'assay-commands-'));
  const commands = join(commandsFolder, 'auditors.json');
  const program = fileURLToPath(new URL('../support/plain-auditor.mjs', import.meta.url));
  await writeFile(
    commands,
    JSON.stringify({ auditors: { 'plain:1': { command: process.execPath, args: [program] } } }),
  );
  const own = { ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent', GATEWAY_AUDITORS_FILE: commands };
  const env = { ...own, ...toFreePorts() };
  const only = ['injection', 'pii', 'secrets', 'toxicity', 'verifier', 'gateway', 'attestor'];
  services = await startServices({ env, only });
  assay = await operatorClient(services.urls['verifier'], folder);
  for (const id of ['polite', 'free']) await assay.agents.create({ body: { id, name: id } });
});
afterAll(async () => {
  await services?.close();
  await auditor.close();
  for (const one of [folder, commandsFolder]) await rm(one, { recursive: true, force: true });
});

async function evaluate(agent: string, input = 'You fool.'): Promise<DecisionResult> {
  const response = await fetch(`${services.urls['gateway']}/v1/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-assay-agent-id': agent },
    body: JSON.stringify({ data: { input }, phase: 'request' }),
  });
  return JSON.parse(await response.text());
}

const decided = async (agent: string, input?: string) => {
  const { decision, reasons } = await evaluate(agent, input);
  return decision === 'deny' ? [decision, ...reasons] : [decision];
};

function auditorsOf({ evidence: { jws } }: DecisionResult): string[] {
  const { auditors }: Evidence = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return auditors.map(({ name, status }) => `${name} ${status}`);
}

async function allowed(appId: string): Promise<string> {
  const tool = { app_id: appId, server: '*', name: '*' };
  const scope = { level: 'org', id: 'default' } as const;
  await assay.scopedTools.create({ body: { scope, tool, mode: 'available', reason: 'for tests' } });
  return appId;
}

const stateOf = async (id: string) => {
  const { status, quarantine, error } = await assay.installations.get({ id });
  return [status, quarantine?.reason, error?.code];
};

async function installed(appId: string, agent: string, config?: { joins: 'agent' | 'workspace' }): Promise<string> {
  const body = { agent_id: agent, ...(config === undefined ? {} : { config }) };
  const { id } = await assay.installations.create({ app_id: appId, body });
  await expect.poll(() => stateOf(id)).toEqual(['installed', undefined, undefined]);
  return id;
}

const text = `permit (principal, action, resource);
@id("no_insults") forbid (principal, action, resource)
  when { context.claims has insult_found && context.claims.insult_found };`;

describe('an auditor of an app', () => {
  it('judges its agent from its installation to its end, and a change of it is denied until somebody approves', async () => {
    const app = await assay.apps.create({
      body: {
        ...({ name: 'com.example/politeness', type: 'auditor', version: '1.0.0', title: 'Politeness' } as const),
        description: 'Finds insults',
        auditor: { auditor_id: 'politeness', url: auditor.url },
      },
    });
    await expect.poll(() => decided('polite')).toEqual(['allow']);
    const id = await installed(await allowed(app.id), 'polite');
    const policy = await assay.policies.create({
      body: { scope: { level: 'agent', id: 'polite' }, name: 'manners', text },
    });
    await assay.policies.activate({ id: policy.id, ifMatch: policy.revision, body: {} });
    await expect.poll(() => decided('polite')).toEqual(['deny', 'no_insults']);
    expect(await decided('polite', 'Good morning.')).toEqual(['allow']);
    expect(auditorsOf(await evaluate('polite'))).toContain('politeness ok');
    expect(await decided('free')).toEqual(['allow']);

    // It does not answer: its claim is missing, and the policy reads it.
    const { port } = auditor;
    await auditor.close();
    await expect.poll(async () => (await evaluate('polite', 'Good morning.')).decision).toBe('deny');

    // Another version answers: nobody approved it.
    auditor = await serve('2.0.0', port);
    await expect.poll(() => decided('polite', 'Good morning.')).toEqual(['allow']);
    const seen = await assay.installations.checkTools({ id });
    expect(seen).toMatchObject({ is_quarantined: true });
    await expect.poll(async () => auditorsOf(await evaluate('polite', 'Good morning.'))).toContain('politeness failed');
    expect((await evaluate('polite', 'Good morning.')).decision).toBe('deny');
    await assay.installations.approveTools({ id, body: { tools_hash: seen.tools_present_hash ?? '' } });
    await expect.poll(() => decided('polite', 'Good morning.')).toEqual(['allow']);
    expect(await assay.auditors.get({ id: 'politeness' })).toMatchObject({ version: '2.0.0' });

    // A policy reads its claim, so it stays until the policy goes.
    await expect(assay.installations.uninstall({ id })).rejects.toMatchObject({ status: 409 });
    const { revision } = await assay.policies.get({ id: policy.id });
    await assay.policies.remove({ id: policy.id, ifMatch: revision });
    await assay.installations.uninstall({ id });
    await expect.poll(() => stateOf(id)).toEqual(['removed', undefined, undefined]);
    await expect.poll(() => decided('polite')).toEqual(['allow']);
    await expect.poll(async () => auditorsOf(await evaluate('polite')).join()).not.toContain('politeness');
    await expect(assay.auditors.get({ id: 'politeness' })).rejects.toMatchObject({ status: 404 });
  });

  it('that is an image is started by the gateway whose operator says how, and again when it ends', async () => {
    const claim = { name: 'insult_found', type: 'boolean', description: 'Insults', value_schema: {}, settings: [] };
    const vocabulary = { auditor_id: 'plain', version: '1.0.0', vocabulary: [claim], phases: ['request', 'response'] };
    const app = await assay.apps.create({
      body: {
        ...({ name: 'com.example/plain', type: 'auditor', version: '1.0.0', title: 'Plain' } as const),
        description: 'Finds insults',
        auditor: { auditor_id: 'plain', image: 'plain:1', vocabulary },
      },
    });
    await assay.agents.create({ body: { id: 'plain', name: 'plain' } });
    const id = await installed(await allowed(app.id), 'plain');
    const policy = await assay.policies.create({
      body: { scope: { level: 'agent', id: 'plain' }, name: 'manners', text },
    });
    await assay.policies.activate({ id: policy.id, ifMatch: policy.revision, body: {} });
    await expect.poll(() => decided('plain')).toEqual(['deny', 'no_insults']);
    expect(await decided('plain', 'Good morning.')).toEqual(['allow']);
    expect((await evaluate('plain', 'crash now')).decision).toBe('deny');
    await expect.poll(() => decided('plain', 'Good morning.')).toEqual(['allow']);
    const { revision } = await assay.policies.get({ id: policy.id });
    await assay.policies.remove({ id: policy.id, ifMatch: revision });
    await assay.installations.uninstall({ id });
    await expect.poll(async () => auditorsOf(await evaluate('plain')).join()).not.toContain('plain');
  });

  it('of the release judges in the gateway itself', async () => {
    const found = await assay.apps.list({ q: 'sovereignty', type: 'auditor' });
    const id = await installed(await allowed(found.items[0]?.id ?? ''), 'free');
    await expect.poll(async () => auditorsOf(await evaluate('free')).join()).toContain('sovereignty');
    await assay.installations.uninstall({ id });
    await expect.poll(async () => auditorsOf(await evaluate('free')).join()).not.toContain('sovereignty');
  });
});
