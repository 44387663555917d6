/** Manages the addresses that may be called for an organisation besides public ones. They are checked, then stored as written. */
import { and, eq } from 'drizzle-orm';
import type { OutboundRules } from '../../../contract/api/outbound-rules.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  isNeverAllowed,
  mergeAllow,
  type OutboundAllow,
  parseAllowItem,
  touchesLoopback,
} from '../../../platform/http/outbound-addresses.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { Workspaces } from '../workspaces/service.ts';
import type { Outbound } from './ports.ts';
import { type OutboundRulesRow, outboundRulesTable } from './tables.ts';

export interface RulesDeps {
  readonly clock: Clock;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  /** Finds an organisation that the author may see. */
  readonly getOrganization: Workspaces['getOrganization'];
  /** Addresses that the deployment allows for all organisations. */
  readonly allow: OutboundAllow;
}

export interface RulesService extends Pick<Outbound, 'getRules' | 'setRules'> {
  /** Gives the present rules, including those that another process just wrote. */
  allowOf(db: Db, orgId: string): Promise<OutboundAllow>;
}

export function createOutboundRules({ clock, audit, changes, getOrganization, allow }: RulesDeps): RulesService {
  const table = outboundRulesTable;
  const find = async (db: Db, orgId: string): Promise<OutboundRulesRow | undefined> =>
    (await db.select().from(table).where(eq(table.org_id, orgId)))[0];

  /** Compares and sets; undefined if the record has another revision. */
  const write = async (tx: Db, row: OutboundRulesRow): Promise<OutboundRulesRow | undefined> => {
    if (row.revision === 1) return (await tx.insert(table).values(row).onConflictDoNothing().returning())[0];
    const isAtBase = and(eq(table.org_id, row.org_id), eq(table.revision, row.revision - 1));
    return (await tx.update(table).set(row).where(isAtBase).returning())[0];
  };

  return {
    async allowOf(db, orgId) {
      const row = await find(db, orgId);
      const items = (row?.allow ?? []).map(parseAllowItem);
      return items.reduce<OutboundAllow>((all, one) => (one === undefined ? all : mergeAllow(all, one)), nothing);
    },
    async getRules(db, author, orgId) {
      await getOrganization(db, author, orgId);
      assertMay({ ...author, orgId }, 'outbound.read', 'reading the outbound rules');
      return toView(orgId, await find(db, orgId));
    },
    async setRules(tx, author, orgId, rules, revision) {
      assertStorable(rules);
      await getOrganization(tx, author, orgId);
      const own = { ...author, orgId };
      assertMay(own, 'outbound.write', 'changing the outbound rules of an organisation');
      for (const [index, item] of rules.allow.entries()) assertAllowable(item, index, allow);
      await changes.hold(tx, orgId);
      const before = await find(tx, orgId);
      const row = {
        org_id: orgId,
        allow: rules.allow,
        revision: revision + 1,
        updated_at: clock.now(),
        updated_by: author.user,
      };
      const written = await write(tx, row);
      if (written === undefined) throw staleRevision();
      const details = { allow: rules.allow, before: before?.allow ?? [], revision: written.revision };
      const entry = { action: 'outbound_rules.updated', resourceType: 'outbound_rules', resourceId: orgId, details };
      await audit.append(tx, own, entry);
      return toView(orgId, written);
    },
  };
}

const nothing: OutboundAllow = { hosts: new Set(), blocks: [] };

/** A wider block is larger than any private network: it would only lift the rules for public addresses. */
const fewestBits = { ipv4: 8, ipv6: 7 } as const;

function assertAllowable(text: string, index: number, deployment: OutboundAllow): void {
  const item = parseAllowItem(text);
  if (item === undefined) {
    throw wrongRule(index, 'outbound_rule', 'must be a host name, an address or a block such as 10.0.0.0/8');
  }
  if (isNeverAllowed(item)) {
    throw wrongRule(index, 'never_allowed', 'metadata servers of clouds and link-local addresses are never called');
  }
  const [block] = item.blocks;
  if (block !== undefined && block[1] < fewestBits[block[0].kind()]) {
    throw wrongRule(index, 'too_wide', 'a block must be /8 or smaller (IPv6: /7 or smaller)');
  }
  if (deployment.barsLoopback === true && touchesLoopback(item)) {
    throw wrongRule(index, 'loopback', 'loopback is not called in production');
  }
}

function wrongRule(index: number, reason: string, message: string): AppError {
  const errors = [{ pointer: `/allow/${index}`, message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason } });
}

function toView(orgId: string, row: OutboundRulesRow | undefined): OutboundRules {
  if (row === undefined) return { org_id: orgId, allow: [], revision: 0, updated_at: null, updated_by: null };
  return { ...row, allow: [...row.allow], updated_at: toTimestamp(row.updated_at) };
}
