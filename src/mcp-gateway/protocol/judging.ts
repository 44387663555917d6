/** Judges texts to and from servers outside of tool calls, and describes denials in our own words. */
import { textsOf } from '../../platform/tools/hidden-text.ts';
import { toListedText } from '../../platform/tools/model-texts.ts';
import type { CatalogServer, JsonObject, ReadText } from '../ports.ts';
import type { McpCall, MethodDeps } from './call.ts';
import { codes, McpFailure } from './wire.ts';

type Deps = Pick<MethodDeps, 'reading'>;

/**
 * Judges all texts that a server would get, apart from protocol words. @throws McpFailure withheld; AppError
 * `unavailable`.
 */
export async function judgeQuestion(
  { reading }: Deps,
  call: McpCall,
  server: CatalogServer,
  question: readonly unknown[],
): Promise<void> {
  const text = joinTexts(question);
  if (text === '') return;
  const options = { of: 'questions' as const, traceparent: call.traceparent, signal: call.httpAnswer.signal };
  const answers = await reading.judgeTexts(call.principal, server, [{ id: 'question', text }], options);
  if (answers.length === 1 && answers[0]?.decision === 'allow') return;
  const message = 'Refused: policy denied the request to the server, so it was not sent.';
  throw withheld(message, server, [...new Set(answers.flatMap(({ reasons }) => reasons))]);
}

/** Judges what a server wrote, all or nothing. @throws McpFailure withheld; AppError `unavailable`. */
export async function judgeContents(
  { reading }: Deps,
  call: McpCall,
  server: CatalogServer,
  texts: readonly ReadText[],
): Promise<void> {
  if (texts.length === 0) return;
  const options = { traceparent: call.traceparent, signal: call.httpAnswer.signal };
  const answers = await reading.judgeTexts(call.principal, server, texts, options);
  const allowed = new Set(answers.filter(({ decision }) => decision === 'allow').map(({ id }) => id));
  if (texts.every(({ id }) => allowed.has(id))) return;
  const denied = answers.filter(({ decision }) => decision === 'deny');
  const reasons = [...new Set(denied.flatMap((answer) => answer.reasons))];
  throw withheld('Withheld: policy denied the answer of the server, so none of it is shown.', server, reasons);
}

/** Removes denied entries from a list. @throws AppError `unavailable`. */
export async function allowedEntries<Entry extends JsonObject>(
  { reading }: Deps,
  { principal, traceparent }: McpCall,
  { server, signal }: { readonly server: CatalogServer; readonly signal: AbortSignal },
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const texts = entries.map((entry, at) => ({ id: String(at), text: toListedText(entry) }));
  const wanted = texts.filter(({ text }) => text !== '');
  if (wanted.length === 0) return entries;
  const answers = await reading.judgeTexts(principal, server, wanted, { of: 'definitions', traceparent, signal });
  const allowed = new Set(answers.filter(({ decision }) => decision === 'allow').map(({ id }) => id));
  return entries.filter((_entry, at) => texts[at]?.text === '' || allowed.has(String(at)));
}

/** Includes the names of inner members, because a server may use them too. */
function joinTexts(value: unknown): string {
  return textsOf(value)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

function withheld(message: string, { alias }: CatalogServer, reasons: readonly string[]): McpFailure {
  return new McpFailure({ code: codes.withheld, message, data: { code: 'policy_denied', reasons, server: alias } });
}
