/** Agents as the API shows them: the stored row and the derived staleness. */

import type { AgentView } from '../../../contract/api/agents/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { AgentCore } from './core.ts';
import type { FindAgentHooks } from './hooks.ts';
import { toAgent } from './rows.ts';
import type { AgentFilter, AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentViewFilter extends AgentFilter {
  readonly stale?: boolean | 'unknown' | undefined;
}

export interface AgentViews {
  /** @throws AppError `not_found`. */
  view(db: Db, orgId: string, id: string): Promise<AgentView>;
  /** Lists agents, newest first. The filter by staleness lists registered agents only. */
  listViews(orgId: string, page: PageStart, filter: AgentViewFilter): Promise<Page<AgentView>>;
}

export interface AgentViewsDeps {
  readonly db: Db;
  readonly core: AgentCore;
  readonly store: AgentStore;
  readonly hooks: FindAgentHooks;
}

/** Staleness is derived, so the filter reads agents in steps of this size. */
const lookedAtOnce = 500;

export function createAgentViews({ db, core, store, hooks }: AgentViewsDeps): AgentViews {
  const toViews = async (from: Db, orgId: string, rows: readonly AgentRow[]): Promise<AgentView[]> => {
    const staleness = await hooks().stalenessOf(from, orgId, rows);
    return rows.map((row, index) => ({ ...toAgent(row), staleness: staleness[index] ?? null }));
  };

  /** Finds stale agents, one more than a page holds if there are so many. */
  const findStale = async (
    orgId: string,
    page: PageStart,
    { stale, ...filter }: AgentViewFilter,
  ): Promise<{ readonly seq: number; readonly view: AgentView }[]> => {
    const found: { seq: number; view: AgentView }[] = [];
    let before = page.before;
    while (found.length <= page.limit) {
      const rows = await store.list(db, orgId, { limit: lookedAtOnce, before }, { ...filter, isRegistered: true });
      const views = await toViews(db, orgId, rows);
      for (const [index, view] of views.entries()) {
        if (view.staleness?.stale === stale) found.push({ seq: rows[index]?.seq ?? 0, view });
      }
      before = rows.at(-1)?.seq;
      if (rows.length <= lookedAtOnce) break;
    }
    return found;
  };

  return {
    async view(from, orgId, id) {
      const [view] = await toViews(from, orgId, [await core.load(from, orgId, id)]);
      if (view === undefined) throw new Error('one agent has one view');
      return view;
    },
    async listViews(orgId, page, filter) {
      if (filter.stale !== undefined) {
        return toPage(await findStale(orgId, page, filter), page.limit, ({ view }) => view);
      }
      const rows = await store.list(db, orgId, page, filter);
      const views = await toViews(db, orgId, rows);
      const listed = rows.flatMap((row, index) => {
        const view = views[index];
        return view === undefined ? [] : [{ seq: row.seq, view }];
      });
      return toPage(listed, page.limit, ({ view }) => view);
    },
  };
}
