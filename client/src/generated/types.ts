/** Generated from the operations in src/contract/api by scripts/client; do not edit. */

import type { CallOptions } from '../create-client.ts';
import type { ServerEvent } from '../events.ts';

/** Every operation, by group and name. */
export interface Client {
  readonly models: {
    /** List the aliases of a model and the moves that wait for an approval */
    listAliases(
      input: ModelsListAliasesCall,
      options?: CallOptions,
    ): Promise<{
      readonly items: readonly ModelAlias[];
    }>;
    /** Point an alias at a version. The answer is 202 if another person has to approve the move first. */
    putAlias(input: ModelsPutAliasCall, options?: CallOptions): Promise<ModelAlias>;
    /** Remove an alias */
    removeAlias(input: ModelsRemoveAliasCall, options?: CallOptions): Promise<void>;
    /** Send the bytes of one file of a version. The answer comes when the file has been scanned. */
    uploadFile(input: ModelsUploadFileCall, options?: CallOptions): Promise<ModelVersion>;
    /** Fetch the files of a version from addresses and scan them */
    verify(input: ModelsVerifyCall, options?: CallOptions): Promise<ModelVerification>;
    /** List the scans of a version, newest first */
    listVerifications(input: ModelsListVerificationsCall, options?: CallOptions): Promise<ModelVerificationPage>;
    /** Read a scan of a version */
    getVerification(input: ModelsGetVerificationCall, options?: CallOptions): Promise<ModelVerification>;
    /** List the versions of a model, newest first */
    listVersions(input: ModelsListVersionsCall, options?: CallOptions): Promise<ModelVersionPage>;
    /** Register a version of a model. A version is either a list of files, whose bytes you send afterwards, or a model that a provider serves. */
    createVersion(input: ModelsCreateVersionCall, options?: CallOptions): Promise<ModelVersion>;
    /** Read a version of a model */
    getVersion(input: ModelsGetVersionCall, options?: CallOptions): Promise<ModelVersion>;
    /** Change the license, the provenance or the signature of a pending version */
    updateVersion(input: ModelsUpdateVersionCall, options?: CallOptions): Promise<ModelVersion>;
    /** Add the result of an evaluation to a version */
    addEvaluation(input: ModelsAddEvaluationCall, options?: CallOptions): Promise<ModelVersion>;
    /** Approve a model version. The person who registered the version cannot approve it. */
    approve(input: ModelsApproveCall, options?: CallOptions): Promise<ModelVersion>;
    /** Deprecate an approved model version. Gateways still allow it, with a warning. */
    deprecate(input: ModelsDeprecateCall, options?: CallOptions): Promise<ModelVersion>;
    /** Revoke a model version for good. Gateways refuse every call that means it. */
    revoke(input: ModelsRevokeCall, options?: CallOptions): Promise<ModelVersion>;
    /** List registered models, newest first */
    list(input?: ModelsListCall, options?: CallOptions): Promise<RegisteredModelPage>;
    /** Register a model. Register its versions afterwards. */
    create(input: ModelsCreateCall, options?: CallOptions): Promise<RegisteredModel>;
    /** Read a registered model */
    get(input: ModelsGetCall, options?: CallOptions): Promise<RegisteredModel>;
    /** Change the description, the tags or the served names of a model */
    update(input: ModelsUpdateCall, options?: CallOptions): Promise<RegisteredModel>;
    /** Remove a model that never had a ready version */
    remove(input: ModelsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of a model and its versions, newest first */
    history(input: ModelsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
  };
}

export interface ModelsListAliasesCall {
  readonly id: string;
}

export interface ModelsPutAliasCall {
  readonly id: string;
  readonly name: string;
  readonly body: {
    readonly version: number;
  };
}

export interface ModelsRemoveAliasCall {
  readonly id: string;
  readonly name: string;
}

export interface ModelsUploadFileCall {
  readonly id: string;
  readonly version: number;
  readonly path: string;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
}

export interface ModelsVerifyCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    /** where each file is fetched from: path of the file to URL; never stored */
    readonly urls: Readonly<Record<string, string>>;
  };
}

