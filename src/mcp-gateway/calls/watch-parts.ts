/** Judges the parts of an answer that comes in parts, each before it is shown, together with what was shown before it. */
import type { Logger } from '../../platform/log.ts';
import { eachText } from '../../platform/tools/hidden-text.ts';
import type { AnswerPart, Principal, Reading, ToolCallRequest, ToolRefusal } from '../ports.ts';

export interface PartsWatch {
  /** False: the part is not shown, and none after it. */
  readonly onPart: (part: AnswerPart) => Promise<boolean>;
  /** Why a part was not shown; undefined while all were. */
  readonly refusal: () => ToolRefusal | undefined;
}

/** Kept of what was shown, so that a text is found that is cut between two parts. */
const tailChars = 2_048;

/** Undefined where the caller takes no parts. */
export function watchParts(
  { judgeTexts, log }: { readonly judgeTexts: Reading['judgeTexts']; readonly log: Logger },
  { principal, request }: { readonly principal: Principal; readonly request: ToolCallRequest },
): PartsWatch | undefined {
  const { onPart: show, tool, traceparent, signal } = request;
  if (show === undefined) return undefined;
  let refusal: ToolRefusal | undefined;
  let tail = '';

  const judge = async (part: AnswerPart): Promise<ToolRefusal | undefined> => {
    const run = tail + part.texts.join('\n');
    const texts = [{ id: 'part', text: toText(part) }];
    if (tail !== '' && run !== tail) texts.push({ id: 'run', text: run });
    const answers = await judgeTexts(principal, tool.server, texts, { traceparent, signal });
    const isAllowed = texts.every(({ id }) => answers.some((one) => one.id === id && one.decision === 'allow'));
    if (isAllowed) {
      tail = run.slice(-tailChars);
      return undefined;
    }
    const message =
      'The tool was called; a part of its answer was denied, so its task was ended and nothing more is shown.';
    return { code: 'policy_denied', message, reasons: [...new Set(answers.flatMap(({ reasons }) => reasons))] };
  };

  return {
    async onPart(part) {
      if (refusal !== undefined) return false;
      try {
        refusal = await judge(part);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'a part of an answer could not be judged, so it is not shown');
        const message = 'The tool was called; a part of its answer could not be judged, so it is not shown.';
        refusal = { code: 'judge_unavailable', message, retryAfterS: 5 };
      }
      if (refusal === undefined) show(part);
      return refusal === undefined;
    },
    refusal: () => refusal,
  };
}

/** Everything that the agent wrote, and the names of members that are not of the protocol. */
function toText({ event }: AnswerPart): string {
  const texts: string[] = [];
  eachText(event, (text, isName) => {
    if (!isName || !words.has(text)) texts.push(text);
  });
  return texts.join('\n');
}

const words = new Set(
  `message task statusUpdate artifactUpdate kind taskId contextId id status state timestamp history artifacts artifact
   artifactId append lastChunk final role messageId parts text data raw url file mediaType filename name description
   metadata extensions referenceTaskIds`.split(/\s+/),
);
