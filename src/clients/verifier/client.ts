/** How a gateway (or the CLI) reaches the verifier. */

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

/** What a witness says to a checkpoint (C2SP tlog-witness). */
export type WitnessReply =
  /** Signature lines to be put under the checkpoint. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** The witness knows another size than the one that was named. */
  | { readonly kind: 'stale'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string };

/** One poll for a signed document that a gateway acts on: the bundle, or the standing. */
export interface BundlePoll {
  readonly gatewayId: string;
  /** ETag of the bundle that it runs. */
  readonly etag?: string | undefined;
  /** ETag of a later bundle that it was sent and keeps out: it is not sent again. */
  readonly refusedEtag?: string | undefined;
  /** Seconds that the verifier may wait for a change, at most 60; 0 asks and goes on. */
  readonly waitS?: number;
  readonly signal?: AbortSignal;
}

export type BundleAnswer =
  | { readonly status: 'unchanged' }
  /** The compact JWS as it was signed: whoever polls checks it. */
  | { readonly status: 'changed'; readonly etag: string; readonly jws: string };

/** Which agent's tools, for whom. */
export interface AgentToolsQuestion {
  readonly gatewayId: string;
  readonly agentId: string;
  /** The person who speaks for the agent with a token of their own: `user_may_speak` is about them. */
  readonly userId?: string | undefined;
  /** `grant_id` of that token: whoever took back what it rests on speaks for nobody by it. */
  readonly grantId?: string | undefined;
  /** The person whom the agent acts for by a consent: credentials are those that it has for them. */
  readonly onBehalfOf?: string | undefined;
  /** Of the answer that is known. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type AgentToolsAnswer =
  | { readonly status: 'unchanged' }
  | { readonly status: 'changed'; readonly etag: string; readonly tools: AgentTools };

/** Every call throws AppError `verifier_unavailable` when the verifier cannot be reached or answers 5xx. */
export interface VerifierClient {
  /** Characters of Evidence that go well into one batch: what is printed and checked in one go holds up live exchanges. */
  readonly batchChars: number;
  challenge(): Promise<{ nonce: string; expires_at: string }>;
  registerKeyAttestation(attestation: KeyAttestation): Promise<AttestationRecord>;
  /**
   * Asks whether the verifier still accepts a key, by showing its attestation again.
   * @throws AppError `attestation_refused` with `reason: 'revoked'` for one that was revoked, and its like.
   */
  confirmKey(attestation: KeyAttestation): Promise<void>;
  /** At most 256 items; one result per item, in order. */
  sendEvidence(items: readonly EvidenceItem[]): Promise<IngestResult[]>;
  /** Receipts without Evidence, at most 256; one result per receipt, in order. */
  sendReceipts(receipts: readonly ReceiptProof[]): Promise<ReceiptIngestResult[]>;
  /** The body of an add-checkpoint request. */
  addCheckpoint(body: string): Promise<WitnessReply>;
  /** What the verifier has witnessed of a chain; `undefined` when it knows no such chain. */
  witnessedChain(chainId: string): Promise<WitnessedChain | undefined>;
  /** Answers when the bundle is another one than the one named, or when the wait is over. Rejects with the reason of `signal`. */
  configBundle(poll: BundlePoll): Promise<BundleAnswer>;
  /** The same of the standing. @throws AppError `not_found` by a verifier that is too old to have one. */
  configStanding(poll: BundlePoll): Promise<BundleAnswer>;
  /** Tells what a gateway runs, and what of it does not work. */
  reportConfig(gatewayId: string, report: GatewayReport): Promise<void>;
  /**
   * Asks whether a person lets an exchange through that its policies escalate. The same evidence id may ask again: it
   * gets the same outcome. Waits a few seconds at most: a client's call stands behind it.
   */
  escalate(gatewayId: string, request: EscalationRequest): Promise<EscalationAnswer>;
  /**
   * What goes into one call of an agent to a service outside: secrets, so nothing of it is to be written anywhere. Waits
   * as long as the other side may take to give a new token.
   */
  injection(gatewayId: string, question: InjectionQuestion): Promise<InjectionAnswer>;
  /**
   * Which servers and tools an agent has, and whether a person may speak for it. @throws AppError `not_found`,
   * `agent_suspended` and its like.
   */
  agentTools(question: AgentToolsQuestion): Promise<AgentToolsAnswer>;
  /** Whom a subject of the outside issuer stands for, by a token that whoever asks has checked. */
  outsideSubject(gatewayId: string, question: OutsideSubjectQuestion): Promise<OutsideSubject>;
  /** Tells which tools a server shows; the answer says whether any of them may be called. */
  reportTools(gatewayId: string, report: ToolReport): Promise<ToolReportAnswer>;
  /** Tells of calls as they happen, at most 500 events; the same event again is one. */
  reportEvents(events: readonly LiveEvent[]): Promise<LiveEventsAnswer>;
  /** The verifier's public keys, which sign bundles and passports. */
  publicKeys(): Promise<BundleKey[]>;
  close(): Promise<void>;
}
