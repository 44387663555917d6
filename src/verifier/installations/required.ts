/**
 * Has apps that a rule requires there by themselves: looks which agents of the rule's scope
 * lack its app, and begins to install it in the name of the rule. A rule that goes uninstalls nothing.
 */
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Db } from '../../platform/db/db.ts';
import { isAppError } from '../../platform/errors.ts';
import type { AgentPartners } from '../agents/partners.ts';
import type { AppVersion } from '../app-catalog/seams.ts';
import { type Author, createAuthor } from '../control/author.ts';
import { askForApproval } from './approval-step.ts';
import { type AppTarget, toTarget } from './config-values.ts';
import { type InstallationCore, insertNew, installationsAuthor } from './core.ts';
import { toNewInstallation } from './new-installation.ts';
import type { RequiredStore, RequiringRule } from './required-store.ts';
import type { InstallationWork } from './work.ts';

export interface RequiredApps {
  /** Goes on where the last run ended; how many were begun. */
  sweep(): Promise<number>;
}

export interface RequiredAppsDeps {
  readonly core: InstallationCore;
  readonly store: RequiredStore;
  readonly work: Pick<InstallationWork, 'kick'>;
  /** Which role the author of a rule has now. */
  readonly roleOf: AgentPartners['roleOf'];
}

/** Of one run. */
const mostRules = 50;
const mostBegun = 50;

export function createRequiredApps({ core, store, work, roleOf }: RequiredAppsDeps): RequiredApps {
  const { db, changes } = core;
  /** Where the next run of this process begins; another process has its own, and an agent gets an app once. */
  let afterSeq = 0;

  const begin = (rule: RequiringRule, agentId: string, found: Found): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { orgId } = rule;
      await changes.hold(tx, orgId);
      // Read anew under the hold: the rule may be gone, the agent retired, the app there.
      const agent = await core.agents.findStanding(tx, orgId, agentId);
      if (agent === undefined || agent.status === 'decommissioned') return false;
      if (!(await holds(tx, rule))) return false;
      if ((await core.store.findLiving(tx, orgId, agentId, found.app.appId)) !== undefined) return false;
      const wish = { app: found.app, agent, config: {}, connectUserId: null, by: rule.id };
      const row = await insertNew(core, tx, toNewInstallation(core, wish), found.target);
      const author = installationsAuthor(orgId);
      await core.note(tx, author, row, {
        ...{
          action: 'required',
          message: `${found.app.title} ${found.app.version} is required, and is to be installed`,
        },
        fields: { rule_id: rule.id, rule_level: rule.level, set_by: rule.setBy },
      });
      if (await takesApproval(tx, rule, found)) {
        const wisher: Author = { ...createAuthor(orgId, rule.setBy, 'operator'), isDeployment: false };
        const approval = await askForApproval(core, tx, wisher, { ...found, agent, isUpdate: false });
        await core.moveIn(tx, author, row, { status: 'awaiting_approval', approval_id: approval });
      }
      afterCommit(tx, () => work.kick(row));
      return true;
    });

  /** What is above or beside it may say otherwise. */
  const holds = async (from: Db, { id, orgId, level, scopeId, tool }: RequiringRule): Promise<boolean> => {
    const { mode, decidedBy } = await core.tools.verdictOf(from, orgId, level === 'org' ? '' : scopeId, tool);
    return mode === 'required' && decidedBy.ruleId === id;
  };

  /** As if its author installed it: what an admin requires is what an admin wants. */
  const takesApproval = async (tx: Db, { orgId, level, setBy }: RequiringRule, { app }: Found): Promise<boolean> =>
    app.trustTier === 'community' && level !== 'org' && (await roleOf(tx, orgId, setBy)) !== 'admin';

  /** Undefined for what nobody could install without saying more: effective tools show that it is missing. */
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
      const rules = await store.listRules(db, afterSeq, mostRules);
      let begun = 0;
      for (const rule of rules) {
        // First: what goes wrong with one rule keeps the next run from no other.
        afterSeq = rule.seq;
        if (!(await holds(db, rule))) continue;
        const agents = await store.listLacking(db, rule, mostBegun - begun);
        const found = agents.length === 0 ? undefined : await find(rule);
        if (found === undefined) continue;
        for (const agent of agents) if (await begin(rule, agent, found)) begun += 1;
        if (begun < mostBegun) continue;
        // This run is full: the next one begins with the same rule.
        afterSeq = rule.seq - 1;
        return begun;
      }
      if (rules.length < mostRules) afterSeq = 0;
      return begun;
    },
  };
}

interface Found {
  readonly app: AppVersion;
  readonly target: AppTarget;
}
