/**
 * The trained part: linear models over hashed features judge folded text as a whole and in overlapping windows, so
 * that an attack buried in a long text is found where it stands.
 */
import type { Head } from '../linear-model/model.ts';
import { calibrate, calibrateWindow } from '../linear-model/scorer.ts';
import { createReader, type InjectionModels, type WindowLogit } from './reader.ts';

/** Windows of folded text in which an attack is looked for. */
export const attackWindow = { size: 280, step: 140 } as const;
/** Windows of a sentence or two in a shorter text: an attack behind an ordinary question is thinned by it. */
export const passageWindow = { size: 120, step: 40 } as const;
/** Windows in which an order inside a document is looked for: it is a sentence or a line. */
export const orderWindow = { size: 80, step: 20 } as const;

/** Texts up to this length are judged as a whole too; a longer one has too much around an attack. */
export const longestWhole = 6_000;
/** Shorter texts have no windows: they are one themselves. */
export const windowedFrom = 420;
/** The same for passages. */
export const passagesFrom = 160;

/** The attack head: passages are calibrated for themselves, as a maximum over many is higher by itself. */
export interface AttackHead extends Head {
  readonly passageCalibration?: NonNullable<Head['windowCalibration']>;
}

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
  /** Finds the sentence or line most like an order to a model, were the text a document. */
  findOrder(): ModelWindow;
}

export interface Classifier {
  readonly modelId: string;
  judge(folded: string): ModelJudgement;
}

/** Makes the classifier of the models. @throws Error when a model is not the one that it is taken for. */
export function createClassifier(models: InjectionModels): Classifier {
  const read = createReader(models);
  const [attackHead]: readonly AttackHead[] = models.attack.card.heads;
  const passages = attackHead?.passageCalibration;
  const passageHead = attackHead && passages ? { ...attackHead, windowCalibration: passages } : attackHead;
  const [jailbreakHead] = models.jailbreak.card.heads;
  const [indirectHead] = models.indirect.card.heads;

  return {
    modelId: models.attack.card.id,
    judge(folded) {
      const reading = read(folded);
      const isWhole = folded.length <= longestWhole;
      const windows: ModelWindow[] = [];
      if (folded.length >= windowedFrom) {
        windows.push(toWindow(attackHead, reading.strongest('attack', attackWindow)));
      }
      if (isWhole && folded.length >= passagesFrom) {
        windows.push(toWindow(passageHead, reading.strongest('attack', passageWindow)));
      }
      const strongest = windows.reduce((best, one) => (one.score > best.score ? one : best), {
        score: 0,
        start: 0,
        end: folded.length,
      });
      const whole = isWhole ? calibrate(attackHead, reading.whole('attack')) : 0;
      const attack = Math.max(whole, strongest.score);
      const jailbreak = isWhole ? reading.whole('jailbreak') : reading.strongest('jailbreak', attackWindow).logit;
      return {
        attack,
        place: { score: attack, start: strongest.start, end: strongest.end },
        jailbreak: calibrate(jailbreakHead, jailbreak),
        findOrder: () => toWindow(indirectHead, reading.strongest('indirect', orderWindow)),
      };
    },
  };
}

function toWindow(head: Head | undefined, { logit, start, end }: WindowLogit): ModelWindow {
  return { score: calibrateWindow(head, logit), start, end };
}
