/** The text of an evaluation as a proxied call would send it on: with the spans of a redact obligation replaced. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import { redactBody } from '../proxy/redact.ts';
import type { ActiveState } from '../state/active-state.ts';
import { type Exchange, enforcedWord, type JudgedPhase } from './exchange.ts';
import { gatherSpans } from './spans.ts';

/** `undefined` where nothing is redacted: no obligation, a denial, observe mode, or spans that do not fit the text. */
export function redactedText(
  exchange: Exchange,
  judged: JudgedPhase,
  { originOf }: Pick<ActiveState, 'originOf'>,
  data: ClaimsRequest['data'],
): string | undefined {
  const passes = enforcedWord(exchange) === 'allow' && exchange.identity.mode !== 'observe';
  if (!passes || !judged.decision.obligations.includes('redact')) return undefined;
  const spans = gatherSpans(judged, originOf);
  const field = judged.phase === 'response' ? 'output' : 'input';
  const text = data[field];
  if (spans === undefined || text === undefined) return undefined;
  const part = { pointer: '/text', role: 'user', text, into: field, start: 0, form: 'text' } as const;
  const redacted = redactBody({ text }, [part], spans, field);
  const changed: unknown = redacted.ok ? Reflect.get(Object(redacted.body), 'text') : undefined;
  return typeof changed === 'string' ? changed : undefined;
}
