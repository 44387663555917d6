/**
 * Judges texts of resources and prompts before a model reads them, and seals the state that clients keep while a server
 * asks for input.
 */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { ToolJudge } from '../../clients/tool-judge/client.ts';
import { AppError } from '../../platform/errors.ts';
import { createLruMap } from '../catalog/lru-map.ts';
import type { CatalogServer, JsonObject, Principal, ReadAnswer, Reading, ReadText } from '../ports.ts';
import { stateSentence } from './call-outcomes.ts';
import type { BoundTo, CallStates } from './call-state.ts';
import { toCaller } from './caller.ts';
import type { Rate } from './rate.ts';

const maxTexts = 100;
const maxTextChars = 65_536;
/** Neighbouring pieces overlap by this much, so that a finding at a cut is found whole. */
const overlapChars = 2_048;
/** The most that one judge request holds. */
const maxQuestionChars = 512 * 1024;

export interface ReadingDeps {
  readonly judge: Pick<ToolJudge, 'texts'>;
  readonly states: CallStates;
  /** Limits these requests; tool calls have their own limit. */
  readonly rate: Rate;
  /** Version of the configuration in use. Texts that were allowed under it are not judged again. */
  readonly bundleVersion: () => string | undefined;
}

const maxKnown = 50_000;

export function createReading({ judge, states, rate, bundleVersion }: ReadingDeps): Reading {
  /** List entries and questions that were allowed; contents are judged and recorded each time. */
  const known = createLruMap<true>({ most: maxKnown });

  return {
    take: ({ agentId }) => rate.take(agentId),
    async judgeTexts(principal, server, texts, { of = 'contents', ...options }) {
      const bundle = of === 'contents' ? undefined : bundleVersion();
      const keyOf = (text: string) =>
        sha256Hex(JSON.stringify([bundle, principal.agentId, server.alias, of, text.toWellFormed()]));
      const open = bundle === undefined ? texts : texts.filter(({ text }) => known.get(keyOf(text)) === undefined);
      const answers = new Map<string, Set<string>>();
      for (const pieces of inQuestions(open)) {
        const asked = pieces.map(({ text }, index) => ({ id: String(index), text }));
        const question = { caller: toCaller(principal), server: server.alias, of, texts: asked };
        const { results } = await judge.texts(question, options);
        for (const [index, { id }] of pieces.entries()) {
          const said = results.find((result) => result.id === String(index));
          // A text without a verdict is not allowed.
          const reasons = said?.decision === 'allow' ? [] : (said?.reasons ?? ['not_judged']);
          if (said?.decision !== 'allow') answers.set(id, new Set([...(answers.get(id) ?? []), ...reasons]));
        }
      }
      for (const { id, text } of bundle === undefined ? [] : open) if (!answers.has(id)) known.set(keyOf(text), true);
      return texts.map(({ id }): ReadAnswer => {
        const reasons = answers.get(id);
        return { id, decision: reasons === undefined ? 'allow' : 'deny', reasons: [...(reasons ?? [])] };
      });
    },
    sealState(principal, server, asked, serverState) {
      const sealed = states.make(bindReading(principal, server, asked), {
        kind: 'input',
        round: 1,
        asked: [],
        serverState,
      });
      if (sealed !== undefined) return sealed;
      const detail = 'The server asks the client to keep more than can be kept.';
      throw new AppError('upstream_unavailable', 'the state of a server is too long', { detail });
    },
    openState(principal, server, asked, state) {
      const opened = states.open(bindReading(principal, server, asked), state);
      if (opened.kind === 'opened') return opened.state.server_state;
      throw new AppError('invalid_request', 'a state was refused', { detail: stateSentence });
    },
  };
}

interface Piece {
  readonly id: string;
  readonly text: string;
}

/** Splits long texts into overlapping pieces, and many texts into several requests. */
function* inQuestions(texts: readonly ReadText[]): Iterable<readonly Piece[]> {
  let pieces: Piece[] = [];
  let chars = 0;
  for (const piece of piecesOf(texts)) {
    if (pieces.length === maxTexts || (pieces.length > 0 && chars + piece.text.length > maxQuestionChars)) {
      yield pieces;
      [pieces, chars] = [[], 0];
    }
    pieces.push(piece);
    chars += piece.text.length;
  }
  if (pieces.length > 0) yield pieces;
}

function* piecesOf(texts: readonly ReadText[]): Iterable<Piece> {
  for (const { id, text } of texts) {
    for (let from = 0; from === 0 || from + overlapChars < text.length; from += maxTextChars - overlapChars) {
      // A surrogate cut in half has no UTF-8 bytes.
      yield { id, text: text.slice(from, from + maxTextChars).toWellFormed() };
    }
  }
}

/** Binds a question that is no tool call, so that its states and those of tool calls are not interchangeable. */
function bindReading(principal: Principal, server: CatalogServer, asked: JsonObject): BoundTo {
  return {
    principalKey: principal.key,
    agentId: principal.agentId,
    server: server.alias,
    tool: '',
    argumentsHash: sha256Hex(canonicalize(asked)),
    definitionHash: 'reading',
  };
}
