/** Shows and resends the Evidence that the verifier refused, for the operator of the gateway. */
import { refusedEvidence } from '../../contract/api/gateway-api/operations.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { addOperation } from '../../platform/http/mount-raw.ts';
import type { Forwarding } from '../evidence/forwarding-start.ts';

/** Absent where no verifier is configured: then no Evidence is refused. */
export type RefusedEvidenceDeps = Pick<Forwarding, 'refused' | 'resend'> | undefined;

export function addRefusedEvidenceRoutes(app: HttpApp, deps: RefusedEvidenceDeps): void {
  addOperation(app, refusedEvidence.list, async ({ query: { limit = '20', cursor = '-1' } }) => {
    const all = deps?.refused() ?? [];
    const behind = all.toSorted((left, right) => left.seq - right.seq).filter(({ seq }) => seq > Number(cursor));
    const items = behind.slice(0, Number(limit));
    const hasMore = behind.length > items.length;
    const nextCursor = hasMore ? String(items.at(-1)?.seq ?? '') : null;
    return { items, next_cursor: nextCursor, has_more: hasMore, total: all.length };
  });

  const resend = async () => {
    if (deps !== undefined) return deps.resend();
    throw new AppError('conflict', 'no verifier', { detail: 'No verifier is configured for this gateway.' });
  };
  addOperation(app, refusedEvidence.resend, resend, { access: 'admin' });
}
