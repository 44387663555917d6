/** One call of a tool until its end: shows each answer and the required action of a person, and waits on request. */
import { isRecord } from '@assay/sdk/contract';
import { toPlainText } from '../../proof/report.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { toJsonText } from '../render/table.ts';
import { wait } from '../wait.ts';
import type { McpSession, ToolCallRequest } from './session.ts';

export interface CallOptions {
  readonly isWaiting: boolean;
  readonly isJson: boolean;
  /** Longest wait for a decision; no limit if absent. */
  readonly timeoutMs?: number | undefined;
  /** Pause before the first retry; it grows each time. */
  readonly retryMs?: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

const firstRetryMs = 3_000;
const lastRetryMs = 30_000;
const evidenceKey = 'io.assay/evidence_id';
/** Questions that the gateway itself asks. */
const approvalKey = 'io.assay/approval';
const connectKey = 'io.assay/connect';
const callAgain = 'The request for approval stays: call again after the decision.';
const maxWords = 20_000;
const maxLine = 2_000;

/** @returns the exit code. @throws AppError. */
export async function callUntilDone(
  io: CommandIo,
  session: McpSession,
  request: ToolCallRequest,
  { isWaiting, isJson, timeoutMs, retryMs: first = firstRetryMs }: CallOptions,
): Promise<number> {
  const endMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : io.clock.now() + timeoutMs;
  let [requestState, retryMs, shownUrl]: [string | undefined, number, string | undefined] = [
    undefined,
    first,
    undefined,
  ];
  for (;;) {
    const result = await session.callTool({ ...request, requestState });
    const approval = result['resultType'] === 'input_required' ? askedFor(result, approvalKey) : undefined;
    if (approval === undefined || !isWaiting) return show(io, result, isJson);
    if (shownUrl !== approval.url) io.stderr.write(`${approval.text}\nWaiting for a decision; Ctrl-C stops waiting.\n`);
    shownUrl = approval.url;
    // Each attempt gets a new state, valid for one more.
    const leftMs = endMs - io.clock.now();
    if (leftMs <= 0) {
      io.stderr.write(`Nobody decided within ${(timeoutMs ?? 0) / 1000} s. ${callAgain}\n`);
      return exitCodes.no;
    }
    requestState = typeof result['requestState'] === 'string' ? result['requestState'] : undefined;
    await wait(io, Math.min(retryMs, leftMs)).catch((error: unknown) => {
      io.stderr.write(`Stopped waiting. ${callAgain}\n`);
      throw error;
    });
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  }
}

function show(io: CommandIo, result: JsonObject, isJson: boolean): number {
  const meta = toObject(result['_meta']);
  const evidence = meta[evidenceKey];
  if (isJson) io.stdout.write(toJsonText(result));
  const isAsking = result['resultType'] === 'input_required';
  if (!isJson && !isAsking) {
    const to = result['isError'] === true ? io.stderr : io.stdout;
    for (const block of toList(result['content'])) to.write(`${renderBlock(toObject(block))}\n`);
  }
  if (isAsking) for (const line of questions(result)) io.stderr.write(`${line}\n`);
  if (typeof evidence === 'string' && !isJson) io.stderr.write(`Evidence ${toPlainText(evidence)}\n`);
  return isAsking || result['isError'] === true ? exitCodes.no : exitCodes.ok;
}

/** Lists the required actions, with their places. */
function questions(result: JsonObject): string[] {
  const approval = askedFor(result, approvalKey);
  if (approval !== undefined) return [approval.text, 'Call again after the approval, or use --wait.'];
  const connect = askedFor(result, connectKey);
  if (connect !== undefined) return [connect.text, 'Open the link in a browser, then call again.'];
  const asked = Object.values(toObject(result['inputRequests'])).map((request) => textOf(toObject(request)));
  return ['The tool asks for input, which this command cannot give. Use a client that can:', ...asked];
}

function askedFor(result: JsonObject, key: string): { text: string; url: string | undefined } | undefined {
  const request = toObject(result['inputRequests'])[key];
  if (request === undefined) return undefined;
  const url = toObject(toObject(request)['params'])['url'];
  return { text: textOf(toObject(request)), url: typeof url === 'string' ? url : undefined };
}

function textOf({ params }: JsonObject): string {
  const { message, url } = toObject(params);
  return [message, url]
    .filter((part) => typeof part === 'string')
    .map((part) => toPlainText(part, maxLine))
    .join(' ');
}

/** Formats a block as lines for a person, safe for the terminal. */
function renderBlock(block: JsonObject): string {
  const { type, text, mimeType, uri } = block;
  if (typeof text === 'string') return toPlainLines(text);
  const resource = toObject(block['resource']);
  if (typeof resource['text'] === 'string') return toPlainLines(resource['text']);
  const of = [mimeType ?? resource['mimeType'], uri ?? resource['uri']].filter((part) => typeof part === 'string');
  return `[${[String(type), ...of].map((part) => toPlainText(part, maxLine)).join(' ')}]`;
}

function toPlainLines(text: string): string {
  const cut = text.length > maxWords ? '\n… --json shows the rest' : '';
  const shown = text
    .slice(0, maxWords)
    .split(/\r?\n/)
    .map((line) => toPlainText(line.replaceAll('\t', '  '), maxWords))
    .join('\n');
  return `${shown}${cut}`;
}

function toObject(value: unknown): JsonObject {
  return isRecord(value) ? { ...value } : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
