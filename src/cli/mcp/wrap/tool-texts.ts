/** Judges the texts of a list's tools before a model reads them. Denied tools are left out. */
import { isRecord } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import type { ToolJudge } from '../../../clients/tool-judge/client.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toModelTexts } from '../../../platform/tools/model-texts.ts';
import type { JsonObject } from './json-lines.ts';

export interface ToolTextsDeps {
  readonly judge: ToolJudge;
  readonly agentId: string;
  readonly server: string;
  readonly newTraceparent: () => string;
  readonly clock: Clock;
}

export interface ListedTools {
  readonly tools: readonly unknown[];
  /** Names of the removed tools, as their server wrote them. */
  readonly leftOut: readonly string[];
}

/** @throws AppError `unavailable` if they could not be judged */
export type JudgeTools = (tools: readonly unknown[]) => Promise<ListedTools>;

const maxTools = 1_000;
/** Bounds of one request. */
const maxTexts = 100;
const maxTextChars = 65_536;
/** A changed policy affects lists after this time. */
const keptMs = 5 * 60_000;
const maxKept = 5_000;

export function createToolTexts({ judge, agentId, server, newTraceparent, clock }: ToolTextsDeps): JudgeTools {
  const kept = new Map<string, { readonly isAllowed: boolean; readonly untilMs: number }>();

  const ask = async (texts: readonly string[]): Promise<void> => {
    const question = { caller: { agent_id: agentId }, server, of: 'definitions' as const };
    const listed = texts.map((text, at) => ({ id: String(at), text }));
    const options = { traceparent: newTraceparent(), signal: new AbortController().signal };
    const { results } = await judge.texts({ ...question, texts: listed }, options);
    const allowed = new Set(results.filter(({ decision }) => decision === 'allow').map(({ id }) => id));
    if (kept.size + texts.length > maxKept) kept.clear();
    const untilMs = clock.now() + keptMs;
    for (const { id, text } of listed) kept.set(sha256Hex(text), { isAllowed: allowed.has(id), untilMs });
  };

  return async (tools) => {
    const written = tools.slice(0, maxTools).map((tool) => ({ tool, texts: isRecord(tool) ? toModelTexts(tool) : [] }));
    const all = new Set(written.flatMap(({ texts }) => texts.filter((text) => text.length <= maxTextChars)));
    const now = clock.now();
    const unknown = [...all].filter((text) => (kept.get(sha256Hex(text))?.untilMs ?? 0) <= now);
    for (let at = 0; at < unknown.length; at += maxTexts) await ask(unknown.slice(at, at + maxTexts));
    const isAllowed = (text: string) => kept.get(sha256Hex(text))?.isAllowed === true;
    const shown = written.filter(({ tool, texts }) => isRecord(tool) && texts.every(isAllowed));
    const names = tools.filter((tool) => !shown.some((each) => each.tool === tool)).map(nameOf);
    return { tools: shown.map(({ tool }) => tool), leftOut: names };
  };
}

function nameOf(tool: unknown): string {
  const name = isRecord(tool) ? (tool as JsonObject)['name'] : undefined;
  return typeof name === 'string' ? name : '(without a name)';
}
