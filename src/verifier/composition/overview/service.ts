/** The overview of an organisation: what waits for people, and how passports, gateways and auditors are. */
import type { Overview } from '../../../contract/api/statistics/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Statistics } from '../../attestation/statistics/service.ts';
import type { Author } from '../../base/control/author.ts';
import type { Gateways } from '../../configuration/gateways/service.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import { countOverview, type OverviewCounts } from './store.ts';

export interface OverviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly approvals: Pick<Approvals, 'countVisible'>;
  readonly gateways: Pick<Gateways, 'list' | 'rollout'>;
  readonly statistics: Pick<Statistics, 'top'>;
}

export interface Overviews {
  /** Reads the overview as this caller sees it. */
  read(author: Author): Promise<Overview>;
}

const maxGateways = 100;
const maxAuditors = 100;
const hourMs = 3_600_000;

export function createOverviews(deps: OverviewDeps): Overviews {
  const { db, clock, approvals, gateways, statistics } = deps;
  return {
    async read(author) {
      const { orgId } = author;
      const now = clock.now();
      const [counts, forApproval, forConsent, page, rollout, auditors] = await Promise.all([
        countOverview(db, author, now),
        approvals.countVisible(author, { exceptKind: 'delegation' }),
        approvals.countVisible(author, { kind: 'delegation' }),
        gateways.list(orgId, { limit: maxGateways, before: undefined }),
        gateways.rollout(orgId, undefined),
        statistics.top(orgId, { by: 'auditor', from: toTimestamp(now - hourMs), limit: maxAuditors }),
      ]);
      const { lineage, revision } = rollout;
      return {
        at: toTimestamp(now),
        passports: toPassports(counts),
        waiting: {
          approvals: forApproval,
          delegations: forConsent,
          quarantined_apps: counts.quarantined,
          access_reviews: counts.reviews,
          invitations: counts.invitations,
        },
        gateways: {
          total: rollout.counts.total,
          newest: { lineage, revision },
          withheld: rollout.withheld,
          items: page.items.map(({ id, running, behind, state, problems, build, last_seen_at }) => {
            const ready = state === 'current' && problems.length === 0;
            return { id, running, behind, state, problems, build, last_seen_at, ready };
          }),
        },
        auditors: auditors.items.map(({ name, exchanges, failed = 0, late = 0, mean_ms }) => {
          return { name, exchanges, failed, late, mean_ms };
        }),
      };
    },
  };
}

function toPassports({ affirming, warning, contraindicated, none, expired, revoked }: OverviewCounts) {
  return { valid: { affirming, warning, contraindicated, none }, expired, revoked };
}
