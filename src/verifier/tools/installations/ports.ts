/** Interfaces that installed apps give to the rest of the verifier: the apps of each agent, and the tools that they showed. */
import type { InstallationStatus } from '../../../contract/api/installations/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { ClientRegistration } from '../foreign-oauth/ports.ts';

/** One tool as its server defines it; the hash covers the whole definition. */
export interface KnownTool {
  readonly server: string;
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  /** `sha256:` over the canonical JSON (RFC 8785) of all its members, including unknown ones. */
  readonly hash: string;
  /** Set if a gateway denied the definition: `open`, or `allowed` once a person permits it. */
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
  /** Tools changed since they were approved: none is callable until a person approves them. */
  readonly isQuarantined: boolean;
  readonly service: string;
  readonly auth: {
    readonly required: boolean;
    readonly type: string | null;
    readonly resource: string | null;
    readonly issuer: string | null;
    readonly registration: ClientRegistration | null;
    readonly scopes: readonly string[];
    /** The person who installed it chose the host. */
    readonly isHostChosen: boolean;
  };
  readonly tools: readonly (Pick<KnownTool, 'server' | 'name'> & {
    /** A gateway denied it and nobody allowed it: this tool alone is not callable. */
    readonly isWithheld: boolean;
  })[];
}

export interface Installations {
  /** Lists the apps of one agent that are not removed. */
  listOfAgent(db: Db, orgId: string, agentId: string): Promise<readonly InstalledApp[]>;
  /** Continues installations that waited for this credential (`awaiting_connect`). */
  onConnected(orgId: string, credentialId: string): Promise<void>;
  /** Removes all apps of an agent, in the transaction that retires it. */
  removeAllOf(tx: Db, author: Author, agentId: string): Promise<void>;
  /** Removes all apps of a workspace, in the transaction that removes it. */
  removeAllIn(tx: Db, author: Author, workspaceId: string): Promise<void>;
  /** Continues work that a process left unfinished, and checks tools that were not checked for long. */
  sweep(): Promise<number>;
}
