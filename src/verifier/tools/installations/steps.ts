/**
 * The automatic steps of an installation, one per state. Each uses the network outside of any transaction and then writes its
 * end in a transaction of its own, if the row did not change meanwhile.
 */

import type { InstallationStatus } from '../../../contract/api/installations/states.ts';
import type { AuthType } from '../../../contract/api/scoped-credentials/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { leaseFor } from '../../../platform/db/lease.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import type { EffectiveCredential } from '../scoped-credentials/ports.ts';
import type { AppTarget } from './config-values.ts';
import {
  assertPolicy,
  atRest,
  type InstallationCore,
  installationsAuthor,
  isLookedAt,
  type StepNote,
  serviceOf,
  sourceOf,
} from './core.ts';
import { toSnapshot } from './definitions.ts';
import { discoverAuth, findCredential, withCredential } from './discover-access.ts';
import { createInspectTools } from './inspect-tools.ts';
import { toTarget } from './kinds/kinds.ts';
import { during } from './step-failure.ts';
import { type StepUp, toStepUp } from './step-up.ts';
import { type InstallationChange, leaseMs } from './store.ts';
import type { InstallationAuth, InstallationRow } from './tables.ts';
import { checkMs, type ToolWatch } from './tool-watch.ts';

/** End of a step: moved on (with the present row), waiting until a time, or overtaken by another change. */
export type StepEnd =
  | { readonly kind: 'moved'; readonly row: InstallationRow }
  | { readonly kind: 'wait'; readonly until: number | null }
  | { readonly kind: 'overtaken' };

export interface StepContext {
  readonly core: InstallationCore;
  readonly watch: ToolWatch;
  readonly signal: AbortSignal;
}

export type InstallationStepRun = (context: StepContext, row: InstallationRow) => Promise<StepEnd>;

/** Pause between looks while an installation waits for a person; the person's action wakes it at once. */
const connectAgainMs = 2 * 60_000;

/** No approval is needed: continues with the server. */
export const beginDiscovery: InstallationStepRun = (context, row) => moveOn(context, row, { status: 'discovering' });

/** Asks the server for its authentication, and looks for a credential. */
export const discover: InstallationStepRun = async (context, row) => {
  const { core } = context;
  const { app, target } = await readTarget(core, row);
  const asked = await during('discovery', () => discoverAuth(core, row.org_id, app, target));
  if (!asked.required) return install(context, row, { target, auth: asked, effective: undefined });
  const effective = await during('inheritance', () => findCredential(core, row, asked));
  const auth = withCredential(asked, effective);
  if (effective.status === 'ready') return install(context, row, { target, auth, effective });
  // An existing credential that is not ready is waited for: an enforced one, or the agent's own.
  if (effective.credential !== undefined) return moveOn(context, row, { status: 'awaiting_connect', auth });
  return moveOn(context, row, { status: 'registering', auth });
};

/** Registers our client at the authorization server if needed, and makes the pending credential. */
export const register: InstallationStepRun = async (context, row) => {
  const { core } = context;
  const effective = await during('inheritance', () => findCredential(core, row, row.auth));
  if (effective.credential !== undefined) {
    return moveOn(context, row, { status: 'awaiting_connect', auth: withCredential(row.auth, effective) });
  }
  const { issuer, resource, type } = row.auth;
  const isCode = type === 'oauth2_code' && issuer !== null;
  const client =
    isCode && effective.foreignClientId === null
      ? await during('registration', () => core.foreign.ensureClient(row.org_id, issuer, resource ?? issuer))
      : undefined;
  const auth: InstallationAuth = {
    ...row.auth,
    registration: client?.registration ?? null,
    client_id: client?.clientId ?? null,
    foreign_client_id: client?.id ?? effective.foreignClientId,
  };
  // Other kinds need more than is known here: an admin adds the credential, and this finds it.
  if (!isPlaceable(auth)) return moveOn(context, row, { status: 'awaiting_connect', auth }, toWaiting(row));
  const end = await writeDown(context, row, async (tx) => {
    const credential = await ensureCredential(core, tx, row, auth);
    const source = row.connect_user_id === null ? 'agent' : 'user';
    const known = { ...auth, credential_id: credential.id, credential_source: source };
    return { change: { status: 'awaiting_connect', auth: known }, note: toWaiting(row) };
  });
  // It was uninstalled meanwhile, before the registration was recorded.
  if (end.kind === 'overtaken' && client !== undefined) await giveBack(core, row, client.id);
  return end;
};

