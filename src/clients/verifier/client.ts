/** The client of the verifier for gateways and the CLI. */

import type { AgentTools } from '../../contract/agent-tools.ts';
import type { ReceiptProof } from '../../contract/bundle.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import type { EscalationAnswer, EscalationRequest } from '../../contract/escalation.ts';
import type { EvidenceItem, IngestResult } from '../../contract/ingest.ts';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { LiveEvent, LiveEventsAnswer } from '../../contract/live-events.ts';
import type { OutsideSubject, OutsideSubjectQuestion } from '../../contract/outside-subject.ts';
import type { ReceiptIngestResult, WitnessedChain } from '../../contract/receipts.ts';
import type { ToolReport, ToolReportAnswer } from '../../contract/tool-report.ts';

export interface AttestationRecord {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
}

/** The answer of a witness to a checkpoint (C2SP tlog-witness). */
export type WitnessReply =
  /** Signature lines to append to the checkpoint. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** The witness knows another size than the one in the request. */
  | { readonly kind: 'stale'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string };

/** One poll for a signed document: the bundle or the standing. */
export interface BundlePoll {
  readonly gatewayId: string;
  /** ETag of the bundle in use. */
  readonly etag?: string | undefined;
  /** ETag of a later bundle that was refused: it is not sent again. */
  readonly refusedEtag?: string | undefined;
  /** Seconds that the verifier may wait for a change, at most 60; 0 returns at once. */
  readonly waitS?: number;
  readonly signal?: AbortSignal;
}

export type BundleAnswer =
  | { readonly status: 'unchanged' }
  /** The compact JWS as it was signed; the caller checks it. */
  | { readonly status: 'changed'; readonly etag: string; readonly jws: string };

/** The agent, and the person it is asked for. */
export interface AgentToolsQuestion {
  readonly gatewayId: string;
  readonly agentId: string;
  /** The person who speaks for the agent with a token of their own: `user_may_speak` is about them. */
  readonly userId?: string | undefined;
  /** `grant_id` of that token: a person who withdrew the grant may no longer speak by it. */
  readonly grantId?: string | undefined;
  /** The person whom the agent acts for by a consent: it uses its credentials for that person. */
  readonly onBehalfOf?: string | undefined;
  /** Tools of our own services that the gateway offers, as in `OwnToolListSchema`: the answer names those that rules allow. */
  readonly ownTools?: string | undefined;
  /** ETag of the known answer. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type AgentToolsAnswer =
  | { readonly status: 'unchanged' }
  | { readonly status: 'changed'; readonly etag: string; readonly tools: AgentTools };

/** Every call throws AppError `verifier_unavailable` when the verifier cannot be reached or answers 5xx. */
export interface VerifierClient {
  /** Preferred size of a batch of Evidence in characters: serialising and checking a batch delays live exchanges. */
  readonly batchChars: number;
  challenge(): Promise<{ nonce: string; expires_at: string }>;
  registerKeyAttestation(attestation: KeyAttestation): Promise<AttestationRecord>;
  /**
   * Asks whether the verifier still accepts a key, by sending its attestation again. @throws AppError
   * `attestation_refused` with `reason: 'revoked'` for a revoked one, and the like.
   */
  confirmKey(attestation: KeyAttestation): Promise<void>;
  /** Sends at most 256 items; one result per item, in order. */
  sendEvidence(items: readonly EvidenceItem[]): Promise<IngestResult[]>;
  /** Sends receipts without Evidence, at most 256; one result per receipt, in order. */
  sendReceipts(receipts: readonly ReceiptProof[]): Promise<ReceiptIngestResult[]>;
  /** @param body of an add-checkpoint request */
  addCheckpoint(body: string): Promise<WitnessReply>;
  /** The state of a chain at the witness; `undefined` for an unknown chain. */
  witnessedChain(chainId: string): Promise<WitnessedChain | undefined>;
  /**
   * Answers when the bundle differs from the named one, or when the wait is over. Rejects with the reason of `signal`.
   */
  configBundle(poll: BundlePoll): Promise<BundleAnswer>;
  /** The same for the standing. @throws AppError `not_found` by a verifier that is too old to have one. */
  configStanding(poll: BundlePoll): Promise<BundleAnswer>;
  /** Reports what a gateway runs, and what of it does not work. */
  reportConfig(gatewayId: string, report: GatewayReport): Promise<void>;
  /**
   * Asks a person to allow an exchange that its policies escalate. The same evidence id may ask again and gets the same
   * outcome. Waits a few seconds at most, because a client's call waits for it.
   */
  escalate(gatewayId: string, request: EscalationRequest): Promise<EscalationAnswer>;
  /**
   * Gives the credentials for one call of an agent to an outside service: secrets, which must not be written anywhere.
   * Waits as long as the other side may take to issue a new token.
   */
  injection(gatewayId: string, question: InjectionQuestion): Promise<InjectionAnswer>;
  /**
   * Gives the servers and tools of an agent, and whether a person may speak for it. @throws AppError `not_found`,
   * `agent_suspended` and the like.
   */
  agentTools(question: AgentToolsQuestion): Promise<AgentToolsAnswer>;
  /** Finds the person behind a subject of the outside issuer; the caller has checked the token. */
  outsideSubject(gatewayId: string, question: OutsideSubjectQuestion): Promise<OutsideSubject>;
  /** Reports the tools of a server; the answer says whether any of them may be called. */
  reportTools(gatewayId: string, report: ToolReport): Promise<ToolReportAnswer>;
  /** Reports calls as they happen, at most 500 events; repeated events count once. */
  reportEvents(events: readonly LiveEvent[]): Promise<LiveEventsAnswer>;
  /** The verifier's public keys, which sign bundles and passports. */
  publicKeys(): Promise<BundleKey[]>;
  close(): Promise<void>;
}