export interface ModelsListVerificationsCall {
  readonly id: string;
  readonly version: number;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ModelsGetVerificationCall {
  readonly id: string;
  readonly version: number;
  readonly run_id: string;
}

export interface ModelsListVersionsCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ModelsCreateVersionCall {
  readonly id: string;
  readonly body: {
    readonly version?: number | undefined;
    /** kind artifact: all of its files */
    readonly files?:
      | readonly {
          /** relative, with / between folders */
          readonly path: string;
          readonly size: number;
          readonly sha256: string;
        }[]
      | undefined;
    /** kind hosted: nothing of it is here, so nothing of it can be looked through */
    readonly hosted?:
      | {
          readonly provider: string;
          readonly model_id: string;
        }
      | undefined;
    readonly format?: string | undefined;
    /** names by which calls at gateways ask for it, letter for letter; unique in the organisation */
    readonly served_as?: readonly string[] | undefined;
    readonly evaluations?:
      | readonly {
          readonly name: string;
          readonly metric: string;
          readonly value: number;
          readonly dataset?: string | undefined;
        }[]
      | undefined;
    readonly signature?:
      | {
          readonly publisher_id: string;
          /** compact JWS (release+jwt) over {name, version, model_hash} */
          readonly jws: string;
        }
      | undefined;
    /** where it comes from: source, base_model, training_data … */
    readonly provenance?: Readonly<Record<string, string>> | undefined;
    readonly license?: string | undefined;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsGetVersionCall {
  readonly id: string;
  readonly version: number;
}

export interface ModelsUpdateVersionCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    /** where it comes from: source, base_model, training_data … */
    readonly provenance?: Readonly<Record<string, string>> | undefined;
    readonly license?: string | undefined;
    readonly signature?:
      | {
          readonly publisher_id: string;
          /** compact JWS (release+jwt) over {name, version, model_hash} */
          readonly jws: string;
        }
      | undefined;
  };
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ModelsAddEvaluationCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    readonly name: string;
    readonly metric: string;
    readonly value: number;
    readonly dataset?: string | undefined;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsApproveCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    readonly comment?: string | undefined;
    /** true: an admin takes a version that could not be looked through whole */
    readonly accept_unchecked?: boolean | undefined;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsDeprecateCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    readonly reason: string;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsRevokeCall {
  readonly id: string;
  readonly version: number;
  readonly body: {
    readonly reason: string;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly name?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly served_as?: string | undefined;
}

export interface ModelsCreateCall {
  readonly body: {
    /** unique in the organisation; never changes */
    readonly name: string;
    readonly description?: string | undefined;
    readonly workspace_id?: string | undefined;
    readonly tags?: Readonly<Record<string, string>> | undefined;
    /** aliases that move only once somebody else approved it; taking one off the list takes an admin */
    readonly protected_aliases?: readonly string[] | undefined;
    /** names by which calls at gateways ask for it, letter for letter; unique in the organisation */
    readonly served_as?: readonly string[] | undefined;
  };
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ModelsGetCall {
  readonly id: string;
}

export interface ModelsUpdateCall {
  readonly id: string;
  readonly body: {
    readonly description?: string | undefined;
    readonly workspace_id?: string | null | undefined;
    readonly tags?: Readonly<Record<string, string>> | undefined;
    /** aliases that move only once somebody else approved it; taking one off the list takes an admin */
    readonly protected_aliases?: readonly string[] | undefined;
    /** names by which calls at gateways ask for it, letter for letter; unique in the organisation */
    readonly served_as?: readonly string[] | undefined;
  };
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ModelsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ModelsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export type ConfigurationChange = {
  /** the organisation's revision from this change on */
  readonly org_revision: number;
  /** created, updated, removed, activated … */
  readonly action: string;
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  /** of the record after it; 0 when it is gone */
  readonly revision: number;
  /** the record after it; null when it is gone */
  readonly document: unknown;
  readonly reason: string | null;
  readonly changed_at: string;
  readonly changed_by: string;
};

export type ConfigurationChangePage = {
  readonly items: readonly ConfigurationChange[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ModelAlias = {
  readonly name: string;
  readonly version: number | null;
  readonly protected: boolean;
  readonly pending: {
    readonly version: number;
    readonly approval_id: string;
    readonly asked_by: string;
    readonly asked_at: string;
  } | null;
};

export type ModelVerification = {
  readonly id: string;
  readonly kind: 'upload' | 'download' | (string & Record<never, never>);
  readonly status: 'running' | 'passed' | 'failed' | (string & Record<never, never>);
  readonly checks: readonly {
    /** path of the file */
    readonly name: string;
    readonly status: 'passed' | 'failed' | 'skipped' | (string & Record<never, never>);
    readonly detail: string;
    readonly findings: readonly {
      readonly rule: string;
      readonly level: string;
      readonly message: string;
    }[];
  }[];
  readonly started_at: string;
  readonly started_by: string;
  readonly ended_at: string | null;
};

export type ModelVerificationPage = {
  readonly items: readonly ModelVerification[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ModelVersion = {
  readonly model_id: string;
  readonly name: string;
  readonly version: number;
  readonly kind: 'artifact' | 'hosted' | (string & Record<never, never>);
  readonly status: 'pending_registration' | 'ready' | 'failed' | (string & Record<never, never>);
  readonly review: 'unreviewed' | 'approved' | 'deprecated' | 'revoked' | (string & Record<never, never>);
  readonly review_reason: string | null;
  /** of the one file, of the sorted list of files, or of {provider, model_id}; sha256:… */
  readonly model_hash: string;
  readonly format: string | null;
  readonly provider: string | null;
  readonly hosted_model_id: string | null;
  readonly files: readonly {
    /** relative, with / between folders */
    readonly path: string;
    readonly size: number;
    readonly sha256: string;
    readonly state: 'missing' | 'clean' | 'unsafe' | 'unchecked' | (string & Record<never, never>);
    readonly format: string | null;
    readonly findings: readonly {
      readonly rule: string;
      readonly level: string;
      readonly message: string;
    }[];
    readonly seen_at: string | null;
  }[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly license: string | null;
  readonly evaluations: readonly {
    readonly name: string;
    readonly metric: string;
    readonly value: number;
    readonly dataset?: string | undefined;
    readonly at: string;
    readonly by: string;
  }[];
  readonly approvals: readonly {
    readonly by: string;
    readonly at: string;
    readonly comment: string | null;
  }[];
  readonly signature: {
    readonly publisher_id: string;
    readonly kid: string;
    readonly state: 'trusted' | 'untrusted' | (string & Record<never, never>);
  } | null;
  readonly served_as: readonly string[];
  readonly verification: {
    readonly verdict: 'pending' | 'clean' | 'unsafe' | 'unchecked' | 'not_applicable' | (string & Record<never, never>);
    readonly detail: string;
    readonly at: string | null;
  };
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type ModelVersionPage = {
  readonly items: readonly ModelVersion[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type RegisteredModel = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly workspace_id: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly aliases: Readonly<Record<string, number>>;
  readonly protected_aliases: readonly string[];
  readonly served_as: readonly string[];
  /** how many were registered; the newest has this number */
  readonly versions: number;
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type RegisteredModelPage = {
  readonly items: readonly RegisteredModel[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};
