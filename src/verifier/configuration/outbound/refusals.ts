/**
 * Logs refused calls in the audit log of their organisation. The first one to a place is written before the caller gets its
 * refusal. Later ones for the same reason in the same minute are counted and become one entry at its end.
 */
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Refusal } from '../../../platform/http/guarded-fetch.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { createAuthor } from '../../base/control/author.ts';

export interface OutboundRefusals {
  note(orgId: string, refusal: Refusal): Promise<void>;
  /** Writes the counted refusals, and waits for that. */
  flush(): Promise<void>;
}

export interface RefusalsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly log: Pick<Logger, 'error'>;
  /** Runs something later; gives a function that cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
}

interface Counted {
  readonly orgId: string;
  readonly refusal: Refusal;
  readonly firstAt: number;
  /** Number after the first one, which is written. */
  readonly more: number;
}

const everyMs = 60_000;
/** Maximum of places of one organisation in a minute; further ones share an entry. */
const maxPlaces = 60;

export function createOutboundRefusals(deps: RefusalsDeps): OutboundRefusals {
  const { clock, log, schedule } = deps;
  let minute = new Map<string, Map<string, Counted>>();
  let callOff: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (counted: readonly Counted[]): Promise<void> => {
    for (const { orgId, refusal, firstAt, more } of counted) {
      // The caller already has its refusal, so a failure here only goes to the log, with the missing entries.
      await append(deps, orgId, refusal, { count: more, first_at: toTimestamp(firstAt) }).catch((error: unknown) => {
        log.error({ err: error, org_id: orgId, ...refusal, count: more }, 'refused calls could not be recorded');
      });
    }
  };

  const flush = (): Promise<void> => {
    callOff?.();
    callOff = undefined;
    const counted = [...minute.values()].flatMap((places) => [...places.values()]).filter(({ more }) => more > 0);
    minute = new Map();
    writing = writing.then(() => writeAll(counted));
    return writing;
  };

  return {
    async note(orgId, refusal) {
      const places = minute.get(orgId) ?? new Map<string, Counted>();
      minute.set(orgId, places);
      const named = `${refusal.reason} ${refusal.host}:${refusal.port}`;
      const isOne = places.has(named) || places.size < maxPlaces;
      const place = isOne ? refusal : { host: 'others', port: 0, reason: refusal.reason };
      const key = isOne ? named : `${refusal.reason} others`;
      const known = places.get(key);
      places.set(key, { orgId, refusal: place, firstAt: known?.firstAt ?? clock.now(), more: (known?.more ?? -1) + 1 });
      callOff ??= schedule(() => void flush(), everyMs);
      if (known === undefined) await append(deps, orgId, place, { count: 1 });
    },
    flush,
  };
}

async function append(
  { db, audit }: RefusalsDeps,
  orgId: string,
  { host, port, reason }: Refusal,
  counted: Readonly<Record<string, unknown>>,
): Promise<void> {
  // The entry has no person: calls to an address of the organisation may be made long after somebody entered it.
  const author = createAuthor(orgId, 'system');
  await db.transaction((tx) =>
    audit.append(tx, author, {
      action: 'outbound.refused',
      resourceType: 'host',
      resourceId: host === '' ? 'unreadable' : host,
      details: { host, port, reason, ...counted },
      failure: reason,
    }),
  );
}