/** Looks whether the credential was connected. */
export const awaitConnect: InstallationStepRun = async (context, row) => {
  const { core } = context;
  const effective = await during('connect', () => findCredential(core, row, row.auth));
  if (effective.status !== 'ready') return { kind: 'wait', until: core.clock.now() + connectAgainMs };
  const { target } = await readTarget(core, row);
  return install(context, row, { target, auth: withCredential(row.auth, effective), effective });
};

/** Removes our unused registration; the secrets were destroyed when the uninstalling began. */
export const uninstall: InstallationStepRun = async (context, row) => {
  const { core } = context;
  const client = row.auth.foreign_client_id;
  if (client !== null) await giveBack(core, row, client);
  const { clock } = core;
  return writeDown(context, row, async (tx) => {
    // The audit log keeps their hashes.
    await core.store.dropSnapshots(tx, row.org_id, row.id);
    return {
      change: { status: 'removed', removed_at: clock.now(), removed_by: row.asked_by, ...atRest },
      note: { action: 'removed', isChange: true, message: `${row.title} was removed` },
    };
  });
};

/** Best effort; a client that another installation or credential uses stays. */
async function giveBack(core: InstallationCore, row: InstallationRow, client: string): Promise<void> {
  if (await core.store.isClientUsed(core.db, row.org_id, client, row.id)) return;
  await core.foreign
    .dropClient(row.org_id, client)
    .catch((error: unknown) => core.log.warn({ err: error, client }, 'an OAuth client could not be deregistered'));
}

export async function readTarget(
  core: InstallationCore,
  row: InstallationRow,
): Promise<{ readonly app: AppVersion; readonly target: AppTarget }> {
  return during('discovery', async () => {
    const app = await core.catalog.find(core.db, row.org_id, row.app_id, row.version);
    return { app, target: toTarget(app, row.config) };
  });
}

interface Installing {
  readonly target: AppTarget;
  readonly auth: InstallationAuth;
  readonly effective: EffectiveCredential | undefined;
}

/** The last step: installing approves the tools that the server shows now. */
async function install(
  context: StepContext,
  row: InstallationRow,
  { target, auth, effective }: Installing,
): Promise<StepEnd> {
  const { core, watch, signal } = context;
  const { clock } = core;
  const look = createInspectTools(core);
  const looked = await during('tools', () => look(row.org_id, target, effective?.credential, signal)).then(
    (tools) => ({ tools }),
    (error: unknown) => {
      const stepUp = toStepUp(error, auth, effective);
      if (stepUp === undefined) throw error;
      return stepUp;
    },
  );
  if ('auth' in looked) return askForMore(context, row, looked);
  const { tools } = looked;
  const snapshot =
    tools === undefined ? undefined : await during('tools', async () => toSnapshot(sourceOf(row, target), tools));
  return writeDown(context, row, async (tx) => {
    const app = await core.catalog.find(tx, row.org_id, row.app_id, row.version);
    // A rule may have blocked it since.
    await during('policy', () => assertPolicy(core, tx, { orgId: row.org_id, workspaceId: row.workspace_id }, app));
    const seen = snapshot === undefined ? {} : await watch.adopt(tx, row, snapshot, 'verifier');
    const now = clock.now();
    const next = isLookedAt(target) && snapshot !== undefined ? now + checkMs : null;
    const begun = { app, target, definitions: snapshot?.definitions ?? [] };
    await during('tools', () => core.effects.begin(tx, row, begun));
    return {
      change: { status: 'installed', auth, error: null, installed_at: now, ...seen, ...atRest, next_at: next },
      note: { action: 'installed', isChange: true, message: `${row.title} was installed` },
    };
  });
}

