/** What commands ask of the gateway and the verifier: one function a call, each with the shape of its answer. */
import type { Bundle } from '../contract/bundle.ts';
import type { DecisionResult } from '../contract/decision.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { readList } from './page.ts';
import { connectService } from './service.ts';
import {
  answers,
  type EvidenceSummary,
  type EvidenceView,
  type PassportSummary,
  type PassportView,
  type ReceiptsCheck,
} from './wire.ts';

type Query = Readonly<Record<string, string | undefined>>;
type Listed<T> = Promise<{ items: T[]; hasMore: boolean }>;

export interface VerifierReader {
  listEvidence(query: Query, limit: number): Listed<EvidenceSummary>;
  getEvidence(id: string): Promise<EvidenceView>;
  listPassports(query: Query, limit: number): Listed<PassportSummary>;
  getPassport(id: string): Promise<PassportView>;
  getBundle(passportId: string): Promise<Bundle>;
  downloadBundle(passportId: string, accept: string): Promise<AsyncIterable<Uint8Array>>;
}

export interface GatewayCaller {
  evaluate(body: unknown): Promise<DecisionResult>;
  verifyReceipts(mode: 'full' | 'fast'): Promise<ReceiptsCheck>;
  exportReceipts(query: Query): Promise<AsyncIterable<Uint8Array>>;
}

/** A chain of millions of receipts is read back from disk. */
const verifyTimeoutMs = 30 * 60_000;

/** Connects to the verifier that option, environment or default name. @throws UsageError. */
export function connectVerifier(io: CommandIo, args: ParsedArguments): VerifierReader {
  const service = connectService('verifier', io, args);
  const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    listEvidence: (query, limit) =>
      readList(service, { path: '/v1/evidence', query, limit, isPage: (value) => answers.evidencePage.Check(value) }),
    getEvidence: (id) => service.json({ path: at('/v1/evidence', id) }, (value) => answers.evidence.Check(value)),
    listPassports: (query, limit) =>
      readList(service, { path: '/v1/passports', query, limit, isPage: (value) => answers.passportPage.Check(value) }),
    getPassport: (id) => service.json({ path: at('/v1/passports', id) }, (value) => answers.passport.Check(value)),
    getBundle: (id) =>
      service.json({ path: `${at('/v1/passports', id)}/evidence` }, (value) => answers.bundle.Check(value)),
    downloadBundle: (id, accept) => service.download({ path: `${at('/v1/passports', id)}/evidence`, accept }),
  };
}

/** Connects to the gateway that option, environment or default name. @throws UsageError. */
export function connectGateway(io: CommandIo, args: ParsedArguments): GatewayCaller {
  const service = connectService('gateway', io, args);
  return {
    evaluate: (body) =>
      service.json({ method: 'POST', path: '/v1/evaluate', body }, (value) => answers.decision.Check(value)),
    verifyReceipts: (mode) =>
      service.json({ path: '/v1/receipts/verify', query: { mode }, timeoutMs: verifyTimeoutMs }, (value) =>
        answers.receiptsCheck.Check(value),
      ),
    exportReceipts: (query) => service.download({ path: '/v1/receipts/export', query, accept: 'application/jsonl' }),
  };
}
