/** Texts of resources and prompts, judged before a model reads them; and what clients keep while a server asks first. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { ToolJudge } from '../../clients/tool-judge/client.ts';
import { AppError } from '../../platform/errors.ts';
import { createBounded } from '../catalog/bounded.ts';
import type { CatalogServer, JsonObject, Principal, ReadAnswer, Reading, ReadText } from '../seams.ts';
import type { BoundTo, CallStates } from './call-state.ts';
import { toCaller } from './caller.ts';
import { stateSentence } from './ends.ts';
import type { Rate } from './rate.ts';

const maxTexts = 100;
const maxTextChars = 65_536;
/** So much of a piece stands in the next one too: what is found at a cut is found whole. */
const overlapChars = 2_048;
/** One question holds no more than this, so that it fits a request. */
const maxQuestionChars = 512 * 1024;

export interface ReadingDeps {
  readonly judge: Pick<ToolJudge, 'texts'>;
  readonly states: CallStates;
  /** Of questions; calls of tools have their own. */
  readonly rate: Rate;
  /** Of the configuration that is acted on: what was let through under it is not asked about again. */
  readonly bundleVersion: () => string | undefined;
}

const mostKnown = 50_000;

export function createReading({ judge, states, rate, bundleVersion }: ReadingDeps): Reading {
  /** Entries of lists and questions that were let through; contents are judged and recorded each time. */
  const known = createBounded<true>({ most: mostKnown });

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
          // What it said nothing about is not allowed.
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

/** Long texts in pieces that overlap, many texts in several questions. */
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
      // A cut through a character, like one that was never whole, has no bytes.
      yield { id, text: text.slice(from, from + maxTextChars).toWellFormed() };
    }
  }
}

/** A question to a server that is no call of a tool, so that a state of one is none of the other. */
function bindReading(principal: Principal, server: CatalogServer, asked: JsonObject): BoundTo {
  return {
    ...{ principalKey: principal.key, agentId: principal.agentId, server: server.alias, tool: '' },
    ...{ argumentsHash: sha256Hex(canonicalize(asked)), definitionHash: 'reading' },
  };
}
