/** Requests of commands to the gateway and the verifier: one function for each call, with the shape of its answer. */
import { parseForeignJson } from '../clients/bounded-body.ts';
import type { Bundle } from '../contract/bundle.ts';
import type { DecisionResult } from '../contract/decision.ts';
import type { RefusedEvidence, ResentEvidence } from '../contract/refused-evidence.ts';
import { AppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { readList } from './page.ts';
import { connectService, type Service } from './service.ts';
import {
  answers,
  type EvidenceSummary,
  type EvidenceView,
  type PassportStatusAnswer,
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
  getPassportStatus(id: string): Promise<PassportStatusAnswer>;
  revokePassport(id: string, reason: string): Promise<PassportStatusAnswer>;
  getBundle(passportId: string): Promise<Bundle>;
  downloadBundle(passportId: string, accept: string): Promise<AsyncIterable<Uint8Array>>;
}

export interface GatewayCaller {
  evaluate(body: unknown): Promise<DecisionResult>;
  /** Reads the whole chain back; `onProgress` is called about once a second. */
  verifyReceipts(mode: 'full' | 'fast', onProgress: (checked: number, total: number) => void): Promise<ReceiptsCheck>;
  exportReceipts(query: Query): Promise<AsyncIterable<Uint8Array>>;
  /** Lists this gateway's Evidence that the verifier refused, oldest first. */
  listRefusedEvidence(limit: number): Listed<RefusedEvidence>;
  /** Makes the gateway send it again. */
  resendRefusedEvidence(): Promise<ResentEvidence>;
}

/** Enough to send everything that was ever refused. */
const resendTimeoutMs = 600_000;
const ndjson = 'application/x-ndjson';
const maxLineChars = 64 * 1024;

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
    getPassportStatus: (id) =>
      service.json({ path: `${at('/v1/passports', id)}/status` }, (value) => answers.passportStatus.Check(value)),
    revokePassport: (id, reason) =>
      service.json({ method: 'POST', path: `${at('/v1/passports', id)}/revoke`, body: { reason } }, (value) =>
        answers.passportStatus.Check(value),
      ),
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
    async verifyReceipts(mode, onProgress) {
      const path = '/v1/receipts/verify/progress';
      for await (const line of readJsonLines(await service.download({ path, query: { mode }, accept: ndjson }))) {
        if (!answers.receiptsProgress.Check(line)) throw notAnAnswer(service, 'gives an unexpected answer');
        if ('result' in line) return line.result;
        onProgress(line.checked, line.total);
      }
      throw notAnAnswer(service, 'stopped before the chain was checked');
    },
    exportReceipts: (query) => service.download({ path: '/v1/receipts/export', query, accept: 'application/jsonl' }),
    listRefusedEvidence: (limit) =>
      readList(service, {
        path: '/v1/refused-evidence',
        query: {},
        limit,
        isPage: (value) => answers.refusedEvidencePage.Check(value),
      }),
    resendRefusedEvidence: () =>
      service.json({ method: 'POST', path: '/v1/refused-evidence/resend', timeoutMs: resendTimeoutMs }, (value) =>
        answers.resentEvidence.Check(value),
      ),
  };
}

/** Yields the values of JSON lines; an invalid one becomes `undefined`, which no answer is. */
async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of chunks) {
    held += decoder.decode(chunk, { stream: true });
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) yield parseForeignJson(line);
    if (held.length > maxLineChars) return;
  }
  if (held !== '') yield parseForeignJson(held);
}

function notAnAnswer({ name, url }: Service, what: string): AppError {
  return new AppError('unavailable', what, { detail: `The ${name} at ${url} ${what}` });
}
