/** Generated from the operations in src/contract/api by scripts/client; do not edit. */

import type { BytesCallOptions, CallOptions } from '../create-client.ts';
import type { ServerEvent } from '../events.ts';

/** Every operation, by group and name. */
export interface Client {
  readonly accessReviewInstances: {
    /** Read an instance of an access review. It counts the decisions so far. */
    get(input: AccessReviewInstancesGetCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** List the items of an instance with their decisions */
    listDecisions(
      input: AccessReviewInstancesListDecisionsCall,
      options?: CallOptions,
    ): Promise<AccessReviewDecisionPage>;
    /** Decide on one item of an access review. Only a reviewer decides, and never on an agent that they alone own. */
    decide(input: AccessReviewInstancesDecideCall, options?: CallOptions): Promise<AccessReviewDecision>;
    /** Start an instance before its time */
    start(input: AccessReviewInstancesStartCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** Complete an instance. Items that nobody decided get the default decision. The decisions are applied too if the review says so. */
    complete(input: AccessReviewInstancesCompleteCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** Apply the decisions of an instance. The status is 202 while decisions remain. The hourly run or another call applies them. */
    apply(input: AccessReviewInstancesApplyCall, options?: CallOptions): Promise<AccessReviewInstance>;
  };
  readonly accessReviews: {
    /** List access reviews, newest first */
    list(input?: AccessReviewsListCall, options?: CallOptions): Promise<AccessReviewPage>;
    /** Create an access review. Its first instance starts at once, or at `start_at`. */
    create(input: AccessReviewsCreateCall, options?: CallOptions): Promise<AccessReview>;
    /** Read an access review */
    get(input: AccessReviewsGetCall, options?: CallOptions): Promise<AccessReview>;
    /** End an access review. No further instance starts. Instances that have started continue. */
    end(input: AccessReviewsEndCall, options?: CallOptions): Promise<AccessReview>;
    /** List the instances of an access review, newest first */
    listInstances(input: AccessReviewsListInstancesCall, options?: CallOptions): Promise<AccessReviewInstancePage>;
    /** Read an instance of an access review, by its review. It counts the decisions so far. */
    getInstance(input: AccessReviewsGetInstanceCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** List the items of an instance with their decisions, by its review */
    listDecisions(input: AccessReviewsListDecisionsCall, options?: CallOptions): Promise<AccessReviewDecisionPage>;
    /** Decide on one item of an access review, by its review. Only a reviewer decides, and never on an agent that they alone own. */
    decide(input: AccessReviewsDecideCall, options?: CallOptions): Promise<AccessReviewDecision>;
    /** Start an instance before its time, by its review */
    startInstance(input: AccessReviewsStartInstanceCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** Complete an instance, by its review. Items that nobody decided get the default decision. The decisions are applied too if the review says so. */
    completeInstance(input: AccessReviewsCompleteInstanceCall, options?: CallOptions): Promise<AccessReviewInstance>;
    /** Apply the decisions of an instance, by its review. The status is 202 while decisions remain. The hourly run or another call applies them. */
    applyInstance(input: AccessReviewsApplyInstanceCall, options?: CallOptions): Promise<AccessReviewInstance>;
  };
  readonly agents: {
    /** Watch the console of an agent. The stream shows logs, tool calls, model invocations and decisions as they happen. */
    watchConsole(input: AgentsWatchConsoleCall, options?: CallOptions): Promise<AsyncIterable<ServerEvent>>;
    /** Watch the log of an agent. This is the console stream with events of type `agent.log` alone. */
    watchLogs(input: AgentsWatchLogsCall, options?: CallOptions): Promise<AsyncIterable<ServerEvent>>;
    /** Write lines to the log of an agent. Secrets in the lines are redacted. */
    writeLogs(input: AgentsWriteLogsCall, options?: CallOptions): Promise<StoredLogLines>;
    /** Approve an agent that waits for approval. The person who registered the agent may not approve it. */
    approve(input: AgentsApproveCall, options?: CallOptions): Promise<Agent>;
    /** Activate an approved agent */
    activate(input: AgentsActivateCall, options?: CallOptions): Promise<Agent>;
    /** Stop an agent until it is started again. Its tokens become invalid, and gateways refuse it with `agent_stopped`. Unlike a suspension this is part of normal operation: no reason is required, and who may run the agent may start it again. */
    stop(input: AgentsStopCall, options?: CallOptions): Promise<Agent>;
    /** Start a stopped agent. Tokens from before the stop stay invalid. A suspended agent is reactivated instead. */
    start(input: AgentsStartCall, options?: CallOptions): Promise<Agent>;
    /** Suspend an agent at once. Its tokens become invalid, and gateways refuse it. */
    suspend(input: AgentsSuspendCall, options?: CallOptions): Promise<Agent>;
    /** Reactivate a suspended agent. Tokens from before the suspension stay invalid. */
    reactivate(input: AgentsReactivateCall, options?: CallOptions): Promise<Agent>;
    /** Decommission an agent permanently. A decommissioned agent never runs again. */
    decommission(input: AgentsDecommissionCall, options?: CallOptions): Promise<Agent>;
    /** Confirm, as its owner, that an agent is still needed */
    attest(input: AgentsAttestCall, options?: CallOptions): Promise<Agent>;
    /** Give an agent another owner. An agent that lost its last owner runs again. */
    transfer(input: AgentsTransferCall, options?: CallOptions): Promise<Agent>;
    /** Give an agent new keys or a new client secret. Only this answer shows the secret. The old credential is invalid at once. Tokens that were issued before stay alive unless `revoke_tokens` is true. */
    rotateCredentials(input: AgentsRotateCredentialsCall, options?: CallOptions): Promise<AgentWithSecret>;
    /** Record that an agent is alive. An agent that may not run is refused. */
    heartbeat(input: AgentsHeartbeatCall, options?: CallOptions): Promise<AgentHeartbeat>;
    /** Read the lifecycle of an agent. It shows the state of the agent, the next action and its time, and the past actions. */
    getLifecycle(input: AgentsGetLifecycleCall, options?: CallOptions): Promise<AgentLifecycle>;
    /** List agents, newest first. The filter `stale` lists registered agents only. */
    list(input?: AgentsListCall, options?: CallOptions): Promise<AgentPage>;
    /** Register an agent. The agent gets its SPIFFE identity and its OAuth client at once. The client uses the keys in `jwks`; without them it gets a client secret, which only this answer shows. The agent is active unless the organisation asks for an approval. */
    create(input: AgentsCreateCall, options?: CallOptions): Promise<AgentWithSecret>;
    /** Read an agent */
    get(input: AgentsGetCall, options?: CallOptions): Promise<Agent>;
    /** Change an agent. A change registers an agent that was known only from evidence. Observe mode and public passports need the operator token. Observe mode also needs a reason and an end at most 7 days away; `null` means no end. */
    update(input: AgentsUpdateCall, options?: CallOptions): Promise<Agent>;
    /** Remove an agent with its settings, policies and credentials. Its evidence stays. */
    remove(input: AgentsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of the configuration of an agent, newest first */
    history(input: AgentsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Read who owns, edits and views an agent */
    getAccess(input: AgentsGetAccessCall, options?: CallOptions): Promise<AgentAccess>;
    /** Set who owns, edits and views an agent. Owners and admins may do this. */
    replaceAccess(input: AgentsReplaceAccessCall, options?: CallOptions): Promise<AgentAccess>;
  };
  readonly agentTools: {
    /** Read the servers and tools of an agent, for MCP gateways. Only for gateways. It lists the apps that are installed for the agent, where each runs, and the approved definitions of its tools. A tool that a rule blocks is only a name in `blocked`. The answer holds no secret. It is valid for `good_for_s` seconds, and only while the configuration bundle is the same. */
    get(input: AgentToolsGetCall, options?: CallOptions): Promise<AgentTools | null>;
  };
  readonly apiKeys: {
    /** List API keys, newest first. You see your own keys; admins see all keys. Expired and revoked keys are listed too. */
    list(input?: ApiKeysListCall, options?: CallOptions): Promise<ApiKeyPage>;
    /** Read an API key. The answer never holds the key itself. */
    get(input: ApiKeysGetCall, options?: CallOptions): Promise<ApiKey>;
    /** Create an API key. Only this answer shows the key. */
    create(input: ApiKeysCreateCall, options?: CallOptions): Promise<ShownApiKey>;
    /** Replace an API key by a new one. Only this answer shows the new key. The old one stays valid for the overlap. If two rotations meet, or If-Match names another revision, one is refused. */
    rotate(input: ApiKeysRotateCall, options?: CallOptions): Promise<ShownApiKey>;
    /** Revoke an API key immediately and permanently. The key stays listed. A repeated call returns 204 too. */
    revoke(input: ApiKeysRevokeCall, options?: CallOptions): Promise<void>;
  };
  readonly appraisalPolicies: {
    /** List appraisal policies, newest first. The id of the built-in policy is `default`. */
    list(input?: AppraisalPoliciesListCall, options?: CallOptions): Promise<AppraisalPolicyPage>;
    /** List activations of appraisal policies, newest first. Each says who activated which version, when, where and why. */
    listActivations(
      input?: AppraisalPoliciesListActivationsCall,
      options?: CallOptions,
    ): Promise<AppraisalActivationPage>;
    /** List the versions of an appraisal policy, newest first. Each says who wrote it, when and why. */
    history(input: AppraisalPoliciesHistoryCall, options?: CallOptions): Promise<AppraisalPolicyVersionPage>;
    /** Read the active policy of the organisation or of a workspace */
    getActive(input?: AppraisalPoliciesGetActiveCall, options?: CallOptions): Promise<AppraisalPolicy>;
    /** Read an appraisal policy. The answer holds the newest version unless `version` names another. */
    get(input: AppraisalPoliciesGetCall, options?: CallOptions): Promise<AppraisalPolicy>;
    /** Try an appraisal policy on the newest key attestations. The answer says which results would change. Nothing is changed. */
    evaluate(input: AppraisalPoliciesEvaluateCall, options?: CallOptions): Promise<AppraisalPolicyEvaluation>;
    /** Create an appraisal policy. It decides nothing until you activate it. */
    create(input: AppraisalPoliciesCreateCall, options?: CallOptions): Promise<AppraisalPolicy>;
    /** Write the next version of an appraisal policy. Where the policy is active, the activated version still decides. */
    replace(input: AppraisalPoliciesReplaceCall, options?: CallOptions): Promise<AppraisalPolicy>;
    /** Archive an appraisal policy that is active nowhere. Its history stays readable. */
    archive(input: AppraisalPoliciesArchiveCall, options?: CallOptions): Promise<void>;
    /** Activate a version for the organisation or for a workspace. It decides from the next passport on. */
    activate(input: AppraisalPoliciesActivateCall, options?: CallOptions): Promise<AppraisalActivation>;
    /** Let a workspace follow the organisation's policy again */
    inherit(input: AppraisalPoliciesInheritCall, options?: CallOptions): Promise<AppraisalActivation>;
  };
  readonly approvals: {
    /** Ask for an approval, or for consent */
    create(input: ApprovalsCreateCall, options?: CallOptions): Promise<Approval>;
    /** List the approval requests that you may see, newest first */
    list(input?: ApprovalsListCall, options?: CallOptions): Promise<ApprovalPage>;
    /** Read an approval request. The answer is 410 once the request has expired. */
    get(input: ApprovalsGetCall, options?: CallOptions): Promise<Approval>;
    /** Approve a request. The request stays pending until the quorum is reached. A high-risk request also waits for an owner of the agent or an admin. */
    approve(input: ApprovalsApproveCall, options?: CallOptions): Promise<Approval>;
    /** Deny a request, which ends it */
    deny(input: ApprovalsDenyCall, options?: CallOptions): Promise<Approval>;
    /** Withdraw a request. The requester or an admin may do this. */
    cancel(input: ApprovalsCancelCall, options?: CallOptions): Promise<Approval>;
  };
  readonly apps: {
    /** List and search the apps of the catalog. Apps of the organisation come first, newest first; those of the release follow. A search lists the best match first. */
    list(input?: AppsListCall, options?: CallOptions): Promise<AppPage>;
    /** Add an app with its first version. The answer is 200 if exactly this app already exists. */
    create(input: AppsCreateCall, options?: CallOptions): Promise<App>;
    /** Read an app at its newest or a named version */
    get(input: AppsGetCall, options?: CallOptions): Promise<App>;
    /** Deprecate an app or make it active again. Changing its trust tier needs the operator token. */
    update(input: AppsUpdateCall, options?: CallOptions): Promise<App>;
    /** Delete an app from the catalog. Nobody can install it any more. Agents that have it keep it. */
    remove(input: AppsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the versions of an app, newest first */
    listVersions(input: AppsListVersionsCall, options?: CallOptions): Promise<AppPage>;
    /** Add a version to an app. A version never changes. The answer is 200 if exactly this version already exists. */
    createVersion(input: AppsCreateVersionCall, options?: CallOptions): Promise<App>;
  };
  readonly attestations: {
    /** Create a nonce for a key attestation. One key attestation may answer it within five minutes. */
    createChallenge(input: AttestationsCreateChallengeCall, options?: CallOptions): Promise<Challenge>;
    /** Register a key attestation. If it is already registered, the answer is 200 with the same record. */
    register(input: AttestationsRegisterCall, options?: CallOptions): Promise<Attestation>;
    /** List accepted key attestations, newest first */
    list(input?: AttestationsListCall, options?: CallOptions): Promise<AttestationPage>;
    /** Read a key attestation with its document */
    get(input: AttestationsGetCall, options?: CallOptions): Promise<AttestationDetail>;
    /** Revoke the key of a key attestation permanently. Evidence that the key signs is refused from now on, and the passports that depend on the key are revoked. */
    revoke(input: AttestationsRevokeCall, options?: CallOptions): Promise<RevokedAttestation>;
  };
  readonly auditLogs: {
    /** List the entries of the audit log, newest first */
    list(input?: AuditLogsListCall, options?: CallOptions): Promise<AuditEntryPage>;
    /** Export the audit log as JSON lines, oldest first. Without filters, a signed checkpoint is the last line. */
    export(input?: AuditLogsExportCall, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
    /** Verify the hash chain of the audit log. The answer says where the chain breaks, and whether it still holds the head that you name. */
    verify(input?: AuditLogsVerifyCall, options?: CallOptions): Promise<AuditVerification>;
  };
  readonly auditorSettings: {
    /** List settings of auditors, newest first */
    list(input?: AuditorSettingsListCall, options?: CallOptions): Promise<AuditorSettingsPage>;
    /** Set an auditor at an organisation, a workspace or an agent */
    create(input: AuditorSettingsCreateCall, options?: CallOptions): Promise<AuditorSettings>;
    /** Read the settings of one scope and auditor */
    get(input: AuditorSettingsGetCall, options?: CallOptions): Promise<AuditorSettings>;
    /** Replace the settings of one scope and auditor */
    replace(input: AuditorSettingsReplaceCall, options?: CallOptions): Promise<AuditorSettings>;
    /** Change some settings of one scope and auditor. Missing settings do not change. `null` removes a setting. */
    update(input: AuditorSettingsUpdateCall, options?: CallOptions): Promise<AuditorSettings>;
    /** Remove the settings of one scope and auditor */
    remove(input: AuditorSettingsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of these settings, newest first */
    history(input: AuditorSettingsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Read the effective settings of an agent. Each value names the scope that decided it. */
    effective(input: AuditorSettingsEffectiveCall, options?: CallOptions): Promise<EffectiveAuditorSettingsAnswer>;
  };
  readonly auditors: {
    /** List auditors. Registered auditors come first, newest first, then the built-in ones. */
    list(input?: AuditorsListCall, options?: CallOptions): Promise<CatalogAuditorPage>;
    /** Register an auditor by its image or its url. The verifier fetches vocabulary and health of the auditor, unless the body has the vocabulary. */
    create(input: AuditorsCreateCall, options?: CallOptions): Promise<CatalogAuditor>;
    /** Read the catalog entry of an auditor */
    get(input: AuditorsGetCall, options?: CallOptions): Promise<CatalogAuditor>;
    /** Replace a registered auditor */
    replace(input: AuditorsReplaceCall, options?: CallOptions): Promise<CatalogAuditor>;
    /** Change a registered auditor. Missing members do not change. */
    update(input: AuditorsUpdateCall, options?: CallOptions): Promise<CatalogAuditor>;
    /** Remove a registered auditor that no chain names. Its settings are removed with it. */
    remove(input: AuditorsRemoveCall, options?: CallOptions): Promise<void>;
    /** Read the settings that an auditor and its claims take */
    schema(input: AuditorsSchemaCall, options?: CallOptions): Promise<AuditorSettingsSchema>;
    /** List the changes of a registered auditor, newest first */
    history(input: AuditorsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Fetch the vocabulary of a registered auditor again */
    refresh(input: AuditorsRefreshCall, options?: CallOptions): Promise<CatalogAuditor>;
  };
  readonly console: {
    /** Read who this browser or credential is, and what it may do. Answers strangers too, without data. A browser sends its session cookie, which counts only with Sec-Fetch-Site same-origin, or with an Origin of the verifier. */
    getSession(input?: ConsoleGetSessionCall, options?: CallOptions): Promise<ConsoleSession>;
    /** Give this browser the rights of the operator token. Sets an HttpOnly cookie for 8 hours at most, or 30 minutes without a call. Only a page of the verifier may call it. A wrong token and a code that is used, expired or unknown are 401. */
    unlock(input: ConsoleUnlockCall, options?: CallOptions): Promise<ConsoleSession>;
    /** Lock this browser, and sign out. Ends the session of the operator token and the one of the person, whichever this browser has. */
    endSession(input?: ConsoleEndSessionCall, options?: CallOptions): Promise<void>;
    /** Make a link that unlocks the console in one browser. Needs the operator token itself: a session that stands for it makes no links. `assay console open` calls it. */
    createLink(input?: ConsoleCreateLinkCall, options?: CallOptions): Promise<ConsoleLink>;
  };
  readonly declarativeFiles: {
    /** Apply declarative documents. All of them are applied, or none. */
    apply(input: DeclarativeFilesApplyCall, options?: CallOptions): Promise<ApplyAnswer>;
    /** Export the configuration as declarative documents. The documents show one revision of the organisation. Applying them changes nothing. */
    export(input?: DeclarativeFilesExportCall, options?: CallOptions): Promise<ExportAnswer>;
  };
  readonly delegations: {
    /** List the delegations of an agent, newest first. Without a status, active delegations are listed. */
    list(input: DelegationsListCall, options?: CallOptions): Promise<DelegationGrantPage>;
    /** List the undecided consent requests of an agent, newest first */
    listPending(input: DelegationsListPendingCall, options?: CallOptions): Promise<ApprovalPage>;
    /** Create a delegation from a consent request. The person it is for, or an authorised approver, creates it. The call approves a pending request, and uses an approved one up. */
    create(input: DelegationsCreateCall, options?: CallOptions): Promise<DelegationGrant>;
    /** Read a delegation. Ended delegations can be read too. */
    get(input: DelegationsGetCall, options?: CallOptions): Promise<DelegationGrant>;
    /** Narrow a delegation. Only the person it is for may narrow it. Tokens that were issued under it stop working. To widen a delegation, ask for a new consent. */
    narrow(input: DelegationsNarrowCall, options?: CallOptions): Promise<DelegationGrant>;
    /** Revoke a delegation immediately and permanently. Every token under it stops working. A repeated call returns 204 too. */
    revoke(input: DelegationsRevokeCall, options?: CallOptions): Promise<void>;
  };
  readonly environments: {
    /** List environments, newest first. A VendorEnvironment document that was applied is an environment. */
    list(input?: EnvironmentsListCall, options?: CallOptions): Promise<EnvironmentPage>;
    /** Read an environment with its agents and their models */
    get(input: EnvironmentsGetCall, options?: CallOptions): Promise<Environment>;
    /** Remove an environment. Its agents stay registered. */
    remove(input: EnvironmentsRemoveCall, options?: CallOptions): Promise<void>;
  };
  readonly gateways: {
    /** Ask whether people approved an escalated exchange. Only for gateways. If there is no request for approval yet, the verifier creates one. An approval is valid for the same binding, once: `approved` uses it up for this evidence id and comes with a grant, which the gateway puts to its policies as one more fact. The same evidence id may ask again for a minute and gets the same outcome, so this needs no `Idempotency-Key`. `denied` stays so until `expires_at`. `refused` means that too many requests wait for this agent already. */
    escalate(input: GatewaysEscalateCall, options?: CallOptions): Promise<EscalationAnswer>;
    /** Read the signed configuration for the gateways of an organisation. With `Prefer: wait=…` the call waits for a change. */
    getBundle(input: GatewaysGetBundleCall, options?: CallOptions): Promise<string>;
    /** Read the signed list of callers for the gateways of an organisation. It lists who may still call. With `Prefer: wait=…` the call waits for a change. */
    getStanding(input: GatewaysGetStandingCall, options?: CallOptions): Promise<string>;
    /** Report what a gateway runs and its problems */
    reportStatus(input: GatewaysReportStatusCall, options?: CallOptions): Promise<void>;
    /** List gateways with the version that each runs, newest first */
    list(input?: GatewaysListCall, options?: CallOptions): Promise<GatewayPage>;
    /** Count the gateways that run a revision and list the others */
    getRollout(input?: GatewaysGetRolloutCall, options?: CallOptions): Promise<Rollout>;
    /** Read a gateway */
    get(input: GatewaysGetCall, options?: CallOptions): Promise<Gateway>;
    /** Remove a gateway that no longer exists. A gateway that polls again is listed again. */
    remove(input: GatewaysRemoveCall, options?: CallOptions): Promise<void>;
    /** Find the person behind a subject of the outside issuer. Only for MCP gateways that accept tokens of VERIFIER_OIDC_ISSUER. It finds only people who signed in here, or called this API, with an account of that issuer before. */
    findOutsideSubject(input: GatewaysFindOutsideSubjectCall, options?: CallOptions): Promise<OutsideSubject>;
  };
  readonly events: {
    /** Send events of calls as they happen, at most 500 in a call. Gateways send them for agents of their organisation. Events of other agents are refused and counted in `refused`. The id of each event makes it idempotent. Decisions are not sent here: they are made from evidence. A credential may send at most 5,000 events in a second; beyond that the answer is 429, and the batch is sent again. */
    send(input: EventsSendCall, options?: CallOptions): Promise<LiveEventsAnswer>;
    /** List events of agents, oldest first. Send `next_after` as the next `after` to continue. Events are kept for 7 days, and at most 10,000 for each agent. */
    list(input?: EventsListCall, options?: CallOptions): Promise<EventPage>;
  };
  readonly evidence: {
    /** Submit evidence with its receipts, one item or a batch. The id of the evidence makes it idempotent: an item that is already stored returns `known`. */
    submit(input: EvidenceSubmitCall, options?: CallOptions): Promise<EvidenceIngestAnswer>;
    /** List evidence, newest first. Every condition must hold. The order is that of the time at which the gateway made it. */
    list(input?: EvidenceListCall, options?: CallOptions): Promise<EvidenceSummaryPage>;
    /** Read evidence. The answer holds the decoded evidence, its appraisal and the exact JWS. */
    get(input: EvidenceGetCall, options?: CallOptions): Promise<EvidenceView>;
    /** Explain evidence by the rules that decided and the meaning of its claims. Rules are shown at the version that decided. The answer says whether that version is proven by the hash in the evidence. */
    explain(input: EvidenceExplainCall, options?: CallOptions): Promise<EvidenceExplanation>;
    /** List sessions of agents, the last active first. The evidence of a session: list evidence by agent_id and session_id with `order=oldest`. */
    listSessions(input?: EvidenceListSessionsCall, options?: CallOptions): Promise<SessionSummaryPage>;
    /** Read the evidence of one trace as a tree */
    getTrace(input: EvidenceGetTraceCall, options?: CallOptions): Promise<Trace>;
    /** Export one piece of evidence with everything that proves it. The answer is JSON, or CBOR if `Accept` asks for it. */
    exportBundle(input: EvidenceExportBundleCall, options?: CallOptions): Promise<EvidenceBundle>;
    exportBundle(input: EvidenceExportBundleCall, options: BytesCallOptions): Promise<ReadableStream<Uint8Array>>;
  };
  readonly foreignClients: {
    /** Read the client metadata document of the verifier. The answer is 404 while the public URL of the verifier is not https. */
    getDocument(input?: ForeignClientsGetDocumentCall, options?: CallOptions): Promise<OAuthClientDocument>;
    /** List clients at other authorization servers, newest first */
    list(input?: ForeignClientsListCall, options?: CallOptions): Promise<ForeignClientPage>;
    /** Store a client that an authorization server issued. The organisation uses it from now on. */
    create(input: ForeignClientsCreateCall, options?: CallOptions): Promise<ForeignClient>;
    /** Read a client at another authorization server */
    get(input: ForeignClientsGetCall, options?: CallOptions): Promise<ForeignClient>;
    /** Remove a client at another authorization server. Its stored secrets are destroyed, and its registration at the other server ends. The answer is 409 while credentials depend on it. */
    remove(input: ForeignClientsRemoveCall, options?: CallOptions): Promise<void>;
  };
  readonly health: {
    /** Read the health of the service. No account is needed. */
    get(input?: HealthGetCall, options?: CallOptions): Promise<ServiceHealth>;
  };
  readonly installations: {
    /** Install an app for an agent that you may edit. The installation continues after the answer. */
    create(input: InstallationsCreateCall, options?: CallOptions): Promise<Installation>;
    /** List installed apps, newest first */
    list(input?: InstallationsListCall, options?: CallOptions): Promise<InstallationPage>;
    /** Read an installed app. Removed installations can be read too. */
    get(input: InstallationsGetCall, options?: CallOptions): Promise<Installation>;
    /** List the apps of an agent, newest first */
    listOfAgent(input: InstallationsListOfAgentCall, options?: CallOptions): Promise<InstallationPage>;
    /** Uninstall an app. Its credentials of this agent end at once. The client at the other service is removed after the answer. */
    uninstall(input: InstallationsUninstallCall, options?: CallOptions): Promise<Installation>;
    /** Continue a failed installation where it failed. If it waits for a person to connect, the answer has a link for them. */
    retry(input: InstallationsRetryCall, options?: CallOptions): Promise<Installation>;
    /** Change an installed app to another version. The old version stays in use until the new one is installed. */
    upgrade(input: InstallationsUpgradeCall, options?: CallOptions): Promise<Installation>;
    /** Compare the approved and the present tools of an installed app */
    listTools(input: InstallationsListToolsCall, options?: CallOptions): Promise<InstallationTools>;
    /** Ask the server of an installed app for its tools now */
    checkTools(input: InstallationsCheckToolsCall, options?: CallOptions): Promise<InstallationTools>;
    /** Approve the tools of an installed app as you saw them. This ends the quarantine. `allow_denied` names denied definitions that are shown nevertheless. */
    approveTools(input: InstallationsApproveToolsCall, options?: CallOptions): Promise<Installation>;
    /** Report the tools that a gateway sees of an installed app. Only for gateways. The answer says whether the tools may be called. Installing a local server approves the tools of its first report; a later report with other tools puts the app in quarantine. A finding is shown with the tools of the app, and withholds its tool until a person allows it or a gateway reports it as `cleared`. Repeating a report changes nothing, so this needs no `Idempotency-Key`. */
    reportTools(input: InstallationsReportToolsCall, options?: CallOptions): Promise<ToolReportAnswer>;
  };
  readonly invitations: {
    /** Invite a person to the organisation. Only this answer contains the token; a repeated call with the same Idempotency-Key does not. The answer is the same whether the address has an account here or not. A pending invitation for the same address becomes void. */
    create(input: InvitationsCreateCall, options?: CallOptions): Promise<CreatedInvitation>;
    /** List invitations, newest first */
    list(input?: InvitationsListCall, options?: CallOptions): Promise<InvitationPage>;
    /** Withdraw an invitation */
    revoke(input: InvitationsRevokeCall, options?: CallOptions): Promise<void>;
    /** Join the organisation with the token of an invitation. No account is needed. */
    accept(input: InvitationsAcceptCall, options?: CallOptions): Promise<Member>;
  };
  readonly keys: {
    /** List the public keys of passports, old ones included */
    list(input?: KeysListCall, options?: CallOptions): Promise<Jwks>;
  };
  readonly lifecyclePolicies: {
    /** List lifecycle policies, newest first */
    list(input?: LifecyclePoliciesListCall, options?: CallOptions): Promise<LifecyclePolicyPage>;
    /** Create a lifecycle policy. An organisation has at most 10. Only an admin may create one that decommissions agents. */
    create(input: LifecyclePoliciesCreateCall, options?: CallOptions): Promise<LifecyclePolicy>;
    /** Read a lifecycle policy */
    get(input: LifecyclePoliciesGetCall, options?: CallOptions): Promise<LifecyclePolicy>;
    /** Replace a lifecycle policy. Only an admin may replace it by one that decommissions agents. */
    replace(input: LifecyclePoliciesReplaceCall, options?: CallOptions): Promise<LifecyclePolicy>;
    /** Remove a lifecycle policy. The next policy that covers an agent then decides for it. */
    remove(input: LifecyclePoliciesRemoveCall, options?: CallOptions): Promise<void>;
    /** Apply the lifecycle policies now, or list what they would change. A repeated call changes nothing. */
    evaluate(input?: LifecyclePoliciesEvaluateCall, options?: CallOptions): Promise<LifecycleEvaluation>;
  };
  readonly mcp: {
    /** Read the name, the version and the tools of the MCP endpoint */
    getMetadata(input?: McpGetMetadataCall, options?: CallOptions): Promise<McpMetadata>;
    /** Send one JSON-RPC message of MCP, such as a call of a tool. The revision is 2026-07-28, or an earlier one if it needs no session. */
    send(input?: McpSendCall, options?: CallOptions): Promise<McpAnswer>;
  };
  readonly me: {
    /** Read the caller of this call and its rights */
    get(input?: MeGetCall, options?: CallOptions): Promise<Me>;
    /** Change your own name */
    update(input: MeUpdateCall, options?: CallOptions): Promise<Me>;
    /** Leave the organisation. Your sessions and API keys there end. Agents that only you own are orphaned. The last active admin stays (409, reason last_admin). */
    leave(input?: MeLeaveCall, options?: CallOptions): Promise<void>;
  };
  readonly members: {
    /** List the members of the organisation. The member who joined last comes first. */
    list(input?: MembersListCall, options?: CallOptions): Promise<MemberPage>;
    /** Read a member */
    get(input: MembersGetCall, options?: CallOptions): Promise<Member>;
    /** Change the role of a member, or disable them. A disabled member is signed out, loses their API keys and stops owning agents. The last active admin stays (409, reason last_admin). */
    update(input: MembersUpdateCall, options?: CallOptions): Promise<Member>;
    /** Remove a member. Agents that only they owned are orphaned. */
    remove(input: MembersRemoveCall, options?: CallOptions): Promise<void>;
  };
  readonly models: {
    /** List the aliases of a model and the moves that wait for an approval */
    listAliases(
      input: ModelsListAliasesCall,
      options?: CallOptions,
    ): Promise<{
      readonly items: readonly ModelAlias[];
    }>;
    /** Point an alias at a version. The answer is 202 if another person must approve the move first. */
    putAlias(input: ModelsPutAliasCall, options?: CallOptions): Promise<ModelAlias>;
    /** Remove an alias */
    removeAlias(input: ModelsRemoveAliasCall, options?: CallOptions): Promise<void>;
    /** Send the bytes of one file of a version. The answer arrives after the scan. */
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
    /** Revoke a model version permanently. Gateways refuse every call that refers to it. */
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
  readonly oauthClients: {
    /** List OAuth clients, newest first */
    list(input?: OauthClientsListCall, options?: CallOptions): Promise<OAuthClientPage>;
    /** Read an OAuth client */
    get(input: OauthClientsGetCall, options?: CallOptions): Promise<OAuthClient>;
    /** Remove an OAuth client with its grants and tokens */
    remove(input: OauthClientsRemoveCall, options?: CallOptions): Promise<void>;
  };
  readonly onBehalfOf: {
    /** List the delegations of a person, newest first. Without a subject, those of the caller are listed. */
    list(input?: OnBehalfOfListCall, options?: CallOptions): Promise<DelegationGrantPage>;
    /** Read the agents that act with a delegated token. The outermost agent comes first. The answer says whether the token is accepted now. */
    getChain(input: OnBehalfOfGetChainCall, options?: CallOptions): Promise<TokenChain>;
    /** Ask for the consent that an agent needs to act for a person. If the same request is already pending, the answer is that request. */
    authorize(input: OnBehalfOfAuthorizeCall, options?: CallOptions): Promise<Approval>;
  };
  readonly organizations: {
    /** List organisations, newest first. The operator token sees all organisations of the deployment. Other callers see their own. */
    list(input?: OrganizationsListCall, options?: CallOptions): Promise<OrganizationPage>;
    /** Create an organisation with its default workspace. Needs the operator token. */
    create(input: OrganizationsCreateCall, options?: CallOptions): Promise<Organization>;
    /** Read an organisation */
    get(input: OrganizationsGetCall, options?: CallOptions): Promise<Organization>;
    /** Change an organisation. Needs an admin. Missing members do not change. */
    update(input: OrganizationsUpdateCall, options?: CallOptions): Promise<Organization>;
  };
  readonly outboundRules: {
    /** Read the outbound rules of an organisation. The rules name the addresses that may be called for it in addition to public ones. */
    get(input: OutboundRulesGetCall, options?: CallOptions): Promise<OutboundRules>;
    /** Replace the outbound rules of an organisation. Needs the operator token. */
    replace(input: OutboundRulesReplaceCall, options?: CallOptions): Promise<OutboundRules>;
  };
  readonly passports: {
    /** Make a link by which anybody can read a passport and its proof. The link is in this answer only. The verifier keeps its hash. */
    createLink(input: PassportsCreateLinkCall, options?: CallOptions): Promise<CreatedPassportLink>;
    /** List the links of a passport, newest first */
    listLinks(input: PassportsListLinksCall, options?: CallOptions): Promise<PassportLinkPage>;
    /** Take back a link of a passport. It stops working at once. */
    revokeLink(input: PassportsRevokeLinkCall, options?: CallOptions): Promise<void>;
    /** List what was revoked since a time, signed */
    listRevocations(input?: PassportsListRevocationsCall, options?: CallOptions): Promise<PassportRevocations>;
    /** Read the state of a passport now. The answer has a short-lived signed token with the same content. */
    getStatus(input: PassportsGetStatusCall, options?: CallOptions): Promise<PassportStatus>;
    /** Revoke a passport permanently. A second call returns the first revocation. */
    revoke(input: PassportsRevokeCall, options?: CallOptions): Promise<PassportStatus>;
    /** List passports, newest first */
    list(input?: PassportsListCall, options?: CallOptions): Promise<PassportSummaryPage>;
    /** Read a passport. The answer is the record as JSON, or the bare JWS if `Accept` asks for it. */
    get(input: PassportsGetCall, options?: CallOptions): Promise<PassportView>;
    get(input: PassportsGetCall, options: BytesCallOptions): Promise<ReadableStream<Uint8Array>>;
    /** Export a passport with everything that proves it. The answer is JSON, or CBOR if `Accept` asks for it. */
    exportBundle(input: PassportsExportBundleCall, options?: CallOptions): Promise<EvidenceBundle>;
    exportBundle(input: PassportsExportBundleCall, options: BytesCallOptions): Promise<ReadableStream<Uint8Array>>;
    /** Read the passport of a link without an account. The answer is the public passport with its bundle. The token is in the body, so that it is in no log and no cache. A link that is unknown, expired or taken back answers 404. */
    readLinked(input: PassportsReadLinkedCall, options?: CallOptions): Promise<LinkedPassport>;
    /** Read a public passport without an account. A passport is public if the agent's owner allows it. The answer is JSON, or the bare JWS if `Accept` asks for it. */
    getPublic(input: PassportsGetPublicCall, options?: CallOptions): Promise<PublicPassport>;
    getPublic(input: PassportsGetPublicCall, options: BytesCallOptions): Promise<ReadableStream<Uint8Array>>;
    /** Read the state of a public passport without an account. A passport is public if the agent's owner allows it. */
    getPublicStatus(input: PassportsGetPublicStatusCall, options?: CallOptions): Promise<PublicPassportStatus>;
  };
  readonly people: {
    /** List the people of all organisations, newest first. Needs the operator token. */
    list(input?: PeopleListCall, options?: CallOptions): Promise<PersonPage>;
    /** Read a person. Needs the operator token. */
    get(input: PeopleGetCall, options?: CallOptions): Promise<Person>;
    /** Disable or enable a person in every organisation. Needs the operator token. */
    update(input: PeopleUpdateCall, options?: CallOptions): Promise<Person>;
    /** Give a person a temporary password. For people who lost their password. Only this answer shows the new password; a repeated call with the same Idempotency-Key answers without it. All sessions of the person end. Needs the operator token. */
    resetPassword(input: PeopleResetPasswordCall, options?: CallOptions): Promise<ResetPassword>;
  };
  readonly playground: {
    /** Judge data without a model, as one of your agents. The verifier asks its gateway as this agent, with a token that it makes for it. The session of the Evidence is playground- and the id of the caller, and the audit log names the caller too. Body and answer are those of POST /v1/evaluate of the gateway. */
    evaluate(input: PlaygroundEvaluateCall, options?: CallOptions): Promise<DecisionResult>;
    /** Send a prompt to a model through the gateway, as one of your agents. The verifier asks its gateway as this agent, with a token that it makes for it. The session of the Evidence is playground- and the id of the caller, and the audit log names the caller too. The body is that of POST /v1/chat/completions of the gateway. With "stream": true the answer is its stream, after an event assay.exchange that has the x-assay headers of the answer as an object; otherwise it is its JSON. A refusal is the one of the gateway, with its status; a 401 of it is 502 here. */
    chat(input: PlaygroundChatCall, options?: CallOptions): Promise<AsyncIterable<ServerEvent>>;
  };
  readonly policies: {
    /** List policies, newest first */
    list(input?: PoliciesListCall, options?: CallOptions): Promise<PolicyPage>;
    /** Save a policy as a draft. A text that does not parse is refused. A text that names a claim of no auditor of the scope is saved with its problems, and cannot be activated. */
    create(input: PoliciesCreateCall, options?: CallOptions): Promise<Policy>;
    /** Read a policy */
    get(input: PoliciesGetCall, options?: CallOptions): Promise<Policy>;
    /** Save a new version of a policy as a draft. The active version stays active. */
    replace(input: PoliciesReplaceCall, options?: CallOptions): Promise<Policy>;
    /** Remove a policy. It stops deciding at once. Its versions stay readable in the audit log. */
    remove(input: PoliciesRemoveCall, options?: CallOptions): Promise<void>;
    /** List the versions of a policy, newest first. A version never changes. */
    listVersions(input: PoliciesListVersionsCall, options?: CallOptions): Promise<PolicyVersionPage>;
    /** List the changes of a policy, newest first. The changes of a removed policy are listed too. */
    history(input: PoliciesHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Read the effective policies of an agent. The answer has the levels of the agent, their combined text and its problems. */
    effective(input: PoliciesEffectiveCall, options?: CallOptions): Promise<EffectivePolicy>;
    /** List the names that a policy may use in a scope. The names are claims, entities, actions, annotations and settings of a workspace or an agent, or of the organisation if the query names neither. */
    completions(input?: PoliciesCompletionsCall, options?: CallOptions): Promise<PolicyCompletions>;
    /** Check a policy text at a scope without saving it */
    validateText(input: PoliciesValidateTextCall, options?: CallOptions): Promise<PolicyValidation>;
    /** Check a version of a policy, or another text in its place */
    validate(input: PoliciesValidateCall, options?: CallOptions): Promise<PolicyValidation>;
    /** Decide stored Evidence of a period again. The decisions are made with a version of the policy, or with another text in its place. */
    replay(input: PoliciesReplayCall, options?: CallOptions): Promise<PolicyReplay>;
    /** Read the progress and the result of a replay */
    getReplay(input: PoliciesGetReplayCall, options?: CallOptions): Promise<PolicyReplay>;
    /** Cancel a replay. The result so far is kept. */
    cancelReplay(input: PoliciesCancelReplayCall, options?: CallOptions): Promise<PolicyReplay>;
    /** Activate a version of a policy. A version with problems is refused, and the refusal names every place where it breaks. */
    activate(input: PoliciesActivateCall, options?: CallOptions): Promise<Policy>;
    /** Activate an earlier version of a policy again. Without a version in the body, it is the version before the active one. */
    revert(input: PoliciesRevertCall, options?: CallOptions): Promise<Policy>;
    /** Deactivate a policy. It stays as a draft. */
    deactivate(input: PoliciesDeactivateCall, options?: CallOptions): Promise<Policy>;
    /** Try a version of a policy beside the active one. Its decisions are recorded and decide nothing. */
    shadow(input: PoliciesShadowCall, options?: CallOptions): Promise<Policy>;
  };
  readonly presets: {
    /** List presets and bundles. Each preset has its settings and its rules. */
    list(input?: PresetsListCall, options?: CallOptions): Promise<PresetList>;
    /** List the presets applied to a workspace, newest first. Each entry has what the preset changed. */
    history(input: PresetsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Apply a preset or a bundle to a workspace. All of it is applied, or nothing. `If-Match` is optional. */
    apply(input: PresetsApplyCall, options?: CallOptions): Promise<AppliedPreset>;
    /** Apply a preset or a bundle to a workspace. The same operation as `presets.apply`, under the prefix of the contract. All of it is applied, or nothing. `If-Match` is optional. */
    applyAlias(input: PresetsApplyAliasCall, options?: CallOptions): Promise<AppliedPreset>;
  };
  readonly publishers: {
    /** List publishers, newest first */
    list(input?: PublishersListCall, options?: CallOptions): Promise<PublisherPage>;
    /** Trust the release signatures of a publisher */
    create(input: PublishersCreateCall, options?: CallOptions): Promise<Publisher>;
    /** Read a publisher */
    get(input: PublishersGetCall, options?: CallOptions): Promise<Publisher>;
    /** Replace a publisher. Releases that were signed with a key that you leave out are untrusted from now on. */
    replace(input: PublishersReplaceCall, options?: CallOptions): Promise<Publisher>;
    /** Remove a publisher. Releases that it signed stay registered as untrusted. */
    remove(input: PublishersRemoveCall, options?: CallOptions): Promise<void>;
  };
  readonly receipts: {
    /** Submit receipts without evidence. These are mostly epoch starts. A receipt that is already stored returns `known`. */
    submit(input: ReceiptsSubmitCall, options?: CallOptions): Promise<ReceiptIngestAnswer>;
    /** List receipts by chain, the newest of each chain first */
    list(input?: ReceiptsListCall, options?: CallOptions): Promise<ReceiptSummaryPage>;
    /** Check one receipt. No account is needed, unless the verifier is configured to require one. */
    get(input: ReceiptsGetCall, options?: CallOptions): Promise<ReceiptView>;
    /** Get the proof that a receipt is in a witnessed chain. The proof is checked offline. No account is needed, unless the verifier is configured to require one. */
    prove(input: ReceiptsProveCall, options?: CallOptions): Promise<ReceiptInclusion>;
  };
  readonly referenceValues: {
    /** List sets of reference values, newest first */
    list(input?: ReferenceValuesListCall, options?: CallOptions): Promise<ReferenceValuesPage>;
    /** Read a set of reference values. The answer holds the newest version unless `version` names another. */
    get(input: ReferenceValuesGetCall, options?: CallOptions): Promise<ReferenceValues>;
    /** List the versions of a set of reference values, newest first. Each says who wrote it, when and why. */
    history(input: ReferenceValuesHistoryCall, options?: CallOptions): Promise<ReferenceValuesVersionPage>;
    /** Create a set of reference values */
    create(input: ReferenceValuesCreateCall, options?: CallOptions): Promise<ReferenceValues>;
    /** Write the next version of a set of reference values */
    replace(input: ReferenceValuesReplaceCall, options?: CallOptions): Promise<ReferenceValues>;
    /** Revoke a set of reference values permanently. The passports that depend on it are revoked too. */
    revoke(input: ReferenceValuesRevokeCall, options?: CallOptions): Promise<ReferenceValues>;
  };
  readonly registeredAuditors: {
    /** List registered auditors, newest first */
    list(input?: RegisteredAuditorsListCall, options?: CallOptions): Promise<RegisteredAuditorPage>;
    /** Register a version of an auditor as a draft. The content of a version never changes. */
    create(input: RegisteredAuditorsCreateCall, options?: CallOptions): Promise<RegisteredAuditor>;
    /** Read a registered auditor. The answer lists the chains that name it. */
    get(input: RegisteredAuditorsGetCall, options?: CallOptions): Promise<RegisteredAuditor>;
    /** Remove a draft of an auditor. Verified and revoked versions cannot be removed. */
    remove(input: RegisteredAuditorsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of a registered auditor, newest first. The history stays when the auditor is removed. */
    history(input: RegisteredAuditorsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Verify a draft of an auditor. The verification checks the labels, the signature, the vocabulary and the contract at the address where the auditor runs. It goes on after the answer. */
    verify(input: RegisteredAuditorsVerifyCall, options?: CallOptions): Promise<RegisteredAuditor>;
    /** Deprecate a verified auditor. Chains may still use it, and gateways warn. */
    deprecate(input: RegisteredAuditorsDeprecateCall, options?: CallOptions): Promise<RegisteredAuditor>;
    /** Revoke an auditor permanently. No chain can add it any more. Chains that run it are flagged. */
    revoke(input: RegisteredAuditorsRevokeCall, options?: CallOptions): Promise<RegisteredAuditor>;
    /** List the verifications of an auditor, newest first. The newest 50 are kept. */
    listVerifications(
      input: RegisteredAuditorsListVerificationsCall,
      options?: CallOptions,
    ): Promise<AuditorVerificationPage>;
    /** Read a verification of an auditor with its checks */
    getVerification(input: RegisteredAuditorsGetVerificationCall, options?: CallOptions): Promise<AuditorVerification>;
  };
  readonly scopedCredentials: {
    /** List the credentials that you may see, newest first. No answer holds a secret. */
    list(input?: ScopedCredentialsListCall, options?: CallOptions): Promise<ScopedCredentialPage>;
    /** Create a credential. It is shared, belongs to an agent, or is your own for an agent. With its secret it is active at once; without it, it waits until somebody connects it. */
    create(input: ScopedCredentialsCreateCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Read which credential an agent uses for a service. The answer says why each other credential was not chosen. */
    getEffective(input: ScopedCredentialsGetEffectiveCall, options?: CallOptions): Promise<EffectiveCredential>;
    /** Read a credential. Revoked credentials can be read too. */
    get(input: ScopedCredentialsGetCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Change how a credential is shared and added to calls. Only a rotation changes its secret. Its service and scope never change. */
    update(input: ScopedCredentialsUpdateCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Revoke a credential by DELETE. This is the same as revoking: the record stays for the log. A repeated call returns 204 too. */
    remove(input: ScopedCredentialsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of a credential, newest first */
    history(input: ScopedCredentialsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** Give a credential a new secret. The old secret stays valid for the overlap. One of two rotations at the same time is refused, and so is one with a stale `If-Match`, which is optional here. */
    rotate(input: ScopedCredentialsRotateCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Revoke a credential immediately and permanently. Its secrets are destroyed. A repeated call changes nothing, with or without `Idempotency-Key`. */
    revoke(input: ScopedCredentialsRevokeCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Get a link to connect a credential. The link is valid for 10 minutes. The person that the credential belongs to, or a manager of what it is for, opens it and signs in at the other side. A repeat makes another link. */
    connect(input: ScopedCredentialsConnectCall, options?: CallOptions): Promise<ConnectLink>;
    /** Get a new token from the other service now. The verifier does this automatically when it is due. For kinds with tokens of the other side (`oauth2_code`, `client_credentials`), by everybody who may change the credential. Calls at the same time are one refresh. Status `reauth_required` in the answer: the other side refused, and somebody has to connect again. 409 (`not_refreshable`, `credential_ended`) if there is nothing to refresh; 502 if the other side does not answer, which changes nothing. */
    refresh(input: ScopedCredentialsRefreshCall, options?: CallOptions): Promise<ScopedCredential>;
    /** Get the credentials for one call of an agent. Only for gateways; people are refused, whatever their role. The answer holds headers, variables or a certificate, with the secret in them. The credential is the one that `GET /v1/scoped-credentials/effective` names. For a person only under their consent that holds now (403 `no_active_delegation`), and never with a credential of another person. `failed` names the credential that the other side answered 401 to: it is refreshed once, and an answer of the same version means that there is no other. Never write the answer anywhere: it may be kept in memory for `good_for_s`. */
    inject(input: ScopedCredentialsInjectCall, options?: CallOptions): Promise<InjectionAnswer>;
  };
  readonly scopedTools: {
    /** List rules on tools, newest first */
    list(input?: ScopedToolsListCall, options?: CallOptions): Promise<ScopedToolPage>;
    /** Create a rule on tools. A rule applies to the organisation or to one workspace. */
    create(input: ScopedToolsCreateCall, options?: CallOptions): Promise<ScopedTool>;
    /** List the tools of an agent. Each tool has the rule that decided its mode and the state of signing in to its app. The tools of our own services are those of the app `assay`. */
    listEffective(input: ScopedToolsListEffectiveCall, options?: CallOptions): Promise<EffectiveTools>;
    /** Read a rule on tools */
    get(input: ScopedToolsGetCall, options?: CallOptions): Promise<ScopedTool>;
    /** Change a rule on tools */
    update(input: ScopedToolsUpdateCall, options?: CallOptions): Promise<ScopedTool>;
    /** Remove a rule on tools */
    remove(input: ScopedToolsRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of a rule on tools, newest first. The history of a removed rule stays. */
    history(input: ScopedToolsHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
  };
  readonly spiffe: {
    /** Issue an X.509-SVID that is valid for one hour. An active agent gets its own SVID. Gateways get theirs with their key or their certificate, attestors and auditors with a key of their name, and an operator may ask for each. */
    issueX509Svid(input: SpiffeIssueX509SvidCall, options?: CallOptions): Promise<X509Svid>;
    /** Issue a JWT-SVID of an active agent for one audience. It is valid for five minutes. The agent itself, its owners and admins may ask for it. */
    issueIdentityDocument(input: SpiffeIssueIdentityDocumentCall, options?: CallOptions): Promise<IdentityDocument>;
    /** Read the trust bundle of a trust domain. Its keys check JWT-SVIDs and X.509-SVIDs. No account is needed. */
    getBundle(input?: SpiffeGetBundleCall, options?: CallOptions): Promise<TrustBundle>;
  };
  readonly statistics: {
    /** Count exchanges over time, with the latency that judging added. Minutes can be asked for 2 days back, hours for 32 days back, days without end. Intervals are those of UTC. */
    exchanges(input?: StatisticsExchangesCall, options?: CallOptions): Promise<ExchangeStatistics>;
    /** List the reasons, agents, models, workspaces, auditors or tools of the most exchanges. The range is rounded to hours in the last 8 days, and to days (UTC) before. */
    top(input: StatisticsTopCall, options?: CallOptions): Promise<TopStatistics>;
    /** Read what waits for people, and how passports, gateways and auditors are */
    overview(input?: StatisticsOverviewCall, options?: CallOptions): Promise<Overview>;
  };
  readonly telemetryExports: {
    /** List telemetry exports, newest first. The values of their headers are never shown. */
    list(input?: TelemetryExportsListCall, options?: CallOptions): Promise<TelemetryExportPage>;
    /** Send new Evidence to a collector as spans. The spans are sent with OTLP/HTTP, from the next Evidence on. */
    create(input: TelemetryExportsCreateCall, options?: CallOptions): Promise<TelemetryExport>;
    /** Read a telemetry export. The answer shows its progress and its last error. */
    get(input: TelemetryExportsGetCall, options?: CallOptions): Promise<TelemetryExport>;
    /** Change or pause a telemetry export. Headers that you send replace all headers of the export. */
    update(input: TelemetryExportsUpdateCall, options?: CallOptions): Promise<TelemetryExport>;
    /** Remove a telemetry export and the values of its headers */
    remove(input: TelemetryExportsRemoveCall, options?: CallOptions): Promise<void>;
    /** Send one test span and show the result. The span is named `assay test`. */
    test(input: TelemetryExportsTestCall, options?: CallOptions): Promise<TelemetryExportTest>;
  };
  readonly tokens: {
    /** Exchange tokens for a token with which an agent acts for a person. This is the token exchange of RFC 8693. The person has allowed it with a delegation, and the client authenticates itself. */
    exchange(input: TokensExchangeCall, options?: CallOptions): Promise<TokenExchangeAnswer>;
  };
  readonly vault: {
    /** Read which keys encrypt secrets, and how many secrets each. Needs the operator token. */
    get(input?: VaultGetCall, options?: CallOptions): Promise<Vault>;
    /** Encrypt new secrets with a newer version of the key. Needs the operator token. */
    rotate(input?: VaultRotateCall, options?: CallOptions): Promise<VaultRotation>;
    /** Encrypt the data keys of some secrets with the current key version. Repeat it with `next_cursor` until that is null. Needs the operator token. */
    rewrap(input: VaultRewrapCall, options?: CallOptions): Promise<VaultRewrap>;
    /** Retire old key versions that no secret uses. Needs the operator token. */
    setMinimumVersion(input: VaultSetMinimumVersionCall, options?: CallOptions): Promise<VaultMinimum>;
  };
  readonly webhooks: {
    /** List the deliveries of a webhook, newest first. Use `status=dead` to list the dead ones. A delivery is kept for 7 days after its end; at most 100,000 ended ones are kept. */
    listDeliveries(input: WebhooksListDeliveriesCall, options?: CallOptions): Promise<WebhookDeliveryPage>;
    /** Read a delivery with its attempts. Answers of receivers are never stored. */
    getDelivery(input: WebhooksGetDeliveryCall, options?: CallOptions): Promise<WebhookDeliveryDetail>;
    /** Send an ended delivery again, with the same webhook-id */
    replayDelivery(input: WebhooksReplayDeliveryCall, options?: CallOptions): Promise<WebhookDelivery>;
    /** Send many ended deliveries again, oldest first. Choose the dead ones, the delivered ones or all. */
    replayDeliveries(input: WebhooksReplayDeliveriesCall, options?: CallOptions): Promise<WebhookReplay>;
    /** List webhooks, newest first. Their secrets are never shown. */
    list(input?: WebhooksListCall, options?: CallOptions): Promise<WebhookPage>;
    /** Create a webhook. The answer shows its signing secret once. A repeated call does not show it. */
    create(input: WebhooksCreateCall, options?: CallOptions): Promise<ShownWebhook>;
    /** Read a webhook */
    get(input: WebhooksGetCall, options?: CallOptions): Promise<Webhook>;
    /** Change, pause or reactivate a webhook */
    update(input: WebhooksUpdateCall, options?: CallOptions): Promise<Webhook>;
    /** Remove a webhook with its secret and its deliveries */
    remove(input: WebhooksRemoveCall, options?: CallOptions): Promise<void>;
    /** Give a webhook a new signing secret. The answer shows the new secret once. The old secret also signs until the overlap ends. A repeated call answers without the secret. */
    rotateSecret(input: WebhooksRotateSecretCall, options?: CallOptions): Promise<ShownWebhook>;
    /** Send a `webhook.test` event once and show the result */
    test(input: WebhooksTestCall, options?: CallOptions): Promise<WebhookTest>;
  };
  readonly witness: {
    /** Cosign a checkpoint of a receipt chain. The protocol is C2SP tlog-witness. If the chain is already at another size, the answer is 409 with that size as text. */
    addCheckpoint(input: WitnessAddCheckpointCall, options?: CallOptions): Promise<string>;
    /** Read the latest cosigned checkpoint of a chain. The answer also has every proof that the chain has two histories. */
    getChain(input: WitnessGetChainCall, options?: CallOptions): Promise<WitnessedChain>;
    /** List the public keys of the witness, newest first. The answer has one verifier key (C2SP signed-note) in each line. */
    listKeys(input?: WitnessListKeysCall, options?: CallOptions): Promise<string>;
  };
  readonly workflows: {
    /** Run the deployed revision of a workflow. The run continues after the answer. */
    startRun(input: WorkflowsStartRunCall, options?: CallOptions): Promise<WorkflowRun>;
    /** List the runs of a workflow, newest first */
    listRuns(input: WorkflowsListRunsCall, options?: CallOptions): Promise<WorkflowRunPage>;
    /** Read a run with its steps, their values and their Evidence */
    getRun(input: WorkflowsGetRunCall, options?: CallOptions): Promise<WorkflowRunWithSteps>;
    /** Cancel a run. No further step starts, and steps that may be interrupted are interrupted. */
    cancelRun(input: WorkflowsCancelRunCall, options?: CallOptions): Promise<WorkflowRun>;
    /** Record the outcome of a step whose outcome is unknown. The run continues with this outcome. */
    resolveStep(input: WorkflowsResolveStepCall, options?: CallOptions): Promise<WorkflowRunStep>;
    /** Create a workflow as a draft. Missing members of the graph get defaults. */
    create(input: WorkflowsCreateCall, options?: CallOptions): Promise<Workflow>;
    /** List workflows without their graphs, newest first */
    list(input?: WorkflowsListCall, options?: CallOptions): Promise<WorkflowSummaryPage>;
    /** Read a workflow with its newest graph */
    get(input: WorkflowsGetCall, options?: CallOptions): Promise<Workflow>;
    /** Change the draft of a workflow. The deployed revision continues to run until you deploy the draft. If-Match is optional. */
    update(input: WorkflowsUpdateCall, options?: CallOptions): Promise<Workflow>;
    /** Remove a workflow that does not run, with its revisions. If-Match is optional. */
    remove(input: WorkflowsRemoveCall, options?: CallOptions): Promise<void>;
    /** Check the draft or another graph by every rule of a deployment. Nothing is changed. A call without a body checks the draft. */
    validate(input: WorkflowsValidateCall, options?: CallOptions): Promise<WorkflowValidation>;
    /** List the changes of a workflow, newest first */
    history(input: WorkflowsHistoryCall, options?: CallOptions): Promise<WorkflowChangePage>;
    /** List the revisions of the graph of a workflow, newest first */
    listRevisions(input: WorkflowsListRevisionsCall, options?: CallOptions): Promise<WorkflowRevisionSummaryPage>;
    /** Read a revision of the graph of a workflow. A revision never changes. */
    getRevision(input: WorkflowsGetRevisionCall, options?: CallOptions): Promise<WorkflowRevision>;
    /** Deploy the draft of a workflow. The deployment continues after the answer. If-Match is optional. */
    deploy(input: WorkflowsDeployCall, options?: CallOptions): Promise<Workflow>;
    /** Stop a workflow and its runs, or its deployment. If-Match is optional. */
    stop(input: WorkflowsStopCall, options?: CallOptions): Promise<Workflow>;
    /** Read the composite passport of a workflow. It is never better than its worst member. */
    getPassport(input: WorkflowsGetPassportCall, options?: CallOptions): Promise<CompositePassport>;
  };
  readonly workspaces: {
    /** List workspaces, newest first. Lists all workspaces of the organisation. */
    list(input?: WorkspacesListCall, options?: CallOptions): Promise<WorkspacePage>;
    /** Create a workspace. The id is generated if the body has none. */
    create(input: WorkspacesCreateCall, options?: CallOptions): Promise<Workspace>;
    /** Read a workspace. The answer has the chain of the workspace itself, without what it inherits. */
    get(input: WorkspacesGetCall, options?: CallOptions): Promise<Workspace>;
    /** Change the name, the description, the chain or the settings of a workspace. Missing members do not change. */
    update(input: WorkspacesUpdateCall, options?: CallOptions): Promise<Workspace>;
    /** Remove a workspace that has no agents. Its settings and policies are removed with it. The default workspace stays. */
    remove(input: WorkspacesRemoveCall, options?: CallOptions): Promise<void>;
    /** List the changes of a workspace, newest first. Lists changes of the workspace itself, not of its settings, policies or agents. */
    history(input: WorkspacesHistoryCall, options?: CallOptions): Promise<ConfigurationChangePage>;
    /** List workspaces, newest first. The same operation as `workspaces.list`, under the prefix of the contract. Lists all workspaces of the organisation. */
    listAlias(input?: WorkspacesListAliasCall, options?: CallOptions): Promise<WorkspacePage>;
    /** Create a workspace. The same operation as `workspaces.create`, under the prefix of the contract. The id is generated if the body has none. */
    createAlias(input: WorkspacesCreateAliasCall, options?: CallOptions): Promise<Workspace>;
    /** Read a workspace. The same operation as `workspaces.get`, under the prefix of the contract. The answer has the chain of the workspace itself, without what it inherits. */
    getAlias(input: WorkspacesGetAliasCall, options?: CallOptions): Promise<Workspace>;
    /** Change the name, the description, the chain or the settings of a workspace. The same operation as `workspaces.update`, under the prefix of the contract. Missing members do not change. */
    updateAlias(input: WorkspacesUpdateAliasCall, options?: CallOptions): Promise<Workspace>;
    /** Remove a workspace that has no agents. The same operation as `workspaces.remove`, under the prefix of the contract. Its settings and policies are removed with it. The default workspace stays. */
    removeAlias(input: WorkspacesRemoveAliasCall, options?: CallOptions): Promise<void>;
    /** List the changes of a workspace, newest first. The same operation as `workspaces.history`, under the prefix of the contract. Lists changes of the workspace itself, not of its settings, policies or agents. */
    historyAlias(input: WorkspacesHistoryAliasCall, options?: CallOptions): Promise<ConfigurationChangePage>;
  };
}

export interface AccessReviewInstancesGetCall {
  readonly iid: string;
}

export interface AccessReviewInstancesListDecisionsCall {
  readonly iid: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly decision?: 'approve' | 'deny' | 'not_reviewed' | 'dont_know' | undefined;
}

export interface AccessReviewInstancesDecideCall {
  readonly iid: string;
  readonly did: string;
  readonly body: DecideAccessReviewInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AccessReviewInstancesStartCall {
  readonly iid: string;
}

export interface AccessReviewInstancesCompleteCall {
  readonly iid: string;
}

export interface AccessReviewInstancesApplyCall {
  readonly iid: string;
}

export interface AccessReviewsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AccessReviewsCreateCall {
  readonly body: CreateAccessReviewInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AccessReviewsGetCall {
  readonly id: string;
}

export interface AccessReviewsEndCall {
  readonly id: string;
}

export interface AccessReviewsListInstancesCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AccessReviewsGetInstanceCall {
  readonly id: string;
  readonly iid: string;
}

export interface AccessReviewsListDecisionsCall {
  readonly id: string;
  readonly iid: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly decision?: 'approve' | 'deny' | 'not_reviewed' | 'dont_know' | undefined;
}

export interface AccessReviewsDecideCall {
  readonly id: string;
  readonly iid: string;
  readonly did: string;
  readonly body: DecideAccessReviewInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AccessReviewsStartInstanceCall {
  readonly id: string;
  readonly iid: string;
}

export interface AccessReviewsCompleteInstanceCall {
  readonly id: string;
  readonly iid: string;
}

export interface AccessReviewsApplyInstanceCall {
  readonly id: string;
  readonly iid: string;
}

export interface AgentsWatchConsoleCall {
  readonly agent_id: string;
  /** Any of agent.log, tool.call, model.invocation, auditor.decision, heartbeat, separated by commas; default: all */
  readonly types?: string | undefined;
  /** Lowest level of `agent.log`; default: all */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | undefined;
}

export interface AgentsWatchLogsCall {
  readonly id: string;
  /** Lowest level of `agent.log`; default: all */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | undefined;
}

export interface AgentsWriteLogsCall {
  readonly id: string;
  readonly body: WriteLogLinesInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsApproveCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsActivateCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsStopCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsStartCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsSuspendCall {
  readonly id: string;
  readonly body: AgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsReactivateCall {
  readonly id: string;
  readonly body: AgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsDecommissionCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsAttestCall {
  readonly id: string;
  readonly body: OptionalAgentReasonInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsTransferCall {
  readonly id: string;
  readonly body: TransferAgentInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsRotateCredentialsCall {
  readonly id: string;
  readonly body: RotateAgentCredentialsInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsHeartbeatCall {
  readonly id: string;
  readonly body: SendAgentHeartbeatInput;
}

export interface AgentsGetLifecycleCall {
  readonly id: string;
}

export interface AgentsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly status?:
    | 'pending_approval'
    | 'staged'
    | 'active'
    | 'stopped'
    | 'suspended'
    | 'orphaned'
    | 'decommissioned'
    | undefined;
  readonly stale?: 'true' | 'false' | 'unknown' | undefined;
  readonly owner_id?: string | undefined;
}

export interface AgentsCreateCall {
  readonly body: CreateAgentInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AgentsGetCall {
  readonly id: string;
}

export interface AgentsUpdateCall {
  readonly id: string;
  readonly body: UpdateAgentInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AgentsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AgentsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AgentsGetAccessCall {
  readonly id: string;
}

export interface AgentsReplaceAccessCall {
  readonly id: string;
  readonly body: WriteAgentAccessInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AgentToolsGetCall {
  readonly id: string;
  readonly agent_id: string;
  /** Person who speaks for the agent with a token of their own; `user_may_speak` is about them */
  readonly user_id?: string | undefined;
  /** `grant_id` of that token; a token of a revoked grant is not accepted */
  readonly grant_id?: string | undefined;
  /** Person whom the agent acts for by consent; credentials are those that it has for them */
  readonly on_behalf_of?: string | undefined;
  /** Tools of our own services that the gateway offers, as `service/tool`, separated by commas. The answer names those that rules allow. With it, an agent that is not registered gets the rules of the workspace `default` instead of 404 */
  readonly own_tools?: string | undefined;
}

export interface ApiKeysListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly user_id?: string | undefined;
}

export interface ApiKeysGetCall {
  readonly id: string;
}

export interface ApiKeysCreateCall {
  readonly body: CreateApiKeyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApiKeysRotateCall {
  readonly id: string;
  readonly body: RotateApiKeyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApiKeysRevokeCall {
  readonly id: string;
}

export interface AppraisalPoliciesListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AppraisalPoliciesListActivationsCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AppraisalPoliciesHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AppraisalPoliciesGetActiveCall {
  readonly workspace_id?: string | undefined;
}

export interface AppraisalPoliciesGetCall {
  readonly id: string;
  readonly version?: number | undefined;
}

export interface AppraisalPoliciesEvaluateCall {
  readonly id: string;
  readonly body: EvaluateAppraisalPolicyInput;
}

export interface AppraisalPoliciesCreateCall {
  readonly body: WriteAppraisalPolicyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AppraisalPoliciesReplaceCall {
  readonly id: string;
  readonly body: WriteAppraisalPolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AppraisalPoliciesArchiveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AppraisalPoliciesActivateCall {
  readonly id: string;
  readonly body: ActivateAppraisalPolicyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AppraisalPoliciesInheritCall {
  readonly body: InheritAppraisalPolicyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApprovalsCreateCall {
  readonly body: CreateApprovalInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApprovalsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly status?: 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled' | 'failed' | undefined;
  readonly kind?:
    | 'delegation'
    | 'agent_registration'
    | 'app_install'
    | 'tool_call'
    | 'policy_escalation'
    | 'credential_share'
    | 'workflow_deploy'
    | 'workflow_step'
    | 'model_promotion'
    | undefined;
  readonly agent_id?: string | undefined;
  /** Only requests that wait for your decision */
  readonly approver?: 'me' | undefined;
}

export interface ApprovalsGetCall {
  readonly id: string;
}

export interface ApprovalsApproveCall {
  readonly id: string;
  readonly body: DecideApprovalInput;
}

export interface ApprovalsDenyCall {
  readonly id: string;
  readonly body: DecideApprovalInput;
}

export interface ApprovalsCancelCall {
  readonly id: string;
  readonly body: DecideApprovalInput;
}

export interface AppsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly type?: 'mcp_server' | 'auditor' | 'a2a_agent' | 'skill' | 'runtime' | undefined;
  readonly category?: string | undefined;
  readonly trust_tier?: 'community' | 'verified' | 'first_party' | undefined;
  /** Words of name, title or description; the best match comes first */
  readonly q?: string | undefined;
  /** Default false */
  readonly include_deleted?: boolean | undefined;
}

export interface AppsCreateCall {
  readonly body: CreateAppInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AppsGetCall {
  readonly app_id: string;
  /** The newest if absent */
  readonly version?: string | undefined;
}

export interface AppsUpdateCall {
  readonly app_id: string;
  readonly body: UpdateAppInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AppsRemoveCall {
  readonly app_id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AppsListVersionsCall {
  readonly app_id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AppsCreateVersionCall {
  readonly app_id: string;
  readonly body: CreateAppVersionInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AttestationsCreateChallengeCall {
  readonly body: unknown;
}

export interface AttestationsRegisterCall {
  readonly body: RegisterAttestationInput;
}

export interface AttestationsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly kid?: string | undefined;
}

export interface AttestationsGetCall {
  readonly id: string;
}

export interface AttestationsRevokeCall {
  readonly id: string;
  readonly body: RevokeAttestationInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AuditLogsListCall {
  /** An action, or with a star at the end all that begin so: policy.* */
  readonly action?: string | undefined;
  /** Id of the actor, or of the agent that acted for somebody */
  readonly actor?: string | undefined;
  /** A kind (policy), one resource (policy/pol_1), or an id of any kind */
  readonly resource?: string | undefined;
  /** At or after this time */
  readonly from?: string | undefined;
  /** Before this time */
  readonly to?: string | undefined;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AuditLogsExportCall {
  /** An action, or with a star at the end all that begin so: policy.* */
  readonly action?: string | undefined;
  /** Id of the actor, or of the agent that acted for somebody */
  readonly actor?: string | undefined;
  /** A kind (policy), one resource (policy/pol_1), or an id of any kind */
  readonly resource?: string | undefined;
  /** At or after this time */
  readonly from?: string | undefined;
  /** Before this time */
  readonly to?: string | undefined;
}

export interface AuditLogsVerifyCall {
  /** Number of a head that you stored earlier */
  readonly seq?: number | undefined;
  readonly hash?: string | undefined;
}

export interface AuditorSettingsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly level?: 'org' | 'workspace' | 'agent' | undefined;
  readonly scope_id?: string | undefined;
  readonly auditor_id?: string | undefined;
}

export interface AuditorSettingsCreateCall {
  readonly body: CreateAuditorSettingsInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AuditorSettingsGetCall {
  readonly id: string;
}

export interface AuditorSettingsReplaceCall {
  readonly id: string;
  readonly body: ReplaceAuditorSettingsInput;
}

export interface AuditorSettingsUpdateCall {
  readonly id: string;
  readonly body: MergeAuditorSettingsInput;
}

export interface AuditorSettingsRemoveCall {
  readonly id: string;
}

export interface AuditorSettingsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AuditorSettingsEffectiveCall {
  readonly agent_id: string;
  readonly auditor_id?: string | undefined;
}

export interface AuditorsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AuditorsCreateCall {
  readonly body: WriteAuditorInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface AuditorsGetCall {
  readonly id: string;
}

export interface AuditorsReplaceCall {
  readonly id: string;
  readonly body: WriteAuditorInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AuditorsUpdateCall {
  readonly id: string;
  readonly body: UpdateAuditorInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AuditorsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface AuditorsSchemaCall {
  readonly id: string;
}

export interface AuditorsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface AuditorsRefreshCall {
  readonly id: string;
}

export type ConsoleGetSessionCall = Readonly<Record<string, never>>;

export interface ConsoleUnlockCall {
  readonly body: UnlockConsoleInput;
}

export interface ConsoleEndSessionCall {
  /** Locks only: the person stays signed in. Without it, both end */
  readonly only?: 'unlocked' | undefined;
}

export type ConsoleCreateLinkCall = Readonly<Record<string, never>>;

export interface DeclarativeFilesApplyCall {
  /** true: gives the same answer and changes nothing */
  readonly dry_run?: 'true' | 'false' | undefined;
  /** true: removes everything of a workspace that its VendorWorkspace document does not mention */
  readonly prune?: 'true' | 'false' | undefined;
  readonly body: ApplyDocumentsInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface DeclarativeFilesExportCall {
  readonly workspace_id?: string | undefined;
}

export interface DelegationsListCall {
  readonly agent_id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  /** Active if absent */
  readonly status?: 'active' | 'revoked' | undefined;
  /** Only those of this person */
  readonly subject_id?: string | undefined;
}

export interface DelegationsListPendingCall {
  readonly agent_id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface DelegationsCreateCall {
  readonly agent_id: string;
  readonly body: GrantDelegationInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface DelegationsGetCall {
  readonly agent_id: string;
  readonly grant_id: string;
}

export interface DelegationsNarrowCall {
  readonly agent_id: string;
  readonly grant_id: string;
  readonly body: NarrowDelegationInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface DelegationsRevokeCall {
  readonly agent_id: string;
  readonly grant_id: string;
  /** Reason for the log of the configuration */
  readonly reason?: string | undefined;
}

export interface EnvironmentsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly workspace_id?: string | undefined;
}

export interface EnvironmentsGetCall {
  readonly id: string;
}

export interface EnvironmentsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface GatewaysEscalateCall {
  readonly id: string;
  readonly body: EscalationRequestInput;
}

export interface GatewaysGetBundleCall {
  readonly id: string;
}

export interface GatewaysGetStandingCall {
  readonly id: string;
}

export interface GatewaysReportStatusCall {
  readonly id: string;
  readonly body: GatewayReportInput;
}

export interface GatewaysListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface GatewaysGetRolloutCall {
  /** Default: the newest */
  readonly revision?: number | undefined;
}

export interface GatewaysGetCall {
  readonly id: string;
}

export interface GatewaysRemoveCall {
  readonly id: string;
}

export interface GatewaysFindOutsideSubjectCall {
  readonly id: string;
  readonly body: OutsideSubjectQuestionInput;
}

export interface EventsSendCall {
  readonly body: LiveEventsInput;
}

export interface EventsListCall {
  readonly agent_id?: string | undefined;
  readonly type?: 'agent.log' | 'tool.call' | 'model.invocation' | 'auditor.decision' | undefined;
  /** Example: `approval.requested` */
  readonly code?: string | undefined;
  /** `next_after` of the page before; default: from the oldest stored event */
  readonly after?: string | undefined;
  /** Default: 100 */
  readonly limit?: number | undefined;
}

export interface EvidenceSubmitCall {
  readonly body: SubmitEvidenceInput;
}

export interface EvidenceListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly model_id?: string | undefined;
  readonly decision?: 'allow' | 'deny' | undefined;
  readonly enforced?: 'allow' | 'deny' | undefined;
  /** Id of a policy that decided */
  readonly reason?: string | undefined;
  /** Conditions on claims, separated by `;`: `injection_risk>=0.8`, `pii_found=true`, `pii_types=email`. Operators `=`, `>`, `>=`, `<` and `<=`. A value is a boolean, a number or a text; a text in double quotes is a JSON string. A list holds a text if one of its members is the text. */
  readonly claim?: string | undefined;
  /** Id of an auditor, or its name in the chain */
  readonly auditor?: string | undefined;
  readonly tool?: string | undefined;
  readonly session_id?: string | undefined;
  readonly trace_id?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Which comes first; default newest */
  readonly order?: 'newest' | 'oldest' | undefined;
}

export interface EvidenceGetCall {
  readonly id: string;
}

export interface EvidenceExplainCall {
  readonly id: string;
}

export interface EvidenceListSessionsCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly session_id?: string | undefined;
}

export interface EvidenceGetTraceCall {
  readonly trace_id: string;
}

export interface EvidenceExportBundleCall {
  readonly id: string;
}

export type ForeignClientsGetDocumentCall = Readonly<Record<string, never>>;

export interface ForeignClientsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  /** The authorization server, exactly as its metadata names it */
  readonly issuer?: string | undefined;
}

export interface ForeignClientsCreateCall {
  readonly body: CreateForeignClientInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ForeignClientsGetCall {
  readonly id: string;
}

export interface ForeignClientsRemoveCall {
  readonly id: string;
}

export type HealthGetCall = Readonly<Record<string, never>>;

export interface InstallationsCreateCall {
  readonly app_id: string;
  readonly body: InstallAppInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface InstallationsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly app_id?: string | undefined;
  /** All except removed ones if absent */
  readonly status?:
    | 'requested'
    | 'awaiting_approval'
    | 'discovering'
    | 'registering'
    | 'awaiting_connect'
    | 'installed'
    | 'updating'
    | 'uninstalling'
    | 'removed'
    | 'failed'
    | undefined;
}

export interface InstallationsGetCall {
  readonly id: string;
}

export interface InstallationsListOfAgentCall {
  readonly agent_id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface InstallationsUninstallCall {
  readonly id: string;
}

export interface InstallationsRetryCall {
  readonly id: string;
}

export interface InstallationsUpgradeCall {
  readonly id: string;
  readonly body: UpgradeInstallationInput;
}

export interface InstallationsListToolsCall {
  readonly id: string;
}

export interface InstallationsCheckToolsCall {
  readonly id: string;
}

export interface InstallationsApproveToolsCall {
  readonly id: string;
  readonly body: ApproveToolsInput;
}

export interface InstallationsReportToolsCall {
  readonly id: string;
  readonly body: ToolReportInput;
}

export interface InvitationsCreateCall {
  readonly body: CreateInvitationInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface InvitationsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface InvitationsRevokeCall {
  readonly id: string;
}

export interface InvitationsAcceptCall {
  readonly id: string;
  readonly body: AcceptInvitationInput;
}

export type KeysListCall = Readonly<Record<string, never>>;

export interface LifecyclePoliciesListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface LifecyclePoliciesCreateCall {
  readonly body: WriteLifecyclePolicyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface LifecyclePoliciesGetCall {
  readonly id: string;
}

export interface LifecyclePoliciesReplaceCall {
  readonly id: string;
  readonly body: WriteLifecyclePolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface LifecyclePoliciesRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface LifecyclePoliciesEvaluateCall {
  /** Whether to only list what would change; default false */
  readonly dry_run?: boolean | undefined;
}

export type McpGetMetadataCall = Readonly<Record<string, never>>;

export type McpSendCall = Readonly<Record<string, never>>;

export type MeGetCall = Readonly<Record<string, never>>;

export interface MeUpdateCall {
  readonly body: UpdateMeInput;
}

export type MeLeaveCall = Readonly<Record<string, never>>;

export interface MembersListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  /** Only the one with this address */
  readonly email?: string | undefined;
}

export interface MembersGetCall {
  readonly id: string;
}

export interface MembersUpdateCall {
  readonly id: string;
  readonly body: UpdateMemberInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface MembersRemoveCall {
  readonly id: string;
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
    /** URL of each file by its path; never stored */
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
    /** kind hosted: the verifier has no files of it, so it cannot scan them */
    readonly hosted?:
      | {
          readonly provider: string;
          readonly model_id: string;
        }
      | undefined;
    readonly format?: string | undefined;
    /** exact names that calls at gateways use for it; unique in the organisation */
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
    /** its origin: source, base_model, training_data … */
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
    /** its origin: source, base_model, training_data … */
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
    /** true: an admin accepts a version that could not be scanned completely */
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
    /** aliases that move only if somebody else approves it; removing one from the list needs an admin */
    readonly protected_aliases?: readonly string[] | undefined;
    /** exact names that calls at gateways use for it; unique in the organisation */
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
    /** aliases that move only if somebody else approves it; removing one from the list needs an admin */
    readonly protected_aliases?: readonly string[] | undefined;
    /** exact names that calls at gateways use for it; unique in the organisation */
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

export interface OauthClientsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface OauthClientsGetCall {
  readonly id: string;
}

export interface OauthClientsRemoveCall {
  readonly id: string;
}

export interface OnBehalfOfListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  /** Person for whom the agent acts; the caller if absent */
  readonly subject?: string | undefined;
  /** Only those of this agent */
  readonly agent?: string | undefined;
  /** Active if absent */
  readonly status?: 'active' | 'revoked' | undefined;
}

export interface OnBehalfOfGetChainCall {
  readonly jti: string;
}

export interface OnBehalfOfAuthorizeCall {
  readonly body: AuthorizeOnBehalfOfInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface OrganizationsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface OrganizationsCreateCall {
  readonly body: CreateOrganizationInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface OrganizationsGetCall {
  readonly id: string;
}

export interface OrganizationsUpdateCall {
  readonly id: string;
  readonly body: UpdateOrganizationInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface OutboundRulesGetCall {
  readonly id: string;
}

export interface OutboundRulesReplaceCall {
  readonly id: string;
  readonly body: WriteOutboundRulesInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PassportsCreateLinkCall {
  readonly id: string;
  readonly body: CreatePassportLinkInput;
}

export interface PassportsListLinksCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface PassportsRevokeLinkCall {
  readonly id: string;
  readonly link_id: string;
}

export interface PassportsListRevocationsCall {
  /** The list starts at the first revocation if absent */
  readonly since?: string | undefined;
}

export interface PassportsGetStatusCall {
  readonly id: string;
}

export interface PassportsRevokeCall {
  readonly id: string;
  readonly body: RevokePassportInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PassportsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly agent_id?: string | undefined;
  /** Only the newest passport of each agent at each of its gateways */
  readonly latest?: boolean | undefined;
}

export interface PassportsGetCall {
  readonly id: string;
}

export interface PassportsExportBundleCall {
  readonly id: string;
}

export interface PassportsReadLinkedCall {
  readonly body: ReadLinkedPassportInput;
}

export interface PassportsGetPublicCall {
  readonly id: string;
}

export interface PassportsGetPublicStatusCall {
  readonly id: string;
}

export interface PeopleListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  /** Only the one with this address */
  readonly email?: string | undefined;
}

export interface PeopleGetCall {
  readonly id: string;
}

export interface PeopleUpdateCall {
  readonly id: string;
  readonly body: UpdatePersonInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PeopleResetPasswordCall {
  readonly id: string;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PlaygroundEvaluateCall {
  /** The agent in whose name the gateway is asked */
  readonly agent_id: string;
  readonly body: ClaimsRequestInput;
}

export interface PlaygroundChatCall {
  /** The agent in whose name the gateway is asked */
  readonly agent_id: string;
  readonly body: CreateChatCompletionInput;
}

export interface PoliciesListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly level?: 'org' | 'workspace' | 'agent' | undefined;
  readonly scope_id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: 'draft' | 'active' | 'shadow' | undefined;
}

export interface PoliciesCreateCall {
  readonly body: CreatePolicyInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PoliciesGetCall {
  readonly id: string;
}

export interface PoliciesReplaceCall {
  readonly id: string;
  readonly body: ReplacePolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PoliciesRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PoliciesListVersionsCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface PoliciesHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface PoliciesEffectiveCall {
  readonly agent_id: string;
}

export interface PoliciesCompletionsCall {
  readonly workspace_id?: string | undefined;
  readonly agent_id?: string | undefined;
}

export interface PoliciesValidateTextCall {
  readonly body: ValidatePolicyTextInput;
}

export interface PoliciesValidateCall {
  readonly id: string;
  readonly body: ValidatePolicyInput;
}

export interface PoliciesReplayCall {
  readonly id: string;
  readonly body: StartPolicyReplayInput;
}

export interface PoliciesGetReplayCall {
  readonly id: string;
}

export interface PoliciesCancelReplayCall {
  readonly id: string;
}

export interface PoliciesActivateCall {
  readonly id: string;
  readonly body: ActivatePolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PoliciesRevertCall {
  readonly id: string;
  readonly body: ActivatePolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PoliciesDeactivateCall {
  readonly id: string;
  readonly body: DeactivatePolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PoliciesShadowCall {
  readonly id: string;
  readonly body: ShadowPolicyInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export type PresetsListCall = Readonly<Record<string, never>>;

export interface PresetsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface PresetsApplyCall {
  readonly id: string;
  /** true: also replaces values and rules that a person set */
  readonly overwrite?: 'true' | 'false' | undefined;
  /** true: gives the same answer and changes nothing */
  readonly preview?: 'true' | 'false' | undefined;
  readonly body: ApplyPresetInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PresetsApplyAliasCall {
  readonly id: string;
  /** true: also replaces values and rules that a person set */
  readonly overwrite?: 'true' | 'false' | undefined;
  /** true: gives the same answer and changes nothing */
  readonly preview?: 'true' | 'false' | undefined;
  readonly body: ApplyPresetInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PublishersListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface PublishersCreateCall {
  readonly body: WritePublisherInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface PublishersGetCall {
  readonly id: string;
}

export interface PublishersReplaceCall {
  readonly id: string;
  readonly body: WritePublisherInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface PublishersRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ReceiptsSubmitCall {
  readonly body: SubmitReceiptsInput;
}

export interface ReceiptsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly chain_id?: string | undefined;
}

export interface ReceiptsGetCall {
  readonly id: string;
}

export interface ReceiptsProveCall {
  readonly id: string;
  /** Adds a consistency proof from this size */
  readonly from?: string | undefined;
}

export interface ReferenceValuesListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ReferenceValuesGetCall {
  readonly id: string;
  readonly version?: number | undefined;
}

export interface ReferenceValuesHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ReferenceValuesCreateCall {
  readonly body: WriteReferenceValuesInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ReferenceValuesReplaceCall {
  readonly id: string;
  readonly body: WriteReferenceValuesInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ReferenceValuesRevokeCall {
  readonly id: string;
  readonly body: RevokeReferenceValuesInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface RegisteredAuditorsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: 'draft' | 'verifying' | 'verified' | 'deprecated' | 'revoked' | undefined;
  readonly auditor_id?: string | undefined;
}

export interface RegisteredAuditorsCreateCall {
  readonly body: RegisterAuditorInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface RegisteredAuditorsGetCall {
  readonly id: string;
}

export interface RegisteredAuditorsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface RegisteredAuditorsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface RegisteredAuditorsVerifyCall {
  readonly id: string;
  readonly body: VerifyAuditorInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface RegisteredAuditorsDeprecateCall {
  readonly id: string;
  readonly body: DeprecateAuditorInput;
}

export interface RegisteredAuditorsRevokeCall {
  readonly id: string;
  readonly body: RevokeAuditorInput;
}

export interface RegisteredAuditorsListVerificationsCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface RegisteredAuditorsGetVerificationCall {
  readonly id: string;
  readonly run_id: string;
}

export interface ScopedCredentialsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly service?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly workspace_id?: string | undefined;
  /** All except revoked ones if absent */
  readonly status?:
    | 'pending'
    | 'active'
    | 'expiring'
    | 'refreshing'
    | 'rotating'
    | 'reauth_required'
    | 'expired'
    | 'revoked'
    | undefined;
}

export interface ScopedCredentialsCreateCall {
  readonly body: CreateScopedCredentialInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ScopedCredentialsGetEffectiveCall {
  readonly agent_id: string;
  readonly service: string;
  /** Person that the agent acts for */
  readonly user_id?: string | undefined;
  /** RFC 9728 identifier of the called resource */
  readonly resource?: string | undefined;
  /** Authorization server of the called resource, if it is known */
  readonly issuer?: string | undefined;
  /** The workspace of the agent if absent */
  readonly workspace_id?: string | undefined;
  /** Scopes that the call needs, separated by spaces */
  readonly scopes?: string | undefined;
}

export interface ScopedCredentialsGetCall {
  readonly id: string;
}

export interface ScopedCredentialsUpdateCall {
  readonly id: string;
  readonly body: UpdateScopedCredentialInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ScopedCredentialsRemoveCall {
  readonly id: string;
}

export interface ScopedCredentialsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ScopedCredentialsRotateCall {
  readonly id: string;
  readonly body: RotateScopedCredentialInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ScopedCredentialsRevokeCall {
  readonly id: string;
  readonly body: RevokeScopedCredentialInput | null;
}

export interface ScopedCredentialsConnectCall {
  readonly id: string;
  readonly body: ConnectScopedCredentialInput | null;
}

export interface ScopedCredentialsRefreshCall {
  readonly id: string;
}

export interface ScopedCredentialsInjectCall {
  readonly id: string;
  readonly body: InjectionQuestionInput;
}

export interface ScopedToolsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly level?: 'org' | 'workspace' | undefined;
  readonly workspace_id?: string | undefined;
  readonly app_id?: string | undefined;
  /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
  readonly mode?: 'available' | 'required' | 'blocked' | undefined;
}

export interface ScopedToolsCreateCall {
  readonly body: CreateScopedToolInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ScopedToolsListEffectiveCall {
  readonly agent_id: string;
  /** The workspace of the agent if absent */
  readonly workspace_id?: string | undefined;
  /** Person that the agent acts for */
  readonly user_id?: string | undefined;
  /** Default 500 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface ScopedToolsGetCall {
  readonly id: string;
}

export interface ScopedToolsUpdateCall {
  readonly id: string;
  readonly body: UpdateScopedToolInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ScopedToolsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface ScopedToolsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface SpiffeIssueX509SvidCall {
  readonly body: X509SvidRequestInput;
}

export interface SpiffeIssueIdentityDocumentCall {
  readonly id: string;
  readonly body: CreateIdentityDocumentInput;
}

export interface SpiffeGetBundleCall {
  /** Trust domain of an organisation; default that of the first organisation */
  readonly trust_domain?: string | undefined;
}

export interface StatisticsExchangesCall {
  /** Rounded down to the start of an interval; default: 24 hours before `to` */
  readonly from?: string | undefined;
  /** Exclusive, rounded up to the end of an interval; default: now */
  readonly to?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** Default: minute up to 6 hours, hour up to 14 days, day beyond */
  readonly interval?: 'minute' | 'hour' | 'day' | undefined;
}

export interface StatisticsTopCall {
  readonly by: 'reason' | 'agent' | 'model' | 'workspace' | 'auditor' | 'tool';
  /** Rounded down to the start of an interval; default: 24 hours before `to` */
  readonly from?: string | undefined;
  /** Exclusive, rounded up to the end of an interval; default: now */
  readonly to?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** The count by which the names are ordered, highest first; default: exchanges */
  readonly sort?: 'exchanges' | 'allowed' | 'denied' | 'redacted' | 'escalated' | 'warned' | 'would_deny' | undefined;
  /** default 10 */
  readonly limit?: number | undefined;
}

export type StatisticsOverviewCall = Readonly<Record<string, never>>;

export interface TelemetryExportsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface TelemetryExportsCreateCall {
  readonly body: CreateTelemetryExportInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface TelemetryExportsGetCall {
  readonly id: string;
}

export interface TelemetryExportsUpdateCall {
  readonly id: string;
  readonly body: UpdateTelemetryExportInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface TelemetryExportsRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface TelemetryExportsTestCall {
  readonly id: string;
}

export interface TokensExchangeCall {
  readonly body: TokenExchangeRequestInput;
}

export type VaultGetCall = Readonly<Record<string, never>>;

export interface VaultRotateCall {
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface VaultRewrapCall {
  readonly body: RewrapVaultInput;
}

export interface VaultSetMinimumVersionCall {
  readonly body: SetVaultMinimumVersionInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WebhooksListDeliveriesCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly status?: 'pending' | 'delivered' | 'dead' | undefined;
  readonly code?: string | undefined;
}

export interface WebhooksGetDeliveryCall {
  readonly id: string;
  readonly delivery_id: string;
}

export interface WebhooksReplayDeliveryCall {
  readonly id: string;
  readonly delivery_id: string;
}

export interface WebhooksReplayDeliveriesCall {
  readonly id: string;
  readonly body: ReplayWebhookDeliveriesInput;
}

export interface WebhooksListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WebhooksCreateCall {
  readonly body: CreateWebhookInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WebhooksGetCall {
  readonly id: string;
}

export interface WebhooksUpdateCall {
  readonly id: string;
  readonly body: UpdateWebhookInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WebhooksRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WebhooksRotateSecretCall {
  readonly id: string;
  readonly body: RotateWebhookSecretInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WebhooksTestCall {
  readonly id: string;
}

export interface WitnessAddCheckpointCall {
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
}

export interface WitnessGetChainCall {
  readonly chain_id: string;
}

export type WitnessListKeysCall = Readonly<Record<string, never>>;

export interface WorkflowsStartRunCall {
  readonly id: string;
  readonly body: StartWorkflowRunInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WorkflowsListRunsCall {
  readonly id: string;
  readonly status?:
    | 'queued'
    | 'running'
    | 'waiting'
    | 'succeeded'
    | 'failed'
    | 'cancelling'
    | 'cancelled'
    | 'interrupted'
    | undefined;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkflowsGetRunCall {
  readonly id: string;
  readonly run_id: string;
  /** `next_steps_after` of the previous answer */
  readonly steps_after?: string | undefined;
}

export interface WorkflowsCancelRunCall {
  readonly id: string;
  readonly run_id: string;
  readonly body: CancelWorkflowRunInput;
}

export interface WorkflowsResolveStepCall {
  readonly id: string;
  readonly run_id: string;
  readonly step_id: string;
  readonly body: ResolveWorkflowStepInput;
}

export interface WorkflowsCreateCall {
  readonly body: CreateWorkflowInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WorkflowsListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
  readonly status?: 'draft' | 'deploying' | 'running' | 'stopping' | 'stopped' | 'failed' | undefined;
  readonly workspace_id?: string | undefined;
}

export interface WorkflowsGetCall {
  readonly id: string;
}

export interface WorkflowsUpdateCall {
  readonly id: string;
  readonly body: UpdateWorkflowInput;
}

export interface WorkflowsRemoveCall {
  readonly id: string;
}

export interface WorkflowsValidateCall {
  readonly id: string;
  readonly body: ValidateWorkflowInput;
}

export interface WorkflowsHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkflowsListRevisionsCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkflowsGetRevisionCall {
  readonly id: string;
  readonly revision: number;
}

export interface WorkflowsDeployCall {
  readonly id: string;
}

export interface WorkflowsStopCall {
  readonly id: string;
}

export interface WorkflowsGetPassportCall {
  readonly id: string;
}

export interface WorkspacesListCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkspacesCreateCall {
  readonly body: CreateWorkspaceInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WorkspacesGetCall {
  readonly id: string;
}

export interface WorkspacesUpdateCall {
  readonly id: string;
  readonly body: UpdateWorkspaceInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WorkspacesRemoveCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WorkspacesHistoryCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkspacesListAliasCall {
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

export interface WorkspacesCreateAliasCall {
  readonly body: CreateWorkspaceInput;
  /** One is made for each call if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface WorkspacesGetAliasCall {
  readonly id: string;
}

export interface WorkspacesUpdateAliasCall {
  readonly id: string;
  readonly body: UpdateWorkspaceInput;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WorkspacesRemoveAliasCall {
  readonly id: string;
  /** Revision of the record as you read it. */
  readonly ifMatch: number;
}

export interface WorkspacesHistoryAliasCall {
  readonly id: string;
  /** default 20 */
  readonly limit?: number | undefined;
  /** next_cursor of the page before */
  readonly cursor?: string | undefined;
}

/** A new person chooses a password of at least 12 characters; a known person gives their own */
export type AcceptInvitationInput = {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password: string;
};

export type AccessManifest = {
  readonly account_domains: readonly string[];
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  readonly max_delegation_depth: number;
  readonly max_token_ttl_s: number;
};

export type AccessReview = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: 'agents' | 'grants' | 'credentials' | 'tools' | (string & Record<never, never>);
  /** Workspace that is reviewed; null: the whole organisation */
  readonly workspace_id: string | null;
  readonly reviewers: readonly string[];
  /** How often the review is repeated; null: once */
  readonly recurrence: {
    /** Days from one start to the next */
    readonly days: number;
  } | null;
  readonly duration_days: number;
  readonly default_decision: 'none' | 'approve' | 'deny' | 'recommendation' | (string & Record<never, never>);
  readonly auto_apply: boolean;
  readonly justification_required: boolean;
  /** Time from when no instance starts any more */
  readonly ended_at: string | null;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type AccessReviewDecision = {
  readonly id: string;
  readonly org_id: string;
  readonly review_id: string;
  readonly instance_id: string;
  /** Subject that has access */
  readonly principal: {
    readonly type:
      | 'agent'
      | 'user'
      | 'workspace'
      | 'organization'
      | 'api_key'
      | 'delegation'
      | 'scoped_credential'
      | 'scoped_tool'
      | (string & Record<never, never>);
    readonly id: string;
    readonly name: string;
  };
  /** Subject that the access is to */
  readonly resource: {
    readonly type:
      | 'agent'
      | 'user'
      | 'workspace'
      | 'organization'
      | 'api_key'
      | 'delegation'
      | 'scoped_credential'
      | 'scoped_tool'
      | (string & Record<never, never>);
    readonly id: string;
    readonly name: string;
  };
  /** Owners when the instance started */
  readonly owners: readonly string[];
  /** State when the instance started */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly decision: 'approve' | 'deny' | 'not_reviewed' | 'dont_know' | (string & Record<never, never>);
  /** approve: active within the last 30 days */
  readonly recommendation: 'approve' | 'deny' | 'no_info' | (string & Record<never, never>);
  readonly justification: string | null;
  /** Id of the reviewer; default_decision where nobody decided until the end */
  readonly reviewed_by: string | null;
  readonly reviewed_at: string | null;
  readonly apply_result:
    | 'new'
    | 'applied'
    | 'failed'
    | 'object_not_found'
    | 'not_supported'
    | (string & Record<never, never>);
  readonly apply_detail: string | null;
  readonly applied_at: string | null;
  /** The ETag */
  readonly revision: number;
};

export type AccessReviewDecisionPage = {
  readonly items: readonly AccessReviewDecision[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AccessReviewInstance = {
  readonly id: string;
  readonly org_id: string;
  readonly review_id: string;
  readonly status:
    | 'not_started'
    | 'in_progress'
    | 'completed'
    | 'applying'
    | 'applied'
    | (string & Record<never, never>);
  /** Planned time of the start */
  readonly start_at: string;
  /** Time when the snapshot was taken */
  readonly started_at: string | null;
  readonly due_at: string | null;
  readonly completed_at: string | null;
  readonly completed_by: string | null;
  readonly applied_at: string | null;
  /** Number of decisions so far */
  readonly counts: {
    readonly total: number;
    readonly approve: number;
    readonly deny: number;
    readonly not_reviewed: number;
    readonly dont_know: number;
    /** Decisions that could not be applied; apply again to retry */
    readonly failed: number;
  };
  readonly created_at: string;
  readonly updated_at: string;
};

export type AccessReviewInstancePage = {
  readonly items: readonly AccessReviewInstance[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AccessReviewPage = {
  readonly items: readonly AccessReview[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ActivateAppraisalPolicyInput = {
  readonly version?: number | undefined;
  readonly workspace_id?: string | undefined;
  /** Stored in the history */
  readonly reason: string;
};

export type ActivatePolicyInput = {
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
};

export type AddedLatency = {
  /** exact */
  readonly mean_ms: number;
  /** 50% of the exchanges took no longer, within 10% (exact up to 10 ms) */
  readonly p50_ms: number;
  /** 90% of the exchanges took no longer, within 10% (exact up to 10 ms) */
  readonly p90_ms: number;
  /** 95% of the exchanges took no longer, within 10% (exact up to 10 ms) */
  readonly p95_ms: number;
  /** 99% of the exchanges took no longer, within 10% (exact up to 10 ms) */
  readonly p99_ms: number;
};

export type Agent = {
  readonly id: string;
  readonly org_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly kind: 'autonomous' | 'interactive' | 'workflow' | 'a2a' | (string & Record<never, never>);
  readonly framework: string | null;
  readonly deployment_type: 'full' | 'model' | 'app' | 'bridge' | (string & Record<never, never>);
  readonly labels: Readonly<Record<string, string>>;
  /** The model that the agent is meant for */
  readonly model_id: string | null;
  /** SPIFFE identity of the agent; it never changes */
  readonly spiffe_id: string;
  /** OAuth client of the agent; null without a credential */
  readonly client_id: string | null;
  /** How the agent gets access tokens. It does not limit API keys, or calls on loopback without a credential */
  readonly injection_method: 'sidecar' | 'client_credentials' | 'token_exchange' | (string & Record<never, never>);
  readonly access_manifest: AccessManifest;
  /** The first owner; null if there is none */
  readonly owner_id: string | null;
  readonly sponsor_ids: readonly string[];
  readonly audit_mode: 'enforce' | 'observe' | (string & Record<never, never>);
  /** End of observe mode, after which the agent is enforced again; null if there is no end */
  readonly audit_mode_until: string | null;
  readonly audit_mode_reason: string | null;
  readonly audit_mode_by: string | null;
  readonly status:
    | 'pending_approval'
    | 'staged'
    | 'active'
    | 'stopped'
    | 'suspended'
    | 'orphaned'
    | 'decommissioned'
    | (string & Record<never, never>);
  readonly status_reason: string | null;
  readonly status_changed_at: string | null;
  readonly status_changed_by: string | null;
  /** Number in the tokens of the agent; raising it makes them invalid */
  readonly agent_epoch: number;
  readonly last_activity_at: string | null;
  readonly last_token_at: string | null;
  readonly heartbeat_at: string | null;
  readonly last_attested_at: string | null;
  readonly attestation_due_at: string | null;
  /** Whether the agent is known only from evidence and nobody registered it */
  readonly implicit: boolean;
  /** Whether anybody may read its passports by their ids */
  readonly public_passports: boolean;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  /** Whether the agent shows no sign of life; null where no lifecycle runs */
  readonly staleness: Staleness | null;
};

export type AgentAccess = {
  readonly agent_id: string;
  readonly owners: readonly string[];
  readonly editors: readonly string[];
  readonly viewers: readonly string[];
  /** Revision of the agent; its ETag */
  readonly revision: number;
};

export type AgentHeartbeat = {
  readonly agent_id: string;
  readonly status:
    | 'pending_approval'
    | 'staged'
    | 'active'
    | 'stopped'
    | 'suspended'
    | 'orphaned'
    | 'decommissioned'
    | (string & Record<never, never>);
  readonly agent_epoch: number;
  readonly heartbeat_at: string;
};

export type AgentLifecycle = {
  readonly agent_id: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly status_changed_at: string | null;
  readonly status_changed_by: string | null;
  readonly staleness: Staleness;
  /** Policy that decides; null if the defaults apply */
  readonly policy_id: string | null;
  readonly open_issues: readonly {
    readonly rule:
      | 'missing_owner'
      | 'inactivity'
      | 'attestation_overdue'
      | 'unused_permissions'
      | (string & Record<never, never>);
    readonly reason: string;
    readonly since: string;
    readonly warned_at: string;
    /** Time of the suspension if nothing changes; null if there is none, or if the agent does not run anyway */
    readonly suspend_at: string | null;
    readonly suspended_at: string | null;
    readonly decommission_at: string | null;
  }[];
  /** The newest 100 entries of the audit log about the agent, newest first */
  readonly events: readonly {
    readonly time: string;
    readonly action: string;
    readonly actor: {
      readonly type: string;
      readonly id: string;
    };
    readonly details: Readonly<Record<string, unknown>>;
  }[];
};

export type AgentPage = {
  readonly items: readonly Agent[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AgentReasonInput = {
  /** The reason; it is stored in the audit log and shown with the state */
  readonly reason: string;
};

export type AgentTools = {
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly user_may_speak: boolean | null;
  /** how long it holds at most; a newer bundle ends it at once */
  readonly good_for_s: number;
  readonly servers: readonly {
    readonly installation_id: string;
    readonly app_id: string;
    readonly title: string;
    /** name of the server within its app */
    readonly server: string;
    /** what its tools are named by in catalogs: the same for all agents of an organisation, and for ever */
    readonly alias: string;
    /** what credentials are for */
    readonly service: string;
    /** RFC 9728 identifier */
    readonly resource: string | null;
    readonly auth: {
      readonly required: boolean;
      /** as that of scoped credentials: ready, connect_required … */
      readonly status: string;
      /** where a person connects */
      readonly connect_url: string | null;
    };
    readonly quarantined: boolean;
    readonly target:
      | {
          readonly kind: 'remote';
          readonly type: 'streamable-http' | 'sse' | 'a2a' | (string & Record<never, never>);
          readonly url: string;
          /** of an A2A agent whose card is not at the well-known path of its host */
          readonly card_url?: string | undefined;
          /** of its configuration, none of them secret */
          readonly headers: readonly {
            readonly name: string;
            readonly value: string;
          }[];
        }
      | {
          readonly kind: 'package';
          /** name of the package, which a gateway knows a command for */
          readonly identifier: string;
          /** the exact one that was installed */
          readonly version: string | null;
          /** of its configuration, none of them secret */
          readonly environment: readonly {
            readonly name: string;
            readonly value: string;
          }[];
        }
      | {
          /** its tools are its files: they are shown, and nothing is called */
          readonly kind: 'skill';
          /** as its SKILL.md has it */
          readonly name: string;
          readonly description: string;
          /** of the files of this version; other files are not shown */
          readonly tree_hash: string;
        };
    readonly tools: readonly {
      /** as its server names it */
      readonly name: string;
      /** the definition that was approved, as the server wrote it: name, description, inputSchema and the rest */
      readonly definition: Readonly<Record<string, unknown>>;
      /** `sha256:` of that definition */
      readonly hash: string;
      readonly mode: 'available' | 'required' | (string & Record<never, never>);
      readonly callable: boolean;
      /** why it is not callable: quarantined, or the status of the credential */
      readonly reason: string | null;
      /** a person saw what judges find in this very definition, and lets it be shown */
      readonly allowed?: boolean | undefined;
    }[];
    readonly blocked: readonly string[];
  }[];
  /** Those of the question’s `own_tools` that rules make available or required, as `service/tool` */
  readonly own_tools?: readonly string[] | undefined;
};

export type AgentWithSecret = {
  readonly id: string;
  readonly org_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly kind: 'autonomous' | 'interactive' | 'workflow' | 'a2a' | (string & Record<never, never>);
  readonly framework: string | null;
  readonly deployment_type: 'full' | 'model' | 'app' | 'bridge' | (string & Record<never, never>);
  readonly labels: Readonly<Record<string, string>>;
  /** The model that the agent is meant for */
  readonly model_id: string | null;
  /** SPIFFE identity of the agent; it never changes */
  readonly spiffe_id: string;
  /** OAuth client of the agent; null without a credential */
  readonly client_id: string | null;
  /** How the agent gets access tokens. It does not limit API keys, or calls on loopback without a credential */
  readonly injection_method: 'sidecar' | 'client_credentials' | 'token_exchange' | (string & Record<never, never>);
  readonly access_manifest: AccessManifest;
  /** The first owner; null if there is none */
  readonly owner_id: string | null;
  readonly sponsor_ids: readonly string[];
  readonly audit_mode: 'enforce' | 'observe' | (string & Record<never, never>);
  /** End of observe mode, after which the agent is enforced again; null if there is no end */
  readonly audit_mode_until: string | null;
  readonly audit_mode_reason: string | null;
  readonly audit_mode_by: string | null;
  readonly status:
    | 'pending_approval'
    | 'staged'
    | 'active'
    | 'stopped'
    | 'suspended'
    | 'orphaned'
    | 'decommissioned'
    | (string & Record<never, never>);
  readonly status_reason: string | null;
  readonly status_changed_at: string | null;
  readonly status_changed_by: string | null;
  /** Number in the tokens of the agent; raising it makes them invalid */
  readonly agent_epoch: number;
  readonly last_activity_at: string | null;
  readonly last_token_at: string | null;
  readonly heartbeat_at: string | null;
  readonly last_attested_at: string | null;
  readonly attestation_due_at: string | null;
  /** Whether the agent is known only from evidence and nobody registered it */
  readonly implicit: boolean;
  /** Whether anybody may read its passports by their ids */
  readonly public_passports: boolean;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  /** Whether the agent shows no sign of life; null where no lifecycle runs */
  readonly staleness: Staleness | null;
  /** Secret of the OAuth client; shown in this answer only, and not in the answer of a repeat */
  readonly client_secret?: string | undefined;
};

export type ApiKey = {
  readonly id: string;
  readonly org_id: string;
  readonly alias: string;
  /** First characters of the key, to tell keys apart */
  readonly prefix: string;
  /** A key of cli, webhook or ci acts as the person who made it, one of agent as one agent. One of gateway speaks for one gateway, and only admins make it */
  readonly purpose: 'cli' | 'webhook' | 'agent' | 'ci' | 'gateway' | (string & Record<never, never>);
  /** Person whose current rights limit the key; it is invalid once they are no longer a member */
  readonly user_id: string;
  readonly workspace_id: string | null;
  readonly agent_id: string | null;
  readonly gateway_id: string | null;
  /** Purpose gateway: workspaces whose agents it serves; null for all of the organisation */
  readonly workspace_ids: readonly string[] | null;
  readonly scopes: readonly string[];
  readonly status: 'active' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly expires_at: string;
  /** To the minute; only calls to the verifier count */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  /** The key before the last rotation is valid until then */
  readonly overlap_until: string | null;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type ApiKeyPage = {
  readonly items: readonly ApiKey[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type App = {
  readonly id: string;
  /** `reverse-dns/name` */
  readonly name: string;
  readonly type: 'mcp_server' | 'auditor' | 'a2a_agent' | 'skill' | 'runtime' | (string & Record<never, never>);
  /** Exact SemVer */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly publisher?: string | undefined;
  readonly repository?:
    | {
        readonly url: string;
        readonly source?: string | undefined;
        readonly subfolder?: string | undefined;
        readonly id?: string | undefined;
      }
    | undefined;
  readonly packages?: readonly AppPackage[] | undefined;
  readonly remotes?: readonly AppRemote[] | undefined;
  /** Of an app of type `auditor`: a `url`, or an `image` */
  readonly auditor?: AppAuditor | undefined;
  /** Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both */
  readonly runtime?: AppRuntime | undefined;
  readonly skill?: AppSkillView | undefined;
  /** How agents sign in to the app; its own answer at installation decides */
  readonly auth_hint?:
    | {
        readonly type?:
          | 'none'
          | 'oauth2'
          | 'client_credentials'
          | 'token_exchange'
          | 'api_key'
          | 'basic'
          | 'mtls'
          | (string & Record<never, never>)
          | undefined;
        readonly service?: string | undefined;
        readonly issuer?: string | undefined;
        readonly scopes?: readonly string[] | undefined;
      }
    | undefined;
  readonly tools_preview?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly icon?: string | undefined;
  readonly license?: string | undefined;
  readonly homepage?: string | undefined;
  /** Where the members of this entry come from */
  readonly source?: string | undefined;
  /** Requirements of the app, as stated by its publisher */
  readonly resources?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly healthCheck?:
    | {
        readonly path: string;
        readonly intervalSeconds?: number | undefined;
      }
    | undefined;
  readonly sbomAvailable?: boolean | undefined;
  readonly slsaLevel?: number | undefined;
  readonly teeSupport?:
    | {
        readonly sgx?: boolean | undefined;
        readonly sevSnp?: boolean | undefined;
        readonly tdx?: boolean | undefined;
        readonly notes?: string | undefined;
      }
    | undefined;
  readonly trust_tier: 'community' | 'verified' | 'first_party' | (string & Record<never, never>);
  readonly status: 'active' | 'deprecated' | 'deleted' | (string & Record<never, never>);
  /** Why it is deprecated or deleted */
  readonly status_reason: string | null;
  /** sha256:<hex> over the canonical JSON (RFC 8785) of the version */
  readonly digest: string;
  readonly signature?: string | undefined;
  /** Signatures are stored, not checked */
  readonly signature_verified: false;
  readonly notarizationStatus: AppNotarization | null;
  /** True for an app of this release, false for one that the organisation added */
  readonly shipped: boolean;
  readonly latest_version: string;
  /** The ETag; 0 for a shipped app */
  readonly revision: number;
  /** Null for a shipped app */
  readonly created_at: string | null;
  /** Null for a shipped app */
  readonly created_by: string | null;
  /** Null for a shipped app */
  readonly updated_at: string | null;
};

/** Of an app of type `auditor`: a `url`, or an `image` */
export type AppAuditor = {
  /** Id that its `/health` and `/vocabulary` have */
  readonly auditor_id: string;
  /** Where it answers */
  readonly url?: string | undefined;
  /** Its image, which somebody starts; `assay/<id>` is a built-in auditor */
  readonly image?: string | undefined;
  /** What its `/vocabulary` answers, for an image that the verifier cannot ask */
  readonly vocabulary?: Readonly<Record<string, unknown>> | undefined;
};

/** Of an app of type `auditor`: a `url`, or an `image` */
export type AppAuditorInput = {
  /** Id that its `/health` and `/vocabulary` have */
  readonly auditor_id: string;
  /** Where it answers */
  readonly url?: string | undefined;
  /** Its image, which somebody starts; `assay/<id>` is a built-in auditor */
  readonly image?: string | undefined;
  /** What its `/vocabulary` answers, for an image that the verifier cannot ask */
  readonly vocabulary?: Readonly<Record<string, unknown>> | undefined;
};

export type AppNotarization = {
  readonly isNotarized: boolean;
  readonly status: 'active' | 'revoked' | 'expired' | (string & Record<never, never>);
  readonly notarizedAt?: string | undefined;
  readonly notarizedBy?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly digest?: string | undefined;
};

export type AppNotarizationInput = {
  readonly isNotarized: boolean;
  readonly status: 'active' | 'revoked' | 'expired';
  readonly notarizedAt?: string | undefined;
  readonly notarizedBy?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly digest?: string | undefined;
};

export type AppPackage = {
  readonly registryType: 'npm' | 'pypi' | 'oci' | 'nuget' | 'mcpb' | 'cargo' | (string & Record<never, never>);
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  /** An exact version, not a range */
  readonly version: string;
  readonly fileSha256?: string | undefined;
  readonly runtimeHint?: string | undefined;
  readonly transport: {
    readonly type: 'stdio' | 'streamable-http' | 'sse' | (string & Record<never, never>);
    readonly url?: string | undefined;
  };
  readonly environmentVariables?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly isRequired?: boolean | undefined;
        /** True if it needs a credential; an entry never holds its value */
        readonly isSecret?: boolean | undefined;
        readonly default?: string | undefined;
        readonly format?: string | undefined;
      }[]
    | undefined;
};

export type AppPackageInput = {
  readonly registryType: 'npm' | 'pypi' | 'oci' | 'nuget' | 'mcpb' | 'cargo';
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  /** An exact version, not a range */
  readonly version: string;
  readonly fileSha256?: string | undefined;
  readonly runtimeHint?: string | undefined;
  readonly transport: {
    readonly type: 'stdio' | 'streamable-http' | 'sse';
    readonly url?: string | undefined;
  };
  readonly environmentVariables?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly isRequired?: boolean | undefined;
        /** True if it needs a credential; an entry never holds its value */
        readonly isSecret?: boolean | undefined;
        readonly default?: string | undefined;
        readonly format?: string | undefined;
      }[]
    | undefined;
};

export type AppPage = {
  readonly items: readonly App[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AppRemote = {
  /** `a2a`: the JSON-RPC endpoint of an app of type a2a_agent */
  readonly type: 'streamable-http' | 'sse' | 'a2a' | (string & Record<never, never>);
  readonly url: string;
  /** Address of the card of an A2A agent, at the host of its `url`; `/.well-known/agent-card.json` there if absent */
  readonly card?: string | undefined;
  readonly headers?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly isRequired?: boolean | undefined;
        /** True if it needs a credential; an entry never holds its value */
        readonly isSecret?: boolean | undefined;
        readonly value?: string | undefined;
      }[]
    | undefined;
};

export type AppRemoteInput = {
  /** `a2a`: the JSON-RPC endpoint of an app of type a2a_agent */
  readonly type: 'streamable-http' | 'sse' | 'a2a';
  readonly url: string;
  /** Address of the card of an A2A agent, at the host of its `url`; `/.well-known/agent-card.json` there if absent */
  readonly card?: string | undefined;
  readonly headers?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly isRequired?: boolean | undefined;
        /** True if it needs a credential; an entry never holds its value */
        readonly isSecret?: boolean | undefined;
        readonly value?: string | undefined;
      }[]
    | undefined;
};

/** Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both */
export type AppRuntime = {
  /** Program and arguments, for one machine */
  readonly command?: readonly string[] | undefined;
  /** Image, for Kubernetes */
  readonly image?: string | undefined;
  /** Variables that are not secret */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Port that it serves, if any */
  readonly port?: number | undefined;
  /** Most processors */
  readonly cpus?: number | undefined;
  /** Most memory, in MiB */
  readonly memory_mb?: number | undefined;
  /** What it may call; `open` if absent */
  readonly network?: 'none' | 'gateway' | 'open' | (string & Record<never, never>) | undefined;
};

/** Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both */
export type AppRuntimeInput = {
  /** Program and arguments, for one machine */
  readonly command?: readonly string[] | undefined;
  /** Image, for Kubernetes */
  readonly image?: string | undefined;
  /** Variables that are not secret */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Port that it serves, if any */
  readonly port?: number | undefined;
  /** Most processors */
  readonly cpus?: number | undefined;
  /** Most memory, in MiB */
  readonly memory_mb?: number | undefined;
  /** What it may call; `open` if absent */
  readonly network?: 'none' | 'gateway' | 'open' | undefined;
};

/** The files of an app of type skill: texts, one of them `SKILL.md`; at most 64, 60 KiB each and 224 KiB in all, counted as JSON */
export type AppSkillInput = {
  readonly files: readonly {
    /** Relative path with `/` between folders */
    readonly path: string;
    readonly text: string;
  }[];
};

export type AppSkillView = {
  /** Name in the head of `SKILL.md` */
  readonly name: string;
  /** What it does and when to use it, from the same head */
  readonly description: string;
  /** `sha256:<hex>` of the text that `sha256sum` prints for the files, in the order of their paths */
  readonly tree_hash: string;
  readonly files: readonly {
    /** Relative path with `/` between folders */
    readonly path: string;
    readonly sha256: string;
    readonly bytes: number;
    /** Left out in lists */
    readonly text?: string | undefined;
  }[];
};

export type AppTool = {
  readonly app_id: string;
  readonly server: string;
  readonly name: string;
};

export type AppliedPreset = {
  readonly workspace_id: string;
  readonly applied: readonly {
    readonly auditor:
      | 'injection'
      | 'pii'
      | 'secrets'
      | 'toxicity'
      | 'model-security'
      | 'sovereignty'
      | (string & Record<never, never>);
    readonly tier: 'starter' | 'balanced' | 'strict' | (string & Record<never, never>);
  }[];
  /** Settings that the workspace has from the preset, by auditor */
  readonly settings: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly value: number | boolean | string | readonly string[];
            /** inner scopes cannot change it */
            readonly enforced?: boolean | undefined;
          }
        >
      >
    >
  >;
  /** Ids of the rules, as reasons of decisions name them */
  readonly policies: readonly string[];
  /** Settings and policies that stayed as they were, with the reason */
  readonly unchanged: readonly {
    /** Name of the setting or the policy */
    readonly name: string;
    readonly reason: 'enforced' | 'set_by_person' | 'edited_by_person' | (string & Record<never, never>);
    readonly auditor:
      | 'injection'
      | 'pii'
      | 'secrets'
      | 'toxicity'
      | 'model-security'
      | 'sovereignty'
      | (string & Record<never, never>);
    readonly message: string;
  }[];
  /** Empty if all of it applied before */
  readonly changed: readonly {
    readonly kind: 'chain' | 'setting' | 'policy' | (string & Record<never, never>);
    /** Name of the added auditor, the setting or the policy record */
    readonly name: string;
    readonly action: 'added' | 'updated' | 'removed' | (string & Record<never, never>);
    readonly auditor?:
      | 'injection'
      | 'pii'
      | 'secrets'
      | 'toxicity'
      | 'model-security'
      | 'sovereignty'
      | (string & Record<never, never>)
      | undefined;
    /** Value of the setting before */
    readonly before?: unknown | undefined;
    /** Value of the setting after */
    readonly after?: unknown | undefined;
  }[];
};

export type ApplyAnswer = {
  readonly dry_run: boolean;
  readonly changed: boolean;
  /** the organisation's revision; of a dry run the one that stands */
  readonly revision: number;
  readonly totals: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly removed: number;
    readonly refused: number;
  };
  readonly objects: readonly {
    readonly kind:
      | 'organization'
      | 'workspace'
      | 'agent'
      | 'environment'
      | 'auditor_settings'
      | (string & Record<never, never>);
    /** its id; of settings the id of their auditor */
    readonly name: string;
    readonly scope: {
      readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
      /** id of the organisation, workspace or agent */
      readonly id: string;
    };
    /** index in the request of the document that speaks of it */
    readonly document: number;
    /** where in that document */
    readonly pointer: string;
    readonly result: 'created' | 'updated' | 'unchanged' | 'removed' | 'refused' | (string & Record<never, never>);
    readonly diff: readonly {
      /** into the object */
      readonly pointer: string;
      /** absent: it was not there */
      readonly before?: unknown | undefined;
      /** absent: it is gone */
      readonly after?: unknown | undefined;
    }[];
  }[];
  /** of a dry run: why the documents would be refused */
  readonly errors: readonly {
    /** index in the request */
    readonly document: number;
    /** into that document */
    readonly pointer: string;
    readonly message: string;
  }[];
  readonly warnings: readonly {
    /** index in the request */
    readonly document: number;
    /** into that document */
    readonly pointer: string;
    readonly message: string;
  }[];
};

export type ApplyDocumentsInput = {
  /** VendorWorkspace and VendorEnvironment documents, and chain manifests */
  readonly documents: readonly unknown[];
  /** Workspace of chain manifests and environments that name none. If absent: the organisation for manifests, `default` for environments */
  readonly workspace?: string | undefined;
};

export type ApplyPresetInput =
  | {
      readonly auditor: 'injection' | 'pii' | 'secrets' | 'toxicity' | 'model-security' | 'sovereignty';
      readonly tier: 'starter' | 'balanced' | 'strict';
    }
  | {
      readonly bundle: 'solo_builder' | 'production_team' | 'regulated_enterprise';
    };

export type AppraisalActivation = {
  /** Null if the workspace inherits again */
  readonly policy_id: string | null;
  readonly version: number | null;
  /** Null for the organisation */
  readonly workspace_id: string | null;
  readonly activated_at: string;
  readonly activated_by: string;
  readonly reason: string;
};

export type AppraisalActivationPage = {
  readonly items: readonly AppraisalActivation[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AppraisalPolicy = {
  readonly id: string;
  readonly org_id: string;
  readonly version: number;
  /** `sha256:<hex>` of the policy in canonical JSON (RFC 8785) */
  readonly sha256: string;
  readonly policy: AppraisalPolicyDocument;
  /** Time of this version */
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
  /** Number of the newest version; the ETag */
  readonly revision: number;
  /** Where it decides now; `workspace_id` is null for the organisation */
  readonly active: readonly {
    readonly workspace_id: string | null;
    readonly version: number;
  }[];
  readonly archived_at: string | null;
};

export type AppraisalPolicyDocument = {
  readonly name: string;
  readonly description?: string | undefined;
  /** Allowed kinds, with the requirements on the report of each; nvidia comes in addition to a processor */
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly report?: ReportPolicy | undefined;
        /** Ids of sets. The report must match one of them as a whole; its registers replace those of `report`. */
        readonly reference_values?: readonly string[] | undefined;
      }
    >
  >;
  /** A GPU must be attested in addition to the processor */
  readonly require_gpu?: boolean | undefined;
  readonly signers?:
    | {
        /** Attestors, as `agent_instance` names them; a `*` at the end matches every suffix */
        readonly spiffe_ids?: readonly string[] | undefined;
        /** Thumbprints of keys */
        readonly kids?: readonly string[] | undefined;
        /** AMD: digest of the key that signed the identity block of the guest */
        readonly id_key_digests?: readonly string[] | undefined;
      }
    | undefined;
  /** Allowed regions; the attestor declares its region and does not prove it */
  readonly regions?: readonly string[] | undefined;
  /** verifier: the attestation must answer a challenge */
  readonly freshness?: 'any' | 'verifier' | (string & Record<never, never>) | undefined;
  readonly max_attestation_age_s?: number | undefined;
  readonly passport_ttl_s?: number | undefined;
  readonly minimum_tier?: 'affirming' | 'none' | 'warning' | (string & Record<never, never>) | undefined;
  /** Passports that reach `minimum_tier` on real hardware have `deployment_authorized` */
  readonly authorize_deployment?: boolean | undefined;
};

export type AppraisalPolicyDocumentInput = {
  readonly name: string;
  readonly description?: string | undefined;
  /** Allowed kinds, with the requirements on the report of each; nvidia comes in addition to a processor */
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly report?: ReportPolicyInput | undefined;
        /** Ids of sets. The report must match one of them as a whole; its registers replace those of `report`. */
        readonly reference_values?: readonly string[] | undefined;
      }
    >
  >;
  /** A GPU must be attested in addition to the processor */
  readonly require_gpu?: boolean | undefined;
  readonly signers?:
    | {
        /** Attestors, as `agent_instance` names them; a `*` at the end matches every suffix */
        readonly spiffe_ids?: readonly string[] | undefined;
        /** Thumbprints of keys */
        readonly kids?: readonly string[] | undefined;
        /** AMD: digest of the key that signed the identity block of the guest */
        readonly id_key_digests?: readonly string[] | undefined;
      }
    | undefined;
  /** Allowed regions; the attestor declares its region and does not prove it */
  readonly regions?: readonly string[] | undefined;
  /** verifier: the attestation must answer a challenge */
  readonly freshness?: 'any' | 'verifier' | undefined;
  readonly max_attestation_age_s?: number | undefined;
  readonly passport_ttl_s?: number | undefined;
  readonly minimum_tier?: 'affirming' | 'none' | 'warning' | undefined;
  /** Passports that reach `minimum_tier` on real hardware have `deployment_authorized` */
  readonly authorize_deployment?: boolean | undefined;
};

export type AppraisalPolicyEvaluation = {
  readonly policy_id: string;
  readonly version: number;
  readonly evaluated_at: string;
  /** Number of key attestations whose status or vector would change */
  readonly changed: number;
  /** Newest first */
  readonly items: readonly {
    readonly attestation_id: string;
    readonly kid: string;
    readonly kind: string;
    readonly is_changed: boolean;
    readonly before: {
      readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
      readonly vector: Readonly<Record<string, number>>;
      readonly notes: readonly string[];
    };
    readonly after: {
      readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
      readonly vector: Readonly<Record<string, number>>;
      readonly notes: readonly string[];
    };
  }[];
};

export type AppraisalPolicyPage = {
  readonly items: readonly AppraisalPolicy[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AppraisalPolicyVersion = {
  readonly version: number;
  /** `sha256:<hex>` of the policy in canonical JSON (RFC 8785) */
  readonly sha256: string;
  readonly policy: AppraisalPolicyDocument;
  /** Time of this version */
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
};

export type AppraisalPolicyVersionPage = {
  readonly items: readonly AppraisalPolicyVersion[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Approval = {
  readonly id: string;
  readonly org_id: string;
  readonly revision: number;
  readonly kind:
    | 'delegation'
    | 'agent_registration'
    | 'app_install'
    | 'tool_call'
    | 'policy_escalation'
    | 'credential_share'
    | 'workflow_deploy'
    | 'workflow_step'
    | 'model_promotion'
    | (string & Record<never, never>);
  readonly status:
    | 'pending'
    | 'approved'
    | 'denied'
    | 'expired'
    | 'cancelled'
    | 'failed'
    | (string & Record<never, never>);
  readonly requester: {
    readonly id: string;
    readonly kind: string;
  };
  readonly actor: ApprovalActor | null;
  readonly subject: string | null;
  readonly agent_id: string | null;
  readonly workspace_id: string | null;
  readonly resource: string | null;
  readonly action: string | null;
  readonly requested: RequestedAccess;
  readonly risk: 'low' | 'medium' | 'high' | (string & Record<never, never>);
  readonly evaluation_id: string | null;
  /** Members who alone may decide; empty if everybody with the role may */
  readonly approvers: readonly string[];
  readonly policy: {
    readonly quorum: number;
    readonly separation_of_duties: boolean;
  };
  readonly display: ApprovalDisplay;
  readonly decisions: readonly ApprovalDecision[];
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly result: {
    readonly approval: {
      readonly id: string;
      readonly approved_at: string;
      /** The approval is valid until then */
      readonly approved_until: string;
    };
    readonly used_at: string | null;
    readonly used_by: string | null;
  } | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly url: string | null;
};

export type ApprovalActor = {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly type: 'ai_agent';
  /** True if the verifier itself identified it */
  readonly verified: boolean;
  readonly act?: unknown | undefined;
};

export type ApprovalDecision = {
  readonly approver: string;
  readonly verdict: 'approve' | 'deny' | (string & Record<never, never>);
  readonly reason: string | null;
  readonly decided_at: string;
};

export type ApprovalDisplay = {
  readonly title: string;
  readonly lines?:
    | readonly {
        readonly label: string;
        readonly value: string;
      }[]
    | undefined;
  /** Policies that asked for an escalation, and why */
  readonly policies?:
    | readonly {
        readonly id: string;
        readonly reason?: string | undefined;
      }[]
    | undefined;
  readonly claims?:
    | readonly {
        readonly auditor_id: string;
        readonly name: string;
        readonly type: string;
        readonly value: unknown;
        readonly confidence?: number | undefined;
      }[]
    | undefined;
  /** Start of the payload, with its sensitive parts replaced */
  readonly preview?: string | undefined;
};

export type ApprovalPage = {
  readonly items: readonly Approval[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ApproveToolsInput = {
  /** `tools_present_hash`, as the approver saw it */
  readonly tools_hash: string;
  /** All denied definitions that are shown nevertheless, in exactly this form; one that is left out is withheld again. Unchanged if absent */
  readonly allow_denied?:
    | readonly {
        readonly tool: string;
        readonly server?: string | undefined;
      }[]
    | undefined;
  /** Required with `allow_denied` */
  readonly reason?: string | undefined;
};

export type Attestation = {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  /** verifier: the attestation answers a challenge of the verifier; none: it has a nonce of its own */
  readonly freshness: 'verifier' | 'none' | (string & Record<never, never>);
  readonly notes: readonly string[];
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
};

export type AttestationDetail = {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  /** verifier: the attestation answers a challenge of the verifier; none: it has a nonce of its own */
  readonly freshness: 'verifier' | 'none' | (string & Record<never, never>);
  readonly notes: readonly string[];
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  readonly hardware?:
    | {
        readonly cpu: {
          /** snp, tdx, sgx, nitro, nvidia, az-snp, az-tdx */
          readonly report_kind: string;
          /** genuine, in date, not debug, and nothing of the given policy failed */
          readonly accepted: boolean;
          readonly tier: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
          readonly vector: Readonly<Record<string, number>>;
          /** stable codes; empty exactly when accepted */
          readonly reasons: readonly string[];
          /** what was not proven, in words */
          readonly notes: readonly string[];
          /** `production` for the pinned vendor roots; anything else is a test */
          readonly roots_profile: string;
          readonly tcb_status: string | null;
          readonly advisories: readonly string[];
          /** `sha256:<hex>` of each piece of collateral used */
          readonly collateral_hashes: readonly string[];
          /** RFC 3339: end of the leaf certificate, earliest nextUpdate of the collateral */
          readonly valid_until: {
            readonly leaf: string | null;
            readonly collateral: string | null;
          };
          /** every field of the report by its name */
          readonly report: Readonly<Record<string, unknown>> | null;
          readonly evaluated_at: string;
        };
        readonly gpu?:
          | {
              /** snp, tdx, sgx, nitro, nvidia, az-snp, az-tdx */
              readonly report_kind: string;
              /** genuine, in date, not debug, and nothing of the given policy failed */
              readonly accepted: boolean;
              readonly tier: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
              readonly vector: Readonly<Record<string, number>>;
              /** stable codes; empty exactly when accepted */
              readonly reasons: readonly string[];
              /** what was not proven, in words */
              readonly notes: readonly string[];
              /** `production` for the pinned vendor roots; anything else is a test */
              readonly roots_profile: string;
              readonly tcb_status: string | null;
              readonly advisories: readonly string[];
              /** `sha256:<hex>` of each piece of collateral used */
              readonly collateral_hashes: readonly string[];
              /** RFC 3339: end of the leaf certificate, earliest nextUpdate of the collateral */
              readonly valid_until: {
                readonly leaf: string | null;
                readonly collateral: string | null;
              };
              /** every field of the report by its name */
              readonly report: Readonly<Record<string, unknown>> | null;
              readonly evaluated_at: string;
            }
          | undefined;
      }
    | undefined;
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
  };
  readonly key_attestation: KeyAttestation;
};

export type AttestationPage = {
  readonly items: readonly Attestation[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AuditEntry = {
  readonly org_id: string;
  /** counts from 1 without a gap, in each organisation */
  readonly seq: number;
  /** RFC 3339 in UTC, with milliseconds */
  readonly timestamp: string;
  /** what was done to what: agent.suspended, policy.activated … */
  readonly action: string;
  readonly actor: {
    /** person, agent, gateway or operator */
    readonly type: string;
    readonly id: string;
  };
  /** the agent that did it for the actor, by a delegation */
  readonly acting_agent?:
    | {
        readonly id: string;
        /** the delegation grant that it acted under */
        readonly grant_id: string;
      }
    | undefined;
  /** the API key or token that was shown; never its secret */
  readonly credential_id: string | null;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly success: boolean;
  /** why it was refused */
  readonly error_message: string | null;
  readonly prev_hash: string;
  /** SHA-256 of the entry without this member, as canonical JSON (RFC 8785) */
  readonly hash: string;
};

export type AuditEntryPage = {
  readonly items: readonly AuditEntry[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AuditVerification = {
  readonly org_id: string;
  /** True if every entry follows the one before it, and the known head is among them */
  readonly intact: boolean;
  /** Number of valid entries, from the first one on */
  readonly entries: number;
  /** The last valid entry; store it to check later that it still exists */
  readonly head: {
    readonly seq: number;
    readonly hash: string;
  };
  readonly broken: {
    /** Number that the entry at this position should have */
    readonly seq: number;
    readonly differs: 'number' | 'prev_hash' | 'hash' | (string & Record<never, never>);
    readonly expected: string;
    readonly found: string;
  } | null;
  /** True if the named head is in the valid part; null if none was named */
  readonly contains_known: boolean | null;
};

export type AuditorSettings = {
  readonly id: string;
  readonly org_id: string;
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  readonly auditor_id: string;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly value: number | boolean | string | readonly string[];
        /** inner scopes cannot change it */
        readonly enforced?: boolean | undefined;
      }
    >
  >;
  /** Revision of the record, also its ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type AuditorSettingsPage = {
  readonly items: readonly AuditorSettings[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AuditorSettingsSchema = {
  readonly auditor_id: string;
  readonly version: string;
  readonly vocabulary_digest: string;
  /** Settings of the auditor itself, named by their key */
  readonly settings: readonly {
    readonly key: string;
    readonly label: string;
    readonly type: 'number' | 'boolean' | 'string' | 'string[]' | (string & Record<never, never>);
    readonly default: unknown;
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly step?: number | undefined;
    readonly unit?: string | undefined;
    /** Hint such as slider or select */
    readonly control?: string | undefined;
    readonly options?: readonly string[] | undefined;
    /** Which values are stricter; absent if nothing can be said */
    readonly stricter?:
      | 'lower'
      | 'higher'
      | 'true'
      | 'false'
      | 'more'
      | 'fewer'
      | (string & Record<never, never>)
      | undefined;
    /** It changes claims that no rule of the default policy reads */
    readonly informs_only?: true | undefined;
    /** Set in the environment of the auditor only */
    readonly secret?: true | undefined;
  }[];
  readonly claims: readonly {
    readonly name: string;
    readonly type:
      | 'score_normalized'
      | 'boolean'
      | 'string'
      | 'string_list'
      | 'count'
      | 'duration_ms'
      | 'object'
      | (string & Record<never, never>);
    /** Settings of the claim, named `<claim>.<key>` */
    readonly settings: readonly {
      readonly key: string;
      readonly label: string;
      readonly type: 'number' | 'boolean' | 'string' | 'string[]' | (string & Record<never, never>);
      readonly default: unknown;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly step?: number | undefined;
      readonly unit?: string | undefined;
      /** Hint such as slider or select */
      readonly control?: string | undefined;
      readonly options?: readonly string[] | undefined;
      /** Which values are stricter; absent if nothing can be said */
      readonly stricter?:
        | 'lower'
        | 'higher'
        | 'true'
        | 'false'
        | 'more'
        | 'fewer'
        | (string & Record<never, never>)
        | undefined;
      /** It changes claims that no rule of the default policy reads */
      readonly informs_only?: true | undefined;
      /** Set in the environment of the auditor only */
      readonly secret?: true | undefined;
    }[];
  }[];
};

export type AuditorVerification = {
  readonly id: string;
  readonly registered_auditor_id: string;
  /** cancelled: the auditor was revoked in the meantime */
  readonly status: 'running' | 'passed' | 'failed' | 'cancelled' | (string & Record<never, never>);
  readonly url: string;
  /** submitted: the registry of the image could not be read, and the labels of the caller were checked */
  readonly labels_source: ('image' | 'submitted' | (string & Record<never, never>)) | null;
  readonly auditor_id: string | null;
  readonly checks: readonly {
    /** `labels`, `signature`, `vocabulary`, or a check of the contract kit: `contract/<id>` or `advice/<id>` */
    readonly name: string;
    readonly status: 'passed' | 'failed' | 'skipped' | (string & Record<never, never>);
    /** Reason why it failed or was skipped, or the finding */
    readonly detail: string;
  }[];
  readonly started_at: string;
  readonly started_by: string;
  readonly ended_at: string | null;
};

export type AuditorVerificationPage = {
  readonly items: readonly AuditorVerification[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type AuthorizeOnBehalfOfInput = {
  readonly agent_id: string;
  /** Person whose consent is requested; the caller if absent */
  readonly subject?: string | undefined;
  /** Absolute URIs; each must be in the access manifest of the agent */
  readonly resources: readonly string[];
  /** Each must be in the access manifest of the agent */
  readonly scopes: readonly string[];
  /** Purpose that is shown to the person */
  readonly purpose: string;
  /** 28800 if absent */
  readonly ttl_seconds?: number | undefined;
  /** Tools that it is for; all if absent */
  readonly tools?: readonly string[] | undefined;
  /** Highest number of tokens under it */
  readonly max_uses?: number | undefined;
  readonly justification?: string | undefined;
  /** People who may consent besides the subject; only an admin names them */
  readonly approvers?: readonly string[] | undefined;
};

export type CancelWorkflowRunInput = {
  readonly reason?: string | undefined;
};

export type CatalogAuditor = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category:
    | 'security'
    | 'compliance'
    | 'observability'
    | 'evaluation'
    | 'provenance'
    | (string & Record<never, never>);
  readonly phase:
    | 'artifact_safety'
    | 'input_guarding'
    | 'execution_monitoring'
    | 'output_policy'
    | (string & Record<never, never>);
  readonly icon: string;
  readonly color: string;
  readonly defaultPort: number;
  readonly envVariables: readonly {
    readonly name: string;
    readonly description: string;
    readonly default: unknown;
    readonly type: string;
  }[];
  readonly policyOptions: readonly Readonly<Record<string, unknown>>[];
  readonly defaultPolicy: Readonly<Record<string, unknown>>;
  readonly claims: readonly {
    readonly name: string;
    readonly type:
      | 'score_normalized'
      | 'boolean'
      | 'string'
      | 'string_list'
      | 'count'
      | 'duration_ms'
      | 'object'
      | (string & Record<never, never>);
    readonly description: string;
    readonly settings: readonly {
      readonly key: string;
      readonly label: string;
      readonly type: 'number' | 'boolean' | 'string' | 'string[]' | (string & Record<never, never>);
      readonly default: unknown;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly step?: number | undefined;
      readonly unit?: string | undefined;
      /** Hint such as slider or select */
      readonly control?: string | undefined;
      readonly options?: readonly string[] | undefined;
      /** Which values are stricter; absent if nothing can be said */
      readonly stricter?:
        | 'lower'
        | 'higher'
        | 'true'
        | 'false'
        | 'more'
        | 'fewer'
        | (string & Record<never, never>)
        | undefined;
      /** It changes claims that no rule of the default policy reads */
      readonly informs_only?: true | undefined;
    }[];
  }[];
  readonly built_in: boolean;
  /** Version that the auditor reports */
  readonly version: string;
  /** sha256:<hex> of the vocabulary in canonical form (RFC 8785) */
  readonly vocabulary_digest: string;
  /** Phases in which the auditor can be asked */
  readonly phases: readonly string[];
  /** Settings of the auditor itself */
  readonly config: readonly {
    readonly key: string;
    readonly label: string;
    readonly type: 'number' | 'boolean' | 'string' | 'string[]' | (string & Record<never, never>);
    readonly default: unknown;
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly step?: number | undefined;
    readonly unit?: string | undefined;
    /** Hint such as slider or select */
    readonly control?: string | undefined;
    readonly options?: readonly string[] | undefined;
    /** Which values are stricter; absent if nothing can be said */
    readonly stricter?:
      | 'lower'
      | 'higher'
      | 'true'
      | 'false'
      | 'more'
      | 'fewer'
      | (string & Record<never, never>)
      | undefined;
    /** It changes claims that no rule of the default policy reads */
    readonly informs_only?: true | undefined;
  }[];
  readonly image?: string | undefined;
  readonly url?: string | undefined;
  /** Revision of the record, also its ETag; 0 for a built-in auditor */
  readonly revision: number;
  readonly created_at?: string | undefined;
  readonly created_by?: string | undefined;
  readonly updated_at?: string | undefined;
  /** Time at which the vocabulary was fetched or sent */
  readonly vocabulary_at?: string | undefined;
};

export type CatalogAuditorPage = {
  readonly items: readonly CatalogAuditor[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Challenge = {
  /** 32 bytes in base64url, accepted once */
  readonly nonce: string;
  readonly expires_at: string;
};

export type Claim = {
  /** Flat descriptive name, e.g. injection_risk */
  readonly name: string;
  readonly type:
    | 'score_normalized'
    | 'boolean'
    | 'string'
    | 'string_list'
    | 'count'
    | 'duration_ms'
    | 'object'
    | (string & Record<never, never>);
  /** Must match the declared type */
  readonly value: unknown;
  /** ISO 8601; generated when omitted */
  readonly timestamp?: string | undefined;
  readonly confidence?: number | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Effective settings; JSON primitives */
  readonly provenance?: Readonly<Record<string, unknown>> | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** base64url without padding, 16 to 64 bytes decoded */
  readonly nonce?: string | undefined;
  readonly compliance_framework?: string | undefined;
  readonly control_id?: string | undefined;
};

export type ClaimsRequestInput = {
  readonly data: {
    /** User prompt or request */
    readonly input?: string | undefined;
    /** Model response */
    readonly output?: string | undefined;
    readonly metadata?:
      | {
          readonly model_id?: string | undefined;
          readonly session_id?: string | undefined;
          /** System text, judged together with the input */
          readonly system?: string | undefined;
          /** External parts, such as tool results and files */
          readonly documents?:
            | readonly {
                readonly id: string;
                readonly source?: string | undefined;
                readonly text: string;
              }[]
            | undefined;
        }
      | undefined;
  };
  readonly phase: 'request' | 'response' | 'execution' | 'artifact';
  readonly vendor_context?:
    | {
        readonly trace_id?: string | undefined;
        readonly agent_id?: string | undefined;
        readonly auditor_config?: Readonly<Record<string, unknown>> | undefined;
        readonly detection_overrides?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
        readonly claim_instances?:
          | readonly {
              readonly instance_id: string;
              /** May be left out where one claim is meant */
              readonly produces?: readonly string[] | undefined;
              readonly settings?: Readonly<Record<string, unknown>> | undefined;
            }[]
          | undefined;
        /** Claims that active policies read; all if absent */
        readonly needed_claims?: readonly string[] | undefined;
      }
    | undefined;
};

export type CompositePassport = {
  readonly passport_id: string;
  readonly workflow_id: string;
  /** the revision that was deployed */
  readonly revision: number;
  /** of the graph, canonical JSON (RFC 8785) */
  readonly graph_digest: string;
  /** sorted by node_id */
  readonly members: readonly {
    /** id of the node; in workflows that stand in it, the ids of those nodes before it, with slashes */
    readonly node_id: string;
    readonly agent_id: string | null;
    readonly passport_id: string | null;
    readonly digest: string | null;
    readonly status:
      | 'affirming'
      | 'warning'
      | 'contraindicated'
      | 'none'
      | 'missing'
      | 'expired'
      | 'revoked'
      | (string & Record<never, never>);
    readonly evaluated_at: string | null;
  }[];
  /** RFC 6962 Merkle root (hex) over the digests of the members that have one, in their order */
  readonly merkle_root: string;
  /** of the worst member; incomplete where one has no passport */
  readonly status:
    | 'affirming'
    | 'warning'
    | 'contraindicated'
    | 'none'
    | 'incomplete'
    | (string & Record<never, never>);
  /** node_id of each member without one */
  readonly missing: readonly string[];
  readonly valid_until: string | null;
  readonly issued_at: string;
  readonly expires_at: string;
  /** of the JWS, ES256 */
  readonly signature: string;
  /** the JWS, which is what counts */
  readonly jwt: string;
};

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

export type ConfigurationVersion = {
  readonly lineage: string;
  readonly revision: number;
};

export type ConnectLink = {
  /** Page that the person opens; it asks them to sign in first */
  readonly connect_url: string;
  readonly expires_at: string;
};

export type ConnectScopedCredentialInput = {
  /** Scopes needed besides those requested before; all of them are requested together */
  readonly scopes?: readonly string[] | undefined;
};

export type ConsoleLink = {
  /** Address for one browser. It counts once, and opening it does nothing by itself */
  readonly url: string;
  /** RFC 3339, 60 seconds after it was made */
  readonly expires_at: string;
};

export type ConsoleSession = {
  /** loopback: callers on this machine need no credential, and act as user local with role operator; required: people sign in */
  readonly authentication: 'loopback' | 'required' | (string & Record<never, never>);
  /** False for a stranger, who gets no data: every member below is empty or null */
  readonly signed_in: boolean;
  /** The caller of this call */
  readonly user: {
    /** local, token or operator for callers without a name */
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
  } | null;
  /** Organisation of this call */
  readonly organization: {
    readonly id: string;
    readonly name: string;
  } | null;
  /** Organisations that the caller may act in, up to 100; the header x-assay-organization names the one of a call */
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
  }[];
  readonly role: string | null;
  /** The call has the rights of the operator token */
  readonly unlocked: boolean;
  /** When the unlocked session of this browser ends at the latest; null without one */
  readonly unlocked_until: string | null;
  /** When it ends if the browser makes no further call */
  readonly unlocked_idle_until: string | null;
  /** Value of the header x-assay-csrf, which every method but GET and HEAD needs; null where no cookie of a session counts */
  readonly csrf_token: string | null;
  /** Ids of the operations that the caller may call, on every agent of the organisation */
  readonly operations: readonly string[];
  /** Further ids that the caller may call on agents that they own */
  readonly owner_operations: readonly string[];
  /** Further ids that the caller may call on agents that they edit */
  readonly editor_operations: readonly string[];
  /** Base URLs as far as the configuration names them */
  readonly addresses: {
    readonly verifier: string | null;
    readonly gateway: string | null;
    readonly mcp_gateway: string | null;
  };
  readonly version: string;
  /** Path of the sign-in page, which leads back to /console/. Its return_to may name another path of the console, with a query. Null where nobody signs in */
  readonly sign_in_url: string | null;
};

export type CreateAccessReviewInput = {
  readonly name: string;
  readonly description?: string | undefined;
  /** What is reviewed: agents; grants (delegations from people to agents); credentials (API keys, and credentials of agents for services); tools (the rules that give tools to agents) */
  readonly scope: 'agents' | 'grants' | 'credentials' | 'tools';
  /** Workspace to review; the whole organisation if absent */
  readonly workspace_id?: string | undefined;
  /** Ids of the members who decide; each has the role reviewer or admin */
  readonly reviewers: readonly string[];
  /** How often the review is repeated; null: once */
  readonly recurrence?:
    | {
        /** Days from one start to the next */
        readonly days: number;
      }
    | null
    | undefined;
  /** Days after its start when an instance is completed by itself; default 14 */
  readonly duration_days?: number | undefined;
  /** Decision for an item that nobody decided by then; default none */
  readonly default_decision?: 'none' | 'approve' | 'deny' | 'recommendation' | undefined;
  /** Whether decisions are applied when the instance is completed; default false */
  readonly auto_apply?: boolean | undefined;
  /** Default true */
  readonly justification_required?: boolean | undefined;
  /** Time of the first start; at once if absent or past */
  readonly start_at?: string | undefined;
};

export type CreateAgentInput = {
  readonly id?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly purpose?: string | undefined;
  readonly kind?: 'autonomous' | 'interactive' | 'workflow' | 'a2a' | undefined;
  /** Framework that the agent is built with */
  readonly framework?: string | null | undefined;
  readonly deployment_type?: 'full' | 'model' | 'app' | 'bridge' | undefined;
  /** Your own names and values */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The model that the agent is meant for */
  readonly model_id?: string | null | undefined;
  readonly injection_method?: 'sidecar' | 'client_credentials' | 'token_exchange' | undefined;
  /** The maximum access that the agent may ask for */
  readonly access_manifest?: WriteAccessManifestInput | undefined;
  /** People who are responsible for the agent in the business; default its owner */
  readonly sponsor_ids?: readonly string[] | undefined;
  readonly owner_id?: string | undefined;
  /** Public keys that the client assertions of the agent are checked with (RFC 7523) */
  readonly jwks?:
    | {
        readonly keys: readonly Readonly<Record<string, unknown>>[];
      }
    | undefined;
};

export type CreateApiKeyInput = {
  /** Name for people */
  readonly alias: string;
  /** A key of cli, webhook or ci acts as the person who made it, one of agent as one agent. One of gateway speaks for one gateway, and only admins make it */
  readonly purpose: 'cli' | 'webhook' | 'agent' | 'ci' | 'gateway';
  /** Scopes that its creator and the creating credential have; assay:full stands for all of them */
  readonly scopes: readonly (
    | 'agents:act'
    | 'agents:approve'
    | 'agents:read'
    | 'agents:write'
    | 'approvals:decide'
    | 'approvals:read'
    | 'approvals:write'
    | 'apps:install'
    | 'apps:read'
    | 'apps:write'
    | 'attestations:read'
    | 'audit:read'
    | 'auditor-settings:write'
    | 'auditors:read'
    | 'auditors:write'
    | 'clients:read'
    | 'clients:write'
    | 'configuration:decide'
    | 'configuration:read'
    | 'configuration:write'
    | 'console:open'
    | 'console:read'
    | 'credentials:read'
    | 'credentials:write'
    | 'delegations:read'
    | 'delegations:write'
    | 'events:read'
    | 'evidence:read'
    | 'gateway:call'
    | 'gateways:read'
    | 'gateways:serve'
    | 'gateways:write'
    | 'keys:read'
    | 'keys:write'
    | 'lifecycle:write'
    | 'members:read'
    | 'members:write'
    | 'metrics:read'
    | 'organizations:read'
    | 'organizations:write'
    | 'passports:read'
    | 'passports:write'
    | 'people:read'
    | 'people:write'
    | 'playground:use'
    | 'policies:read'
    | 'policies:write'
    | 'presets:read'
    | 'presets:write'
    | 'receipts:read'
    | 'registry:decide'
    | 'registry:read'
    | 'registry:write'
    | 'reviews:decide'
    | 'reviews:read'
    | 'reviews:write'
    | 'self:write'
    | 'settings:read'
    | 'settings:write'
    | 'statistics:read'
    | 'telemetry:read'
    | 'telemetry:write'
    | 'tools:read'
    | 'tools:write'
    | 'trust:read'
    | 'trust:write'
    | 'vault:read'
    | 'vault:write'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'workflows:read'
    | 'workflows:run'
    | 'workflows:write'
    | 'workspaces:read'
    | 'workspaces:write'
    | 'assay:full'
  )[];
  /** At most 365 days ahead */
  readonly expires_at: string;
  /** Limits calls at the gateway to this workspace; such a key has only the scope gateway:call */
  readonly workspace_id?: string | undefined;
  /** Needed for purpose agent, and refused for others */
  readonly agent_id?: string | undefined;
  /** Gateway that the key speaks for; needed for purpose gateway, and refused for others */
  readonly gateway_id?: string | undefined;
  /** Purpose gateway only: workspaces whose agents the gateway serves; all of the organisation if absent */
  readonly workspace_ids?: readonly string[] | undefined;
};

export type CreateAppInput = {
  /** `reverse-dns/name` */
  readonly name: string;
  readonly type: 'mcp_server' | 'auditor' | 'a2a_agent' | 'skill' | 'runtime';
  /** Exact SemVer */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly publisher?: string | undefined;
  readonly repository?:
    | {
        readonly url: string;
        readonly source?: string | undefined;
        readonly subfolder?: string | undefined;
        readonly id?: string | undefined;
      }
    | undefined;
  readonly packages?: readonly AppPackageInput[] | undefined;
  readonly remotes?: readonly AppRemoteInput[] | undefined;
  /** Of an app of type `auditor`: a `url`, or an `image` */
  readonly auditor?: AppAuditorInput | undefined;
  /** Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both */
  readonly runtime?: AppRuntimeInput | undefined;
  /** The files of an app of type skill: texts, one of them `SKILL.md`; at most 64, 60 KiB each and 224 KiB in all, counted as JSON */
  readonly skill?: AppSkillInput | undefined;
  /** How agents sign in to the app; its own answer at installation decides */
  readonly auth_hint?:
    | {
        readonly type?:
          | 'none'
          | 'oauth2'
          | 'client_credentials'
          | 'token_exchange'
          | 'api_key'
          | 'basic'
          | 'mtls'
          | undefined;
        readonly service?: string | undefined;
        readonly issuer?: string | undefined;
        readonly scopes?: readonly string[] | undefined;
      }
    | undefined;
  readonly tools_preview?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly icon?: string | undefined;
  readonly license?: string | undefined;
  readonly homepage?: string | undefined;
  /** Where the members of this entry come from */
  readonly source?: string | undefined;
  /** Requirements of the app, as stated by its publisher */
  readonly resources?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly healthCheck?:
    | {
        readonly path: string;
        readonly intervalSeconds?: number | undefined;
      }
    | undefined;
  readonly sbomAvailable?: boolean | undefined;
  readonly slsaLevel?: number | undefined;
  readonly teeSupport?:
    | {
        readonly sgx?: boolean | undefined;
        readonly sevSnp?: boolean | undefined;
        readonly tdx?: boolean | undefined;
        readonly notes?: string | undefined;
      }
    | undefined;
  /** The publisher's signature; it is stored and shown, but never checked */
  readonly signature?: string | undefined;
};

export type CreateAppVersionInput = {
  /** Exact SemVer */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly publisher?: string | undefined;
  readonly repository?:
    | {
        readonly url: string;
        readonly source?: string | undefined;
        readonly subfolder?: string | undefined;
        readonly id?: string | undefined;
      }
    | undefined;
  readonly packages?: readonly AppPackageInput[] | undefined;
  readonly remotes?: readonly AppRemoteInput[] | undefined;
  /** Of an app of type `auditor`: a `url`, or an `image` */
  readonly auditor?: AppAuditorInput | undefined;
  /** Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both */
  readonly runtime?: AppRuntimeInput | undefined;
  /** The files of an app of type skill: texts, one of them `SKILL.md`; at most 64, 60 KiB each and 224 KiB in all, counted as JSON */
  readonly skill?: AppSkillInput | undefined;
  /** How agents sign in to the app; its own answer at installation decides */
  readonly auth_hint?:
    | {
        readonly type?:
          | 'none'
          | 'oauth2'
          | 'client_credentials'
          | 'token_exchange'
          | 'api_key'
          | 'basic'
          | 'mtls'
          | undefined;
        readonly service?: string | undefined;
        readonly issuer?: string | undefined;
        readonly scopes?: readonly string[] | undefined;
      }
    | undefined;
  readonly tools_preview?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly icon?: string | undefined;
  readonly license?: string | undefined;
  readonly homepage?: string | undefined;
  /** Where the members of this entry come from */
  readonly source?: string | undefined;
  /** Requirements of the app, as stated by its publisher */
  readonly resources?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly healthCheck?:
    | {
        readonly path: string;
        readonly intervalSeconds?: number | undefined;
      }
    | undefined;
  readonly sbomAvailable?: boolean | undefined;
  readonly slsaLevel?: number | undefined;
  readonly teeSupport?:
    | {
        readonly sgx?: boolean | undefined;
        readonly sevSnp?: boolean | undefined;
        readonly tdx?: boolean | undefined;
        readonly notes?: string | undefined;
      }
    | undefined;
  /** The publisher's signature; it is stored and shown, but never checked */
  readonly signature?: string | undefined;
};

export type CreateApprovalInput = {
  readonly kind:
    | 'delegation'
    | 'agent_registration'
    | 'app_install'
    | 'tool_call'
    | 'credential_share'
    | 'workflow_deploy'
    | 'model_promotion';
  /** An agent asks for itself only; kind delegation needs it */
  readonly agent_id?: string | undefined;
  /** Member that it is for; kind delegation: the person whose consent is asked for */
  readonly subject?: string | undefined;
  /** Only without an agent, which has a workspace of its own */
  readonly workspace_id?: string | undefined;
  readonly resource?: string | undefined;
  readonly action?: string | undefined;
  readonly requested?: RequestedAccessInput | undefined;
  /** Counts only if it is higher than the risk of the request itself */
  readonly risk?: 'low' | 'medium' | 'high' | undefined;
  /** Evidence of a refusal */
  readonly evaluation_id?: string | undefined;
  /** Members who alone may decide; only an admin names them */
  readonly approvers?: readonly string[] | undefined;
  readonly policy?:
    | {
        /** Number of approvals needed; 1 if absent */
        readonly quorum?: number | undefined;
        /** Only an admin may set false; true if absent */
        readonly separation_of_duties?: boolean | undefined;
      }
    | undefined;
  /** Further facts for the approver, in the words of the requester */
  readonly display?:
    | {
        readonly title?: string | undefined;
        readonly lines?:
          | readonly {
              readonly label: string;
              readonly value: string;
            }[]
          | undefined;
      }
    | undefined;
};

export type CreateAuditorSettingsInput = {
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent';
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  readonly auditor_id: string;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly value: number | boolean | string | readonly string[];
        /** inner scopes cannot change it */
        readonly enforced?: boolean | undefined;
      }
    >
  >;
};

/** Chat completions request of the OpenAI API */
export type CreateChatCompletionInput = {
  readonly model: string;
  readonly messages: readonly {
    /** system, developer, user, assistant or tool */
    readonly role: string;
    /** Text, or a list of parts */
    readonly content?: unknown | undefined;
  }[];
  /** Answer with server-sent events */
  readonly stream?: boolean | undefined;
  readonly max_completion_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly tools?:
    | readonly {
        readonly type: string;
      }[]
    | undefined;
  readonly response_format?:
    | {
        readonly type: string;
      }
    | undefined;
};

export type CreateForeignClientInput = {
  /** The authorization server, exactly as its metadata names it */
  readonly issuer: string;
  readonly client_id: string;
  /** Stored encrypted and never shown again; a public client if absent */
  readonly client_secret?: string | undefined;
  /** How the client authenticates at the token endpoint; a method that the server offers if absent */
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
};

export type CreateIdentityDocumentInput = {
  /** SPIFFE id or URL of the service that receives the document, as that service names itself */
  readonly audience: string;
};

export type CreateInvitationInput = {
  readonly email: string;
  /** One of admin, operator, reviewer and viewer */
  readonly role?: 'admin' | 'operator' | 'reviewer' | 'viewer' | undefined;
  /** Seven days if absent */
  readonly expires_in_s?: number | undefined;
};

export type CreateOrganizationInput = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Auditors that are asked; missing members are inherited */
  readonly chain?:
    | {
        /** Instances of auditors with their positions, in order */
        readonly items?:
          | readonly {
              /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
              readonly name: string;
              readonly description?: string | undefined;
              /** Image tag; `assay/<name>` is a built-in auditor */
              readonly image: string;
              readonly port: number;
              readonly env?: Readonly<Record<string, string>> | undefined;
              /** Where it is reached, if not on this host */
              readonly url?: string | undefined;
              /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
              readonly auditor_id?: string | undefined;
            }[]
          | undefined;
        readonly auditorChain?:
          | {
              readonly preRequest?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
              readonly postResponse?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
            }
          | undefined;
      }
    | undefined;
  /** True: a registered agent waits until another person approves it */
  readonly agent_approval?: boolean | undefined;
  /** True: a deployed workflow waits until another person approves it */
  readonly workflow_approval?: boolean | undefined;
  /** Models that gateways allow. any: all that are not revoked; registered: those of the model registry; approved: those of the model registry that somebody approved */
  readonly model_use?: 'any' | 'registered' | 'approved' | undefined;
};

export type CreatePassportLinkInput = {
  /** Never, if absent */
  readonly expires_at?: string | undefined;
  /** For whom it is */
  readonly label?: string | undefined;
};

export type CreatePolicyInput = {
  /** Organisation, workspace or agent that it applies to */
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent';
    readonly id: string;
  };
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Cedar policies */
  readonly text: string;
  readonly reason?: string | undefined;
};

export type CreateScopedCredentialInput = {
  /** The workspace of the agent if absent; required if no agent is named */
  readonly scope?:
    | {
        readonly level: 'org' | 'workspace';
        readonly id: string;
      }
    | undefined;
  /** Service that it is for: the name of an app such as com.example/crm, or any name that an admin chose */
  readonly service: string;
  /** RFC 9728 identifier of the only resource that it is for; any resource of the service if absent */
  readonly resource?: string | undefined;
  /** Authorization server that issues its tokens */
  readonly issuer?: string | undefined;
  readonly auth_type: 'oauth2_code' | 'client_credentials' | 'token_exchange' | 'api_key' | 'basic' | 'mtls';
  /** `inherit` if absent */
  readonly sharing_mode?: 'inherit' | 'enforce' | 'isolated' | undefined;
  /** Agent that it belongs to; shared if absent */
  readonly agent_id?: string | undefined;
  /** Person that it belongs to, for this agent only; you can name only yourself */
  readonly user_id?: string | undefined;
  /** How it is added to a call */
  readonly injection?:
    | {
        /** Derived from auth_type if absent; `sidecar`: the gateway adds a header */
        readonly method?: 'sidecar' | 'client_credentials' | 'token_exchange' | undefined;
        /** `authorization` if absent */
        readonly header?: string | undefined;
        /** Text before the secret, including its space; "Bearer " for authorization if absent, otherwise nothing */
        readonly prefix?: string | undefined;
      }
    | undefined;
  /** Settings other than the secret */
  readonly config?:
    | {
        /** For `basic`: the user name, without a colon */
        readonly username?: string | undefined;
        /** Client id at the other service */
        readonly client_id?: string | undefined;
        /** How that client authenticates; `client_secret_basic` if absent */
        readonly client_auth?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
        /** For `mtls`: the certificate in PEM; its private key is the secret */
        readonly certificate?: string | undefined;
        /** Environment variable with the secret for the process of a local server */
        readonly environment_variable?: string | undefined;
      }
    | undefined;
  /** Scopes that are requested at the other side, or that an API key has */
  readonly requested_scopes?: readonly string[] | undefined;
  /** True if agents may use a shared credential for people; set by admins only */
  readonly allow_in_delegation?: boolean | undefined;
  readonly rotation?:
    | {
        /** How often it is rotated */
        readonly every_days?: number | undefined;
        /** How long the old secret stays valid after a rotation; 86400 if absent */
        readonly overlap_seconds?: number | undefined;
      }
    | undefined;
  /** The API key, the password (basic), the client secret, or the private key in PEM (mtls); no answer shows it */
  readonly secret?: string | undefined;
};

export type CreateScopedToolInput = {
  readonly scope: {
    readonly level: 'org' | 'workspace';
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  readonly tool: WriteAppToolInput;
  /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
  readonly mode: 'available' | 'required' | 'blocked';
  /** Only for rules of the organisation: with false, workspaces may block tools and nothing else */
  readonly allow_override?: boolean | undefined;
  readonly reason?: string | undefined;
};

export type CreateTelemetryExportInput = {
  readonly name: string;
  /** OTLP/HTTP address for traces, mostly `…/v1/traces`; http only for hosts that the outbound rules allow */
  readonly endpoint: string;
  /** Workspaces whose Evidence is sent; null: all */
  readonly workspace_ids?: readonly string[] | null | undefined;
  /** Headers of each request, such as an API key; their values are never shown */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

export type CreateWebhookInput = {
  readonly name: string;
  /** http only for hosts that the outbound rules allow; everyone who may read webhooks sees it */
  readonly url: string;
  readonly description?: string | undefined;
  /** Types such as `tool.call`, codes such as `approval.requested`, prefixes such as `workflow.*`, or `*` */
  readonly events: readonly string[];
  /** null: all workspaces, and events of none */
  readonly workspace_ids?: readonly string[] | null | undefined;
  /** null: all agents, and events of none */
  readonly agent_ids?: readonly string[] | null | undefined;
};

/** Without a graph the draft is empty, and cannot be deployed before it has one */
export type CreateWorkflowInput = {
  readonly name: string;
  readonly description?: string | undefined;
  /** Default: default */
  readonly workspace_id?: string | undefined;
  readonly agent_id?: string | null | undefined;
  /** {nodes[], edges[]}: docs/workflows.md; at most 500 nodes, 2000 edges, 1 MiB */
  readonly graph?: Readonly<Record<string, unknown>> | undefined;
};

export type CreateWorkspaceInput = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Auditors that are asked; missing members are inherited */
  readonly chain?:
    | {
        /** Instances of auditors with their positions, in order */
        readonly items?:
          | readonly {
              /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
              readonly name: string;
              readonly description?: string | undefined;
              /** Image tag; `assay/<name>` is a built-in auditor */
              readonly image: string;
              readonly port: number;
              readonly env?: Readonly<Record<string, string>> | undefined;
              /** Where it is reached, if not on this host */
              readonly url?: string | undefined;
              /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
              readonly auditor_id?: string | undefined;
            }[]
          | undefined;
        readonly auditorChain?:
          | {
              readonly preRequest?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
              readonly postResponse?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
            }
          | undefined;
      }
    | undefined;
  /** True: events of its agents may have claim values that are text, and previews; otherwise only hashes */
  readonly console_values?: boolean | undefined;
};

export type CreatedInvitation = {
  readonly id: string;
  readonly org_id: string;
  readonly email: string;
  /** One of admin, operator, reviewer and viewer */
  readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  /** Only a pending one can be accepted */
  readonly status: 'pending' | 'accepted' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly accepted_by: string | null;
  readonly revision: number;
  /** Only the first answer shows it: give it to the person in a way that you trust */
  readonly token?: string | undefined;
  /** Page where the person accepts the invitation; the address holds the token */
  readonly url?: string | undefined;
};

export type CreatedPassportLink = {
  readonly id: string;
  readonly passport_id: string;
  readonly label: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly state: 'active' | 'expired' | 'revoked' | (string & Record<never, never>);
  /** In this answer only */
  readonly token: string;
  /** Page that reads it; the token is behind the `#`, which browsers send to nobody */
  readonly url: string;
};

export type DeactivatePolicyInput = {
  readonly reason?: string | undefined;
};

export type DecideAccessReviewInput = {
  /** not_reviewed takes a decision back */
  readonly decision: 'approve' | 'deny' | 'not_reviewed' | 'dont_know';
  readonly justification?: string | null | undefined;
};

export type DecideApprovalInput = {
  readonly reason?: string | undefined;
} | null;

export type DecisionResult = {
  readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
  readonly claims: readonly Claim[];
  readonly policy_id: string;
  readonly policy_version: string;
  readonly reasons: readonly string[];
  readonly evidence: {
    readonly evidence_id: string;
    readonly jws: string;
  };
  readonly messages: readonly string[];
  readonly obligations: readonly string[];
  readonly warnings: readonly string[];
  readonly enforced: 'allow' | 'deny' | (string & Record<never, never>);
  /** the text as a model or a client would get it, with the found parts replaced; absent where nothing is redacted */
  readonly redacted?: string | undefined;
  readonly approval?:
    | {
        readonly id: string | null;
        readonly status:
          | 'pending'
          | 'approved'
          | 'denied'
          | 'refused'
          | 'unverifiable'
          | (string & Record<never, never>);
        /** until when it can be decided, or counts */
        readonly expires_at: string | null;
        /** where a person decides */
        readonly url: string | null;
      }
    | undefined;
  /** why it is denied, where people may approve it */
  readonly reason?:
    | 'grant_pending'
    | 'policy_denied'
    | 'approval_expired'
    | 'out_of_scope'
    | 'approval_unverifiable'
    | (string & Record<never, never>)
    | undefined;
  /** retry: send the same request again, e.g. once it is approved */
  readonly next_action?: 'request' | 'retry' | 'none' | (string & Record<never, never>) | undefined;
};

export type DelegationConstraints = {
  /** Tools that it is for; all if absent */
  readonly tools?: readonly string[] | undefined;
  /** Highest number of tokens under it */
  readonly max_uses?: number | undefined;
  /** Addresses or CIDR blocks from which tokens may be asked for */
  readonly ip?: readonly string[] | undefined;
};

export type DelegationConstraintsInput = {
  /** Tools that it is for; all if absent */
  readonly tools?: readonly string[] | undefined;
  /** Highest number of tokens under it */
  readonly max_uses?: number | undefined;
  /** Addresses or CIDR blocks from which tokens may be asked for */
  readonly ip?: readonly string[] | undefined;
};

export type DelegationGrant = {
  readonly id: string;
  readonly org_id: string;
  readonly revision: number;
  readonly agent_id: string;
  readonly subject_id: string;
  readonly subject_issuer: string;
  readonly account_domain: string;
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  readonly purpose: string;
  readonly constraints: DelegationConstraints;
  readonly status: 'active' | 'revoked' | (string & Record<never, never>);
  readonly consent_request_id: string;
  readonly granted_at: string;
  /** The subject, or the approver who consented for them */
  readonly granted_by: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly revoke_reason:
    | (
        | 'user'
        | 'admin'
        | 'expired'
        | 'max_uses'
        | 'agent_decommissioned'
        | 'access_review'
        | 'narrowed'
        | (string & Record<never, never>)
      )
    | null;
  readonly last_used_at: string | null;
  readonly use_count: number;
  /** Revision of the organisation's configuration at the consent */
  readonly policy_version: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type DelegationGrantPage = {
  readonly items: readonly DelegationGrant[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type DeprecateAuditorInput = {
  readonly reason?: string | undefined;
};

export type EffectiveAuditorSettings = {
  readonly agent_id: string;
  readonly auditor_id: string;
  /** Revision of the organisation's configuration */
  readonly revision: number;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly value: unknown;
        readonly decided_by: {
          readonly level: 'org' | 'workspace' | 'agent' | 'default' | (string & Record<never, never>);
          /** Id of the scope; id of the auditor for a default */
          readonly id: string;
        };
        readonly enforced: boolean;
        readonly source: 'setting' | 'preset' | 'default' | (string & Record<never, never>);
        /** Values that scopes set but that do not decide, outermost scope first */
        readonly overridden: readonly {
          readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
          readonly id: string;
          readonly value: unknown;
        }[];
      }
    >
  >;
  readonly auditor_config: Readonly<Record<string, unknown>>;
  readonly detection_overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export type EffectiveAuditorSettingsAnswer =
  | EffectiveAuditorSettings
  | {
      readonly items: readonly EffectiveAuditorSettings[];
      readonly next_cursor: null;
      readonly has_more: false;
    };

export type EffectiveCredential = {
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly service: string;
  readonly user_id: string | null;
  readonly credential_id: string | null;
  /** Level that it comes from */
  readonly source:
    | 'org_enforce'
    | 'workspace_enforce'
    | 'user'
    | 'agent'
    | 'workspace'
    | 'org'
    | 'none'
    | (string & Record<never, never>);
  readonly mode: ('inherit' | 'enforce' | 'isolated' | (string & Record<never, never>)) | null;
  readonly status:
    | 'not_required'
    | 'ready'
    | 'connect_required'
    | 'pending'
    | 'expired'
    | 'reauth_required'
    | 'insufficient_scope'
    | 'not_allowed_in_delegation'
    | 'error'
    | (string & Record<never, never>);
  readonly scopes_missing: readonly string[];
  /** Other credentials of the service that you may see, and why each was not chosen; at most 100 */
  readonly candidates: readonly {
    readonly id: string;
    readonly rejected_because:
      | 'lower_than_enforced'
      | 'of_another_user'
      | 'of_another_agent'
      | 'not_allowed_in_delegation'
      | 'isolated'
      | 'other_resource'
      | 'other_issuer'
      | 'revoked'
      | 'not_connected'
      | 'overruled'
      | (string & Record<never, never>);
  }[];
  readonly foreign_client_id: string | null;
};

export type EffectivePolicy = {
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly policy_id: string | null;
  readonly policy_version: string | null;
  readonly schema_hash: string | null;
  readonly text: string | null;
  /** True: no policy of the control plane permits anything, so the generated policy of the gateway applies below them */
  readonly default_policy: boolean;
  readonly levels: readonly {
    readonly scope: {
      readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
      /** id of the organisation, workspace or agent */
      readonly id: string;
    };
    /** permits: its permits allow requests; tightens: its permits must match as well; forbids: it only forbids */
    readonly part: 'permits' | 'tightens' | 'forbids' | (string & Record<never, never>);
    readonly permits: number;
    readonly forbids: number;
    readonly policies: readonly {
      readonly id: string;
      readonly name: string;
      readonly version: number;
    }[];
  }[];
  readonly shadow: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly scope: {
      readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
      /** id of the organisation, workspace or agent */
      readonly id: string;
    };
  }[];
  readonly chain: readonly {
    readonly name: string;
    readonly auditor_id: string;
    readonly phases: readonly string[];
  }[];
  readonly problems: readonly PolicyProblem[];
};

export type EffectiveTool = {
  readonly tool: AppTool;
  /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
  readonly mode: 'available' | 'required' | 'blocked' | (string & Record<never, never>);
  /** `default`: no rule names the tool, so it is not available */
  readonly decided_by: {
    readonly level: 'org' | 'workspace' | 'default' | (string & Record<never, never>);
    /** Id of the scope */
    readonly id: string | null;
    /** Null if no rule names the tool */
    readonly rule_id: string | null;
  };
  readonly overridden: readonly {
    readonly level: 'org' | 'workspace' | 'default' | (string & Record<never, never>);
    readonly id: string;
    readonly rule_id: string;
    /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
    readonly mode: 'available' | 'required' | 'blocked' | (string & Record<never, never>);
  }[];
  readonly installed: boolean;
  /** True if it may be called now */
  readonly callable: boolean;
  readonly auth: {
    readonly required: boolean;
    /** How the app is signed in to */
    readonly type: string | null;
    /** `not_installed`: its app is absent */
    readonly status:
      | 'not_required'
      | 'ready'
      | 'connect_required'
      | 'pending'
      | 'expired'
      | 'reauth_required'
      | 'insufficient_scope'
      | 'not_allowed_in_delegation'
      | 'error'
      | 'not_installed'
      | (string & Record<never, never>);
    /** The credential in use */
    readonly credential_id: string | null;
    readonly scopes_missing: readonly string[];
    /** Page where a person connects */
    readonly connect_url: string | null;
  };
  /** Why it is not callable: `blocked`, `not_available`, `not_installed`, `not_offered` (the app is installed and has no such tool), `quarantined`, or the status of `auth`; null if it is */
  readonly reason: string | null;
  /** Reason that the author of the rule gave */
  readonly rule_reason: string | null;
};

export type EffectiveTools = {
  readonly agent_id: string;
  readonly workspace_id: string;
  /** `degraded`: a required tool cannot be called */
  readonly readiness: 'ready' | 'degraded' | (string & Record<never, never>);
  readonly unmet_requirements: readonly {
    readonly tool: AppTool;
    readonly status: string;
  }[];
  readonly items: readonly EffectiveTool[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Environment = {
  /** The name in the document; the id of the workspace if the document has none */
  readonly id: string;
  readonly org_id: string;
  readonly workspace_id: string;
  /** `model` provisions model plus auditors */
  readonly deployment_type: 'full' | 'model' | 'app' | 'bridge' | (string & Record<never, never>);
  /** By name */
  readonly agents: readonly {
    /** The id of the agent */
    readonly name: string;
    /** The present model of the agent; null if it names none, or is no longer registered */
    readonly model: {
      readonly id: string;
    } | null;
    /** The present state of the agent; null if it is no longer registered in this workspace */
    readonly status:
      | (
          | 'pending_approval'
          | 'staged'
          | 'active'
          | 'stopped'
          | 'suspended'
          | 'orphaned'
          | 'decommissioned'
          | (string & Record<never, never>)
        )
      | null;
  }[];
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type EnvironmentPage = {
  readonly items: readonly Environment[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type EscalationAnswer = {
  readonly approval_id: string | null;
  /** refused: too many wait for this agent already */
  readonly status: 'pending' | 'approved' | 'denied' | 'refused' | (string & Record<never, never>);
  readonly expires_at: string | null;
  readonly url: string | null;
  readonly grant: string | null;
};

export type EscalationRequestInput = {
  readonly binding: {
    readonly agent_id: string;
    readonly workspace_id: string;
    readonly phase: 'request' | 'response' | 'execution' | 'artifact';
    readonly tool: string | null;
    readonly server?: string | undefined;
    readonly model_id: string | null;
    readonly endpoint: string;
    readonly headers_hash: string | null;
    readonly request_hash: string;
    readonly response_hash: string | null;
    readonly principal: string;
    readonly policy_set_hash: string;
    readonly policies: readonly string[];
  };
  readonly evidence_id: string;
  readonly trace_id: string;
  readonly session_id: string;
  readonly policy_id: string;
  readonly reasons: readonly {
    readonly id: string;
    readonly reason?: string | undefined;
  }[];
  readonly quorum?: number | undefined;
  readonly risk?: 'low' | 'medium' | 'high' | undefined;
  readonly claims: readonly {
    /** Flat descriptive name, e.g. injection_risk */
    readonly name: string;
    readonly type: 'score_normalized' | 'boolean' | 'string' | 'string_list' | 'count' | 'duration_ms' | 'object';
    /** Must match the declared type */
    readonly value: unknown;
    /** ISO 8601; generated when omitted */
    readonly timestamp?: string | undefined;
    readonly confidence?: number | undefined;
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    /** Effective settings; JSON primitives */
    readonly provenance?: Readonly<Record<string, unknown>> | undefined;
    readonly detail?: Readonly<Record<string, unknown>> | undefined;
    /** base64url without padding, 16 to 64 bytes decoded */
    readonly nonce?: string | undefined;
    readonly compliance_framework?: string | undefined;
    readonly control_id?: string | undefined;
    readonly auditor_id?: string | undefined;
  }[];
  readonly credential_id?: string | undefined;
  readonly on_behalf_of?: string | undefined;
  readonly preview?: string | undefined;
};

export type EvaluateAppraisalPolicyInput = {
  readonly version?: number | undefined;
  readonly workspace_id?: string | undefined;
  readonly limit?: number | undefined;
};

export type Event = {
  /** A decimal number that rises in the order of commits, with gaps */
  readonly id: string;
  /** Ignore types and codes that you do not know: later releases add some */
  readonly type: string;
  /** Code of what happened, e.g. `approval.requested` */
  readonly code: string | null;
  readonly time: string;
  readonly org_id: string;
  readonly workspace_id: string | null;
  readonly agent_id: string | null;
  readonly trace_id: string | null;
  readonly session_id: string | null;
  /** Never holds a secret or a payload */
  readonly data: Readonly<Record<string, unknown>>;
};

export type EventPage = {
  /** Oldest first */
  readonly items: readonly Event[];
  /** Send it as `after` to get later events */
  readonly next_after: string;
  /** True if there are more events already */
  readonly has_more: boolean;
};

export type EvidenceBundle = {
  readonly format: 'assay-bundle/1';
  readonly exported_at: string;
  readonly passport: string | null;
  readonly evidence: readonly {
    readonly evidence_id: string;
    readonly jws: string;
  }[];
  readonly key_attestations: readonly KeyAttestation[];
  readonly receipts: readonly {
    /** base64url of the exact JCS bytes */
    readonly record: string;
    /** base64url, Ed25519 */
    readonly signature: string;
  }[];
  /** JWKs of the verifier at export time: a convenience, never a trust anchor */
  readonly verifier_keys: readonly Readonly<Record<string, unknown>>[];
};

export type EvidenceExplanation = {
  readonly evidence_id: string;
  readonly policy: {
    readonly id: string;
    /** As the Evidence names it */
    readonly version: string;
    /** True: the text below has the hash that the Evidence names as the version of its policy. It is made from the policies that were active at the configuration revision of the Evidence, or from the generated policy */
    readonly proven: boolean;
    readonly revision: number | null;
    readonly text: string | null;
  };
  readonly reasons: readonly {
    /** As the Evidence names it */
    readonly id: string;
    readonly text: string | null;
    readonly effect: 'permit' | 'forbid' | null | (string & Record<never, never>);
    /** record: a policy of the control plane; default: the generated policy; made: the rule that stands for the permits of an inner scope; unknown: the version is not proven, e.g. because the gateway has a policy file of its own */
    readonly source: 'record' | 'default' | 'made' | 'unknown' | (string & Record<never, never>);
    readonly policy_id: string | null;
    readonly policy_name: string | null;
    readonly version: number | null;
    readonly line: number | null;
    readonly scope: {
      readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
      /** id of the organisation, workspace or agent */
      readonly id: string;
    } | null;
  }[];
  readonly claims: readonly {
    /** Index into claims */
    readonly index: number;
    readonly name: string;
    readonly auditor_id: string | null;
    readonly auditor: string | null;
    readonly phase: string | null;
    /** Entry of the vocabulary of the auditor as it is now; null if there is none */
    readonly declared: {
      /** Name in the vocabulary */
      readonly name: string;
      readonly type:
        | 'score_normalized'
        | 'boolean'
        | 'string'
        | 'string_list'
        | 'count'
        | 'duration_ms'
        | 'object'
        | (string & Record<never, never>);
      readonly description: string;
      readonly value_schema: unknown;
    } | null;
  }[];
};

export type EvidenceIngestAnswer = {
  readonly results: readonly {
    readonly evidence_id: string | null;
    readonly status: 'stored' | 'known' | 'refused' | (string & Record<never, never>);
    readonly reason?: string | undefined;
    readonly message?: string | undefined;
  }[];
};

export type EvidenceSummary = {
  readonly evidence_id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  readonly session_id: string;
  readonly trace_id: string;
  readonly model_id: string | null;
  readonly phase: string;
  readonly decision: {
    readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
    readonly policy_id: string;
    readonly policy_version: string;
  };
  readonly enforced: 'allow' | 'deny' | (string & Record<never, never>);
  readonly mode: 'enforce' | 'observe' | (string & Record<never, never>);
  readonly claim_count: number;
  /** Policies that decided */
  readonly reasons: readonly string[];
  readonly obligations: readonly string[];
  /** In order */
  readonly phases: readonly {
    readonly phase: string;
    readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
    readonly duration_ms: number;
  }[];
  /** Time of all phases together, in milliseconds */
  readonly judging_ms: number;
  /** Whole exchange in milliseconds, as its receipt says; null without a receipt */
  readonly latency_ms: number | null;
  /** True if parts of the request or the response were replaced */
  readonly redacted: boolean;
  readonly approval:
    | ('pending' | 'approved' | 'denied' | 'refused' | 'unverifiable' | (string & Record<never, never>))
    | null;
  readonly stream_mode: 'none' | 'buffer' | 'window' | 'pass' | (string & Record<never, never>);
  readonly tool: string | null;
  readonly server: string | null;
  /** Null until the receipt arrives */
  readonly receipt_id: string | null;
  /** SPIFFE id of the gateway */
  readonly attester_id: string;
  readonly generated_at: string;
  readonly received_at: string;
  readonly trust_tier: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  /** Passport that covers it; null if there is none yet */
  readonly passport_id: string | null;
};

export type EvidenceSummaryPage = {
  readonly items: readonly EvidenceSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type EvidenceView = {
  readonly schema_version: string;
  readonly evidence_id: string;
  /** SPIFFE id of the gateway */
  readonly iss: string;
  readonly iat: number;
  readonly eat_profile: string;
  readonly nonce: string;
  readonly phase: 'request' | 'response' | 'execution' | 'artifact' | (string & Record<never, never>);
  readonly trace_id: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly model_id: string | null;
  /** the tool that was to be called, where it is about one */
  readonly tool?: string | undefined;
  /** the server of that tool, by its alias */
  readonly server?: string | undefined;
  /** hex SHA-256 */
  readonly request_hash: string;
  readonly response_hash: string | null;
  /** hex SHA-256 */
  readonly redacted_request_hash?: string | undefined;
  /** hex SHA-256 */
  readonly redacted_response_hash?: string | undefined;
  readonly claims: readonly Claim[];
  /** hex SHA-256 */
  readonly claims_hash: string;
  readonly auditors: readonly {
    readonly auditor_id: string;
    /** Name of the chain item */
    readonly name: string;
    readonly version: string;
    readonly phase: 'request' | 'response' | 'execution' | 'artifact' | (string & Record<never, never>);
    readonly boundary: 'attested' | 'remote' | (string & Record<never, never>);
    readonly status: 'ok' | 'failed' | 'late' | 'skipped' | (string & Record<never, never>);
    readonly duration_ms: number;
    /** Indices into claims */
    readonly claims: readonly number[];
    readonly image_digest?: string | undefined;
    readonly error?:
      | {
          readonly code: string;
          readonly message: string;
        }
      | undefined;
  }[];
  readonly phases: readonly {
    readonly phase: 'request' | 'response' | 'execution' | 'artifact' | (string & Record<never, never>);
    readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
    readonly claims: readonly number[];
    readonly duration_ms: number;
    /** Effective settings that the policies of this phase read, by auditor and name; absent where they read none */
    readonly settings?:
      | Readonly<Record<string, Readonly<Record<string, number | boolean | string | readonly string[]>>>>
      | undefined;
  }[];
  readonly uninspected: readonly {
    /** JSON pointer into the request or response */
    readonly where: string;
    /** image, audio, file, unknown */
    readonly kind: string;
  }[];
  /** what the provider was asked to do by itself; absent in Evidence before 2.4 */
  readonly features?: readonly string[] | undefined;
  readonly decision: {
    readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
    readonly policy_id: string;
    readonly policy_version: string;
    readonly policy_set_hash: string;
    readonly schema_hash: string;
    readonly reasons: readonly string[];
    readonly obligations: readonly string[];
    readonly messages: readonly string[];
    readonly errors: readonly string[];
    readonly ignored_missing: readonly string[];
    readonly engine: 'cedar';
    readonly engine_version: string;
  };
  readonly enforced: 'allow' | 'deny' | (string & Record<never, never>);
  readonly mode: 'enforce' | 'observe' | (string & Record<never, never>);
  readonly stream_mode: 'none' | 'buffer' | 'window' | 'pass' | (string & Record<never, never>);
  readonly stream?:
    | {
        readonly end: 'complete' | 'denied' | 'upstream_failed' | 'client_gone' | (string & Record<never, never>);
        /** windows that the answer was cut into */
        readonly windows: number;
        /** what was done with them, in order; without a decision they were never audited */
        readonly runs: readonly {
          /** how many */
          readonly windows: number;
          readonly decision?: 'allow' | 'deny' | (string & Record<never, never>) | undefined;
          /** whether they were sent to the client */
          readonly released: boolean;
          /** whether parts were replaced in what was sent */
          readonly redacted: boolean;
        }[];
        /** length of what response_hash is the hash of */
        readonly sent_bytes: number;
        /** false only if everything that came is known to have been sent on */
        readonly withheld: boolean;
      }
    | undefined;
  /** How the caller was known: loopback, token, api_key, oauth */
  readonly authentication: string;
  readonly on_behalf_of?:
    | {
        /** the person, as the verifier knows them */
        readonly sub: string;
        /** the consent that it was done under */
        readonly grant_id: string;
      }
    | undefined;
  /** the person who called in the agent's name with a credential of their own */
  readonly speaker?: string | undefined;
  readonly approval?:
    | {
        /** null where nobody could be asked */
        readonly id: string | null;
        /** approved: used up by this exchange; unverifiable: nobody could be asked, or the answer did not hold */
        readonly status:
          | 'pending'
          | 'approved'
          | 'denied'
          | 'refused'
          | 'unverifiable'
          | (string & Record<never, never>);
        /** Index into phases: of the judgement from which on it counts, to the end of that phase */
        readonly phase_index: number;
        /** ids of the policies that it covers */
        readonly policies?: readonly string[] | undefined;
        readonly approvers?: readonly string[] | undefined;
        readonly approved_at?: string | undefined;
        readonly risk?: string | undefined;
      }
    | undefined;
  /** of phases before that of approval, where each needed its own */
  readonly earlier_approvals?:
    | readonly {
        /** null where nobody could be asked */
        readonly id: string | null;
        /** approved: used up by this exchange; unverifiable: nobody could be asked, or the answer did not hold */
        readonly status:
          | 'pending'
          | 'approved'
          | 'denied'
          | 'refused'
          | 'unverifiable'
          | (string & Record<never, never>);
        /** Index into phases: of the judgement from which on it counts, to the end of that phase */
        readonly phase_index: number;
        /** ids of the policies that it covers */
        readonly policies?: readonly string[] | undefined;
        readonly approvers?: readonly string[] | undefined;
        readonly approved_at?: string | undefined;
        readonly risk?: string | undefined;
      }[]
    | undefined;
  /** of the start of a stream, or of the exchange in which the model gave what waited */
  readonly previous_evidence_id?: string | undefined;
  /** the response that `previous_response_id` named */
  readonly continues?:
    | {
        /** of the exchange in which it was judged */
        readonly evidence_id: string;
        /** hex SHA-256 */
        readonly response_hash: string;
      }
    | undefined;
  readonly config?:
    | {
        /** revision of the organisation's configuration */
        readonly revision: number;
        /** of the payload of the signed bundle */
        readonly hash: string;
      }
    | undefined;
  readonly shadow?:
    | readonly {
        readonly policy_id: string;
        readonly version: number;
        /** Index into phases */
        readonly phase_index: number;
        readonly decision: 'allow' | 'deny' | 'error' | (string & Record<never, never>);
        /** of the decision, or why there is none */
        readonly reasons: readonly string[];
      }[]
    | undefined;
  readonly key_attestation_hash: string;
  /** SPIFFE id of the gateway */
  readonly attester_id: string;
  readonly generated_at: string;
  readonly received_at: string;
  readonly trust_tier: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  /** Passport that covers it; null if there is none yet */
  readonly passport_id: string | null;
  readonly kid: string;
  /** base64url */
  readonly signature: string;
  /** SHA-256 of the JWS in hex */
  readonly evidence_hash: string;
  readonly appraisal_record: {
    readonly evidence_id: string;
    readonly attester_id: string;
    readonly policy_id: string;
    readonly policy_version: string;
    readonly overall_status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
    readonly claim_appraisals: readonly {
      readonly claim_name: string;
      readonly claim_value: unknown;
      readonly claim_confidence: number | null;
      /** AR4SI: 0 not checked, 2 affirming, 32 warning, 96 contraindicated */
      readonly status: number;
      readonly evaluated_by_rules: readonly string[];
      readonly triggered_rules: readonly string[];
      readonly reference_value: unknown;
      readonly reference_operator: string | null;
      readonly compliance_framework: string | null;
      readonly control_id: string | null;
      readonly message: string;
    }[];
    readonly appraised_at: string;
    readonly claims_affirming: number;
    readonly claims_warning: number;
    readonly claims_contraindicated: number;
  };
  readonly notes: readonly string[];
  readonly receipt: {
    /** base64url of the exact JCS bytes */
    readonly record: string;
    /** base64url, Ed25519 */
    readonly signature: string;
  } | null;
  /** The exact JWS as it was signed */
  readonly jws: string;
};

export type ExchangeStatistics = {
  /** Start of what is counted, at the start of an interval (UTC) */
  readonly from: string;
  /** End of what is counted, exclusive */
  readonly to: string;
  readonly interval: 'minute' | 'hour' | 'day' | (string & Record<never, never>);
  /** One for each interval, oldest first, also those without exchanges */
  readonly points: readonly {
    readonly start: string;
    /** allowed and denied */
    readonly exchanges: number;
    /** the exchange went on, by the enforced decision */
    readonly allowed: number;
    /** the exchange was stopped, by the enforced decision */
    readonly denied: number;
    /** parts of its text were replaced */
    readonly redacted: number;
    /** a policy asked for the approval of a person */
    readonly escalated: number;
    /** a policy that fired asked to warn */
    readonly warned: number;
    /** observe mode: the policies denied, and the exchange went on */
    readonly would_deny: number;
    /** Time that judging added; null without exchanges */
    readonly added_latency: AddedLatency | null;
  }[];
  readonly total: {
    /** allowed and denied */
    readonly exchanges: number;
    /** the exchange went on, by the enforced decision */
    readonly allowed: number;
    /** the exchange was stopped, by the enforced decision */
    readonly denied: number;
    /** parts of its text were replaced */
    readonly redacted: number;
    /** a policy asked for the approval of a person */
    readonly escalated: number;
    /** a policy that fired asked to warn */
    readonly warned: number;
    /** observe mode: the policies denied, and the exchange went on */
    readonly would_deny: number;
    /** Time that judging added; null without exchanges */
    readonly added_latency: AddedLatency | null;
  };
};

export type ExportAnswer = {
  /** the organisation's revision that the documents show */
  readonly revision: number;
  /** applying them changes nothing */
  readonly documents: readonly unknown[];
  /** what is configured and stands in no document */
  readonly not_exported: readonly string[];
};

/** A client of the organisation at another authorization server */
export type ForeignClient = {
  readonly id: string;
  readonly issuer: string;
  /** Client id at that server */
  readonly client_id: string;
  /** `preregistered`: kept by an admin; `cimd`: described by our metadata document; `dcr`: registered by the verifier (RFC 7591) */
  readonly registration: 'preregistered' | 'cimd' | 'dcr' | (string & Record<never, never>);
  /** `retired`: another client took its place */
  readonly status: 'active' | 'retired' | (string & Record<never, never>);
  readonly token_endpoint_auth_method: string | null;
  readonly redirect_uri: string | null;
  readonly has_secret: boolean;
  readonly secret_expires_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type ForeignClientPage = {
  readonly items: readonly ForeignClient[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Gateway = {
  readonly id: string;
  readonly org_id: string;
  /** The bundle that it runs; null: none */
  readonly running: ConfigurationVersion | null;
  readonly source: ('verifier' | 'disk' | 'files' | (string & Record<never, never>)) | null;
  /** Number of changes that it does not run yet, counted up to 1,000; null: unknown */
  readonly behind: number | null;
  readonly state: 'current' | 'behind' | 'refusing' | 'away' | (string & Record<never, never>);
  readonly refused: {
    readonly version: string | null;
    readonly reason: string;
  } | null;
  readonly problems: readonly GatewayProblem[];
  readonly build: string | null;
  readonly first_seen_at: string;
  /** Precise to 15 seconds */
  readonly last_seen_at: string;
  readonly reported_at: string | null;
};

export type GatewayPage = {
  readonly items: readonly Gateway[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type GatewayProblem = {
  /** Stable code */
  readonly reason: string;
  readonly message: string;
  /** The agent that it is about */
  readonly agent_id?: string | undefined;
};

export type GatewayProblemInput = {
  /** Stable code */
  readonly reason: string;
  readonly message: string;
  /** The agent that it is about */
  readonly agent_id?: string | undefined;
};

export type GatewayReportInput = {
  readonly running: string | null;
  /** Source of the configuration that it runs */
  readonly source: 'verifier' | 'disk' | 'files';
  readonly refused?:
    | {
        readonly version: string | null;
        readonly reason: string;
      }
    | undefined;
  /** Problems of the configuration that it runs */
  readonly problems: readonly GatewayProblemInput[];
  /** Auditors of its chain file (GATEWAY_CHAIN_FILE), which agents have without a chain here; absent: it has no such file */
  readonly own_chain?: readonly string[] | undefined;
  /** Our own services whose tools an MCP gateway offers agents; absent: of another gateway */
  readonly own_services?:
    | readonly {
        readonly name: string;
        readonly tools: readonly string[];
      }[]
    | undefined;
  /** Release of the gateway */
  readonly build?: string | undefined;
};

export type GrantDelegationInput = {
  readonly consent_request_id: string;
  /** Some of those that were asked for; all of them if absent */
  readonly approved_scopes?: readonly string[] | undefined;
  /** Some of those that were asked for; all of them if absent */
  readonly resources?: readonly string[] | undefined;
  /** 28800 if absent */
  readonly ttl_seconds?: number | undefined;
  readonly constraints?: DelegationConstraintsInput | undefined;
};

export type IdentityDocument = {
  /** A JWT-SVID; anybody who holds it can act as the agent */
  readonly svid: string;
  readonly spiffe_id: string;
  readonly expires_at: string;
};

export type InheritAppraisalPolicyInput = {
  readonly workspace_id: string;
  /** Stored in the history */
  readonly reason: string;
};

export type InjectionAnswer = {
  readonly status:
    | 'not_required'
    | 'ready'
    | 'connect_required'
    | 'pending'
    | 'expired'
    | 'reauth_required'
    | 'insufficient_scope'
    | 'not_allowed_in_delegation'
    | 'error'
    | (string & Record<never, never>);
  readonly credential_id: string | null;
  /** of the secret; 0 without one */
  readonly version: number;
  readonly method: ('sidecar' | 'client_credentials' | 'token_exchange' | (string & Record<never, never>)) | null;
  /** what goes into the call in the place of headers of these names; empty unless ready */
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** for a local server: variables of its process */
  readonly environment: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly client_certificate: {
    readonly certificate: string;
    readonly private_key: string;
  } | null;
  /** how long it may be kept in memory */
  readonly good_for_s: number;
  readonly scopes_missing: readonly string[];
  /** where a person connects */
  readonly connect_url: string | null;
};

export type InjectionQuestionInput = {
  readonly agent_id: string;
  readonly service: string;
  /** RFC 9728 identifier of what is called */
  readonly resource?: string | undefined;
  /** the person whom the agent calls for, and the grant that says so */
  readonly on_behalf_of?:
    | {
        readonly subject_id: string;
        readonly grant_id: string;
        /** the delegated token of the call; method token_exchange needs it */
        readonly token?: string | undefined;
      }
    | undefined;
  /** that the call needs */
  readonly scopes?: readonly string[] | undefined;
  /** what the other side answered 401 to: it is refreshed once */
  readonly failed?:
    | {
        readonly credential_id: string;
        readonly version: number;
      }
    | undefined;
};

export type InstallAppInput = {
  readonly agent_id: string;
  /** Exact SemVer; the newest if absent */
  readonly version?: string | undefined;
  readonly config?:
    | {
        /** The server of its publisher, or one that a gateway starts; the publisher’s if there is one */
        readonly use?: 'remote' | 'package' | undefined;
        /** Values for {variables} of the address and the headers */
        readonly variables?: Readonly<Record<string, string>> | undefined;
        /** Values for headers of the remote that are not secret */
        readonly headers?: Readonly<Record<string, string>> | undefined;
        /** Values for variables of a local server that are not secret */
        readonly environment?: Readonly<Record<string, string>> | undefined;
        /** Where an auditor answers that its entry gives as an image; operators and admins only */
        readonly url?: string | undefined;
        /** Whose chain an auditor joins: `agent` (default), or `workspace`, which operators and admins choose */
        readonly joins?: 'agent' | 'workspace' | undefined;
      }
    | undefined;
  /** Account that the app is used with: `agent` (default), or `me` for your own when the agent acts for you; other people who delegate to the agent connect their own */
  readonly connect_as?: 'agent' | 'me' | undefined;
};

export type Installation = {
  readonly id: string;
  readonly org_id: string;
  readonly revision: number;
  readonly app_id: string;
  readonly name: string;
  readonly title: string;
  /** Version in use */
  readonly version: string;
  /** Version of the update under way */
  readonly target_version: string | null;
  readonly agent_id: string;
  readonly scope: {
    readonly level: 'workspace' | (string & Record<never, never>);
    readonly id: string;
  };
  readonly status:
    | 'requested'
    | 'awaiting_approval'
    | 'discovering'
    | 'registering'
    | 'awaiting_connect'
    | 'installed'
    | 'updating'
    | 'uninstalling'
    | 'removed'
    | 'failed'
    | (string & Record<never, never>);
  /** Set while tools differ from the approved ones: none can be called until a person approves them */
  readonly quarantine: {
    readonly since: string;
    readonly reason: string;
  } | null;
  readonly auth: {
    readonly required: boolean;
    readonly type: string | null;
    readonly service: string;
    readonly resource: string | null;
    readonly issuer: string | null;
    /** `preregistered`, `cimd` or `dcr` */
    readonly registration: string | null;
    readonly client_id: string | null;
    readonly scopes: readonly string[];
    /** Credential that it uses or waits for */
    readonly credential_id: string | null;
    readonly credential_source: string | null;
  };
  readonly config: {
    /** The server of its publisher, or one that a gateway starts; the publisher’s if there is one */
    readonly use?: 'remote' | 'package' | (string & Record<never, never>) | undefined;
    /** Values for {variables} of the address and the headers */
    readonly variables?: Readonly<Record<string, string>> | undefined;
    /** Values for headers of the remote that are not secret */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Values for variables of a local server that are not secret */
    readonly environment?: Readonly<Record<string, string>> | undefined;
    /** Where an auditor answers that its entry gives as an image; operators and admins only */
    readonly url?: string | undefined;
    /** Whose chain an auditor joins: `agent` (default), or `workspace`, which operators and admins choose */
    readonly joins?: 'agent' | 'workspace' | (string & Record<never, never>) | undefined;
  };
  /** Hash of the approved tools */
  readonly tools_snapshot_hash: string | null;
  /** Hash of the tools seen last */
  readonly tools_present_hash: string | null;
  readonly tools_checked_at: string | null;
  /** Number of tools that are approved and present */
  readonly tools_count: number;
  /** Number of tools that a gateway denied and nobody allowed */
  readonly tools_withheld: number;
  /** Why the installation failed; for an installed app why its last update or check of its tools failed */
  readonly error: {
    readonly step:
      | 'policy'
      | 'approval'
      | 'discovery'
      | 'inheritance'
      | 'registration'
      | 'connect'
      | 'tools'
      | 'update'
      | 'uninstall'
      | (string & Record<never, never>);
    readonly code: string;
    readonly retryable: boolean;
    readonly detail: string;
  } | null;
  /** Approval that it waits or waited for */
  readonly approval_id: string | null;
  /** Page where a person connects, valid 10 minutes; only in the answer of retry while `awaiting_connect` */
  readonly connect_url: string | null;
  /** Next step for a person: `approve`, `connect`, `add_credential`, `approve_tools` or `retry` */
  readonly next_action: string | null;
  readonly warnings: readonly string[];
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly installed_at: string | null;
  readonly removed_at: string | null;
  readonly removed_by: string | null;
};

export type InstallationPage = {
  readonly items: readonly Installation[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type InstallationTools = {
  readonly installation_id: string;
  /** Hash of the approved tools */
  readonly tools_snapshot_hash: string | null;
  /** Hash of the tools seen last; approve-tools takes it */
  readonly tools_present_hash: string | null;
  readonly seen_at: string | null;
  /** `verifier`, or the gateway that reported it */
  readonly seen_by: string | null;
  readonly is_quarantined: boolean;
  readonly items: readonly {
    readonly server: string;
    readonly name: string;
    readonly change: 'same' | 'changed' | 'added' | 'removed' | (string & Record<never, never>);
    /** Members of the definition that differ now */
    readonly changed: readonly string[];
    /** Hash of the present definition */
    readonly hash: string | null;
    /** Warnings about the definition */
    readonly flags: readonly (
      | 'hidden_characters'
      | 'long_description'
      | 'unusual_name'
      | 'similar_name'
      | 'invalid_header'
      | (string & Record<never, never>)
    )[];
    /** Why gateways do not show the present definition to models: `hidden_characters`, or policies that denied it */
    readonly findings: readonly string[];
    /** Who allowed it to be shown nevertheless */
    readonly allowed: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
    } | null;
    readonly approved: InstalledToolDefinition | null;
    readonly present: InstalledToolDefinition | null;
  }[];
};

export type InstalledToolDefinition = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown | undefined;
  readonly annotations?: unknown | undefined;
  /** All other members, such as _meta and icons */
  readonly other?: unknown | undefined;
};

export type Invitation = {
  readonly id: string;
  readonly org_id: string;
  readonly email: string;
  /** One of admin, operator, reviewer and viewer */
  readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  /** Only a pending one can be accepted */
  readonly status: 'pending' | 'accepted' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly accepted_by: string | null;
  readonly revision: number;
};

export type InvitationPage = {
  readonly items: readonly Invitation[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Jwks = {
  readonly keys: readonly {
    readonly kty: 'EC';
    readonly crv: 'P-256';
    readonly x: string;
    readonly y: string;
    readonly kid: string;
    readonly alg: 'ES256';
    readonly use: 'sig';
  }[];
};

export type KeyAttestation = {
  readonly cmw: {
    readonly cpu: readonly unknown[];
    readonly gpu?: readonly unknown[] | undefined;
  };
  readonly runtime_data: {
    readonly v: 1;
    readonly purpose: 'evidence-key';
    readonly jwk_thumbprint: string;
    /** base64url; issued by the verifier, or by the attestor itself (freshness none) */
    readonly nonce: string;
    readonly iat: number;
    /** SPIFFE id of the attestor */
    readonly agent_instance: string;
    /** SHA-256 of the GPU report in `cmw.gpu`, so that the parts cannot be mixed */
    readonly gpu_report_sha256?: string | undefined;
    /** Where the attestor says it runs: declared, not proven */
    readonly region?: string | undefined;
  };
  readonly endorsements: {
    /** Base64 of what came with the reports: DER certificates, or the certificate table of an SNP host */
    readonly certs: readonly string[];
    /** Base64 of files: DER revocation lists, signed TCB documents and their issuers */
    readonly collateral?: readonly string[] | undefined;
  };
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
  };
};

export type LifecycleChange = {
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly change: 'warn' | 'resolve' | 'suspend' | 'decommission' | (string & Record<never, never>);
  readonly rule:
    | 'missing_owner'
    | 'inactivity'
    | 'attestation_overdue'
    | 'unused_permissions'
    | (string & Record<never, never>);
  /** Policy that decides; null if no policy covers the agent and the defaults apply */
  readonly policy_id: string | null;
  /** Time at which the rule was first broken */
  readonly since: string;
  /** For a warning: time of the enforcement; null if it is never enforced */
  readonly due_at: string | null;
  readonly reason: string;
};

export type LifecycleEnforcement = {
  readonly action: 'notify' | 'suspend' | 'suspend_then_decommission' | (string & Record<never, never>);
  /** For suspend_then_decommission: days between both; default 14 */
  readonly grace_days?: number | undefined;
};

export type LifecycleEnforcementInput = {
  readonly action: 'notify' | 'suspend' | 'suspend_then_decommission';
  /** For suspend_then_decommission: days between both; default 14 */
  readonly grace_days?: number | undefined;
};

export type LifecycleEvaluation = {
  readonly dry_run: boolean;
  readonly evaluated_at: string;
  /** Number of agents that were evaluated */
  readonly agents: number;
  readonly changes: readonly LifecycleChange[];
  /** Rules that could not be decided and therefore changed nothing */
  readonly unknown: readonly {
    readonly rule:
      | 'missing_owner'
      | 'inactivity'
      | 'attestation_overdue'
      | 'unused_permissions'
      | (string & Record<never, never>);
    readonly reason: 'telemetry_missing' | 'no_data' | (string & Record<never, never>);
    readonly agents: number;
  }[];
  /** Agents that could not be changed; the next run tries again */
  readonly failed: readonly {
    readonly agent_id: string;
    readonly code: string;
    readonly detail: string;
  }[];
  /** Whether the run stopped at its limit; call again to continue */
  readonly has_more: boolean;
};

export type LifecyclePolicy = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly priority: number;
  readonly scope: LifecycleScope;
  readonly rules: readonly LifecycleRule[];
  readonly enforcement: LifecycleEnforcement;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type LifecyclePolicyPage = {
  readonly items: readonly LifecyclePolicy[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type LifecycleRule = {
  readonly type:
    | 'missing_owner'
    | 'inactivity'
    | 'attestation_overdue'
    | 'unused_permissions'
    | (string & Record<never, never>);
  readonly enabled: boolean;
  readonly threshold_days: number;
  readonly warn_days?: number | undefined;
  readonly grace_days: number;
};

export type LifecycleScope = {
  readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
  /** id of the organisation, workspace or agent */
  readonly id: string;
  /** Labels that an agent must have, all of them */
  readonly labels?: Readonly<Record<string, string>> | undefined;
};

export type LifecycleScopeInput = {
  readonly level: 'org' | 'workspace' | 'agent';
  /** id of the organisation, workspace or agent */
  readonly id: string;
  /** Labels that an agent must have, all of them */
  readonly labels?: Readonly<Record<string, string>> | undefined;
};

export type LinkedPassport = {
  readonly passport: PublicPassport;
  readonly bundle: EvidenceBundle;
  readonly expires_at: string | null;
};

export type LiveEventsAnswer = {
  readonly stored: number;
  readonly known: number;
  readonly refused: number;
};

export type LiveEventsInput = {
  readonly events: readonly (
    | {
        /** the same twice is one event */
        readonly id: string;
        readonly type: 'model.invocation';
        readonly time: string;
        readonly agent_id: string;
        readonly trace_id: string;
        readonly session_id: string;
        readonly data: {
          readonly invocation_id: string;
          readonly status: 'started' | 'succeeded' | 'failed' | 'denied';
          readonly model_id: string;
          readonly provider: string;
          readonly streaming: boolean;
          readonly stream_mode: 'none' | 'buffer' | 'window' | 'pass';
          readonly request_hash: string;
          readonly response_hash?: string | undefined;
          readonly input_tokens?: number | undefined;
          readonly output_tokens?: number | undefined;
          /** milliseconds */
          readonly latency_ms?: number | undefined;
          readonly finish_reason?: string | undefined;
          readonly error?:
            | {
                readonly code: string;
                readonly message: string;
              }
            | undefined;
        };
      }
    | {
        /** the same twice is one event */
        readonly id: string;
        readonly type: 'tool.call';
        readonly time: string;
        readonly agent_id: string;
        readonly trace_id: string;
        readonly session_id: string;
        readonly data: {
          readonly call_id: string;
          readonly status: 'started' | 'succeeded' | 'failed' | 'denied' | 'awaiting_approval';
          readonly server: string;
          readonly tool: string;
          readonly arguments_hash: string;
          readonly arguments_preview?: string | undefined;
          readonly result_hash?: string | undefined;
          /** milliseconds */
          readonly latency_ms?: number | undefined;
          readonly on_behalf_of?: string | undefined;
          readonly speaker?: string | undefined;
          readonly grant_id?: string | undefined;
          readonly credential_id?: string | undefined;
          readonly approval_id?: string | undefined;
          readonly error?:
            | {
                readonly code: string;
                readonly message: string;
              }
            | undefined;
        };
      }
    | {
        /** the same twice is one event */
        readonly id: string;
        readonly type: 'agent.log';
        readonly time: string;
        readonly agent_id: string;
        readonly trace_id: string;
        readonly session_id: string;
        readonly data: {
          readonly level: 'debug' | 'info' | 'warn' | 'error';
          readonly message: string;
          readonly code?: string | undefined;
          readonly logger?: string | undefined;
          readonly fields?: Readonly<Record<string, unknown>> | undefined;
        };
      }
  )[];
};

export type McpAnswer = Readonly<Record<string, unknown>>;

export type McpMetadata = {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    /** JSON Schema of its arguments */
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
};

export type Me = {
  /** Id of the person, agent or gateway; local, token or operator for callers without a name */
  readonly user_id: string;
  /** One of person, agent, gateway and operator */
  readonly kind: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly org_id: string;
  readonly role: string;
  readonly workspaces: readonly string[];
  /** Organisations of a person; the header x-assay-organization names the one of a call */
  readonly organizations: readonly {
    readonly org_id: string;
    /** One of admin, operator, reviewer and viewer */
    readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  }[];
  readonly scopes: 'all' | readonly string[] | (string & Record<never, never>);
  /** How the caller was identified: loopback, token, api_key, oauth, mtls or session (the cookie of a browser) */
  readonly authentication: string;
  /** Agent that makes this call for the person; null where the caller acts for itself */
  readonly acting_agent: {
    readonly id: string;
    readonly spiffe_id: string;
    /** Delegation that it acts under */
    readonly grant_id: string;
  } | null;
};

export type Member = {
  readonly user_id: string;
  readonly org_id: string;
  readonly email: string;
  readonly name: string;
  /** One of admin, operator, reviewer and viewer */
  readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  readonly status: 'active' | 'disabled' | (string & Record<never, never>);
  /** The ETag */
  readonly revision: number;
  readonly joined_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type MemberPage = {
  readonly items: readonly Member[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type MergeAuditorSettingsInput = {
  readonly scope?:
    | {
        readonly level: 'org' | 'workspace' | 'agent';
        /** id of the organisation, workspace or agent */
        readonly id: string;
      }
    | undefined;
  readonly auditor_id?: string | undefined;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly value: number | boolean | string | readonly string[];
        /** inner scopes cannot change it */
        readonly enforced?: boolean | undefined;
      } | null
    >
  >;
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
  /** hash of the single file, of the sorted list of files, or of {provider, model_id}; sha256:… */
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

export type NarrowDelegationInput = {
  /** Scopes that stay */
  readonly approved_scopes?: readonly string[] | undefined;
  /** Resources that stay */
  readonly resources?: readonly string[] | undefined;
  /** Seconds from now; it never ends later than before */
  readonly ttl_seconds?: number | undefined;
  readonly constraints?: DelegationConstraintsInput | undefined;
};

export type OAuthClient = {
  readonly client_id: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | (string & Record<never, never>);
  /** Made with an agent, or registered by the client itself (RFC 7591) */
  readonly registered_by: 'agent' | 'registration' | (string & Record<never, never>);
  readonly agent_id: string | null;
  readonly token_endpoint_auth_method: string;
  readonly grant_types: readonly string[];
  readonly redirect_uris: readonly string[];
  readonly client_uri: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

/** Client metadata document (members of RFC 7591) */
export type OAuthClientDocument = {
  /** The address of this document */
  readonly client_id: string;
  readonly client_name: string;
  readonly client_uri?: string | undefined;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: string;
  readonly application_type: string;
  readonly software_id: string;
};

export type OAuthClientPage = {
  readonly items: readonly OAuthClient[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type OptionalAgentReasonInput = {
  /** The reason; it is stored in the audit log and shown with the state */
  readonly reason?: string | undefined;
} | null;

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Auditors that are asked; missing members are inherited */
  readonly chain: {
    /** Instances of auditors with their positions, in order */
    readonly items?:
      | readonly {
          /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
          readonly name: string;
          readonly description?: string | undefined;
          /** Image tag; `assay/<name>` is a built-in auditor */
          readonly image: string;
          readonly port: number;
          readonly env?: Readonly<Record<string, string>> | undefined;
          /** Where it is reached, if not on this host */
          readonly url?: string | undefined;
          /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
          readonly auditor_id?: string | undefined;
        }[]
      | undefined;
    readonly auditorChain?:
      | {
          readonly preRequest?:
            | readonly {
                readonly auditorId: string;
              }[]
            | undefined;
          readonly postResponse?:
            | readonly {
                readonly auditorId: string;
              }[]
            | undefined;
        }
      | undefined;
  };
  /** Revision of the record, also its ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  /** True: a registered agent waits until another person approves it */
  readonly agent_approval: boolean;
  /** True: a deployed workflow waits until another person approves it */
  readonly workflow_approval: boolean;
  /** Models that gateways allow. any: all that are not revoked; registered: those of the model registry; approved: those of the model registry that somebody approved */
  readonly model_use: 'any' | 'registered' | 'approved' | (string & Record<never, never>);
};

export type OrganizationPage = {
  readonly items: readonly Organization[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type OutboundRules = {
  readonly org_id: string;
  /** Hosts whose addresses may be private, and addresses and blocks (at least /8, or /7 of IPv6) that the verifier may call for this organisation besides public ones. It never calls metadata servers of clouds or link-local addresses */
  readonly allow: readonly string[];
  /** 0 until the rules are written for the first time; until then they allow nothing */
  readonly revision: number;
  readonly updated_at: string | null;
  readonly updated_by: string | null;
};

export type OutsideSubject =
  | {
      readonly user_id: string;
      readonly reason: null;
    }
  | {
      readonly user_id: null;
      readonly reason: 'unknown_issuer' | 'unknown_person' | 'limited' | (string & Record<never, never>);
    };

export type OutsideSubjectQuestionInput = {
  /** `iss` of the token, as it stands there */
  readonly issuer: string;
  /** `sub` of the token */
  readonly subject: string;
  /** of the token: where a roles claim is configured, it may take rights away */
  readonly claims: Readonly<Record<string, unknown>>;
};

export type Overview = {
  readonly at: string;
  /** The newest passport of each agent at each gateway */
  readonly passports: {
    /** By status */
    readonly valid: {
      readonly affirming: number;
      readonly warning: number;
      readonly contraindicated: number;
      readonly none: number;
    };
    readonly expired: number;
    readonly revoked: number;
  };
  /** Pending work of people */
  readonly waiting: {
    /** Pending requests that the caller sees, without requests for consent */
    readonly approvals: number;
    /** Pending requests for consent that the caller sees */
    readonly delegations: number;
    /** Installed apps whose tools changed and wait for approval */
    readonly quarantined_apps: number;
    /** Reviews in progress with decisions to take */
    readonly access_reviews: number;
    /** Invitations that nobody accepted yet and that still hold */
    readonly invitations: number;
  };
  readonly gateways: {
    readonly total: number;
    /** Configuration that gateways should run */
    readonly newest: {
      readonly lineage: string;
      readonly revision: number;
    };
    /** Reason why gateways get the configuration before it; null: they get it */
    readonly withheld: string | null;
    /** The newest 100 */
    readonly items: readonly {
      readonly id: string;
      /** The bundle that it runs; null: none */
      readonly running: ConfigurationVersion | null;
      /** Number of changes that it does not run yet, counted up to 1,000; null: unknown */
      readonly behind: number | null;
      readonly state: 'current' | 'behind' | 'refusing' | 'away' | (string & Record<never, never>);
      readonly problems: readonly GatewayProblem[];
      readonly build: string | null;
      /** Precise to 15 seconds */
      readonly last_seen_at: string;
      /** It runs the newest configuration and reports no problem */
      readonly ready: boolean;
    }[];
  };
  /** As the Evidence of this hour and the hour before tells; the 100 busiest */
  readonly auditors: readonly {
    readonly name: string;
    readonly exchanges: number;
    readonly failed: number;
    readonly late: number;
    /** Mean of its time in an exchange */
    readonly mean_ms: number | null;
  }[];
};

export type PassportLink = {
  readonly id: string;
  readonly passport_id: string;
  readonly label: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly state: 'active' | 'expired' | 'revoked' | (string & Record<never, never>);
};

export type PassportLinkPage = {
  readonly items: readonly PassportLink[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type PassportRevocations = {
  readonly since: string;
  /** The list is complete up to this time; send it as the next `since` */
  readonly until: string;
  /** Passports that were revoked one by one */
  readonly revoked: readonly {
    readonly passport_id: string;
    readonly passport_hash: string;
    readonly revoked_at: string;
  }[];
  /** Every passport of this key_attestation_hash is revoked */
  readonly revoked_key_attestations: readonly {
    readonly id: string;
    readonly revoked_at: string;
  }[];
  /** Every passport that depends on this set is revoked */
  readonly revoked_reference_values: readonly {
    readonly id: string;
    readonly revoked_at: string;
  }[];
  /** The same as a JWS of the passport key */
  readonly token: string;
};

export type PassportStatus = {
  readonly passport_id: string;
  readonly state: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly reason: string | null;
  readonly superseded_by: string | null;
  readonly checked_at: string;
  /** The same as a JWS of the passport key, valid for five minutes */
  readonly token: string;
};

export type PassportSummary = {
  /** The `jti` of the JWS */
  readonly passport_id: string;
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  readonly state: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  readonly superseded_by: string | null;
  readonly evidence_count: number;
  /** The gateway that decided; an agent has one newest passport for each of its gateways */
  readonly gateway_id: string | null;
  /** The policy set of its newest decision */
  readonly policy_set_hash: string | null;
  /** True if no real TEE was verified */
  readonly is_mock: boolean;
};

export type PassportSummaryPage = {
  readonly items: readonly PassportSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type PassportView = {
  /** The `jti` of the JWS */
  readonly passport_id: string;
  readonly agent_id: string;
  readonly workspace_id: string;
  readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  readonly state: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  readonly superseded_by: string | null;
  readonly evidence_count: number;
  /** The gateway that decided; an agent has one newest passport for each of its gateways */
  readonly gateway_id: string | null;
  /** The policy set of its newest decision */
  readonly policy_set_hash: string | null;
  /** True if no real TEE was verified */
  readonly is_mock: boolean;
  readonly model_id: string | null;
  readonly model_hash: string | null;
  readonly hardware_attestation: {
    readonly attestation_id: string;
    readonly timestamp: string;
    readonly provider: string;
    readonly tee_type: string;
    readonly gpu_tee_type: string | null;
    /** The report as the key attestation carries it */
    readonly quote: string;
    readonly verified: boolean;
  };
  readonly evaluations: readonly {
    readonly name: string;
    readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
    readonly vector: unknown;
    readonly notes: readonly string[];
    /** The appraisal policy */
    readonly policy_id: string;
    readonly policy_hash: string | null;
    readonly reference_values: readonly string[];
    readonly tcb_status: string | null;
    readonly advisories: readonly string[];
    readonly collateral_hashes: readonly string[];
    readonly evaluated_at: string | null;
  }[];
  readonly evidence: {
    readonly newest_evidence_id: string;
    readonly evidence_hash: string;
    readonly count: number;
    readonly root: string;
  };
  /** Null in an older passport */
  readonly statistics: {
    readonly exchanges: number;
    readonly allowed: number;
    readonly denied: number;
    /** the policy said deny and it was let through (observe mode) */
    readonly not_enforced: number;
    /** exchanges whose record by itself is less than affirming */
    readonly weak: number;
    readonly by_phase: Readonly<
      Record<
        string,
        {
          readonly allowed: number;
          readonly denied: number;
        }
      >
    >;
    readonly first_evidence_at: string;
    readonly last_evidence_at: string;
    /** exchanges recorded by an older release, without phases, auditors, claims */
    readonly incomplete?: number | undefined;
  } | null;
  /** Runs by status and by boundary */
  readonly auditors: readonly {
    readonly name: string;
    readonly ok: number;
    readonly failed: number;
    readonly late: number;
    readonly skipped: number;
    /** runs inside what the key attestation measures */
    readonly attested: number;
    /** runs outside of it */
    readonly remote: number;
  }[];
  /** Appraised claims by framework and control */
  readonly appraisal_record: {
    readonly claims_affirming: number;
    readonly claims_warning: number;
    readonly claims_contraindicated: number;
    readonly controls: readonly {
      readonly compliance_framework: string | null;
      readonly control_id: string | null;
      readonly claim_names: readonly string[];
      readonly affirming: number;
      readonly warning: number;
      readonly contraindicated: number;
    }[];
    /** controls that are only in the sums */
    readonly more_controls?: number | undefined;
  } | null;
  /** End of validity of each part of the proof */
  readonly valid_until: Readonly<Record<string, string>>;
  readonly key_attestation_hash: string;
  readonly receipt: unknown;
  readonly runtime_status: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly routing_proof: null;
  readonly deployment_authorized: boolean;
  readonly authorization_reason: string | null;
  /** Starts at the value of the status (affirming 0, none 0.25, warning 0.5, contraindicated 0.9); the share of weak exchanges raises it towards the next value */
  readonly risk_score: number;
  readonly verifier_signature: string;
  readonly session_id: string;
  readonly user_id: null;
  /** The passport itself, an EAR JWS */
  readonly jwt: string;
};

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | (string & Record<never, never>);
  /** The ETag */
  readonly revision: number;
  readonly organizations: readonly {
    readonly org_id: string;
    /** One of admin, operator, reviewer and viewer */
    readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  }[];
  readonly password_changed_at: string;
  readonly created_at: string;
};

export type PersonPage = {
  readonly items: readonly Person[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type Policy = {
  readonly id: string;
  readonly org_id: string;
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  /** Unique in its scope; the id if no name was given */
  readonly name: string;
  readonly description: string;
  readonly origin: 'person' | 'preset' | 'default' | 'file' | (string & Record<never, never>);
  /** active: a version is in force; shadow: a version is only tried beside what is active */
  readonly status: 'draft' | 'active' | 'shadow' | (string & Record<never, never>);
  /** Newest version */
  readonly version: number;
  readonly active_version: number | null;
  readonly shadow_version: number | null;
  /** Text of the newest version */
  readonly text: string;
  /** SHA-256 of that text */
  readonly sha256: string;
  /** Problems of the newest version when it was saved. `generated_before`: an older release wrote it; apply its preset again */
  readonly problems: readonly PolicyProblem[];
  /** Revision of the record, also its ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type PolicyCompletions = {
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  readonly schema_hash: string;
  readonly claims: readonly {
    readonly name: string;
    readonly type: string;
    readonly cedar_type: string;
    readonly description: string;
    readonly auditor_id: string;
    /** Name of the chain item */
    readonly auditor: string;
    readonly phases: readonly string[];
    /** Expression that reads it in a policy, with its guard */
    readonly read: string;
    readonly may_be_absent: boolean;
    readonly members: readonly {
      readonly name: string;
      readonly type: string;
    }[];
    readonly settings: readonly {
      readonly key: string;
      readonly type: string;
      readonly default: unknown;
    }[];
  }[];
  /** Effective settings of the agent that sends the request */
  readonly settings: readonly {
    /** Id of the auditor and the setting's full name */
    readonly name: string;
    readonly auditor_id: string;
    /** Absent for a setting of the auditor itself */
    readonly claim?: string | undefined;
    readonly cedar_type: string;
    readonly default: unknown;
    /** Expression that reads it in a policy, with its guard if it may be unset */
    readonly read: string;
    readonly optional: boolean;
  }[];
  readonly context: readonly {
    readonly name: string;
    readonly type: string;
    readonly optional: boolean;
    readonly description: string;
  }[];
  readonly entities: readonly {
    readonly name: string;
    readonly parents: readonly string[];
    readonly attributes: readonly {
      readonly name: string;
      readonly type: string;
    }[];
  }[];
  readonly actions: readonly {
    readonly name: string;
    readonly principals: readonly string[];
    readonly resources: readonly string[];
    /** Phases in which gateways ask for this action */
    readonly phases: readonly string[];
  }[];
  readonly annotations: readonly {
    readonly name: string;
    readonly on: readonly string[];
    readonly description: string;
    /** Values that it takes; empty for free text */
    readonly values: readonly string[];
  }[];
  readonly snippets: readonly {
    readonly label: string;
    readonly description: string;
    readonly text: string;
  }[];
};

export type PolicyPage = {
  readonly items: readonly Policy[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type PolicyProblem = {
  readonly severity: 'error' | 'warning' | 'note' | (string & Record<never, never>);
  /** Rule of the analysis or of the check that found the problem */
  readonly code: string;
  /** What is wrong and what to do */
  readonly message: string;
  readonly policy_id?: string | undefined;
  /** Line in the text of the record, from 1 */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly suggestion?: string | undefined;
  /** Name of the record, if several are checked */
  readonly record?: string | undefined;
  readonly level?: string | undefined;
  /** Scopes whose chain has the problem */
  readonly where?:
    | readonly {
        readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
        /** id of the organisation, workspace or agent */
        readonly id: string;
      }[]
    | undefined;
};

export type PolicyReplay = {
  readonly id: string;
  readonly org_id: string;
  readonly policy_id: string;
  readonly policy_version: number | null;
  readonly text_sha256: string;
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
    /** id of the organisation, workspace or agent */
    readonly id: string;
  };
  readonly from: string;
  readonly to: string;
  readonly workspace_id: string | null;
  readonly agent_id: string | null;
  readonly limit: number;
  readonly status: 'running' | 'done' | 'cancelled' | 'failed' | (string & Record<never, never>);
  readonly error: string | null;
  readonly progress: {
    readonly done: number;
    readonly total: number;
  };
  /** Result so far */
  readonly result: {
    /** Number of Evidence read */
    readonly evidence: number;
    /** Number of decisions made again, one for each judged phase */
    readonly evaluated: number;
    readonly same: number;
    readonly allow_to_deny: number;
    readonly deny_to_allow: number;
    readonly obligations_changed: number;
    /** Number of phases after one that would be denied now */
    readonly not_reached: number;
    readonly not_replayable: {
      readonly total: number;
      readonly by_reason: readonly {
        readonly reason:
          | 'claim_not_collected'
          | 'vocabulary_changed'
          | 'tool_unknown'
          | 'uninspected_unknown'
          | 'features_unknown'
          | 'setting_unknown'
          | 'structure_unknown'
          | 'policy_does_not_compile'
          | (string & Record<never, never>);
        readonly count: number;
        readonly details: readonly {
          readonly detail: string;
          readonly count: number;
        }[];
      }[];
    };
    /** Changes by policy: a policy of the new decision, or of the old one if that denied */
    readonly by_policy: readonly {
      readonly policy_id: string;
      readonly allow_to_deny: number;
      readonly deny_to_allow: number;
      readonly obligations_changed: number;
    }[];
    readonly examples: readonly {
      readonly evidence_id: string;
      readonly at: string;
      readonly agent_id: string;
      readonly phase: 'request' | 'response' | 'execution' | 'artifact' | (string & Record<never, never>);
      readonly change: 'allow_to_deny' | 'deny_to_allow' | 'obligations_changed' | (string & Record<never, never>);
      readonly before: {
        readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
        /** Null in `before` if another phase decided, because Evidence has only the reasons of that phase */
        readonly reasons: readonly string[] | null;
        readonly obligations: readonly string[] | null;
      };
      readonly after: {
        readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
        /** Null in `before` if another phase decided, because Evidence has only the reasons of that phase */
        readonly reasons: readonly string[] | null;
        readonly obligations: readonly string[] | null;
      };
    }[];
    /** Number of Evidence decided by policies that are no longer in force; its changes may come from those */
    readonly decided_by_others: number;
    /** Facts that the policies read and that stored Evidence does not have */
    readonly limits: readonly string[];
    /** True: there was more Evidence than the limit */
    readonly is_cut: boolean;
  } | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly finished_at: string | null;
};

export type PolicyValidation = {
  /** True: the text is valid for the chain of every scope in which it would apply */
  readonly valid: boolean;
  /** True: it is also valid together with the policies in force there */
  readonly can_activate: boolean;
  readonly problems: readonly PolicyProblem[];
  readonly policies: readonly {
    readonly id: string;
    readonly effect: 'permit' | 'forbid' | (string & Record<never, never>);
    readonly response: string | null;
    /** Claims that the policy reads; `*` for all */
    readonly reads: readonly string[];
    readonly line: number;
  }[];
  /** Slowest of the sample decisions, in milliseconds */
  readonly decision_ms: number | null;
};

export type PolicyVersion = {
  readonly version: number;
  readonly text: string;
  readonly sha256: string;
  readonly problems: readonly PolicyProblem[];
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
};

export type PolicyVersionPage = {
  readonly items: readonly PolicyVersion[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type PresetList = {
  readonly items: readonly {
    readonly auditor:
      | 'injection'
      | 'pii'
      | 'secrets'
      | 'toxicity'
      | 'model-security'
      | 'sovereignty'
      | (string & Record<never, never>);
    readonly tier: 'starter' | 'balanced' | 'strict' | (string & Record<never, never>);
    readonly description: string;
    readonly settings: Readonly<
      Record<
        string,
        {
          readonly value: number | boolean | string | readonly string[];
          /** inner scopes cannot change it */
          readonly enforced?: boolean | undefined;
        }
      >
    >;
    readonly rules: readonly {
      readonly id: string;
      readonly phase: string;
      readonly claim: string;
      /** Condition in words */
      readonly when: string;
      readonly response: 'block' | 'escalate' | 'redact' | 'warn' | (string & Record<never, never>);
      readonly reason: string;
    }[];
    readonly policy: {
      readonly name: string;
      /** Cedar */
      readonly text: string;
    };
  }[];
  readonly bundles: readonly {
    readonly bundle: 'solo_builder' | 'production_team' | 'regulated_enterprise' | (string & Record<never, never>);
    readonly description: string;
    readonly applies: readonly {
      readonly auditor:
        | 'injection'
        | 'pii'
        | 'secrets'
        | 'toxicity'
        | 'model-security'
        | 'sovereignty'
        | (string & Record<never, never>);
      readonly tier: 'starter' | 'balanced' | 'strict' | (string & Record<never, never>);
    }[];
  }[];
  readonly next_cursor: null;
  readonly has_more: false;
};

export type PublicPassport = {
  readonly passport_id: string;
  readonly agent_id: string;
  readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  readonly state: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly superseded_by: string | null;
  /** True if no real TEE was verified */
  readonly is_mock: boolean;
  /** Payload of the JWS */
  readonly claims: unknown;
  /** URL of the keys of the verifier */
  readonly verifier_keys: string;
  /** The passport itself, an EAR JWS */
  readonly jwt: string;
};

export type PublicPassportStatus = {
  readonly passport_id: string;
  readonly state: 'valid' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly status: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly superseded_by: string | null;
  readonly checked_at: string;
  /** The same as a JWS of the passport key, valid for five minutes */
  readonly token: string;
};

export type Publisher = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly keys: {
    readonly keys: readonly {
      readonly kty: 'OKP' | 'EC' | (string & Record<never, never>);
      readonly crv: 'Ed25519' | 'P-256' | (string & Record<never, never>);
      readonly x: string;
      readonly y?: string | undefined;
      /** Key id of the key set; the thumbprint if the key set has none */
      readonly kid: string;
      /** RFC 7638 thumbprint (SHA-256), by which releases name the key that signed them */
      readonly thumbprint: string;
    }[];
  };
  /** Signatures of a suspended publisher do not count */
  readonly status: 'active' | 'suspended' | (string & Record<never, never>);
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type PublisherPage = {
  readonly items: readonly Publisher[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ReadLinkedPassportInput = {
  readonly token: string;
};

export type ReceiptInclusion = {
  readonly format: 'assay-receipt-proof/1';
  readonly receipt_id: string;
  readonly receipt: {
    /** base64url of the exact JCS bytes */
    readonly record: string;
    /** base64url, Ed25519 */
    readonly signature: string;
  };
  readonly inclusion: readonly string[];
  /** signed note: the key of the chain, and the witness */
  readonly checkpoint: string;
  readonly consistency?:
    | {
        readonly from: number;
        readonly proof: readonly string[];
      }
    | undefined;
  /** of the keys that signed the receipt and the checkpoint */
  readonly key_attestations: readonly KeyAttestation[];
  /** a convenience, never a trust anchor */
  readonly witness_keys: readonly string[];
};

export type ReceiptIngestAnswer = {
  readonly results: readonly {
    readonly receipt_id: string | null;
    readonly status: 'stored' | 'known' | 'refused' | (string & Record<never, never>);
    readonly reason?: string | undefined;
    readonly message?: string | undefined;
  }[];
};

export type ReceiptSummary = {
  readonly receipt_id: string;
  readonly chain_id: string;
  readonly seq: number;
  readonly kind: 'receipt' | 'epoch_start' | (string & Record<never, never>);
  /** Hash of the record in hex */
  readonly hash: string;
  /** Evidence that it is about */
  readonly evidence_id: string | null;
  readonly issued_at: string;
  readonly tool: string | null;
  readonly verdict: string;
  readonly cedar_decision: string;
  readonly claim_count: number;
  readonly latency_ms: number;
};

export type ReceiptSummaryPage = {
  readonly items: readonly ReceiptSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ReceiptView = {
  readonly receipt_id: string;
  readonly chain_id: string;
  readonly seq: number;
  readonly kind: 'receipt' | 'epoch_start' | (string & Record<never, never>);
  /** Evidence that it is about */
  readonly evidence_id: string | null;
  /** Passport that covers that evidence; null until there is one */
  readonly passport_id: string | null;
  readonly request_hash: string;
  readonly response_hash: string;
  readonly issued_at: string;
  readonly verdict: string;
  /** As the evidence names it */
  readonly model_id: string | null;
  /** Never in a public answer; the evidence holds it */
  readonly session_id: null;
  /** Never in a public answer */
  readonly user_id: null;
  /** Number of claims in the evidence */
  readonly measurement_count: number;
  readonly verifier_id: string;
  /** base64url of the exact JCS bytes */
  readonly record: string;
  /** base64url, Ed25519 */
  readonly signature: string;
  /** True if only software vouches for the key */
  readonly is_mock: boolean;
  /** True if every check passed */
  readonly verified: boolean;
  readonly checks: readonly {
    readonly name:
      | 'signature'
      | 'key_attestation'
      | 'evidence'
      | 'inclusion'
      | 'witness'
      | (string & Record<never, never>);
    readonly result: 'passed' | 'failed' | 'not_checked' | (string & Record<never, never>);
    readonly sentence: string;
  }[];
  readonly witnessed_size: number | null;
  readonly notes: readonly string[];
};

export type ReferenceValues = {
  readonly id: string;
  readonly org_id: string;
  readonly version: number;
  /** `sha256:<hex>` of the set in canonical JSON (RFC 8785) */
  readonly sha256: string;
  readonly reference_values: ReferenceValuesDocument;
  /** Time of this version */
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
  /** Number of the newest version; the ETag */
  readonly revision: number;
  readonly state: 'active' | 'revoked' | (string & Record<never, never>);
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  /** Only in the answer to a revocation: number of passports that were revoked with the set */
  readonly passports_revoked?: number | undefined;
};

export type ReferenceValuesDocument = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kind:
    | 'sev-snp'
    | 'tdx'
    | 'sgx'
    | 'nitro'
    | 'nvidia'
    | 'az-snp'
    | 'az-tdx'
    | 'amd_sev'
    | 'intel_tdx'
    | 'aws_nitro'
    | 'nvidia_cc'
    | 'nvidia_h100'
    | (string & Record<never, never>);
  /** Release that the measurements belong to */
  readonly release?: string | undefined;
  /** Name of a register in the report to its allowed values */
  readonly measurements: Readonly<Record<string, readonly string[]>>;
  readonly valid_from?: string | undefined;
  readonly valid_until?: string | undefined;
  /** Origin of the values */
  readonly source: string;
  /** A note on who vouches for the values; not checked */
  readonly signed_by?: string | undefined;
};

export type ReferenceValuesDocumentInput = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kind:
    | 'sev-snp'
    | 'tdx'
    | 'sgx'
    | 'nitro'
    | 'nvidia'
    | 'az-snp'
    | 'az-tdx'
    | 'amd_sev'
    | 'intel_tdx'
    | 'aws_nitro'
    | 'nvidia_cc'
    | 'nvidia_h100';
  /** Release that the measurements belong to */
  readonly release?: string | undefined;
  /** Name of a register in the report to its allowed values */
  readonly measurements: Readonly<Record<string, readonly string[]>>;
  readonly valid_from?: string | undefined;
  readonly valid_until?: string | undefined;
  /** Origin of the values */
  readonly source: string;
  /** A note on who vouches for the values; not checked */
  readonly signed_by?: string | undefined;
};

export type ReferenceValuesPage = {
  readonly items: readonly ReferenceValues[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ReferenceValuesVersion = {
  readonly version: number;
  /** `sha256:<hex>` of the set in canonical JSON (RFC 8785) */
  readonly sha256: string;
  readonly reference_values: ReferenceValuesDocument;
  /** Time of this version */
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
};

export type ReferenceValuesVersionPage = {
  readonly items: readonly ReferenceValuesVersion[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type RegisterAttestationInput = {
  /** A key attestation, which the rules of proofs check */
  readonly key_attestation: unknown;
};

export type RegisterAuditorInput = {
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  /** `repo@sha256:<hex>`; tags are refused */
  readonly image: string;
  readonly labels: {
    readonly auditor?: 'true' | undefined;
    readonly schema_version: string;
    readonly phase: string;
    readonly interfaces: string;
  };
  readonly vocabulary_digest: string;
  readonly category: 'security' | 'compliance' | 'observability' | 'evaluation' | 'provenance';
  readonly publisher_id?: string | undefined;
  /** Release JWS of the publisher */
  readonly signature?: string | undefined;
};

export type RegisteredAuditor = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** `repo@sha256:<hex>` */
  readonly image: string;
  /** Labels `io.vendor.<name>` of the image */
  readonly labels: {
    readonly auditor: 'true';
    readonly schema_version: string;
    /** comma-separated */
    readonly phase: string;
    /** comma-separated */
    readonly interfaces: string;
  };
  readonly vocabulary_digest: string;
  readonly category:
    | 'security'
    | 'compliance'
    | 'observability'
    | 'evaluation'
    | 'provenance'
    | (string & Record<never, never>);
  readonly publisher_id: string | null;
  readonly signature: {
    readonly jws: string;
    /** RFC 7638 thumbprint of the key */
    readonly kid: string;
    /** untrusted: its key or its publisher was removed or suspended */
    readonly state: 'trusted' | 'untrusted' | (string & Record<never, never>);
  } | null;
  readonly status: 'draft' | 'verifying' | 'verified' | 'deprecated' | 'revoked' | (string & Record<never, never>);
  readonly status_reason: string | null;
  /** Id in its vocabulary, once it was verified */
  readonly auditor_id: string | null;
  readonly verified_at: string | null;
  /** Id of the newest verification */
  readonly last_verification: string | null;
  /** Chains that use it now; absent in lists */
  readonly used_in?:
    | readonly {
        readonly level: 'org' | 'workspace' | 'agent' | (string & Record<never, never>);
        /** id of the organisation, workspace or agent */
        readonly id: string;
      }[]
    | undefined;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type RegisteredAuditorPage = {
  readonly items: readonly RegisteredAuditor[];
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
  /** number of registered versions; the newest has this number */
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

export type ReplaceAuditorSettingsInput = {
  readonly scope?:
    | {
        readonly level: 'org' | 'workspace' | 'agent';
        /** id of the organisation, workspace or agent */
        readonly id: string;
      }
    | undefined;
  readonly auditor_id?: string | undefined;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly value: number | boolean | string | readonly string[];
        /** inner scopes cannot change it */
        readonly enforced?: boolean | undefined;
      }
    >
  >;
};

export type ReplacePolicyInput = {
  /** Cedar policies */
  readonly text: string;
  readonly description?: string | undefined;
  readonly reason?: string | undefined;
};

export type ReplayWebhookDeliveriesInput = {
  /** Deliveries that were made at this time or later */
  readonly since: string;
  readonly until?: string | undefined;
  /** Default: dead */
  readonly status?: 'dead' | 'delivered' | 'all' | undefined;
};

export type ReportPolicy = {
  /** Allowed values by register, named as in `report` (measurement, mrtd, rtmr0, mrenclave, mrsigner, pcr0 …); every register named here must have one of its values */
  readonly measurements?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly report_data?: string | undefined;
  /** AMD: lowest reported TCB, by component */
  readonly minimum_tcb?:
    | {
        readonly fmc?: number | undefined;
        readonly bootloader?: number | undefined;
        readonly tee?: number | undefined;
        readonly snp?: number | undefined;
        readonly microcode?: number | undefined;
      }
    | undefined;
  /** Intel: accepted TCB statuses; without it every status except Revoked is accepted and affects the tier */
  readonly tcb_statuses?: readonly string[] | undefined;
  /** Accepted advisories */
  readonly allowed_advisories?: readonly string[] | undefined;
  /** Refuse a report if a revocation list is missing (default false) */
  readonly require_revocation?: boolean | undefined;
  /** AMD: allowed VMPLs (default 0) */
  readonly vmpl?: readonly number[] | undefined;
  /** AMD: allowed kinds of leaf certificate */
  readonly leaf_kinds?: readonly ('vcek' | 'vlek' | (string & Record<never, never>))[] | undefined;
  /** AMD: allow simultaneous multi-threading (default true) */
  readonly allow_smt?: boolean | undefined;
  /** AMD, Intel TDX: allow migration of the guest (default false); an explicit false also refuses a service TD that no reference value names */
  readonly allow_migration?: boolean | undefined;
  /** Nitro: oldest accepted timestamp of the document */
  readonly max_age_s?: number | undefined;
};

export type ReportPolicyInput = {
  /** Allowed values by register, named as in `report` (measurement, mrtd, rtmr0, mrenclave, mrsigner, pcr0 …); every register named here must have one of its values */
  readonly measurements?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly report_data?: string | undefined;
  /** AMD: lowest reported TCB, by component */
  readonly minimum_tcb?:
    | {
        readonly fmc?: number | undefined;
        readonly bootloader?: number | undefined;
        readonly tee?: number | undefined;
        readonly snp?: number | undefined;
        readonly microcode?: number | undefined;
      }
    | undefined;
  /** Intel: accepted TCB statuses; without it every status except Revoked is accepted and affects the tier */
  readonly tcb_statuses?: readonly string[] | undefined;
  /** Accepted advisories */
  readonly allowed_advisories?: readonly string[] | undefined;
  /** Refuse a report if a revocation list is missing (default false) */
  readonly require_revocation?: boolean | undefined;
  /** AMD: allowed VMPLs (default 0) */
  readonly vmpl?: readonly number[] | undefined;
  /** AMD: allowed kinds of leaf certificate */
  readonly leaf_kinds?: readonly ('vcek' | 'vlek')[] | undefined;
  /** AMD: allow simultaneous multi-threading (default true) */
  readonly allow_smt?: boolean | undefined;
  /** AMD, Intel TDX: allow migration of the guest (default false); an explicit false also refuses a service TD that no reference value names */
  readonly allow_migration?: boolean | undefined;
  /** Nitro: oldest accepted timestamp of the document */
  readonly max_age_s?: number | undefined;
};

export type RequestedAccess = {
  readonly scopes?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly max_uses?: number | undefined;
  /** Requested duration in seconds */
  readonly ttl?: number | undefined;
  readonly until?: string | undefined;
  readonly emergency?: boolean | undefined;
  readonly purpose?: string | undefined;
  readonly justification?: string | undefined;
};

export type RequestedAccessInput = {
  readonly scopes?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly max_uses?: number | undefined;
  /** Requested duration in seconds */
  readonly ttl?: number | undefined;
  readonly until?: string | undefined;
  readonly emergency?: boolean | undefined;
  readonly purpose?: string | undefined;
  readonly justification?: string | undefined;
};

export type ResetPassword = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | (string & Record<never, never>);
  /** The ETag */
  readonly revision: number;
  readonly organizations: readonly {
    readonly org_id: string;
    /** One of admin, operator, reviewer and viewer */
    readonly role: 'admin' | 'operator' | 'reviewer' | 'viewer' | (string & Record<never, never>);
  }[];
  readonly password_changed_at: string;
  readonly created_at: string;
  /** Only the first answer shows it; the person chooses another after signing in */
  readonly temporary_password?: string | undefined;
};

export type ResolveWorkflowStepInput = {
  /** The outcome of the step; retry: it was not done, so do it now */
  readonly outcome: 'succeeded' | 'failed' | 'retry';
  /** The output, for `succeeded`; default: null */
  readonly output?: unknown | undefined;
  /** How you know the outcome; stored in the audit log */
  readonly comment: string;
};

export type RevokeAttestationInput = {
  /** Stored, and shown to every reader of the record */
  readonly reason: string;
};

export type RevokeAuditorInput = {
  readonly reason: string;
};

export type RevokePassportInput = {
  /** Stored, and shown to every reader of the passport */
  readonly reason: string;
};

export type RevokeReferenceValuesInput = {
  /** Stored in the history */
  readonly reason: string;
};

export type RevokeScopedCredentialInput = {
  /** Reason, for the log */
  readonly reason?: string | undefined;
};

export type RevokedAttestation = {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  /** verifier: the attestation answers a challenge of the verifier; none: it has a nonce of its own */
  readonly freshness: 'verifier' | 'none' | (string & Record<never, never>);
  readonly notes: readonly string[];
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
  /** Number of passports that were revoked with it */
  readonly passports_revoked: number;
};

export type RewrapVaultInput = {
  /** `next_cursor` of the answer before */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
};

export type Rollout = {
  readonly lineage: string;
  readonly revision: number;
  /** Time of the change; null: no change yet */
  readonly changed_at: string | null;
  /** Reason why gateways get the previous configuration instead of the newest; null: they get the newest */
  readonly withheld: string | null;
  /** Every known gateway runs it */
  readonly complete: boolean;
  readonly counts: {
    readonly total: number;
    readonly reached: number;
    readonly behind: number;
    readonly refusing: number;
    readonly away: number;
  };
  /** The first 100 gateways that do not run it */
  readonly missing: readonly {
    readonly id: string;
    readonly state: 'current' | 'behind' | 'refusing' | 'away' | (string & Record<never, never>);
    /** The bundle that it runs; null: none */
    readonly running: ConfigurationVersion | null;
  }[];
};

export type RotateAgentCredentialsInput = {
  /** Public keys that the client assertions of the agent are checked with (RFC 7523) */
  readonly jwks?:
    | {
        readonly keys: readonly Readonly<Record<string, unknown>>[];
      }
    | undefined;
  /** Whether tokens that were issued before become invalid too; default false */
  readonly revoke_tokens?: boolean | undefined;
} | null;

export type RotateApiKeyInput = {
  /** Seconds that the old key stays valid; 3600 if absent, 0 ends it at once */
  readonly overlap_s?: number | undefined;
  /** At most 365 days ahead */
  readonly expires_at?: string | undefined;
};

export type RotateScopedCredentialInput = {
  /** The API key, the password (basic), the client secret, or the private key in PEM (mtls); no answer shows it */
  readonly secret: string;
  /** For `mtls`: the certificate of the new key in PEM */
  readonly certificate?: string | undefined;
  /** How long the old secret stays valid after a rotation; 86400 if absent */
  readonly overlap_seconds?: number | undefined;
};

export type RotateWebhookSecretInput = {
  /** Seconds in which both secrets sign; default 3600; 0: the old secret ends at once */
  readonly overlap_s?: number | undefined;
};

export type ScopedCredential = {
  readonly id: string;
  readonly org_id: string;
  /** Where it applies: the whole organisation, or one workspace */
  readonly scope: {
    readonly level: 'org' | 'workspace' | (string & Record<never, never>);
    readonly id: string;
  };
  readonly service: string;
  readonly resource: string | null;
  readonly issuer: string | null;
  readonly auth_type:
    | 'oauth2_code'
    | 'client_credentials'
    | 'token_exchange'
    | 'api_key'
    | 'basic'
    | 'mtls'
    | (string & Record<never, never>);
  readonly sharing_mode: 'inherit' | 'enforce' | 'isolated' | (string & Record<never, never>);
  readonly injection: {
    readonly method: 'sidecar' | 'client_credentials' | 'token_exchange' | (string & Record<never, never>);
    readonly header?: string | undefined;
    readonly prefix?: string | undefined;
  };
  /** Settings other than the secret */
  readonly config: {
    /** For `basic`: the user name, without a colon */
    readonly username?: string | undefined;
    /** Client id at the other service */
    readonly client_id?: string | undefined;
    /** How that client authenticates; `client_secret_basic` if absent */
    readonly client_auth?:
      | 'client_secret_basic'
      | 'client_secret_post'
      | 'none'
      | (string & Record<never, never>)
      | undefined;
    /** For `mtls`: the certificate in PEM; its private key is the secret */
    readonly certificate?: string | undefined;
    /** Environment variable with the secret for the process of a local server */
    readonly environment_variable?: string | undefined;
  };
  readonly agent_id: string | null;
  readonly user_id: string | null;
  readonly foreign_client_id: string | null;
  readonly requested_scopes: readonly string[];
  readonly granted_scopes: readonly string[];
  readonly upstream_account: string | null;
  readonly connected_by: string | null;
  readonly allow_in_delegation: boolean;
  readonly status:
    | 'pending'
    | 'active'
    | 'expiring'
    | 'refreshing'
    | 'rotating'
    | 'reauth_required'
    | 'expired'
    | 'revoked'
    | (string & Record<never, never>);
  readonly status_reason: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_refreshed_at: string | null;
  readonly refresh_failures: number;
  readonly rotation: {
    readonly every_days: number | null;
    readonly overlap_seconds: number;
    readonly next_at: string | null;
    readonly overlap_until: string | null;
  };
  /** Version of the secret; 0 before there is one */
  readonly version: number;
  readonly fingerprint: string | null;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
};

export type ScopedCredentialPage = {
  readonly items: readonly ScopedCredential[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type ScopedTool = {
  readonly id: string;
  readonly scope: {
    readonly level: 'org' | 'workspace' | (string & Record<never, never>);
    readonly id: string;
  };
  readonly tool: AppTool;
  /** Name of the app in the catalog; null for *, for our own services and for an unknown app */
  readonly app_name: string | null;
  /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
  readonly mode: 'available' | 'required' | 'blocked' | (string & Record<never, never>);
  /** Only for rules of the organisation: with false, workspaces may block tools and nothing else */
  readonly allow_override: boolean;
  /** Reason that the author of the rule gave */
  readonly reason: string | null;
  readonly set_by: string;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type ScopedToolPage = {
  readonly items: readonly ScopedTool[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type SendAgentHeartbeatInput = Readonly<Record<string, unknown>> | null;

/** Services add their own members */
export type ServiceHealth = {
  readonly status: string;
  readonly service: string;
  readonly version: string;
  /** Whether the service takes requests */
  readonly ready: boolean;
};

export type SessionSummary = {
  readonly session_id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  /** Time of its first Evidence */
  readonly first_at: string;
  readonly last_at: string;
  readonly evidence_count: number;
  /** Number of Evidence with an enforced denial */
  readonly denied: number;
};

export type SessionSummaryPage = {
  readonly items: readonly SessionSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type SetVaultMinimumVersionInput = {
  /** Versions below it can no longer decrypt */
  readonly version: number;
  /** The current key if absent */
  readonly key_id?: string | undefined;
};

export type ShadowPolicyInput = {
  /** `null` ends the trial */
  readonly version?: number | null | undefined;
  readonly reason?: string | undefined;
};

export type ShownApiKey = {
  readonly id: string;
  readonly org_id: string;
  readonly alias: string;
  /** First characters of the key, to tell keys apart */
  readonly prefix: string;
  /** A key of cli, webhook or ci acts as the person who made it, one of agent as one agent. One of gateway speaks for one gateway, and only admins make it */
  readonly purpose: 'cli' | 'webhook' | 'agent' | 'ci' | 'gateway' | (string & Record<never, never>);
  /** Person whose current rights limit the key; it is invalid once they are no longer a member */
  readonly user_id: string;
  readonly workspace_id: string | null;
  readonly agent_id: string | null;
  readonly gateway_id: string | null;
  /** Purpose gateway: workspaces whose agents it serves; null for all of the organisation */
  readonly workspace_ids: readonly string[] | null;
  readonly scopes: readonly string[];
  readonly status: 'active' | 'expired' | 'revoked' | (string & Record<never, never>);
  readonly expires_at: string;
  /** To the minute; only calls to the verifier count */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  /** The key before the last rotation is valid until then */
  readonly overlap_until: string | null;
  /** The ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  /** The key itself; only this answer shows it, and a repeated call does not */
  readonly key?: string | undefined;
};

export type ShownWebhook = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** http only for hosts that the outbound rules allow; everyone who may read webhooks sees it */
  readonly url: string;
  readonly description: string;
  /** Types such as `tool.call`, codes such as `approval.requested`, prefixes such as `workflow.*`, or `*` */
  readonly events: readonly string[];
  /** null: all workspaces, and events of none */
  readonly workspace_ids: readonly string[] | null;
  /** null: all agents, and events of none */
  readonly agent_ids: readonly string[] | null;
  /** paused: events are kept and sent later; disabled: no event is kept */
  readonly status: 'active' | 'paused' | 'disabled' | (string & Record<never, never>);
  readonly status_reason: ('gone' | 'failing' | (string & Record<never, never>)) | null;
  /** Until then the previous secret also signs */
  readonly secret_overlap_until: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly failing_since: string | null;
  readonly revision: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** `whsec_…`, shown once; absent in the answer to a repeated call */
  readonly secret?: string | undefined;
};

export type Staleness = {
  /** unknown: the whole organisation was silent for as long, so the silence of one agent means nothing */
  readonly stale: boolean | 'unknown' | (string & Record<never, never>);
  /** Start of that state; null while `stale` is false */
  readonly since: string | null;
  /** Days of silence after which the agent is stale */
  readonly threshold_days: number;
  /** Signs of life that decide it, newest first, and the telemetry last. Each is a kind and its time or `never`. Kinds: token, evidence, heartbeat, call, status_change, registration, telemetry */
  readonly basis: readonly string[];
};

export type StartPolicyReplayInput = {
  /** Version to replay; the newest if absent */
  readonly version?: number | undefined;
  /** Text to replay in place of a version */
  readonly text?: string | undefined;
  /** RFC 3339 */
  readonly from: string;
  /** RFC 3339 */
  readonly to: string;
  readonly workspace_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** Largest number of Evidence read, oldest first; default 100000 */
  readonly limit?: number | undefined;
};

export type StartWorkflowRunInput = {
  /** A text or any JSON, by the type of the input node; at most 256 KiB */
  readonly input: unknown;
  /** W3C trace id of the run; default: a new one */
  readonly trace_id?: string | undefined;
};

export type StoredLogLines = {
  readonly stored: number;
};

export type SubmitEvidenceInput =
  | {
      readonly items: readonly unknown[];
    }
  | {
      readonly jws: unknown;
      readonly receipt?: unknown | undefined;
    };

export type SubmitReceiptsInput = {
  readonly receipts: readonly unknown[];
};

export type TelemetryExport = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** OTLP/HTTP address for traces, mostly `…/v1/traces`; http only for hosts that the outbound rules allow */
  readonly endpoint: string;
  /** Workspaces whose Evidence is sent; null: all */
  readonly workspace_ids: readonly string[] | null;
  readonly header_names: readonly string[];
  readonly status: 'active' | 'paused' | (string & Record<never, never>);
  readonly last_error: string | null;
  readonly last_export_at: string | null;
  /** Age in seconds of the oldest decision that was not sent yet; 0: none waits */
  readonly lag_s: number;
  /** Number of spans that a collector took */
  readonly exported: number;
  /** Number of spans that no collector will get */
  readonly dropped: number;
  readonly revision: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
};

export type TelemetryExportPage = {
  readonly items: readonly TelemetryExport[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type TelemetryExportTest = {
  readonly accepted: boolean;
  /** HTTP status; null if no answer came */
  readonly status: number | null;
  readonly error: string | null;
};

export type TokenChain = {
  readonly jti: string;
  readonly org_id: string;
  readonly subject: string;
  readonly resource: string;
  readonly scope: string;
  readonly client_id: string;
  readonly grant_id: string;
  readonly issued_at: string;
  readonly expires_at: string;
  /** True if it is accepted now */
  readonly alive: boolean;
  readonly ended_by: string | null;
  /** The agent that acts now comes first, then those it acts through */
  readonly actors: readonly {
    /** SPIFFE id */
    readonly sub: string;
    readonly iss: string | null;
    readonly agent_id: string | null;
    readonly jti: string | null;
    readonly grant: {
      readonly id: string;
      readonly status: 'active' | 'revoked' | (string & Record<never, never>);
      readonly scopes: readonly string[];
      readonly granted_by: string;
      readonly expires_at: string;
    } | null;
    readonly issued_at: string | null;
    readonly expires_at: string | null;
  }[];
};

export type TokenExchangeAnswer = {
  readonly access_token: string;
  readonly issued_token_type: string;
  readonly token_type: 'Bearer' | 'DPoP' | (string & Record<never, never>);
  /** Seconds */
  readonly expires_in: number;
  /** Scopes of the new token: never more than each of the inputs has */
  readonly scope: string;
  /** Delegation that it was issued under */
  readonly grant_id: string;
  readonly act: {
    readonly sub: string;
    readonly iss: string;
    readonly sub_profile: 'ai_agent';
    readonly act?:
      | {
          readonly sub: string;
          readonly iss: string;
          readonly sub_profile: 'ai_agent';
          readonly act?:
            | {
                readonly sub: string;
                readonly iss: string;
                readonly sub_profile: 'ai_agent';
                readonly act?:
                  | {
                      readonly sub: string;
                      readonly iss: string;
                      readonly sub_profile: 'ai_agent';
                      readonly act?:
                        | {
                            readonly sub: string;
                            readonly iss: string;
                            readonly sub_profile: 'ai_agent';
                          }
                        | undefined;
                    }
                  | undefined;
              }
            | undefined;
        }
      | undefined;
  };
};

export type TokenExchangeRequestInput = {
  readonly grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange';
  /** Access token of the person, or one that an agent has for them */
  readonly subject_token: string;
  /** urn:ietf:params:oauth:token-type:access_token or urn:ietf:params:oauth:token-type:jwt */
  readonly subject_token_type: string;
  /** Identity document (JWT-SVID) of the agent with the issuer as its audience, or its access token; can be used once */
  readonly actor_token: string;
  /** urn:ietf:params:oauth:token-type:jwt or urn:ietf:params:oauth:token-type:access_token */
  readonly actor_token_type: string;
  /** Absolute URI that the token is for; the only granted one if absent */
  readonly resource?: string | readonly string[] | undefined;
  /** Compared like resource */
  readonly audience?: string | readonly string[] | undefined;
  /** Scopes, separated by spaces; all that is left of the delegation if absent */
  readonly scope?: string | undefined;
  /** urn:ietf:params:oauth:token-type:access_token (if absent) or urn:ietf:params:oauth:token-type:jwt */
  readonly requested_token_type?: string | undefined;
  /** Client of the agent, where no Authorization header names it */
  readonly client_id?: string | undefined;
  /** Secret of the client, as an alternative to HTTP Basic */
  readonly client_secret?: string | undefined;
  /** urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
  readonly client_assertion_type?: string | undefined;
  /** JWT by a key of the client; its audience is the issuer or this endpoint */
  readonly client_assertion?: string | undefined;
};

export type ToolReportAnswer = {
  readonly installation_id: string;
  /** false: no tool of it is to be called */
  readonly callable: boolean;
  readonly tools_snapshot_hash: string | null;
  readonly tools_present_hash: string;
};

export type ToolReportInput = {
  readonly installation_id: string;
  /** the name of the app if absent */
  readonly server?: string | undefined;
  /** as tools/list has them, all of them */
  readonly tools: readonly unknown[];
  /** what was found in these definitions: a tool with one is withheld until a person lets it be shown */
  readonly findings?:
    | readonly {
        /** as its server names it; one of `tools` */
        readonly tool: string;
        /** `hidden_characters`, or the policies that denied the text of its definition */
        readonly reasons: readonly string[];
      }[]
    | undefined;
  /** of `tools`, withheld ones that were judged again, and in which nothing is found any more */
  readonly cleared?: readonly string[] | undefined;
};

export type TopItem = {
  /** The reason, id or name; `server/tool` for a tool of a server */
  readonly name: string;
  /** allowed and denied */
  readonly exchanges: number;
  /** the exchange went on, by the enforced decision */
  readonly allowed: number;
  /** the exchange was stopped, by the enforced decision */
  readonly denied: number;
  /** parts of its text were replaced */
  readonly redacted: number;
  /** a policy asked for the approval of a person */
  readonly escalated: number;
  /** a policy that fired asked to warn */
  readonly warned: number;
  /** observe mode: the policies denied, and the exchange went on */
  readonly would_deny: number;
  /** Mean of the time that judging added; for an auditor, of its own time in an exchange */
  readonly mean_ms: number | null;
  /** Only of auditors: exchanges in which it failed */
  readonly failed?: number | undefined;
  /** Only of auditors: exchanges in which it was late */
  readonly late?: number | undefined;
};

export type TopStatistics = {
  readonly by: 'reason' | 'agent' | 'model' | 'workspace' | 'auditor' | 'tool' | (string & Record<never, never>);
  /** Start of what is counted, at the start of an interval (UTC) */
  readonly from: string;
  /** End of what is counted, exclusive */
  readonly to: string;
  readonly items: readonly TopItem[];
  /** There are more names than `limit` */
  readonly has_more: boolean;
};

export type Trace = {
  readonly trace_id: string;
  readonly items: readonly {
    readonly evidence_id: string;
    readonly workspace_id: string;
    readonly agent_id: string;
    readonly session_id: string;
    readonly trace_id: string;
    readonly model_id: string | null;
    readonly phase: string;
    readonly decision: {
      readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
      readonly policy_id: string;
      readonly policy_version: string;
    };
    readonly enforced: 'allow' | 'deny' | (string & Record<never, never>);
    readonly mode: 'enforce' | 'observe' | (string & Record<never, never>);
    readonly claim_count: number;
    /** Policies that decided */
    readonly reasons: readonly string[];
    readonly obligations: readonly string[];
    /** In order */
    readonly phases: readonly {
      readonly phase: string;
      readonly decision: 'allow' | 'deny' | (string & Record<never, never>);
      readonly duration_ms: number;
    }[];
    /** Time of all phases together, in milliseconds */
    readonly judging_ms: number;
    /** Whole exchange in milliseconds, as its receipt says; null without a receipt */
    readonly latency_ms: number | null;
    /** True if parts of the request or the response were replaced */
    readonly redacted: boolean;
    readonly approval:
      | ('pending' | 'approved' | 'denied' | 'refused' | 'unverifiable' | (string & Record<never, never>))
      | null;
    readonly stream_mode: 'none' | 'buffer' | 'window' | 'pass' | (string & Record<never, never>);
    readonly tool: string | null;
    readonly server: string | null;
    /** Null until the receipt arrives */
    readonly receipt_id: string | null;
    /** SPIFFE id of the gateway */
    readonly attester_id: string;
    readonly generated_at: string;
    readonly received_at: string;
    readonly trust_tier: 'affirming' | 'warning' | 'contraindicated' | 'none' | (string & Record<never, never>);
    /** Passport that covers it; null if there is none yet */
    readonly passport_id: string | null;
    /** Evidence of the same trace that it follows from; null for a root */
    readonly parent_evidence_id: string | null;
    /** continues: it continues the response of the parent; follows: the Evidence names the parent as the one before it; calls_tool: a tool call without a named parent, placed below the exchange of its agent before it; delegates: an exchange of another agent, placed below the exchange before it. The last two are derived from order. For a root: follows */
    readonly relation: 'follows' | 'continues' | 'calls_tool' | 'delegates' | (string & Record<never, never>);
    readonly on_behalf_of: {
      /** the person, as the verifier knows them */
      readonly sub: string;
      /** the consent that it was done under */
      readonly grant_id: string;
    } | null;
    readonly continues: {
      /** of the exchange in which it was judged */
      readonly evidence_id: string;
      /** hex SHA-256 */
      readonly response_hash: string;
    } | null;
    readonly previous_evidence_id: string | null;
  }[];
  /** True: there is more than the first 500 */
  readonly is_cut: boolean;
};

export type TransferAgentInput = {
  readonly owner_id: string;
  /** The reason; it is stored in the audit log and shown with the state */
  readonly reason?: string | undefined;
};

export type TrustBundle = {
  readonly keys: readonly TrustBundleKey[];
  /** Rises with every key that is added or removed */
  readonly spiffe_sequence: number;
  /** Seconds after which to read the bundle again */
  readonly spiffe_refresh_hint: number;
};

export type TrustBundleKey = {
  readonly kty: string;
  /** jwt-svid: checks JWT-SVIDs; x509-svid: checks X.509-SVIDs */
  readonly use: string;
  readonly kid?: string | undefined;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  /** Certificate of an authority, base64 of its DER; present where `use` is x509-svid */
  readonly x5c?: readonly string[] | undefined;
};

export type UnlockConsoleInput =
  | {
      readonly operator_token: string;
    }
  | {
      /** Code of a link, from the fragment of its address */
      readonly code: string;
    };

export type UpdateAgentInput = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly purpose?: string | undefined;
  readonly kind?: 'autonomous' | 'interactive' | 'workflow' | 'a2a' | undefined;
  /** Framework that the agent is built with */
  readonly framework?: string | null | undefined;
  readonly deployment_type?: 'full' | 'model' | 'app' | 'bridge' | undefined;
  /** Your own names and values */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The model that the agent is meant for */
  readonly model_id?: string | null | undefined;
  readonly injection_method?: 'sidecar' | 'client_credentials' | 'token_exchange' | undefined;
  /** The maximum access that the agent may ask for */
  readonly access_manifest?: WriteAccessManifestInput | undefined;
  /** People who are responsible for the agent in the business; default its owner */
  readonly sponsor_ids?: readonly string[] | undefined;
  readonly audit_mode?: 'enforce' | 'observe' | undefined;
  /** End of observe mode, at most 7 days away, or null for no end; required for observe */
  readonly audit_mode_until?: string | null | undefined;
  /** Reason of observe mode; required for it */
  readonly audit_mode_reason?: string | null | undefined;
  readonly public_passports?: boolean | undefined;
};

export type UpdateAppInput = {
  /** An app is deleted by DELETE */
  readonly status?: 'active' | 'deprecated' | undefined;
  readonly status_reason?: string | undefined;
  /** Needs the operator token */
  readonly trust_tier?: 'community' | 'verified' | undefined;
  /** Needs the operator token */
  readonly notarizationStatus?: AppNotarizationInput | null | undefined;
};

export type UpdateAuditorInput = {
  readonly image?: string | undefined;
  readonly url?: string | undefined;
  /** 8080 if neither this member nor the url names one */
  readonly port?: number | undefined;
  /** Vocabulary of an auditor that the verifier cannot reach; the verifier then fetches nothing */
  readonly vocabulary?: unknown | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: 'security' | 'compliance' | 'observability' | 'evaluation' | 'provenance' | undefined;
  readonly phase?: 'artifact_safety' | 'input_guarding' | 'execution_monitoring' | 'output_policy' | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  readonly envVariables?:
    | readonly {
        readonly name: string;
        readonly description: string;
        readonly default: unknown;
        readonly type: string;
      }[]
    | undefined;
  readonly policyOptions?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly defaultPolicy?: Readonly<Record<string, unknown>> | undefined;
  readonly config?:
    | readonly {
        readonly key: string;
        readonly label: string;
        readonly type: 'number' | 'boolean' | 'string' | 'string[]';
        readonly default: unknown;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly step?: number | undefined;
        readonly unit?: string | undefined;
        /** Hint such as slider or select */
        readonly control?: string | undefined;
        readonly options?: readonly string[] | undefined;
        /** Which values are stricter; absent if nothing can be said */
        readonly stricter?: 'lower' | 'higher' | 'true' | 'false' | 'more' | 'fewer' | undefined;
        /** It changes claims that no rule of the default policy reads */
        readonly informs_only?: true | undefined;
      }[]
    | undefined;
  /** Labels, bounds and controls of settings that the vocabulary declares */
  readonly claims?:
    | readonly {
        readonly name: string;
        readonly settings: readonly {
          readonly min?: number | undefined;
          readonly max?: number | undefined;
          readonly step?: number | undefined;
          readonly unit?: string | undefined;
          /** Hint such as slider or select */
          readonly control?: string | undefined;
          readonly options?: readonly string[] | undefined;
          /** Which values are stricter; absent if nothing can be said */
          readonly stricter?: 'lower' | 'higher' | 'true' | 'false' | 'more' | 'fewer' | undefined;
          /** It changes claims that no rule of the default policy reads */
          readonly informs_only?: true | undefined;
          readonly key: string;
          readonly label?: string | undefined;
        }[];
      }[]
    | undefined;
};

export type UpdateMeInput = {
  readonly name: string;
};

export type UpdateMemberInput = {
  /** One of admin, operator, reviewer and viewer */
  readonly role?: 'admin' | 'operator' | 'reviewer' | 'viewer' | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
};

export type UpdateOrganizationInput = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Auditors that are asked; missing members are inherited */
  readonly chain?:
    | {
        /** Instances of auditors with their positions, in order */
        readonly items?:
          | readonly {
              /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
              readonly name: string;
              readonly description?: string | undefined;
              /** Image tag; `assay/<name>` is a built-in auditor */
              readonly image: string;
              readonly port: number;
              readonly env?: Readonly<Record<string, string>> | undefined;
              /** Where it is reached, if not on this host */
              readonly url?: string | undefined;
              /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
              readonly auditor_id?: string | undefined;
            }[]
          | undefined;
        readonly auditorChain?:
          | {
              readonly preRequest?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
              readonly postResponse?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
            }
          | undefined;
      }
    | undefined;
  /** True: a registered agent waits until another person approves it */
  readonly agent_approval?: boolean | undefined;
  /** True: a deployed workflow waits until another person approves it */
  readonly workflow_approval?: boolean | undefined;
  /** Models that gateways allow. any: all that are not revoked; registered: those of the model registry; approved: those of the model registry that somebody approved */
  readonly model_use?: 'any' | 'registered' | 'approved' | undefined;
};

export type UpdatePersonInput = {
  readonly status: 'active' | 'disabled';
};

export type UpdateScopedCredentialInput = {
  readonly sharing_mode?: 'inherit' | 'enforce' | 'isolated' | undefined;
  /** How it is added to a call */
  readonly injection?:
    | {
        /** Derived from auth_type if absent; `sidecar`: the gateway adds a header */
        readonly method?: 'sidecar' | 'client_credentials' | 'token_exchange' | undefined;
        /** `authorization` if absent */
        readonly header?: string | undefined;
        /** Text before the secret, including its space; "Bearer " for authorization if absent, otherwise nothing */
        readonly prefix?: string | undefined;
      }
    | undefined;
  /** Settings other than the secret */
  readonly config?:
    | {
        /** For `basic`: the user name, without a colon */
        readonly username?: string | undefined;
        /** Client id at the other service */
        readonly client_id?: string | undefined;
        /** How that client authenticates; `client_secret_basic` if absent */
        readonly client_auth?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
        /** For `mtls`: the certificate in PEM; its private key is the secret */
        readonly certificate?: string | undefined;
        /** Environment variable with the secret for the process of a local server */
        readonly environment_variable?: string | undefined;
      }
    | undefined;
  /** Scopes that are requested from the next connection on */
  readonly requested_scopes?: readonly string[] | undefined;
  readonly allow_in_delegation?: boolean | undefined;
  readonly rotation?:
    | {
        readonly every_days?: number | null | undefined;
        /** How long the old secret stays valid after a rotation; 86400 if absent */
        readonly overlap_seconds?: number | undefined;
      }
    | undefined;
  /** Cannot be changed: 422 */
  readonly scope?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly service?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly resource?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly issuer?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly auth_type?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly agent_id?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly user_id?: unknown | undefined;
  /** Cannot be changed: 422 */
  readonly secret?: unknown | undefined;
};

export type UpdateScopedToolInput = {
  /** `available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail */
  readonly mode?: 'available' | 'required' | 'blocked' | undefined;
  /** Only for rules of the organisation: with false, workspaces may block tools and nothing else */
  readonly allow_override?: boolean | undefined;
  readonly reason?: string | null | undefined;
};

export type UpdateTelemetryExportInput = {
  readonly name?: string | undefined;
  /** OTLP/HTTP address for traces, mostly `…/v1/traces`; http only for hosts that the outbound rules allow */
  readonly endpoint?: string | undefined;
  /** Workspaces whose Evidence is sent; null: all */
  readonly workspace_ids?: readonly string[] | null | undefined;
  /** Headers of each request, such as an API key; their values are never shown */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly status?: 'active' | 'paused' | undefined;
};

export type UpdateWebhookInput = {
  readonly name?: string | undefined;
  /** http only for hosts that the outbound rules allow; everyone who may read webhooks sees it */
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  /** Types such as `tool.call`, codes such as `approval.requested`, prefixes such as `workflow.*`, or `*` */
  readonly events?: readonly string[] | undefined;
  /** null: all workspaces, and events of none */
  readonly workspace_ids?: readonly string[] | null | undefined;
  /** null: all agents, and events of none */
  readonly agent_ids?: readonly string[] | null | undefined;
  readonly status?: 'active' | 'paused' | undefined;
};

export type UpdateWorkflowInput = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly agent_id?: string | null | undefined;
  /** {nodes[], edges[]}: docs/workflows.md; at most 500 nodes, 2000 edges, 1 MiB */
  readonly graph?: Readonly<Record<string, unknown>> | undefined;
};

export type UpdateWorkspaceInput = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Auditors that are asked; missing members are inherited */
  readonly chain?:
    | {
        /** Instances of auditors with their positions, in order */
        readonly items?:
          | readonly {
              /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
              readonly name: string;
              readonly description?: string | undefined;
              /** Image tag; `assay/<name>` is a built-in auditor */
              readonly image: string;
              readonly port: number;
              readonly env?: Readonly<Record<string, string>> | undefined;
              /** Where it is reached, if not on this host */
              readonly url?: string | undefined;
              /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
              readonly auditor_id?: string | undefined;
            }[]
          | undefined;
        readonly auditorChain?:
          | {
              readonly preRequest?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
              readonly postResponse?:
                | readonly {
                    readonly auditorId: string;
                  }[]
                | undefined;
            }
          | undefined;
      }
    | undefined;
  /** True: events of its agents may have claim values that are text, and previews; otherwise only hashes */
  readonly console_values?: boolean | undefined;
};

export type UpgradeInstallationInput = {
  /** Exact SemVer; the newest if absent */
  readonly version: string;
  /** Unchanged if absent */
  readonly config?:
    | {
        /** The server of its publisher, or one that a gateway starts; the publisher’s if there is one */
        readonly use?: 'remote' | 'package' | undefined;
        /** Values for {variables} of the address and the headers */
        readonly variables?: Readonly<Record<string, string>> | undefined;
        /** Values for headers of the remote that are not secret */
        readonly headers?: Readonly<Record<string, string>> | undefined;
        /** Values for variables of a local server that are not secret */
        readonly environment?: Readonly<Record<string, string>> | undefined;
        /** Where an auditor answers that its entry gives as an image; operators and admins only */
        readonly url?: string | undefined;
        /** Whose chain an auditor joins: `agent` (default), or `workspace`, which operators and admins choose */
        readonly joins?: 'agent' | 'workspace' | undefined;
      }
    | undefined;
};

export type ValidatePolicyInput = {
  readonly version?: number | undefined;
  /** Cedar policies */
  readonly text?: string | undefined;
};

export type ValidatePolicyTextInput = {
  /** Cedar policies */
  readonly text: string;
  /** Organisation, workspace or agent that it applies to */
  readonly scope: {
    readonly level: 'org' | 'workspace' | 'agent';
    readonly id: string;
  };
};

export type ValidateWorkflowInput = {
  /** {nodes[], edges[]}: docs/workflows.md; at most 500 nodes, 2000 edges, 1 MiB */
  readonly graph?: Readonly<Record<string, unknown>> | undefined;
  readonly agent_id?: string | null | undefined;
} | null;

export type Vault = {
  /** Kind of key store that this process prefers: `file`, `environment` or `transit` */
  readonly provider: string;
  /** Key that the next rotation uses */
  readonly preferred_key_id: string;
  /** Key that encrypts now; null before the first secret */
  readonly key_id: string | null;
  readonly current_version: number | null;
  /** Oldest version of it that still decrypts */
  readonly minimum_version: number | null;
  readonly versions: readonly VaultKeyVersion[];
  readonly secrets: number;
  /** Number of secrets that are not encrypted with the current version */
  readonly to_rewrap: number;
  /** True if the current version has encrypted so many data keys that it needs a successor */
  readonly rotation_due: boolean;
};

/** One version of a key encryption key; this API never shows the key itself */
export type VaultKeyVersion = {
  /** `file`, `environment` or `transit/<mount>/<key>` */
  readonly key_id: string;
  readonly version: number;
  /** `current` encrypts, `old` still decrypts earlier secrets, `retired` decrypts nothing */
  readonly state: 'current' | 'old' | 'retired' | (string & Record<never, never>);
  /** Number of secrets encrypted with it now */
  readonly secrets: number;
  /** Number of data keys encrypted with it since its first use, including removed ones */
  readonly wraps: number;
  readonly created_at: string;
  readonly activated_at: string | null;
  readonly retired_at: string | null;
};

export type VaultMinimum = {
  /** Versions that this call retired */
  readonly retired: readonly number[];
};

export type VaultRewrap = {
  readonly rewrapped: number;
  /** Secrets that somebody else wrote or removed in the meantime */
  readonly changed: number;
  readonly failed: readonly VaultRewrapFailure[];
  /** Number of secrets not encrypted with the current version, including failed ones */
  readonly remaining: number;
  /** Null once all secrets were visited */
  readonly next_cursor: string | null;
};

export type VaultRewrapFailure = {
  readonly org_id: string;
  readonly table: string;
  readonly record_id: string;
  readonly version: number;
  readonly field: string;
  readonly key_id: string;
  readonly key_version: number;
  /** `does_not_open`, `kek_unknown` or `kek_version_retired` */
  readonly reason: string;
};

export type VaultRotation = {
  readonly key_id: string;
  readonly version: number;
};

export type VerifyAuditorInput = {
  /** Address where it runs */
  readonly url: string;
  /** Labels of the image, if the verifier cannot read its registry */
  readonly labels?: Readonly<Record<string, string>> | undefined;
};

export type Webhook = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** http only for hosts that the outbound rules allow; everyone who may read webhooks sees it */
  readonly url: string;
  readonly description: string;
  /** Types such as `tool.call`, codes such as `approval.requested`, prefixes such as `workflow.*`, or `*` */
  readonly events: readonly string[];
  /** null: all workspaces, and events of none */
  readonly workspace_ids: readonly string[] | null;
  /** null: all agents, and events of none */
  readonly agent_ids: readonly string[] | null;
  /** paused: events are kept and sent later; disabled: no event is kept */
  readonly status: 'active' | 'paused' | 'disabled' | (string & Record<never, never>);
  readonly status_reason: ('gone' | 'failing' | (string & Record<never, never>)) | null;
  /** Until then the previous secret also signs */
  readonly secret_overlap_until: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly failing_since: string | null;
  readonly revision: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
};

export type WebhookAttempt = {
  readonly at: string;
  /** HTTP status; null if no answer came */
  readonly status: number | null;
  /** `http_500`, `upstream_timeout`, `upstream_unavailable`, `outbound_redirect` …; null: delivered */
  readonly error: string | null;
  readonly duration_ms: number;
};

export type WebhookDelivery = {
  /** The `webhook-id` of the message, in every attempt and replay */
  readonly id: string;
  readonly webhook_id: string;
  /** null for a test */
  readonly event_id: string | null;
  readonly type: string;
  readonly code: string | null;
  readonly status: 'pending' | 'delivered' | 'dead' | (string & Record<never, never>);
  /** Reason why it is dead */
  readonly reason:
    | ('attempts' | 'gone' | 'disabled' | 'overflow' | 'expired' | 'test' | (string & Record<never, never>))
    | null;
  /** Number of stored attempts, at most the newest 16 */
  readonly attempt_count: number;
  readonly last_attempt: WebhookAttempt | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
};

export type WebhookDeliveryDetail = {
  /** The `webhook-id` of the message, in every attempt and replay */
  readonly id: string;
  readonly webhook_id: string;
  /** null for a test */
  readonly event_id: string | null;
  readonly type: string;
  readonly code: string | null;
  readonly status: 'pending' | 'delivered' | 'dead' | (string & Record<never, never>);
  /** Reason why it is dead */
  readonly reason:
    | ('attempts' | 'gone' | 'disabled' | 'overflow' | 'expired' | 'test' | (string & Record<never, never>))
    | null;
  /** Number of stored attempts, at most the newest 16 */
  readonly attempt_count: number;
  readonly last_attempt: WebhookAttempt | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly attempts: readonly WebhookAttempt[];
  /** The message; answers of receivers are never stored */
  readonly payload: unknown;
};

export type WebhookDeliveryPage = {
  readonly items: readonly WebhookDelivery[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WebhookPage = {
  readonly items: readonly Webhook[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WebhookReplay = {
  /** Number of deliveries, at most 10000, oldest first */
  readonly replayed: number;
  /** `since` of the next call if there may be more; null: there are none */
  readonly next_since: string | null;
};

export type WebhookTest = {
  readonly delivered: boolean;
  readonly delivery: WebhookDelivery;
};

export type WitnessedChain = {
  readonly chain_id: string;
  /** of the latest checkpoint it cosigned; 0 before the first */
  readonly size: number;
  readonly root: string | null;
  readonly head: string | null;
  readonly checkpoint: string | null;
  readonly witnessed_at: string | null;
  /** records that the verifier holds beyond that checkpoint */
  readonly lag: number;
  /** each is a proof that the chain has two histories */
  readonly equivocations: readonly {
    readonly size: number;
    readonly seen_at: string;
    /** what was cosigned at this size */
    readonly checkpoint: string;
    /** another checkpoint of the same size, signed by a key of the chain */
    readonly other: string;
  }[];
  /** verifier keys (C2SP) of the witness, the newest first */
  readonly witness_keys: readonly string[];
};

export type Workflow = {
  readonly id: string;
  readonly org_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly agent_id: string | null;
  readonly status:
    | 'draft'
    | 'deploying'
    | 'running'
    | 'stopping'
    | 'stopped'
    | 'failed'
    | (string & Record<never, never>);
  /** It runs, but a member that it depends on does not */
  readonly degraded: boolean;
  /** Revision of the newest graph */
  readonly draft_revision: number;
  readonly deployed_revision: number | null;
  /** `sha256:<hex>` over the canonical JSON (RFC 8785) of the graph */
  readonly graph_digest: string;
  readonly approval_id: string | null;
  readonly deployment: WorkflowDeployment | null;
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly graph: WorkflowGraphView;
};

export type WorkflowChange = {
  /** created, updated, deploying, running, stopping, stopped, failed … */
  readonly action: string;
  readonly status:
    | 'draft'
    | 'deploying'
    | 'running'
    | 'stopping'
    | 'stopped'
    | 'failed'
    | (string & Record<never, never>);
  readonly revision: number;
  readonly draft_revision: number;
  readonly deployed_revision: number | null;
  readonly reason: string | null;
  readonly changed_at: string;
  readonly changed_by: string;
};

export type WorkflowChangePage = {
  readonly items: readonly WorkflowChange[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WorkflowDeployment = {
  readonly id: string;
  readonly revision: number;
  readonly state:
    | 'deploying'
    | 'running'
    | 'stopping'
    | 'stopped'
    | 'failed'
    | 'cancelled'
    | (string & Record<never, never>);
  readonly started_at: string;
  readonly stopped_at: string | null;
  readonly error: {
    readonly code: string;
    readonly detail: string;
  } | null;
};

export type WorkflowGraphView = {
  readonly nodes: readonly {
    readonly id: string;
    readonly type:
      | 'input'
      | 'output'
      | 'agent'
      | 'auditor'
      | 'tool'
      | 'model'
      | 'policy_gate'
      | 'human_approval'
      | 'branch'
      | 'loop'
      | 'workflow'
      | (string & Record<never, never>);
    readonly ref: {
      readonly id: string;
      readonly version: string | null;
    } | null;
    /** Depends on the type: docs/workflows.md */
    readonly config: Readonly<Record<string, unknown>>;
    readonly position: {
      readonly x: number;
      readonly y: number;
    };
  }[];
  readonly edges: readonly {
    readonly id: string;
    readonly source: string;
    readonly source_port: string;
    readonly target: string;
    readonly target_port: string;
    readonly kind: 'data' | 'control' | (string & Record<never, never>);
    readonly condition?: Readonly<Record<string, unknown>> | undefined;
  }[];
};

export type WorkflowRevision = {
  readonly workflow_id: string;
  readonly revision: number;
  /** `sha256:<hex>` over the canonical JSON (RFC 8785) of the graph */
  readonly graph_digest: string;
  readonly agent_id: string | null;
  readonly deployed_at: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly graph: WorkflowGraphView;
};

export type WorkflowRevisionSummary = {
  readonly workflow_id: string;
  readonly revision: number;
  /** `sha256:<hex>` over the canonical JSON (RFC 8785) of the graph */
  readonly graph_digest: string;
  readonly agent_id: string | null;
  readonly deployed_at: string | null;
  readonly created_at: string;
  readonly created_by: string;
};

export type WorkflowRevisionSummaryPage = {
  readonly items: readonly WorkflowRevisionSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WorkflowRun = {
  readonly id: string;
  readonly workflow_id: string;
  readonly workspace_id: string;
  readonly revision: number;
  readonly status:
    | 'queued'
    | 'running'
    | 'waiting'
    | 'succeeded'
    | 'failed'
    | 'cancelling'
    | 'cancelled'
    | 'interrupted'
    | (string & Record<never, never>);
  /** The id of the run, which finds its Evidence */
  readonly session_id: string;
  readonly trace_id: string;
  readonly started_by: string;
  readonly parent_run_id: string | null;
  /** Number of workflows around it */
  readonly depth: number;
  /** `sha256:` over the canonical JSON (RFC 8785); it is kept when the value is removed */
  readonly input_hash: string;
  readonly output_hash: string | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly step_id: string | null;
    readonly node_id: string | null;
  } | null;
  readonly cancelled_by: string | null;
  readonly cancel_reason: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly values_removed_at: string | null;
};

export type WorkflowRunPage = {
  readonly items: readonly WorkflowRun[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WorkflowRunStep = {
  readonly id: string;
  readonly node_id: string;
  readonly node_type:
    | 'input'
    | 'output'
    | 'agent'
    | 'auditor'
    | 'tool'
    | 'model'
    | 'policy_gate'
    | 'human_approval'
    | 'branch'
    | 'loop'
    | 'workflow'
    | (string & Record<never, never>);
  /** Iterations of the loops around it, outermost first */
  readonly turn: readonly number[];
  readonly status:
    | 'started'
    | 'waiting'
    | 'succeeded'
    | 'failed'
    | 'skipped'
    | 'unknown'
    | (string & Record<never, never>);
  /** Number of earlier starts */
  readonly attempt: number;
  /** false: it never starts again unless a person decides so */
  readonly repeatable: boolean;
  readonly port: string | null;
  readonly input_hash: string | null;
  /** null for steps of the engine itself, and once it was removed */
  readonly output: unknown;
  readonly output_hash: string | null;
  /** Evidence that the gateway recorded for it, of all attempts */
  readonly evidence_ids: readonly string[];
  readonly waiting: {
    readonly for: 'approval' | 'workflow' | 'retry' | (string & Record<never, never>);
    readonly id: string | null;
    readonly until: string;
  } | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
  } | null;
  readonly resolved_by: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
};

export type WorkflowRunWithSteps = {
  readonly id: string;
  readonly workflow_id: string;
  readonly workspace_id: string;
  readonly revision: number;
  readonly status:
    | 'queued'
    | 'running'
    | 'waiting'
    | 'succeeded'
    | 'failed'
    | 'cancelling'
    | 'cancelled'
    | 'interrupted'
    | (string & Record<never, never>);
  /** The id of the run, which finds its Evidence */
  readonly session_id: string;
  readonly trace_id: string;
  readonly started_by: string;
  readonly parent_run_id: string | null;
  /** Number of workflows around it */
  readonly depth: number;
  /** `sha256:` over the canonical JSON (RFC 8785); it is kept when the value is removed */
  readonly input_hash: string;
  readonly output_hash: string | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly step_id: string | null;
    readonly node_id: string | null;
  } | null;
  readonly cancelled_by: string | null;
  readonly cancel_reason: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly values_removed_at: string | null;
  /** null once it was removed */
  readonly input: unknown;
  /** null before its end, and once it was removed */
  readonly output: unknown;
  /** In the order of the graph and of iterations; at most 500 */
  readonly steps: readonly WorkflowRunStep[];
  readonly next_steps_after: string | null;
};

export type WorkflowSummary = {
  readonly id: string;
  readonly org_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly agent_id: string | null;
  readonly status:
    | 'draft'
    | 'deploying'
    | 'running'
    | 'stopping'
    | 'stopped'
    | 'failed'
    | (string & Record<never, never>);
  /** It runs, but a member that it depends on does not */
  readonly degraded: boolean;
  /** Revision of the newest graph */
  readonly draft_revision: number;
  readonly deployed_revision: number | null;
  /** `sha256:<hex>` over the canonical JSON (RFC 8785) of the graph */
  readonly graph_digest: string;
  readonly approval_id: string | null;
  readonly deployment: WorkflowDeployment | null;
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
};

export type WorkflowSummaryPage = {
  readonly items: readonly WorkflowSummary[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export type WorkflowValidation = {
  readonly valid: boolean;
  readonly problems: readonly {
    /** JSON pointer (RFC 6901) into the record, such as /graph/nodes/3/config/phase */
    readonly pointer: string;
    readonly message: string;
  }[];
};

export type Workspace = {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly description: string;
  /** Auditors that are asked; missing members are inherited */
  readonly chain: {
    /** Instances of auditors with their positions, in order */
    readonly items?:
      | readonly {
          /** Unique instance name: it must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit */
          readonly name: string;
          readonly description?: string | undefined;
          /** Image tag; `assay/<name>` is a built-in auditor */
          readonly image: string;
          readonly port: number;
          readonly env?: Readonly<Record<string, string>> | undefined;
          /** Where it is reached, if not on this host */
          readonly url?: string | undefined;
          /** Id that the auditor must answer with; if absent the name of the item, or that of a built-in image */
          readonly auditor_id?: string | undefined;
        }[]
      | undefined;
    readonly auditorChain?:
      | {
          readonly preRequest?:
            | readonly {
                readonly auditorId: string;
              }[]
            | undefined;
          readonly postResponse?:
            | readonly {
                readonly auditorId: string;
              }[]
            | undefined;
        }
      | undefined;
  };
  /** Revision of the record, also its ETag */
  readonly revision: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  /** True: events of its agents may have claim values that are text, and previews; otherwise only hashes */
  readonly console_values: boolean;
};

export type WorkspacePage = {
  readonly items: readonly Workspace[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

/** The maximum access that the agent may ask for */
export type WriteAccessManifestInput = {
  /** Domains of the accounts that the agent may act for; an empty list allows no account */
  readonly account_domains?: readonly string[] | undefined;
  /** Absolute URIs of the resources that the agent may get tokens for (RFC 8707) */
  readonly resources?: readonly string[] | undefined;
  /** Scopes that the agent may ask for */
  readonly scopes?: readonly string[] | undefined;
  /** How often a delegation may be passed on; default 1 */
  readonly max_delegation_depth?: number | undefined;
  /** Longest life of its tokens in seconds; default 300 */
  readonly max_token_ttl_s?: number | undefined;
};

export type WriteAgentAccessInput = {
  /** People with full control; the first is the one in `owner_id` */
  readonly owners: readonly string[];
  /** People who may configure, start and stop the agent */
  readonly editors: readonly string[];
  /** People who may read the agent */
  readonly viewers: readonly string[];
};

export type WriteAppToolInput = {
  /** Id of an app, `assay` for our own services, or * for every app */
  readonly app_id: string;
  /** One of its servers, or one of our services; * if absent */
  readonly server?: string | undefined;
  /** Name of the tool, or * for all */
  readonly name: string;
};

export type WriteAppraisalPolicyInput = {
  readonly policy: AppraisalPolicyDocumentInput;
  /** Stored in the history */
  readonly reason?: string | undefined;
};

export type WriteAuditorInput = {
  readonly image?: string | undefined;
  readonly url?: string | undefined;
  /** 8080 if neither this member nor the url names one */
  readonly port?: number | undefined;
  /** Vocabulary of an auditor that the verifier cannot reach; the verifier then fetches nothing */
  readonly vocabulary?: unknown | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: 'security' | 'compliance' | 'observability' | 'evaluation' | 'provenance' | undefined;
  readonly phase?: 'artifact_safety' | 'input_guarding' | 'execution_monitoring' | 'output_policy' | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  readonly envVariables?:
    | readonly {
        readonly name: string;
        readonly description: string;
        readonly default: unknown;
        readonly type: string;
      }[]
    | undefined;
  readonly policyOptions?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly defaultPolicy?: Readonly<Record<string, unknown>> | undefined;
  readonly config?:
    | readonly {
        readonly key: string;
        readonly label: string;
        readonly type: 'number' | 'boolean' | 'string' | 'string[]';
        readonly default: unknown;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly step?: number | undefined;
        readonly unit?: string | undefined;
        /** Hint such as slider or select */
        readonly control?: string | undefined;
        readonly options?: readonly string[] | undefined;
        /** Which values are stricter; absent if nothing can be said */
        readonly stricter?: 'lower' | 'higher' | 'true' | 'false' | 'more' | 'fewer' | undefined;
        /** It changes claims that no rule of the default policy reads */
        readonly informs_only?: true | undefined;
      }[]
    | undefined;
  /** Labels, bounds and controls of settings that the vocabulary declares */
  readonly claims?:
    | readonly {
        readonly name: string;
        readonly settings: readonly {
          readonly min?: number | undefined;
          readonly max?: number | undefined;
          readonly step?: number | undefined;
          readonly unit?: string | undefined;
          /** Hint such as slider or select */
          readonly control?: string | undefined;
          readonly options?: readonly string[] | undefined;
          /** Which values are stricter; absent if nothing can be said */
          readonly stricter?: 'lower' | 'higher' | 'true' | 'false' | 'more' | 'fewer' | undefined;
          /** It changes claims that no rule of the default policy reads */
          readonly informs_only?: true | undefined;
          readonly key: string;
          readonly label?: string | undefined;
        }[];
      }[]
    | undefined;
};

export type WriteLifecyclePolicyInput = {
  readonly name: string;
  /** Unique in the organisation; of all policies that cover an agent, only the one with the lowest number decides */
  readonly priority: number;
  readonly scope?: LifecycleScopeInput | undefined;
  /** At most one rule of each type */
  readonly rules: readonly WriteLifecycleRuleInput[];
  readonly enforcement?: LifecycleEnforcementInput | undefined;
};

export type WriteLifecycleRuleInput = {
  readonly type: 'missing_owner' | 'inactivity' | 'attestation_overdue' | 'unused_permissions';
  /** Default true */
  readonly enabled?: boolean | undefined;
  /** Days for which the rule must be broken before it is enforced; default 90 for inactivity and unused_permissions, 0 for the others */
  readonly threshold_days?: number | undefined;
  /** For inactivity: days after which the agent is stale and a warning is given; default 30, at most threshold_days */
  readonly warn_days?: number | undefined;
  /** Days between the warning and the earliest enforcement; default 14 */
  readonly grace_days?: number | undefined;
};

export type WriteLogLinesInput = {
  readonly lines: readonly {
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly message: string;
    readonly code?: string | undefined;
    readonly logger?: string | undefined;
    readonly fields?: Readonly<Record<string, unknown>> | undefined;
    /** Default: now */
    readonly time?: string | undefined;
  }[];
};

export type WriteOutboundRulesInput = {
  /** Hosts whose addresses may be private, and addresses and blocks (at least /8, or /7 of IPv6) that the verifier may call for this organisation besides public ones. It never calls metadata servers of clouds or link-local addresses */
  readonly allow: readonly string[];
};

export type WritePublisherInput = {
  /** Unique in the organisation */
  readonly name: string;
  readonly description?: string | undefined;
  /** JWK set (RFC 7517) of public keys: OKP Ed25519, EC P-256 */
  readonly keys: {
    readonly keys: readonly Readonly<Record<string, unknown>>[];
  };
  /** Default: active */
  readonly status?: 'active' | 'suspended' | undefined;
};

export type WriteReferenceValuesInput = {
  readonly reference_values: ReferenceValuesDocumentInput;
  /** Stored in the history */
  readonly reason?: string | undefined;
};

export type X509Svid = {
  /** Certificate as PEM, with the certificates between it and the bundle */
  readonly svid: string;
  /** Certificates of the authorities as PEM; certificates of others are checked with them */
  readonly bundle: string;
  readonly spiffe_id: string;
  readonly expires_at: string;
};

export type X509SvidRequestInput = {
  /** PKCS#10 as PEM; only its key counts: P-256, P-384, Ed25519, or RSA of 2048 bits and more */
  readonly csr: string;
  /** Service that asks, such as gateway/edge-1; absent for an agent, which is known by its credential */
  readonly service?: string | undefined;
  /** Agent that the certificate is for, if an owner of it or an admin asks */
  readonly agent?: string | undefined;
};
