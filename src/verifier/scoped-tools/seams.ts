/** What scoped tools give to the rest of the verifier: which tools an agent has. */

import type { AuthStatus } from '../../contract/api/scoped-credentials/states.ts';
import type { ToolMode } from '../../contract/api/scoped-tools/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageStart } from '../../platform/http/page.ts';
import type { InstalledApp } from '../installations/seams.ts';

/** A tool of an app: `*` stands for all of its servers, or all of a server's tools. */
export interface ToolName {
  readonly appId: string;
  readonly server: string;
  readonly name: string;
}

export interface DecidedBy {
  readonly level: 'org' | 'workspace' | 'default';
  /** Of the organisation or the workspace; null where no rule decided. */
  readonly id: string | null;
  /** `stl_…`; null where no rule decided. */
  readonly ruleId?: string | null;
}

/** A rule that would say otherwise. */
export interface OverriddenRule {
  readonly level: 'org' | 'workspace';
  readonly id: string;
  readonly ruleId: string;
  readonly mode: ToolMode;
}

/** The mode of one tool after the cascade; `blocked` by `default` where no rule names it. */
export interface ToolVerdict {
  readonly mode: ToolMode;
  readonly decidedBy: DecidedBy;
  readonly reason: string | null;
  readonly overridden: readonly OverriddenRule[];
}

export interface EffectiveTool {
  readonly tool: ToolName;
  readonly verdict: ToolVerdict;
  readonly installed: boolean;
  readonly callable: boolean;
  readonly auth: {
    readonly required: boolean;
    readonly type: string | null;
    readonly status: AuthStatus;
    readonly credentialId: string | null;
    readonly scopesMissing: readonly string[];
    readonly connectUrl: string | null;
  };
  /** Why it is not callable, in one word; null where it is. */
  readonly reason: string | null;
}

export interface EffectiveTools {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly readiness: 'ready' | 'degraded';
  readonly unmetRequirements: readonly { readonly tool: ToolName; readonly status: string }[];
  /** Of the page that was asked for, and one more where there is one. */
  readonly items: readonly EffectiveTool[];
  /** Position of the first of them among all. */
  readonly first: number;
  readonly total: number;
}

/** An app that an agent has, and how it is signed in to. */
export interface EffectiveApp {
  readonly app: InstalledApp;
  readonly auth: EffectiveTool['auth'];
  /** Why none of its tools is callable, in one word; null where those are that no rule blocks. */
  readonly reason: string | null;
}

export interface EffectiveApps {
  readonly apps: readonly EffectiveApp[];
  modeOf(tool: ToolName): ToolMode;
}

/** Whose tools are asked about; with a person those that the agent has for them. */
export interface ToolUser {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly userId?: string;
}

export interface ScopedTools {
  /**
   * What holds for a tool in this workspace. With `*` for its name it is asked about any tool of the app: available or
   * required where one of them may be there. Installing asks it.
   */
  verdictOf(db: Db, orgId: string, workspaceId: string, tool: ToolName): Promise<ToolVerdict>;
  /** True where a rule requires a tool of this app for agents of the workspace: it is not uninstalled then. */
  requires(db: Db, orgId: string, workspaceId: string, appId: string): Promise<boolean>;
  /** The resolved cascade of one agent. Three queries, whatever the number of rules. */
  effective(db: Db, orgId: string, who: ToolUser, page: PageStart): Promise<EffectiveTools>;
  /** The same of the apps that the agent has, by the same queries; tools are asked for one by one. */
  effectiveApps(db: Db, orgId: string, who: ToolUser): Promise<EffectiveApps>;
}
