/**
 * Records the owner of each signing key and each receipt chain: the gateway whose credential brought it first. From then on
 * another gateway's credential can bring nothing under that key or of that chain.
 */
import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import { gatewayHoldingsTable } from './tables.ts';

/** A signing key by its thumbprint, or a chain of receipts by its id. */
export interface Holding {
  readonly kind: 'key' | 'chain';
  readonly name: string;
}

/** The caller that brings it; without a gateway for the operator token and for callers on the same machine. */
export interface HoldingSender {
  readonly gatewayId?: string | undefined;
}

export interface Holdings {
  /** Finds the owners of those that have one, in no order. */
  find(orgId: string, things: readonly Holding[]): Promise<ReadonlyMap<string, string>>;
  /** Makes this gateway the owner of those without one, then finds the owners. */
  claim(orgId: string, gatewayId: string, things: readonly Holding[]): Promise<ReadonlyMap<string, string>>;
}

/** Gives the key under which `find` and `claim` name it. */
export function toHoldingKey({ kind, name }: Holding): string {
  return `${kind} ${name}`;
}

export function createHoldings(db: Db): Holdings {
  const table = gatewayHoldingsTable;
  const find: Holdings['find'] = async (orgId, things) => {
    if (things.length === 0) return new Map();
    const any = or(...things.map(({ kind, name }) => and(eq(table.kind, kind), eq(table.name, name))));
    const rows = await db
      .select()
      .from(table)
      .where(and(eq(table.org_id, orgId), any));
    return new Map(rows.map((row) => [toHoldingKey(row), row.gateway_id]));
  };
  return {
    find,
    async claim(orgId, gatewayId, things) {
      const found = await find(orgId, things);
      const free = new Map(things.map((thing) => [toHoldingKey(thing), thing]));
      for (const key of found.keys()) free.delete(key);
      if (free.size === 0) return found;
      // Sorted, so that two batches that claim the same ones cannot deadlock.
      const sorted = [...free.entries()].sort(([left], [right]) => (left < right ? -1 : 1));
      const rows = sorted.map(([, { kind, name }]) => ({ org_id: orgId, kind, name, gateway_id: gatewayId }));
      await db.insert(table).values(rows).onConflictDoNothing();
      return find(orgId, things);
    },
  };
}

/** Frees the holdings of a gateway that was removed. @returns their number. */
export async function releaseHoldings(tx: Db, orgId: string, gatewayId: string): Promise<number> {
  const table = gatewayHoldingsTable;
  const own = and(eq(table.org_id, orgId), eq(table.gateway_id, gatewayId));
  return (await tx.delete(table).where(own).returning({ one: sql`1` })).length;
}

export interface ForeignHolding {
  readonly reason: 'key_of_another_gateway' | 'chain_of_another_gateway';
  readonly message: string;
}

/** Says why a gateway may not bring something under a key or of a chain; undefined if it is its own, or nobody's. */
export function findForeign(
  owners: ReadonlyMap<string, string>,
  thing: Holding,
  { gatewayId }: HoldingSender,
): ForeignHolding | undefined {
  const owner = owners.get(toHoldingKey(thing));
  if (gatewayId === undefined || owner === undefined || owner === gatewayId) return undefined;
  const what = thing.kind === 'key' ? 'key' : 'chain of receipts';
  return {
    reason: `${thing.kind}_of_another_gateway`,
    message: `this ${what} belongs to gateway ${owner}, but the credential belongs to ${gatewayId}`,
  };
}

/** @throws AppError with the reason, if another gateway owns it. */
export async function assertOwn(
  holdings: Pick<Holdings, 'find'>,
  asked: { readonly orgId: string; readonly thing: Holding; readonly code: ErrorCode },
  sender: HoldingSender,
): Promise<void> {
  const { orgId, thing, code } = asked;
  if (sender.gatewayId === undefined) return;
  const foreign = findForeign(await holdings.find(orgId, [thing]), thing, sender);
  if (foreign === undefined) return;
  const { reason, message } = foreign;
  throw new AppError(code, message, { detail: message, extensions: { reason } });
}
