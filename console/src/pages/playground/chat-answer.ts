/** The answer of a model as its events build it up. Events are foreign, so nothing in them is assumed. */

export interface ChatAnswer {
  /** Texts in the order in which they arrived. Joined they are the answer. */
  readonly pieces: readonly string[];
  readonly evidenceId: string | undefined;
  readonly finish: string | undefined;
  /** The gateway or the model ended the answer with this. */
  readonly refusal: Refusal | undefined;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly reasons: readonly string[];
  readonly evidenceId: string | undefined;
  readonly approvalId: string | undefined;
}

export const noAnswer: ChatAnswer = { pieces: [], evidenceId: undefined, finish: undefined, refusal: undefined };

/** The name of the event with which the verifier tells the headers of the exchange. */
const exchangeEvent = 'assay.exchange';

export function addEvent(answer: ChatAnswer, event: { readonly event: string; readonly data: string }): ChatAnswer {
  const value = parse(event.data);
  if (event.event === exchangeEvent) return withExchange(answer, value);
  const refusal = readRefusal(value);
  if (refusal !== undefined) return { ...answer, refusal, evidenceId: refusal.evidenceId ?? answer.evidenceId };
  const choice = memberOf(memberOf(value, 'choices'), '0');
  const text = textOf(memberOf(memberOf(choice, 'delta'), 'content')) ?? '';
  const finish = textOf(memberOf(choice, 'finish_reason')) ?? answer.finish;
  return { ...answer, finish, pieces: text === '' ? answer.pieces : [...answer.pieces, text] };
}

/** The gateway ends a stream with a comment. Where it judged sentence by sentence, that names the Evidence of the whole answer. */
export function addComment(answer: ChatAnswer, comment: string): ChatAnswer {
  return comment.startsWith('assay ') ? withExchange(answer, parse(comment.slice('assay '.length))) : answer;
}

function withExchange(answer: ChatAnswer, headers: unknown): ChatAnswer {
  return { ...answer, evidenceId: textOf(memberOf(headers, 'x-assay-evidence-id')) ?? answer.evidenceId };
}

/** Reads an error of the OpenAI API, with what the gateway adds to it. */
export function readRefusal(body: unknown): Refusal | undefined {
  const error = memberOf(body, 'error');
  const message = textOf(memberOf(error, 'message'));
  if (message === undefined) return undefined;
  const reasons = memberOf(error, 'reasons');
  return {
    message,
    code: textOf(memberOf(error, 'code')) ?? '',
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
    evidenceId: textOf(memberOf(error, 'evidence_id')),
    approvalId: textOf(memberOf(memberOf(error, 'approval'), 'id')),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Such as `[DONE]`, which says nothing that the end of the stream does not.
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
