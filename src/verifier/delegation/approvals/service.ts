/** Approvals: made, decided once, and used once. */
import { toPage } from '../../../platform/http/page.ts';
import { type ApprovalDeps, createApprovalCore, noSuchApproval } from './core.ts';
import { decidableBy } from './decidable.ts';
import { assertInTime, createApprovalDecisions } from './decide.ts';
import { createMakeApproval } from './make.ts';
import type { Approvals } from './ports.ts';
import type { ApprovalDecisionRow, ApprovalRow } from './tables.ts';
import { createApprovalUpkeep } from './upkeep.ts';
import { statusAt, toApproval } from './views.ts';
import { createMaySeeApproval, visibleTo } from './visibility.ts';

export function createApprovals(deps: ApprovalDeps): Approvals {
  const { db, store, clock, changes, publicUrl } = deps;
  const core = createApprovalCore(deps);
  const maySee = createMaySeeApproval(deps);
  const upkeep = createApprovalUpkeep(core);
  const decisions = createApprovalDecisions({ core, upkeep, maySee });

  const show = (row: ApprovalRow, said: readonly ApprovalDecisionRow[]) =>
    toApproval(row, { now: clock.now(), publicUrl, decisions: said });
  const toView: Approvals['toView'] = async (from, row) =>
    show(row, await store.listDecisions(from, row.org_id, [row.id]));

  return {
    ...upkeep,
    ...decisions,
    toView,
    create: createMakeApproval(core),
    countVisible: (author, of) =>
      store.countPending(db, author.orgId, clock.now(), { ...of, where: visibleTo(author) }),
    countPending: (from, orgId, where) => store.countPending(from, orgId, clock.now(), where),
    async step(author, id, step, reason) {
      const view = await db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        const row = await upkeep.take(tx, author.orgId, id);
        // Commits the expiry; the call below refuses.
        if (row.status === 'expired') return undefined;
        return toView(tx, await decisions[step](tx, author, id, reason));
      });
      if (view !== undefined) return view;
      // The second call refuses with the reason for this author: not visible, not theirs, or too late.
      return db.transaction(async (tx) => toView(tx, await decisions[step](tx, author, id, reason)));
    },
    async get(author, id) {
      const row = await store.find(db, author.orgId, id);
      if (row === undefined || !(await maySee(db, author, row))) return noSuchApproval();
      assertInTime({ status: statusAt(row, clock.now()) });
      return toView(db, row);
    },
    async list(author, { decidableBy: decider, ...filter }, page) {
      const { orgId } = author;
      const now = clock.now();
      const where = [visibleTo(author)];
      if (decider !== undefined) {
        const role = await deps.roleOf(db, orgId, decider.user);
        where.push(decidableBy(decider, role, now));
      }
      const rows = await store.list(db, orgId, now, page, { ...filter, where });
      const ids = rows.map(({ id }) => id);
      const said = await store.listDecisions(db, orgId, ids);
      return toPage(rows, page.limit, (row) => show(row, said));
    },
  };
}
