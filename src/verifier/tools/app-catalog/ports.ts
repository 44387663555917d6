/** Interface of the app catalog for the rest of the verifier. */
import type { AppRuntime } from '../../../contract/api/app-catalog/shapes.ts';
import type { AppStatus, AppType, TrustTier } from '../../../contract/api/app-catalog/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { SkillFile } from '../../../platform/tools/skill-files.ts';

export type { AppRuntime } from '../../../contract/api/app-catalog/shapes.ts';

export interface AppRemote {
  readonly type: 'streamable-http' | 'sse' | 'a2a';
  /** May hold `{variables}`, which the configuration of the installation fills. */
  readonly url: string;
  /** Of an A2A agent whose card is not at the well-known path of its host. */
  readonly card?: string;
  readonly headers?: readonly {
    readonly name: string;
    readonly isRequired?: boolean;
    readonly isSecret?: boolean;
    readonly value?: string;
  }[];
}

export interface AppPackage {
  readonly registryType: string;
  readonly identifier: string;
  readonly version: string;
  readonly transport: { readonly type: 'stdio' | 'streamable-http' | 'sse'; readonly url?: string };
  readonly fileSha256?: string;
  readonly environmentVariables?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly isRequired?: boolean;
    readonly isSecret?: boolean;
    readonly default?: string;
  }[];
}

/** One immutable version of an entry. */
export interface AppVersion {
  readonly appId: string;
  /** `reverse-dns/name`; also the service of its credentials, unless `authHint.service` names another. */
  readonly name: string;
  readonly type: AppType;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly trustTier: TrustTier;
  readonly status: AppStatus;
  readonly remotes: readonly AppRemote[];
  readonly packages: readonly AppPackage[];
  /** Of a skill; empty for every other type. */
  readonly skillFiles: readonly SkillFile[];
  readonly authHint: {
    readonly type?: string;
    readonly service?: string;
    readonly issuer?: string;
    readonly scopes?: readonly string[];
  } | null;
  /** Of an app of type auditor: which auditor it is, and where it is. */
  readonly auditor?: {
    readonly auditor_id: string;
    readonly url?: string;
    readonly image?: string;
    readonly vocabulary?: Readonly<Record<string, unknown>>;
  };
  /** Of an app of type runtime. */
  readonly runtime?: AppRuntime;
  readonly toolsPreview: readonly string[];
  /** `sha256:` of the canonical JSON (RFC 8785) of the entry. */
  readonly digest: string;
}

export interface AppCatalog {
  /**
   * Finds a version; the newest if none is named, also of a deleted app, because installations keep theirs.
   * @throws AppError `not_found`.
   */
  find(db: Db, orgId: string, appId: string, version?: string): Promise<AppVersion>;
  /** Finds many at once, for lists; unknown ones are left out. */
  findMany(
    db: Db,
    orgId: string,
    which: readonly { readonly appId: string; readonly version: string }[],
  ): Promise<readonly AppVersion[]>;
  /** Gives names by id; unknown ones are left out. */
  findNames(db: Db, orgId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
