/** Calls of commands to the gateway. The shapes of its answers are those of its API. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseForeignJson } from '../clients/bounded-body.ts';
import { evaluations, receipts, refusedEvidence } from '../contract/api/gateway-api/operations.ts';
import { ChainCheckSchema, ReceiptImportSchema } from '../contract/api/gateway-api/shapes.ts';
import { PageSchema } from '../contract/api/page.ts';
import { type DecisionResult, DecisionResultSchema } from '../contract/decision.ts';
import {
  type RefusedEvidence,
  RefusedEvidenceSchema,
  type ResentEvidence,
  ResentEvidenceSchema,
} from '../contract/refused-evidence.ts';
import { AppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import type { Page, PageInput } from './page.ts';
import { connectService, type Service } from './service.ts';

/** Members that gateways of older releases do not answer. */
const laterMembers = ['checkpoint_size', 'witnessed_size', 'truncated', 'mode', 'unpinned'] as const;
const ReceiptsCheckSchema = Type.Intersect([
  Type.Omit(ChainCheckSchema, laterMembers),
  Type.Partial(Type.Pick(ChainCheckSchema, laterMembers)),
]);
export type ReceiptsCheck = Static<typeof ReceiptsCheckSchema>;

export type ReceiptImport = Static<typeof ReceiptImportSchema>;

/** One line while the gateway verifies its chain. */
const ReceiptsProgressSchema = Type.Union([
  Type.Object({ checked: Type.Integer(), total: Type.Integer() }),
  Type.Object({ result: ReceiptsCheckSchema }),
]);

const answers = {
  decision: Compile(DecisionResultSchema),
  receiptImport: Compile(ReceiptImportSchema),
  receiptsProgress: Compile(ReceiptsProgressSchema),
  refusedEvidencePage: Compile(PageSchema(RefusedEvidenceSchema)),
  resentEvidence: Compile(ResentEvidenceSchema),
} as const;

export interface GatewayClient {
  /** Judges data; `body` is a claims request, which the gateway checks. */
  evaluate(body: unknown): Promise<DecisionResult>;
  /** Reads the whole chain back; `onProgress` is called about once a second. */
  verifyReceipts(mode: 'full' | 'fast', onProgress: (checked: number, total: number) => void): Promise<ReceiptsCheck>;
  /** Gives the chain as JSON lines, by default with the Evidence beside its receipts. */
  exportReceipts(query: { readonly attachments: 'false' | undefined }): Promise<AsyncIterable<Uint8Array>>;
  /** Imports an export of a chain; for operators. */
  importReceipts(
    chunks: AsyncIterable<Uint8Array>,
    query: { readonly allow_unpinned: 'true' | undefined },
  ): Promise<ReceiptImport>;
  /** Lists Evidence of this gateway that the verifier refused, oldest first. */
  listRefusedEvidence(page: PageInput): Promise<Page<RefusedEvidence>>;
  /** Sends all of it again. */
  resendRefusedEvidence(): Promise<ResentEvidence>;
}

/** Enough to send everything that was ever refused. */
const resendTimeoutMs = 600_000;
/** Enough to send 1 GiB, of which every signature is checked. */
const importTimeoutMs = 3_600_000;
const maxLineChars = 64 * 1024;

/**
 * Connects to the gateway that option, environment or default name. Nothing is sent yet. Calls throw AppError
 * `unavailable`, or one with the gateway's own code where it refuses. @throws UsageError
 */
export function connectGateway(io: CommandIo, args: ParsedArguments): GatewayClient {
  const service = connectService('gateway', io, args);
  return {
    evaluate: (body) => service.json({ ...to(evaluations.create), body }, (value) => answers.decision.Check(value)),
    async verifyReceipts(mode, onProgress) {
      const call = { ...to(receipts.watchVerification), query: { mode }, accept: receipts.watchVerification.produces };
      for await (const line of readJsonLines(await service.download(call))) {
        if (!answers.receiptsProgress.Check(line)) throw notAnAnswer(service, 'says something else than it should');
        if ('result' in line) return line.result;
        onProgress(line.checked, line.total);
      }
      throw notAnAnswer(service, 'stopped before the chain was checked');
    },
    exportReceipts: (query) => service.download({ ...to(receipts.export), query, accept: receipts.export.produces }),
    importReceipts: (chunks, query) => {
      const upload = { chunks, type: receipts.import.consumes };
      const call = { ...to(receipts.import), query, upload, timeoutMs: importTimeoutMs };
      return service.json(call, (value) => answers.receiptImport.Check(value));
    },
    listRefusedEvidence: ({ limit, cursor }) =>
      service.json({ ...to(refusedEvidence.list), query: { limit: String(limit), cursor } }, (value) =>
        answers.refusedEvidencePage.Check(value),
      ),
    resendRefusedEvidence: () =>
      service.json({ ...to(refusedEvidence.resend), timeoutMs: resendTimeoutMs }, (value) =>
        answers.resentEvidence.Check(value),
      ),
  };
}

function to<M, P>({ method, path }: { readonly method: M; readonly path: P }) {
  return { method, path };
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
