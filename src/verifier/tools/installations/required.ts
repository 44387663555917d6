/**
 * Installs apps that rules require: finds agents in the rule's scope that lack its app, and begins the installation in the
 * rule's name. Removing a rule uninstalls nothing.
 */
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { AgentHooks } from '../../configuration/agents/hooks.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import { askForApproval } from './approval-step.ts';
import type { AppTarget } from './config-values.ts';
import { type InstallationCore, insertNew, installationsAuthor } from './core.ts';
import { toTarget } from './kinds/kinds.ts';
import { toNewInstallation } from './new-installation.ts';
import type { RequiredStore, RequiringRule } from './required-store.ts';
import type { InstallationWork } from './work.ts';

export interface RequiredApps {
  /** Continues where the last run ended; gives the number of installations begun. */
  sweep(): Promise<number>;
}

export interface RequiredAppsDeps {
  readonly core: InstallationCore;
  readonly store: RequiredStore;
  readonly work: Pick<InstallationWork, 'wake'>;
  /** Gives the present role of a rule's author. */
  readonly roleOf: AgentHooks['roleOf'];
}

const maxRules = 50;
const maxBegun = 50;

export function createRequiredApps({ core, store, work, roleOf }: RequiredAppsDeps): RequiredApps {
  const { db, changes } = core;
  /** Position of this process's next run. Other processes have their own; an agent still gets an app only once. */
  let afterSeq = 0;

  const begin = (rule: RequiringRule, agentId: string, found: Found): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { orgId } = rule;
      await changes.hold(tx, orgId);
      // Read again under the lock: the rule may be removed, the agent retired, or the app installed.
      const agent = await core.agents.findStanding(tx, orgId, agentId);
      if (agent === undefined || agent.status === 'decommissioned') return false;
      if (!(await holds(tx, rule))) return false;
      if ((await core.store.findLive(tx, orgId, agentId, found.app.appId)) !== undefined) return false;
      const request = { app: found.app, agent, config: {}, connectUserId: null, by: rule.id };
      const row = await insertNew(core, tx, toNewInstallation(core, request), found.target);
      const author = installationsAuthor(orgId);
      await core.note(tx, author, row, {
        action: 'required',
        message: `${found.app.title} ${found.app.version} is required and will be installed`,
        fields: { rule_id: rule.id, rule_level: rule.level, set_by: rule.setBy },
      });
      if (await takesApproval(tx, rule, found)) {
        const wisher: Author = { ...createAuthor(orgId, rule.setBy, 'operator'), isDeployment: false };
        const approval = await askForApproval(core, tx, wisher, { ...found, agent, isUpdate: false });
        await core.moveIn(tx, author, row, { status: 'awaiting_approval', approval_id: approval });
      }
      afterCommit(tx, () => work.wake(row));
      return true;
    });

  /** Another rule, above or beside it, may override it. */
  const holds = async (from: Db, { id, orgId, level, scopeId, tool }: RequiringRule): Promise<boolean> => {
    const { mode, decidedBy } = await core.tools.verdictOf(from, orgId, level === 'org' ? '' : scopeId, tool);
    return mode === 'required' && decidedBy.ruleId === id;
  };

  /** Checks approval as if the rule's author installed the app: an admin's rule needs none. */
  const takesApproval = async (tx: Db, { orgId, level, setBy }: RequiringRule, { app }: Found): Promise<boolean> =>
    app.trustTier === 'community' && level !== 'org' && (await roleOf(tx, orgId, setBy)) !== 'admin';

  /** Undefined for an app that needs configuration to be installed: effective tools show it as missing. */
  const find = async ({ orgId, tool }: RequiringRule): Promise<Found | undefined> => {
    try {
      const app = await core.catalog.find(db, orgId, tool.appId);
      return app.status === 'deleted' ? undefined : { app, target: toTarget(app, {}) };
    } catch (error) {
      if (isAppError(error, 'not_found') || isAppError(error, 'unprocessable')) return undefined;
      throw error;
    }
  };

  return {
    async sweep() {
      const rules = await store.listRules(db, afterSeq, maxRules);
      let begun = 0;
      for (const rule of rules) {
        // Moves on first, so that a failing rule does not block the next run.
        afterSeq = rule.seq;
        if (!(await holds(db, rule))) continue;
        const agents = await store.listLacking(db, rule, maxBegun - begun);
        const found = agents.length === 0 ? undefined : await find(rule);
        if (found === undefined) continue;
        for (const agent of agents) if (await begin(rule, agent, found)) begun += 1;
        if (begun < maxBegun) continue;
        // This run is full: the next one begins with the same rule.
        afterSeq = rule.seq - 1;
        return begun;
      }
      if (rules.length < maxRules) afterSeq = 0;
      return begun;
    },
  };
}

interface Found {
  readonly app: AppVersion;
  readonly target: AppTarget;
}
