/** The work on installations over a real database, with fake dependencies that a test sets; any of them may hang. */
import { randomBytes } from 'node:crypto';
import type { InstallationStatus } from '../../../contract/api/installations/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import { createLogger } from '../../../platform/log.ts';
import { createSecret } from '../../../platform/secret.ts';
import { createAudit } from '../../base/audit-log/append.ts';
import { createControlChanges } from '../../base/control/changes.ts';
import { createEvents } from '../../base/events/append.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import type { EffectiveCredential } from '../scoped-credentials/ports.ts';
import { atRest, createInstallationCore, type InstallationCore, type InstallationDeps } from './core.ts';
import { noAuth } from './discover-access.ts';
import { createInstallationStore } from './store.ts';
import type { InstallationRow } from './tables.ts';
import { createToolWatch } from './tool-watch.ts';
import { createInstallationWork, type InstallationWork } from './work.ts';

/** Calls of dependencies that a test may stop or fail. */
export const calls = [
  'catalog',
  'discover',
  'resolve',
  'ensureClient',
  'ensureIn',
  'listTools',
  'dropClient',
  'hold',
] as const;
export type FakeCall = (typeof calls)[number];

export interface WorkFixture {
  readonly core: InstallationCore;
  readonly work: InstallationWork;
  /** Runs before the real call; may throw or never end. */
  before: (call: FakeCall) => Promise<void>;
  /** Whether the server asks for a credential, and whether there is one. */
  auth: 'none' | 'ready' | 'missing';
  /** The outcome of the approval request. */
  approval: 'pending' | 'approved' | 'denied';
  isBlocked: boolean;
  tools: readonly unknown[];
  readonly made: FakeCall[];
}

export const resource = 'https://crm.example.com/mcp';

const app = (version: string): AppVersion => ({
  appId: 'app_crm',
  name: 'com.example/crm',
  type: 'mcp_server',
  version,
  title: 'CRM',
  description: 'CRM',
  trustTier: 'community',
  status: 'active',
  packages: [],
  skillFiles: [],
  authHint: null,
  toolsPreview: [],
  digest: 'sha256:0',
  remotes: [{ type: 'streamable-http', url: resource }],
});

export function createWorkFixture(db: Db, clock: { now(): number }, processId = 'prc_1'): WorkFixture {
  const audit = createAudit({ clock });
  const changes = createControlChanges({ db, clock, randomBytes, audit, checkConfiguration: async () => {} });
  const step = async (call: FakeCall): Promise<void> => {
    fixture.made.push(call);
    await fixture.before(call);
  };
  const found = (): EffectiveCredential => ({
    credential: undefined,
    mode: null,
    scopesMissing: [],
    candidates: [],
    foreignClientId: null,
    ...(fixture.auth === 'ready' ? { source: 'org', status: 'ready' } : { source: 'none', status: 'connect_required' }),
  });
  const unused = async (): Promise<never> => {
    throw new Error('nobody calls this here');
  };
  const deps: InstallationDeps = {
    db,
    clock,
    randomBytes,
    audit,
    store: createInstallationStore(clock),
    log: createLogger({ service: 'verifier', level: 'silent' }),
    events: createEvents({ clock }),
    headersOf: async () => ({ authorization: createSecret('t').toString() }),
    auditorIntake: { learn: unused },
    effects: { begin: async () => {}, quarantine: async () => {}, end: async () => {} },
    changes: {
      record: changes.record,
      async hold(tx, orgId) {
        await changes.hold(tx, orgId);
        await step('hold');
      },
    },
    agents: { findStanding: unused },
    aliases: { ensure: unused },
    approvals: {
      create: unused,
      cancel: unused,
      take: async () => Object.assign(Object.create(null), { status: fixture.approval }),
      use: async () => Object.create(null),
    },
    catalog: {
      async find(_db, _orgId, _appId, version = '1.0.0') {
        await step('catalog');
        return app(version);
      },
    },
    tools: {
      verdictOf: async () => ({
        mode: fixture.isBlocked ? 'blocked' : 'available',
        reason: null,
        overridden: [],
        decidedBy: { level: 'org', id: 'default', ruleId: null },
      }),
      requires: async () => false,
    },
    credentials: {
      async resolve() {
        await step('resolve');
        return found();
      },
      async ensureIn() {
        await step('ensureIn');
        return Object.assign(Object.create(null), { id: 'scr_1' });
      },
      revokeIn: async () => true,
      wantScopesIn: async () => true,
    },
    credentialLifecycle: { connectLink: unused, refresh: unused },
    foreign: {
      forget: () => undefined,
      async discover() {
        await step('discover');
        return {
          required: fixture.auth !== 'none',
          resource,
          issuer: 'https://login.example.com',
          authorizationServers: [],
          scopesSupported: [],
          scopesNeeded: [],
          registrations: ['dcr'],
        };
      },
      async ensureClient() {
        await step('ensureClient');
        return { id: 'fcl_1', issuer: 'https://login.example.com', clientId: 'c1', registration: 'dcr' };
      },
      async dropClient() {
        await step('dropClient');
      },
    },
    async listTools() {
      await step('listTools');
      return fixture.tools;
    },
  };
  const core = createInstallationCore(deps);
  const watch = createToolWatch(core);
  const fixture: WorkFixture = {
    core,
    work: createInstallationWork({ core, watch, processId }),
    before: async () => undefined,
    auth: 'none',
    approval: 'pending',
    isBlocked: false,
    made: [],
    tools: [{ name: 'search', inputSchema: { type: 'object' } }],
  };
  return fixture;
}

let agents = 0;
const asked = { ...noAuth, required: true, type: 'oauth2_code', resource, issuer: 'https://login.example.com' };

/** Inserts one in that state, due now. */
export async function insertInstallation(
  { core }: WorkFixture,
  status: InstallationStatus,
  change: Partial<InstallationRow> = {},
): Promise<InstallationRow> {
  const now = core.clock.now();
  agents += 1;
  return core.store.insert(core.db, {
    org_id: 'default',
    id: createId('ins', core.clock, randomBytes),
    app_id: 'app_crm',
    name: 'com.example/crm',
    title: 'CRM',
    version: '1.0.0',
    target_version: status === 'updating' ? '1.1.0' : null,
    target_config: null,
    service: 'com.example/crm',
    agent_id: `bot-${agents}`,
    workspace_id: 'default',
    connect_user_id: null,
    status,
    config: {},
    auth: status === 'registering' || status === 'awaiting_connect' ? asked : noAuth,
    approval_id: status === 'awaiting_approval' ? 'apr_1' : null,
    error: null,
    resume_at: null,
    tools: [],
    tools_snapshot_hash: null,
    tools_present_hash: null,
    tools_checked_at: null,
    is_quarantined: false,
    quarantined_at: null,
    quarantine_reason: null,
    asked_by: 'anna',
    ...atRest,
    next_at: now,
    revision: 1,
    created_at: now,
    created_by: 'anna',
    updated_at: now,
    installed_at: null,
    removed_at: null,
    removed_by: null,
    ...change,
  });
}