/** Returns to the person: the same credential is connected again with all demanded scopes. */
function askForMore(context: StepContext, row: InstallationRow, { auth, credentialId }: StepUp): Promise<StepEnd> {
  const { credentials } = context.core;
  return writeDown(context, row, async (tx) => {
    await credentials.wantScopesIn(tx, installationsAuthor(row.org_id), credentialId, auth.scopes);
    const message = `${row.title} needs more scopes than it was connected with: connect it again`;
    return { change: { status: 'awaiting_connect', auth }, note: { action: 'connect_required', message } };
  });
}

/** Makes the pending credential that a person fills. */
export async function ensureCredential(
  { credentials }: Pick<InstallationCore, 'credentials'>,
  tx: Db,
  row: Pick<InstallationRow, 'org_id' | 'workspace_id' | 'agent_id' | 'connect_user_id' | 'service'>,
  auth: InstallationAuth,
  app?: AppVersion,
) {
  return during('connect', () =>
    credentials.ensureIn(tx, installationsAuthor(row.org_id), {
      scope: { level: 'workspace', id: row.workspace_id },
      service: app === undefined ? row.service : serviceOf(app),
      resource: auth.resource,
      issuer: auth.issuer,
      authType: toAuthType(auth),
      agentId: row.agent_id,
      userId: row.connect_user_id,
      foreignClientId: auth.foreign_client_id,
      requestedScopes: auth.scopes,
      ...toSecretPlace(auth),
    }),
  );
}

function toSecretPlace({ secret_in: where }: InstallationAuth) {
  const { header, prefix, environment_variable } = where ?? {};
  return {
    ...(header === undefined ? {} : { injection: { header, ...(prefix === undefined ? {} : { prefix }) } }),
    ...(environment_variable === undefined ? {} : { config: { environment_variable } }),
  };
}

/** True for kinds whose credential can be made before it has a secret. */
export function isPlaceable({ type }: InstallationAuth): boolean {
  return type === 'oauth2_code' || type === 'api_key';
}

function toAuthType({ type }: InstallationAuth): AuthType {
  // This program wrote it from that list.
  return (type ?? 'oauth2_code') as AuthType;
}

function toWaiting({ title }: InstallationRow): StepNote {
  return { action: 'connect_required', message: `${title} waits for a person to connect it` };
}

interface Written {
  readonly change: InstallationChange & { readonly status: InstallationStatus };
  readonly note?: StepNote;
}

/** Runs one short transaction; renews the lease. Does nothing once the lease is lost, or the row changed. */
export async function writeDown(
  { core }: Pick<StepContext, 'core'>,
  row: InstallationRow,
  toChange: (tx: Db) => Promise<Written>,
): Promise<StepEnd> {
  const moved = await core.db.transaction(async (tx) => {
    await core.changes.hold(tx, row.org_id);
    // Checked before anything is made: an overtaken step must leave no pending credential and no snapshot.
    const now = await core.store.lock(tx, row.org_id, row.id);
    if (now?.status !== row.status || now.revision !== row.revision) return undefined;
    const { lease_by: token } = row;
    if (token !== null && now.lease_by !== token) return undefined;
    const { change, note } = await toChange(tx);
    const lease = token === null ? {} : { ...leaseFor(token, leaseMs, core.clock), attempts: 1 };
    return core.moveIn(tx, installationsAuthor(row.org_id), row, { ...lease, ...change }, note);
  });
  return moved === undefined ? { kind: 'overtaken' } : { kind: 'moved', row: moved };
}

export function moveOn(
  context: Pick<StepContext, 'core'>,
  row: InstallationRow,
  change: Written['change'],
  note?: StepNote,
): Promise<StepEnd> {
  return writeDown(context, row, async () => ({ change, ...(note === undefined ? {} : { note }) }));
}
