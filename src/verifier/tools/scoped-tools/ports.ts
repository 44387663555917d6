/** Interface of scoped tools for the rest of the verifier: the tools of an agent. */

import type { AuthStatus } from '../../../contract/api/scoped-credentials/states.ts';
import type { ToolMode, toolAuthStatuses } from '../../../contract/api/scoped-tools/states.ts';
import type { OwnTool } from '../../../contract/own-tools.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { InstalledApp } from '../installations/ports.ts';

/** A tool of an app: `*` stands for all of its servers, or all of a server's tools. */
export interface ToolName {
  readonly appId: string;
  readonly server: string;
  readonly name: string;
}

export interface DecidedBy {
  readonly level: 'org' | 'workspace' | 'default';
  /** Id of the organisation or the workspace; null if no rule decided. */
  readonly id: string | null;
  /** `stl_…`; null if no rule decided. */
  readonly ruleId?: string | null;
}

/** A rule with another verdict that was overridden. */
export interface OverriddenRule {
  readonly level: 'org' | 'workspace';
  readonly id: string;
  readonly ruleId: string;
  readonly mode: ToolMode;
}

/** The mode of one tool after the cascade; `blocked` by `default` if no rule names it. */
export interface ToolVerdict {
  readonly mode: ToolMode;
  readonly decidedBy: DecidedBy;
  readonly reason: string | null;
  readonly overridden: readonly OverriddenRule[];
}

/** How signing in stands; `not_installed` while the app is absent, and nothing can be said. */
export type ToolAuthStatus = (typeof toolAuthStatuses)[number];

export interface EffectiveTool {
  readonly tool: ToolName;
  readonly verdict: ToolVerdict;
  readonly installed: boolean;
  readonly callable: boolean;
  readonly auth: {
    readonly required: boolean;
    readonly type: string | null;
    readonly status: ToolAuthStatus;
    readonly credentialId: string | null;
    readonly scopesMissing: readonly string[];
    readonly connectUrl: string | null;
  };
  /** Code of why it is not callable; null if it is. */
  readonly reason: string | null;
}

export interface EffectiveTools {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly readiness: 'ready' | 'degraded';
  readonly unmetRequirements: readonly { readonly tool: ToolName; readonly status: string }[];
  /** The items of the requested page, and one more if there is one. */
  readonly items: readonly EffectiveTool[];
  /** Position of the first item among all. */
  readonly first: number;
  readonly total: number;
}

/** An app of an agent, and its credential status. */
export interface EffectiveApp {
  readonly app: InstalledApp;
  readonly auth: Omit<EffectiveTool['auth'], 'status'> & { readonly status: AuthStatus };
  /** Code of why none of its tools is callable; null if those are that no rule blocks. */
  readonly reason: string | null;
}

export interface EffectiveApps {
  readonly apps: readonly EffectiveApp[];
  modeOf(tool: ToolName): ToolMode;
}

/** The agent whose tools are asked about; with a person, those that it has for that person. */
export interface ToolUser {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly userId?: string;
}

export interface ScopedTools {
  /**
   * Gives the verdict on a tool in this workspace. With `*` as name it is about any tool of the app: available or required if
   * one of them may be used. Installing asks it.
   */
  verdictOf(db: Db, orgId: string, workspaceId: string, tool: ToolName): Promise<ToolVerdict>;
  /** True if a rule requires a tool of this app for agents of the workspace: it cannot be uninstalled then. */
  requires(db: Db, orgId: string, workspaceId: string, appId: string): Promise<boolean>;
  /** Lists those of these tools of our own services that rules of this workspace make available or required. */
  listAllowedOwn(db: Db, orgId: string, workspaceId: string, tools: readonly OwnTool[]): Promise<readonly OwnTool[]>;
  /** Gives the resolved cascade of one agent. Four queries, whatever the number of rules. */
  effective(db: Db, orgId: string, who: ToolUser, page: PageStart): Promise<EffectiveTools>;
  /** Gives the apps of the agent by the same queries; tools are asked for one by one. */
  effectiveApps(db: Db, orgId: string, who: ToolUser): Promise<EffectiveApps>;
}
