/** Waits for the approval of an app from an unknown publisher (approvals of kind `app_install`). */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import type { AppTarget } from './config-values.ts';
import type { InstallationCore } from './core.ts';
import type { AuditorTarget } from './kinds/auditor-target.ts';
import type { RuntimeTarget } from './kinds/runtime.ts';
import { refusal, StepFailure } from './step-failure.ts';
import type { InstallationStepRun } from './steps.ts';
import { moveOn } from './steps.ts';
import type { InstallationRow } from './tables.ts';

/** Pause between looks for a decision. */
const decisionAgainMs = 15_000;

/** Apps of the community need an approval; an admin's own request is one. */
export function needsInstallApproval({ trustTier }: AppVersion, { role, actor }: Author): boolean {
  return trustTier === 'community' && (role !== 'admin' || actor !== undefined);
}

/** Makes the request for approval in the transaction of the installation; gives its id. */
export async function askForApproval(
  { approvals }: Pick<InstallationCore, 'approvals'>,
  tx: Db,
  author: Author,
  request: {
    readonly app: AppVersion;
    readonly target: AppTarget;
    readonly agent: AgentStanding;
    readonly isUpdate: boolean;
  },
): Promise<string> {
  const { app, target, agent, isUpdate } = request;
  const where = target.kind === 'remote' ? [{ label: 'Server', value: new URL(target.url).host }] : [];
  const local = target.kind === 'package' ? [{ label: 'Package', value: target.identifier }] : [];
  const auditor = target.kind === 'auditor' ? toAuditorLines(target) : [];
  const runtime = target.kind === 'runtime' ? toRuntimeLines(target) : [];
  const skill =
    target.kind === 'skill' ? [{ label: 'Files', value: `${target.files.length}, ${target.skill.treeHash}` }] : [];
  const verb = isUpdate ? 'Update' : 'Install';
  const { id } = await approvals.create(tx, author, {
    kind: 'app_install',
    agentId: agent.id,
    workspaceId: agent.workspaceId,
    resource: app.name,
    action: isUpdate ? 'upgrade' : 'install',
    requested: {},
    risk: 'medium',
    display: {
      title: `${verb} ${app.title} ${app.version} for agent ${agent.id}`.slice(0, 300),
      lines: [
        { label: 'App', value: app.name },
        { label: 'Version', value: app.version },
        { label: 'Trust', value: app.trustTier },
        ...where,
        ...local,
        ...auditor,
        ...runtime,
        ...skill,
        { label: 'Digest', value: app.digest },
      ],
    },
  });
  return id;
}

type Lines = readonly { readonly label: string; readonly value: string }[];

function toAuditorLines({ auditorId, url, image, joins }: AuditorTarget): Lines {
  return [
    { label: 'Auditor', value: `${auditorId} of the ${joins}` },
    { label: url === undefined ? 'Image' : 'Address', value: (url ?? image ?? '').slice(0, 500) },
  ];
}

function toRuntimeLines({ runtime: { command, image } }: RuntimeTarget): Lines {
  return [
    ...(command === undefined ? [] : [{ label: 'Command', value: command.join(' ').slice(0, 500) }]),
    ...(image === undefined ? [] : [{ label: 'Image', value: image }]),
  ];
}

/** Continues after enough approvals; fails after a denial or a timeout. */
export const awaitApproval: InstallationStepRun = async (context, row) => {
  const isGiven = await passApproval(context.core, row);
  if (!isGiven) return { kind: 'wait', until: context.core.clock.now() + decisionAgainMs };
  return moveOn(context, row, { status: 'discovering' });
};

/** Gives the time of the next look for a decision. */
export function nextDecisionAt(core: Pick<InstallationCore, 'clock'>): number {
  return core.clock.now() + decisionAgainMs;
}

/**
 * True once it was approved, which uses up the approval; false while it waits.
 * @throws StepFailure if it was denied or timed out.
 */
export async function passApproval(core: InstallationCore, row: InstallationRow): Promise<boolean> {
  const { approval_id: id, org_id: orgId } = row;
  if (id === null) return true;
  const known = await core.store.findApproval(core.db, orgId, id);
  if (known?.status === 'pending' && known.expires_at > core.clock.now()) return false;
  const by = row.target_version === null ? row.id : `${row.id}@${row.target_version}`;
  const status = await core.db.transaction(async (tx) => {
    await core.changes.hold(tx, orgId);
    const approval = await core.approvals.take(tx, orgId, id);
    if (approval.status !== 'approved') return approval.status;
    await core.approvals.use(tx, orgId, id, by);
    return approval.status;
  });
  if (status === 'approved') return true;
  if (status === 'pending') return false;
  throw new StepFailure(
    'approval',
    refusal('conflict', `approval_${status}`, `the request to install it is ${status}`),
  );
}
