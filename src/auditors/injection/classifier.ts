/**
 * The trained part: linear models over hashed features judge folded text as a whole and in overlapping windows, so
 * that an attack inside a long text is found.
 */
import type { Head } from '../linear-model/model.ts';
import { calibrate, calibrateWindow } from '../linear-model/scorer.ts';
import { createReader, type InjectionModels, type WindowLogit } from './reader.ts';

/** Windows of folded text for the detection of attacks. */
export const attackWindow = { size: 280, step: 140 } as const;
/** Windows of one or two sentences in a shorter text: an ordinary question would dilute an attack after it. */
export const passageWindow = { size: 120, step: 40 } as const;
/** Windows for orders inside a document: a sentence or a line. */
export const orderWindow = { size: 80, step: 20 } as const;

/** Texts up to this length are also judged as a whole; a longer one dilutes an attack. */
export const longestWhole = 6_000;
/** Shorter texts have no windows. */
export const windowedFrom = 420;
/** The same for passages. */
export const passagesFrom = 160;

/** The attack head. Passages have their own calibration, because a maximum over many is higher. */
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
  /** Probability that the text attacks the model that reads it. */
  readonly attack: number;
  /** Place of the strongest attack; the whole of a short text. */
  readonly place: ModelWindow;
  /** Probability that an attack is a jailbreak; meaningless for other texts. */
  readonly jailbreak: number;
  /** Finds the sentence or line most like an order to a model, as if the text were a document. */
  findOrder(): ModelWindow;
}

export interface Classifier {
  readonly modelId: string;
  judge(folded: string): ModelJudgement;
}

/** Creates the classifier of the models. @throws Error for a wrong model */
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
