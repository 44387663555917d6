/**
 * The trained part: a linear model over hashed n-grams judges folded text as a whole and in overlapping windows, so
 * that an attack buried in a long text is found where it stands.
 */
import type { LinearModel } from '../linear-model/model.ts';
import {
  calibrate,
  calibrateWindow,
  createScorer,
  type WindowLogit,
  type WindowShape,
} from '../linear-model/scorer.ts';

/** What the model tells: an attack on the model, whether it is a jailbreak, an order hidden in a document. */
export const modelHeads = ['attack', 'jailbreak', 'indirect'] as const;

/** Characters of folded text in one window, and how far the next one starts. */
export const windowSize = 280;
export const windowStep = 140;

/** Windows in which an order inside a document is looked for: it is a sentence or a line. */
export const orderWindow = { size: 120, step: 40 } as const;

/** Texts up to this length are judged as a whole too; a longer one has too much around an attack. */
export const longestWhole = 6_000;
/** Shorter texts have no windows: they are one themselves. */
export const windowedFrom = windowSize * 1.5;

/** Bounds the memory that one text takes; chunks overlap by a window, so that every window is seen. */
const chunk = 16_384;
const shape: WindowShape = { size: windowSize, step: windowStep };
const orderHead = 2;

export interface ModelWindow {
  readonly score: number;
  /** UTF-16 offsets into the folded text. */
  readonly start: number;
  readonly end: number;
}

export interface ModelJudgement {
  /** Certainty that the text attacks the model that reads it. */
  readonly attack: number;
  /** Where it does so most; the whole of a short text. */
  readonly place: ModelWindow;
  /** That an attack is a jailbreak. Says nothing about a text that is none. */
  readonly jailbreak: number;
}

export interface Classifier {
  readonly modelId: string;
  judge(folded: string): ModelJudgement;
  /** The sentence or line most like an order to a model, were the text a document. */
  findOrder(folded: string): ModelWindow;
}

/** Makes the classifier of a model. @throws Error when the model has other heads. */
export function createClassifier(model: LinearModel): Classifier {
  const scorer = createScorer(model);
  const { heads } = model.card;
  if (modelHeads.some((name, index) => heads[index]?.name !== name)) {
    throw new Error(`model ${model.card.id} has other heads than ${modelHeads.join(', ')}`);
  }
  const [attackHead, jailbreakHead, indirectHead] = heads;

  return {
    modelId: model.card.id,
    judge(folded) {
      const { whole, windows } = scan(folded, shape);
      const [window] = windows;
      const place = { score: calibrateWindow(attackHead, window?.logit ?? -Infinity), ...toSpan(window) };
      const isWhole = folded.length <= longestWhole;
      const wholeScore = isWhole ? calibrate(attackHead, whole[0] ?? -Infinity) : 0;
      const inWindows = folded.length >= windowedFrom;
      const jailbreak = calibrate(jailbreakHead, (isWhole ? whole[1] : windows[1]?.logit) ?? -Infinity);
      if (inWindows && place.score >= wholeScore) return { attack: place.score, place, jailbreak };
      const span = inWindows ? toSpan(window) : { start: 0, end: folded.length };
      return { attack: wholeScore, place: { score: wholeScore, ...span }, jailbreak };
    },
    findOrder(folded) {
      const window = scan(folded, orderWindow).windows[orderHead];
      return { score: calibrateWindow(indirectHead, window?.logit ?? -Infinity), ...toSpan(window) };
    },
  };

  function scan(folded: string, window: WindowShape): { whole: readonly number[]; windows: readonly WindowLogit[] } {
    if (folded.length <= chunk) return scorer.scan(folded, window);
    let windows: readonly WindowLogit[] = [];
    for (let from = 0; ; from += chunk - windowSize) {
      const found = scorer.scan(folded.slice(from, from + chunk), window).windows.map((one) => ({
        logit: one.logit,
        start: one.start + from,
        end: one.end + from,
      }));
      windows = found.map((one, head) => stronger(one, windows[head]));
      if (from + chunk >= folded.length) return { whole: [], windows };
    }
  }
}

function stronger(window: WindowLogit, other: WindowLogit | undefined): WindowLogit {
  return other !== undefined && other.logit >= window.logit ? other : window;
}

function toSpan(window: WindowLogit | undefined): { start: number; end: number } {
  return { start: window?.start ?? 0, end: window?.end ?? 0 };
}
