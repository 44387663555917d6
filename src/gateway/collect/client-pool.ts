/**
 * Shares clients of auditors by address: chains of many agents use one client. A client that no chain names any longer
 * is closed after a while, when the exchanges that began with it have ended.
 */
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { acceptedIds } from './identity.ts';
import type { ChainItem } from './manifest.ts';

export interface ConnectedAuditor {
  readonly client: AuditorClient;
  readonly boundary: 'attested' | 'remote';
  /** The ids that it answered with so far; absent for an auditor in this process, which nobody else can be. */
  readonly told?: () => readonly string[];
  /** Why its last health or vocabulary failed; absent for an auditor in this process. */
  readonly failure?: () => string | undefined;
  /** Values of the auditor's own settings in its environment; absent for an auditor in another process. */
  readonly effectiveConfig?: Readonly<Record<string, unknown>>;
}

/** The source of an item: the gateway's own files, or the organisation's configuration. */
export type PlacedBy = 'files' | 'config';

/** Connects an auditor; `ids` are those that it may have. */
export type ConnectAuditor = (item: ChainItem, placedBy: PlacedBy, ids: readonly string[]) => ConnectedAuditor;

export interface ClientPool {
  /**
   * Gives the client of an item; configuration and files share one for the same address. `also` are the ids that its
   * auditor may have besides those of the item.
   */
  connect(item: ChainItem, placedBy: PlacedBy, also?: readonly string[]): ConnectedAuditor;
  /** Reports which clients are in use; all others are closed after a while, unless they are requested again. */
  sweep(inUse: ReadonlySet<AuditorClient>): void;
  close(): Promise<void>;
}

interface Place {
  readonly connected: ConnectedAuditor;
  retiring?: NodeJS.Timeout;
}

const retireAfterMs = 300_000;

export function createClientPool(connect: ConnectAuditor, afterMs = retireAfterMs): ClientPool {
  const places = new Map<string, Place>();
  let closing: Promise<unknown> = Promise.resolve();

  const retire = (address: string, place: Place): void => {
    place.retiring ??= setTimeout(() => {
      places.delete(address);
      closing = Promise.all([closing, place.connected.client.close()]);
    }, afterMs).unref();
  };

  return {
    connect(item, placedBy, also) {
      const ids = acceptedIds(item, also);
      const place = placeOf(item, ids);
      const address = `${placedBy} ${place}`;
      const known = places.get(address) ?? (placedBy === 'config' ? places.get(`files ${place}`) : undefined);
      if (known === undefined) {
        const connected = connect(item, placedBy, ids);
        places.set(address, { connected });
        return connected;
      }
      clearTimeout(known.retiring);
      delete known.retiring;
      return known.connected;
    },
    sweep(inUse) {
      for (const [address, place] of places) if (!inUse.has(place.connected.client)) retire(address, place);
    },
    async close() {
      for (const { retiring } of places.values()) clearTimeout(retiring);
      await Promise.all([closing, ...[...places.values()].map(({ connected }) => connected.client.close())]);
      places.clear();
    },
  };
}

/** With mTLS a connection accepts the certificates of certain ids, so only items with the same ids share one. */
function placeOf(item: ChainItem, ids: readonly string[]): string {
  const address = addressOf(item);
  return item.url?.startsWith('https://') === true ? JSON.stringify([address, ...new Set(ids)]) : address;
}

/** Items with one address are the same auditor with the same settings. */
export function addressOf({ name, image, port, url, env = {} }: ChainItem): string {
  if (url !== undefined) return url;
  const sorted = Object.entries(env).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([name, image, port, sorted]);
}
