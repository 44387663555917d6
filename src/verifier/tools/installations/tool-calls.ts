/**
 * Calls tools for steps of workflows. Only tools of an installed app that are approved and not blocked by a rule are called,
 * with the credential that the agent itself would get.
 */
import { isAppError } from '../../../platform/errors.ts';
import type { InstallationCore } from './core.ts';
import { findCredential } from './discover-access.ts';
import { toTarget } from './kinds/kinds.ts';
import type { ToolSource } from './mcp-session.ts';
import type { InstallationRow } from './tables.ts';
import type { CallTool, ToolOutcome } from './tool-calling.ts';

/** A tool that may be called now. */
export interface CallableTool {
  readonly server: string;
  readonly name: string;
  /** Its approved definition says that repeating the call has no further effect. */
  readonly isRepeatable: boolean;
  readonly credentialId: string | undefined;
  call(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutcome>;
}

export type FoundTool =
  | { readonly isFound: true; readonly tool: CallableTool }
  | { readonly isFound: false; readonly code: string; readonly message: string };

export interface InstalledToolCalls {
  /** Checks everything again: a permission may have ended a moment ago. */
  find(
    orgId: string,
    which: { readonly installationId: string; readonly agentId: string; readonly tool: string },
  ): Promise<FoundTool>;
}

export interface ToolCallsDeps
  extends Pick<
    InstallationCore,
    'db' | 'store' | 'tools' | 'catalog' | 'credentials' | 'headersOf' | 'credentialLifecycle'
  > {
  readonly callTool: CallTool;
}

type Credential = Awaited<ReturnType<typeof findCredential>>['credential'];

export function createInstalledToolCalls(deps: ToolCallsDeps): InstalledToolCalls {
  const { db, store, tools, catalog } = deps;

  const isRepeatable = async (row: InstallationRow, server: string, name: string): Promise<boolean> => {
    if (row.tools_snapshot_hash === null) return false;
    const snapshot = await store.findSnapshot(db, row.org_id, row.id, row.tools_snapshot_hash);
    const definition = snapshot?.definitions.find((each) => each.server === server && each.name === name);
    const hints = Object(definition?.annotations);
    return hints['readOnlyHint'] === true || hints['idempotentHint'] === true;
  };

  return {
    async find(orgId, { installationId, agentId, tool: name }) {
      const row = await store.find(db, orgId, installationId);
      if (row === undefined || row.agent_id !== agentId) {
        return refuse('tool_not_installed', `agent ${agentId} has no installation ${installationId}`);
      }
      const standing = whyNotNow(row);
      if (standing !== undefined) return standing;
      const known = row.tools.find((each) => each.name === name);
      if (known === undefined) {
        return refuse('tool_unknown', `${row.title} has no approved tool ${name}; review its tools`);
      }
      if (known.finding === 'open') {
        const detail = `the tool ${name} of ${row.title} is withheld: review the findings in its definition`;
        return refuse('tool_quarantined', detail);
      }
      const { server } = known;
      const verdict = await tools.verdictOf(db, orgId, row.workspace_id, { appId: row.app_id, server, name });
      if (verdict.mode === 'blocked')
        return refuse('tool_blocked', `a rule blocks the tool ${name} for agent ${agentId}`);
      const app = await catalog.find(db, orgId, row.app_id, row.version);
      const target = toTarget(app, row.config);
      if (target.kind === 'auditor' || target.kind === 'runtime' || target.kind === 'skill') {
        return refuse('tool_unknown', `${row.title} is an app of type ${target.kind}, which has no tools`);
      }
      if (target.kind !== 'remote') {
        const detail = 'is started by the gateway of its agent; the verifier only calls servers by URL';
        return refuse('tool_local', `${row.title} ${detail}`);
      }
      const { type, url, headers } = target;
      if (type === 'a2a') {
        return refuse('tool_local', `${row.title} is an A2A agent, which only the gateway of its agent calls`);
      }
      const source = { type, url, headers };
      const effective = row.auth.required ? await findCredential(deps, row, row.auth) : undefined;
      if (effective !== undefined && effective.status !== 'ready') {
        return refuse(
          'credential_not_ready',
          `the credential of agent ${agentId} for ${row.title} is ${effective.status}`,
        );
      }
      const credential = effective?.credential;
      const found: CallableTool = {
        server,
        name,
        credentialId: credential?.id,
        isRepeatable: await isRepeatable(row, server, name),
        call: (args, signal) => callAs(deps, { orgId, source, credential }, { name, arguments: args }, signal),
      };
      return { isFound: true, tool: found };
    },
  };
}

function whyNotNow(row: InstallationRow): FoundTool | undefined {
  if (row.is_quarantined) {
    return refuse('tool_quarantined', `the tools of ${row.title} changed after their approval: approve them first`);
  }
  // During an update the approved version is still in use.
  if (row.status === 'installed' || row.status === 'updating') return undefined;
  return refuse('tool_not_installed', `${row.title} is ${row.status}`);
}

interface CallPlace {
  readonly orgId: string;
  readonly source: ToolSource;
  readonly credential: Credential;
}

/** Renews a refused token once and repeats the call: after that refusal nothing was done. */
async function callAs(
  { headersOf, credentialLifecycle, callTool }: ToolCallsDeps,
  { orgId, source, credential }: CallPlace,
  call: Parameters<CallTool>[2],
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const ask = (headers: Readonly<Record<string, string>>) =>
    callTool(orgId, { ...source, headers: { ...source.headers, ...headers } }, call, signal);
  if (credential === undefined) return toRefusal(await ask({}));
  const headers = await headersOf(credential);
  if (headers === undefined) {
    const message = `only the agent itself can use credentials of kind ${credential.auth_type}`;
    return { kind: 'refused', code: 'credential_not_usable', message, isRetryable: false };
  }
  const outcome = await ask(headers);
  if (outcome.kind !== 'unauthorized') return outcome;
  const renewed = await renew(credentialLifecycle, orgId, credential);
  const again = renewed === undefined ? undefined : await headersOf(renewed);
  return toRefusal(again === undefined ? outcome : await ask(again));
}

/** Gives undefined if there is nothing newer. */
async function renew(
  credentialLifecycle: ToolCallsDeps['credentialLifecycle'],
  orgId: string,
  { id, version }: NonNullable<Credential>,
) {
  try {
    const renewed = await credentialLifecycle.refresh(orgId, id, version);
    return renewed.version === version ? undefined : renewed;
  } catch (error) {
    // It cannot be renewed now: the server's refusal stands.
    if (isAppError(error)) return undefined;
    throw error;
  }
}

function toRefusal(outcome: ToolOutcome): ToolOutcome {
  if (outcome.kind !== 'unauthorized') return outcome;
  const message = 'the server refuses the credential of the agent';
  return { kind: 'refused', code: 'unauthorized', message, isRetryable: false };
}

function refuse(code: string, message: string): FoundTool {
  return { isFound: false, code, message };
}
