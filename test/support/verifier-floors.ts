/** The floors of `src/verifier`, and the tables that groups read of each other: the rules that `test/verifier-floors.test.ts` checks. */

/** The lowest first. A floor imports those before it; files at the root of `src/verifier` import every floor. */
export const floors = [
  'base',
  'attestation',
  'configuration',
  'identity',
  'delegation',
  'tools',
  'composition',
  'front',
] as const;

/**
 * Tables that a group uses of another group, with the reason: by reader, then by owner and table. A join, one statement for a
 * page of records, or one row read under a lock is a reason; otherwise the owner's service is asked.
 */
export const sharedTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'attestation/evidence': {
    'attestation/passports passportsTable': 'lists show the passport that covers each Evidence: a join',
  },
  'attestation/receipts': {
    'attestation/evidence evidenceTable': 'receipts of exchanges are columns of Evidence',
    'configuration/workspaces organizationsTable':
      'a public receipt is looked up in all organisations: a join, upwards',
  },
  'attestation/statistics': {
    'attestation/evidence evidenceTable':
      'a stream counts by its final Evidence: the first is read in the transaction that stores the final one',
  },
  'configuration/auditor-settings': {
    'base/control controlChangesTable': 'the cascade and its revision are read in one statement',
    'configuration/agents agentsTable': 'the cascade of an agent goes through its workspace',
  },
  'configuration/environments': {
    'configuration/agents agentsTable': 'shows the agents of a page of environments with their models: one statement',
  },
  'configuration/gateways': {
    'base/control controlChangesTable': 'counts the revisions that a gateway is behind',
    'base/signing-keys signingKeysTable': 'bundles list the token keys of all processes',
  },
  'configuration/lifecycle': {
    'attestation/evidence evidenceTable': 'the last activity of a page of agents: one statement',
    'base/audit-log auditLogTable': 'the events of an agent are entries of the log',
    'configuration/agents agentsTable': 'evaluates all agents in steps',
    'configuration/gateways gatewaysTable': 'the last activity of a page of agents: one statement',
    'configuration/workspaces organizationsTable': 'evaluates all organisations',
  },
  'configuration/policies': {
    'attestation/evidence evidenceTable': 'replays read stored Evidence page by page',
    'base/control controlChangesTable': 'the versions that were active at a revision: one statement',
    'configuration/agents agentsTable': 'the workspaces of the agents of one page of Evidence',
  },
  'configuration/workspaces': {
    'configuration/agents agentsTable': 'a workspace with agents is not removed: counted in the transaction',
  },
  'identity/issuer': {
    'configuration/agents agentsTable': 'a token is checked in one statement',
    'delegation/delegations delegationGrantsTable': 'a delegated token is checked in one statement, upwards',
    'identity/members membersTable': 'a token is checked in one statement',
    'identity/people usersTable': 'a token is checked in one statement',
  },
  'identity/members': {
    'identity/people usersTable': 'members are listed with name and address: a join',
  },
  'identity/spiffe': {
    'base/signing-keys signingKeysTable': 'the trust bundle lists the keys of all processes',
    'configuration/workspaces organizationsTable': 'finds the organisation of a trust domain',
  },
  'delegation/approvals': {
    'configuration/agents agentsTable': 'people see the requests of agents that they own: a condition of the list',
  },
  'delegation/delegations': {
    'configuration/agents agentsTable': 'people see the grants of agents that they own: a condition of the list',
    'identity/authentication externalIdentitiesTable': 'checks the identities of a subject at the outside issuer',
    'identity/issuer delegatedTokensTable': 'the tokens of an ended grant are revoked in one statement',
    'identity/issuer revokedTokensTable':
      'the tokens of an ended grant are revoked in one statement, which writes here',
  },
  'delegation/escalations': {
    'delegation/approvals approvalsTable': 'reads the newest request of a binding without a lock',
  },
  'delegation/on-behalf-of': {
    'configuration/agents agentsTable': 'shows a chain of delegation in one statement',
    'delegation/delegations delegationGrantsTable': 'shows a chain of delegation in one statement',
    'identity/issuer delegatedTokensTable': 'shows a chain of delegation in one statement',
  },
  'delegation/token-exchange': {
    'delegation/delegations delegationGrantsTable': 'reads the address rules of all consents behind a token',
    'identity/issuer delegatedTokensTable': 'records the tokens that it makes, and reads the ancestors of a token',
  },
  'tools/agent-tools': {
    'identity/issuer oauthRecordsTable': 'checks at each call that the grant of a person is valid',
    'tools/installations installationsTable': 'the apps of an agent: one statement, whatever their number',
    'tools/installations toolSnapshotsTable': 'the approved tools of these apps: one statement',
  },
  'tools/foreign-oauth': {
    'tools/scoped-credentials scopedCredentialsTable': 'a client that a credential uses is not removed: one statement',
  },
  'tools/installations': {
    'configuration/agents agentsTable': 'finds the agents that lack a required app',
    'delegation/approvals approvalsTable': 'the sweep reads the state of the approval that an installation waits for',
    'tools/scoped-credentials scopedCredentialsTable': 'finds the credential that an installation waits for',
    'tools/scoped-tools scopedToolsTable': 'finds the rules that require an app',
  },
  'tools/scoped-credentials': {
    'configuration/agents agentsTable': 'people see the credentials of agents that they own: a condition of the list',
    'delegation/delegations delegationGrantsTable': 'a credential for a delegated call needs its grant',
    'tools/installations installationsTable': 'tells whether a person chose the host of an app',
  },
  'tools/scoped-tools': {
    'base/control controlChangesTable': 'the cache reads what changed since its revision',
    'configuration/workspaces organizationsTable': 'finds the organisations without their default rule: one statement',
  },
  'composition/access-reviews': {
    'configuration/agents agentsTable': 'a review takes its snapshot in one statement for each kind',
    'delegation/delegations delegationGrantsTable': 'a review takes its snapshot in one statement for each kind',
    'identity/api-keys apiKeysTable': 'a review takes its snapshot in one statement for each kind',
    'tools/installations installationsTable': 'a review takes its snapshot in one statement for each kind',
    'tools/scoped-credentials scopedCredentialsTable': 'a review takes its snapshot in one statement for each kind',
    'tools/scoped-tools scopedToolsTable': 'a review takes its snapshot in one statement for each kind',
  },
  'composition/console-stream': {
    'base/events eventsTable': 'streams follow the log of events',
  },
  'composition/overview': {
    'attestation/passports passportsTable': 'the counts of the overview: one statement',
    'composition/access-reviews accessReviewInstancesTable': 'the counts of the overview: one statement',
    'identity/members invitationsTable': 'the counts of the overview: one statement',
    'tools/installations installationsTable': 'the counts of the overview: one statement',
  },
  'composition/telemetry-exports': {
    'attestation/evidence evidenceTable': 'exports follow the stored Evidence',
    'base/events eventsTable': 'exports follow the log of events',
  },
  'composition/webhooks': {
    'base/events eventsTable': 'deliveries follow the log of events',
  },
  'composition/workflows': {
    'attestation/passports passportsTable': 'the newest passports of all members: one statement',
    'configuration/agents agentsTable': 'a list tells which workflows are degraded: a join',
    'delegation/approvals approvalsTable': 'steps and deployments read the state of their approval',
  },
  'front/backup': {
    'attestation/attestations challengesTable': 'a restored database accepts nothing that was used once',
    'base/control lineageTable': 'a restored database has another lineage',
    'base/vault vaultKeksTable': 'a backup names the keys that its secrets need',
    'base/vault vaultSecretsTable': 'a backup counts the secrets of each key',
    'configuration/agents agentsTable': 'tokens from before a restore end',
    'configuration/workspaces organizationsTable': 'writes the restore to every audit log',
    'delegation/approvals approvalsTable': 'approvals from before a restore end',
    'identity/authentication outsideLoginsTable': 'sign-ins under way at a restore end',
    'identity/issuer oauthRecordsTable': 'codes and tokens from before a restore end',
    'front/console consoleLinksTable': 'links from before a restore end',
    'front/console consoleSessionsTable': 'sessions from before a restore end',
    'identity/people sessionsTable': 'sessions from before a restore end',
    'tools/scoped-credentials credentialConnectsTable': 'links from before a restore end',
  },
};
