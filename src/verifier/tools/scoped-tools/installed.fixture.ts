/** Writes installed apps of agents as installing would leave them, for the tests and the measurement of tools. */
import type { Db } from '../../../platform/db/db.ts';
import { type InstallationRow, installationsTable } from '../installations/tables.ts';

type NewInstallation = Omit<InstallationRow, 'seq'>;

/** Gives the authentication of an app; by default none. */
export function anAuth(change: Partial<NewInstallation['auth']> = {}): NewInstallation['auth'] {
  return {
    required: false,
    type: null,
    resource: null,
    issuer: null,
    registration: null,
    client_id: null,
    foreign_client_id: null,
    scopes: [],
    credential_id: null,
    credential_source: null,
    secret_in: null,
    ...change,
  };
}

/** Gives an installed app without authentication and with two tools. */
export function anInstallation(change: Partial<NewInstallation> = {}): NewInstallation {
  const name = change.name ?? 'com.example/crm';
  const tool = (one: string) => ({ server: 'main', name: one, title: null, description: one, hash: `sha256:${one}` });
  return {
    org_id: 'default',
    id: 'ins_1',
    app_id: 'app_crm',
    name,
    title: name,
    version: '1.0.0',
    service: name,
    target_version: null,
    target_config: null,
    agent_id: 'bot',
    workspace_id: 'default',
    connect_user_id: null,
    ...({ status: 'installed', config: {}, approval_id: null, error: null, resume_at: null } as const),
    auth: anAuth(),
    tools: [tool('read'), tool('delete')],
    tools_snapshot_hash: null,
    tools_present_hash: null,
    tools_checked_at: null,
    is_quarantined: false,
    quarantined_at: null,
    quarantine_reason: null,
    asked_by: 'test',
    next_at: null,
    lease_by: null,
    lease_until: null,
    attempts: 0,
    revision: 1,
    created_at: 1,
    created_by: 'test',
    updated_at: 1,
    installed_at: 1,
    removed_at: null,
    removed_by: null,
    ...change,
  };
}

export async function writeInstallation(db: Db, change: Partial<NewInstallation> = {}): Promise<void> {
  await db.insert(installationsTable).values(anInstallation(change));
}
