/** How an agent is spoken to, as its card says: the protocol version, and what the agent can do besides answering. Pure. */
import { isRecord } from '@assay/sdk/contract';

export type AgentCard = Readonly<Record<string, unknown>>;

/** Versions of A2A that are spoken here, the newest first. */
export const a2aVersions = ['1.0', '0.3'] as const;
export type A2aVersion = (typeof a2aVersions)[number];

export interface AgentInterface {
  readonly version: A2aVersion;
  /** Sent with every request (1.0). */
  readonly tenant: string | undefined;
  readonly canStream: boolean;
  readonly canPush: boolean;
}

/** Finds the newest version that the agent speaks over JSON-RPC at this address; undefined for none. */
export function agentInterfaceOf(card: AgentCard, url: string): AgentInterface | undefined {
  const { streaming, pushNotifications } = isRecord(card['capabilities']) ? card['capabilities'] : {};
  const here = interfacesOf(card).filter((one) => one.binding === 'JSONRPC' && isSame(one.url, url));
  for (const version of a2aVersions) {
    const found = here.find((one) => versionOf(one.version) === version);
    if (found === undefined) continue;
    const { tenant } = found;
    return {
      version,
      tenant: typeof tenant === 'string' && tenant !== '' ? tenant : undefined,
      canStream: streaming === true,
      canPush: pushNotifications === true,
    };
  }
  return undefined;
}

/** A patch number changes nothing of the protocol. */
function versionOf(version: unknown): A2aVersion | undefined {
  const [, number] = typeof version === 'string' ? (/^(\d\.\d)(?:\.\d{1,3})?$/.exec(version) ?? []) : [];
  return a2aVersions.find((one) => one === number);
}

interface Declared {
  readonly url: unknown;
  readonly binding: unknown;
  readonly version: unknown;
  readonly tenant?: unknown;
}

/** Those of 1.0 have a list; a card of 0.3 has its address and its version at the top. A card may have both. */
function interfacesOf(card: AgentCard): readonly Declared[] {
  const { supportedInterfaces, url, preferredTransport = 'JSONRPC', additionalInterfaces, protocolVersion } = card;
  const listed = recordsOf(supportedInterfaces).map((one) => ({
    url: one['url'],
    binding: one['protocolBinding'],
    version: one['protocolVersion'],
    tenant: one['tenant'],
  }));
  const old = [{ url, transport: preferredTransport }, ...recordsOf(additionalInterfaces)].map((one) => ({
    url: one['url'],
    binding: one['transport'],
    version: protocolVersion,
  }));
  return [...listed, ...old];
}

function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isRecord);
}

function isSame(found: unknown, url: string): boolean {
  return typeof found === 'string' && URL.canParse(found) && new URL(found).href === new URL(url).href;
}
