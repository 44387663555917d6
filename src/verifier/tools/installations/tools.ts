/** Operations of people and gateways on the tools of an installed app: look, ask its server, approve, report. */

import type { ApproveTools, Installation, InstallationTools } from '../../../contract/api/installations/shapes.ts';
import type { ToolReport, ToolReportAnswer } from '../../../contract/tool-report.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { hasHiddenText } from '../../../platform/tools/hidden-text.ts';
import { assertServes, type Serving } from '../../base/access/served-workspaces.ts';
import type { Author } from '../../base/control/author.ts';
import { type InstallationCore, serverOf } from './core.ts';
import { isOther, toUsable } from './definitions.ts';
import { toTarget } from './kinds/kinds.ts';
import { load } from './load.ts';
import { assertMayChangeApp, noInstallation, refuseInstallationState } from './rights.ts';
import type { FoundInTool, InstallationRow, ToolSnapshotRow } from './tables.ts';
import type { ToolWatch } from './tool-watch.ts';
import { toInstallation, toToolsView } from './views.ts';

/** The gateway that reports, and its organisation. */
export type ReportingGateway = Serving & Pick<Caller, 'organisation'>;

export interface ToolsApi {
  tools(author: Author, id: string): Promise<InstallationTools>;
  /** Asks the server now. @throws AppError of the look. */
  checkTools(author: Author, id: string): Promise<InstallationTools>;
  /** Ends the quarantine, and names the denied definitions that are shown nevertheless. */
  approveTools(author: Author, id: string, approval: ApproveTools): Promise<Installation>;
  report(caller: ReportingGateway, gatewayId: string, report: ToolReport): Promise<ToolReportAnswer>;
}

export interface ToolsApiDeps {
  readonly core: InstallationCore;
  readonly watch: ToolWatch;
  readonly lookAgain: (row: InstallationRow) => Promise<InstallationRow | undefined>;
}

export function createToolsApi(deps: ToolsApiDeps): ToolsApi {
  const { core, watch } = deps;
  const { db, clock, store, changes } = core;

  const show = async (row: InstallationRow): Promise<InstallationTools> =>
    toToolsView(row, await watch.findApproved(db, row), await watch.findPresent(db, row));

  return {
    tools: async (author, id) => show(await load(core, db, author, id)),
    async checkTools(author, id) {
      const row = await load(core, db, author, id);
      await assertMayChangeApp(core, db, author, row);
      if (row.status !== 'installed')
        throw refuseInstallationState(row, `only an installed app can be checked: it is ${row.status}`);
      return show((await deps.lookAgain(row)) ?? row);
    },
    approveTools: (author, id, approval) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        await load(core, tx, author, id);
        const row = await store.lock(tx, author.orgId, id);
        if (row === undefined) throw noInstallation();
        await assertMayChangeApp(core, tx, author, row);
        if (row.status !== 'installed')
          throw refuseInstallationState(row, `only an installed app has tools: it is ${row.status}`);
        const present = await watch.findPresent(tx, row);
        const { tools_hash: hash } = approval;
        if (present === undefined || present.hash !== hash) {
          throw refuseInstallationState(row, 'the tools changed since you saw them: read them again', 'tools_changed');
        }
        const { findings, allowed } = toLet(present, approval, author, clock);
        const isSame = JSON.stringify(findings) === JSON.stringify(present.findings);
        if (!row.is_quarantined && row.tools_snapshot_hash === hash && isSame) return toInstallation(row);
        const approved = await watch.findApproved(tx, row);
        const { definitions } = present;
        await store.putSnapshot(tx, { ...present, findings, approved_at: clock.now(), approved_by: author.user });
        const app = await core.catalog.find(tx, row.org_id, row.app_id, row.version);
        await core.effects.begin(tx, row, { app, target: toTarget(app, row.config), definitions });
        const moved = await core.moveIn(
          ...[tx, author, row],
          {
            status: row.status,
            tools_snapshot_hash: hash,
            error: null,
            tools: toUsable(definitions, definitions, findings),
            is_quarantined: false,
            quarantined_at: null,
            quarantine_reason: null,
            next_at: row.next_at ?? null,
          },
          {
            action: 'tools_approved',
            isChange: true,
            message: `the tools of ${row.title} were approved`,
            fields: { was_other: isOther(approved?.definitions ?? [], definitions), ...toAllowedFields(allowed) },
            ...(approval.reason === undefined ? {} : { reason: approval.reason }),
          },
        );
        return toInstallation(moved ?? row);
      }),
    async report(caller, gatewayId, { installation_id: id, server, tools, findings = [], cleared = [] }) {
      const orgId = caller.organisation;
      const row = await store.find(db, orgId, id);
      if (row === undefined) throw noInstallation();
      const agent = await core.agents.findStanding(db, orgId, row.agent_id);
      // An unknown agent has no workspace, so no limited credential serves it.
      assertServes(caller, agent?.workspaceId ?? '(none)');
      if (row.status !== 'installed' && row.status !== 'updating')
        throw refuseInstallationState(row, `it is ${row.status}`, 'not_installed');
      const by = `gateway/${gatewayId}`;
      const noted = await watch
        .note(row, { server: server ?? serverOf(row), tools, by, findings, cleared })
        .catch(async (error: unknown) => {
          // Unreadable definitions differ from the approved ones; of a local server only this report shows that.
          if (isAppError(error) && error.extensions?.['reason'] === 'tools_invalid')
            await watch.quarantine(row, 'tools_invalid');
          throw error;
        });
      if (noted === undefined || noted.tools_present_hash === null)
        throw refuseInstallationState(row, 'it is no longer installed', 'not_installed');
      return {
        installation_id: noted.id,
        callable: !noted.is_quarantined,
        tools_snapshot_hash: noted.tools_snapshot_hash,
        tools_present_hash: noted.tools_present_hash,
      };
    },
  };
}

