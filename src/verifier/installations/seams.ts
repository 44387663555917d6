/** What installed apps give to the rest of the verifier: who has which app, and which tools it showed (platform model 8). */
import type { Db } from '../../platform/db/db.ts';
import type { Author } from '../control/author.ts';
import type { ClientRegistration } from '../foreign-oauth/seams.ts';

export const installationStatuses = [
  'requested',
  'awaiting_approval',
  'discovering',
  'registering',
  'awaiting_connect',
  'installed',
  'updating',
  'uninstalling',
  'removed',
  'failed',
] as const;
export type InstallationStatus = (typeof installationStatuses)[number];

/** One tool as its server defines it; the hash is over all of the definition. */
export interface KnownTool {
  readonly server: string;
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  /** `sha256:` over the canonical JSON (RFC 8785) of its members, those included that this program does not know. */
  readonly hash: string;
  /** A gateway's judge denied the definition: `open` until a person lets it be shown all the same, which is `allowed`. */
  readonly finding?: 'open' | 'allowed';
}

export interface InstalledApp {
  readonly id: string;
  readonly appId: string;
  readonly version: string;
  readonly name: string;
  readonly agentId: string;
  readonly workspaceId: string;
  readonly status: InstallationStatus;
  /** Tools changed since they were approved: none is callable until somebody looks. */
  readonly isQuarantined: boolean;
  readonly service: string;
  readonly auth: {
    readonly required: boolean;
    readonly type: string | null;
    readonly resource: string | null;
    readonly issuer: string | null;
    readonly registration: ClientRegistration | null;
    readonly scopes: readonly string[];
    /** Whoever installed it chose the host. */
    readonly isHostChosen: boolean;
  };
  readonly tools: readonly (Pick<KnownTool, 'server' | 'name'> & {
    /** Denied by a gateway's judge, and let by nobody: it alone is not callable. */
    readonly isWithheld: boolean;
  })[];
}

export interface Installations {
  /** Of one agent, those that are not removed. */
  listOfAgent(db: Db, orgId: string, agentId: string): Promise<readonly InstalledApp[]>;
  /** After a credential was connected: moves on what waited for it (`awaiting_connect`). */
  onConnected(orgId: string, credentialId: string): Promise<void>;
  /** Retires all of an agent, in the transaction that retires it. */
  removeAllOf(tx: Db, author: Author, agentId: string): Promise<void>;
  /** Goes on with what a process left in the middle, and looks at tools that were not looked at for long. */
  sweep(): Promise<number>;
}