interface Let {
  readonly findings: readonly FoundInTool[];
  /** Definitions that this approval newly permits. */
  readonly allowed: readonly FoundInTool[];
}

/** `allow_denied` lists all permitted definitions; the present ones stay if absent. @throws AppError `unprocessable`. */
function toLet(
  { findings }: ToolSnapshotRow,
  { allow_denied: wanted, reason }: ApproveTools,
  { user }: Author,
  clock: Clock,
): Let {
  if (wanted === undefined) return { findings, allowed: [] };
  const isWanted = (each: FoundInTool) =>
    wanted.some(({ tool, server }) => tool === each.tool && (server ?? each.server) === each.server);
  const unknown = wanted.findIndex(
    ({ tool, server }) => !findings.some((each) => each.tool === tool && (server ?? each.server) === each.server),
  );
  if (unknown >= 0) throw refuse(`/allow_denied/${unknown}`, 'there are no findings in the definition of this tool');
  const hidden = wanted.findIndex(({ tool }) => hasHiddenText(tool));
  if (hidden >= 0) throw refuse(`/allow_denied/${hidden}`, 'a tool with hidden characters in its name stays withheld');
  if (wanted.length > 0 && reason === undefined) throw refuse('/reason', 'give a reason for showing a denied tool');
  const allowed: FoundInTool[] = [];
  const all = findings.map(({ allowed: before, ...each }): FoundInTool => {
    if (!isWanted(each)) return each;
    if (before !== undefined) return { ...each, allowed: before };
    const now = { ...each, allowed: { by: user, at: clock.now(), reason: reason ?? '' } };
    allowed.push(now);
    return now;
  });
  return { findings: all, allowed };
}

const maxNamed = 20;

function toAllowedFields(allowed: readonly FoundInTool[]) {
  if (allowed.length === 0) return {};
  return { allowed_denied: allowed.slice(0, maxNamed).map(({ tool, hash, reasons }) => ({ tool, hash, reasons })) };
}

function refuse(pointer: string, message: string): AppError {
  return new AppError('unprocessable', message, { detail: message, errors: [{ pointer, message }] });
}
