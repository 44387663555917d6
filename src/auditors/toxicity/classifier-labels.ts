/** Meanings of an external classifier's labels: probabilities by category, for any label names. */
import { AuditorFailure } from '@assay/sdk';
import { type HeadName, heads } from './categories.ts';

/** Probabilities by head; heads that the classifier does not output are missing. */
export type ClassifierScores = Readonly<Partial<Record<HeadName, number>>>;

/** Labels of well-known toxicity classifiers, letters only. */
const headOfLabel: Readonly<Record<string, HeadName | 'harmless'>> = {
  toxic: 'overall',
  toxicity: 'overall',
  toxiccontent: 'overall',
  hate: 'identity_attack',
  hateful: 'identity_attack',
  hatespeech: 'identity_attack',
  identityhate: 'identity_attack',
  identityattack: 'identity_attack',
  severetoxic: 'severe_toxicity',
  severetoxicity: 'severe_toxicity',
  threat: 'threat',
  hatethreatening: 'threat',
  insult: 'insult',
  harassment: 'insult',
  offensive: 'overall',
  abusive: 'overall',
  obscene: 'profanity',
  profanity: 'profanity',
  sexual: 'sexually_explicit',
  sexualexplicit: 'sexually_explicit',
  sexuallyexplicit: 'sexually_explicit',
  selfharm: 'self_harm',
  violence: 'violence',
  nontoxic: 'harmless',
  nottoxic: 'harmless',
  neutral: 'harmless',
  nothate: 'harmless',
  nonhate: 'harmless',
  nothatespeech: 'harmless',
  notoffensive: 'harmless',
  nonoffensive: 'harmless',
  ok: 'harmless',
  safe: 'harmless',
  normal: 'harmless',
};

/** Reads the labels and scores of a classifier for each text. @throws AuditorFailure for anything else. */
export function readAnswer(answer: unknown, count: number): ClassifierScores[] {
  if (!Array.isArray(answer) || answer.length !== count) throw strange();
  return answer.map(readScores);
}

/** Gives the highest score of each head. */
export function worstScores(answers: readonly ClassifierScores[]): ClassifierScores {
  const worst: Partial<Record<HeadName, number>> = {};
  for (const scores of answers) {
    for (const head of heads) {
      const score = scores[head];
      if (score !== undefined) worst[head] = Math.max(worst[head] ?? 0, score);
    }
  }
  return worst;
}

function readScores(labels: unknown): ClassifierScores {
  if (!Array.isArray(labels)) throw strange();
  const scores: Partial<Record<HeadName, number>> = {};
  let harmless: number | undefined;
  for (const entry of labels) {
    const { label, score } = readEntry(entry);
    const head = headOfLabel[label.toLowerCase().replaceAll(/[^a-z]/g, '')];
    if (head === 'harmless') harmless = score;
    else if (head !== undefined) scores[head] = Math.max(scores[head] ?? 0, score);
  }
  const told = heads.flatMap((head) => scores[head] ?? []);
  if (told.length === 0 && harmless === undefined) {
    throw new AuditorFailure('MODEL_UNAVAILABLE', 'The classifier has no label for a category of toxicity');
  }
  return { ...scores, overall: scores.overall ?? (told.length > 0 ? Math.max(...told) : 1 - (harmless ?? 1)) };
}

function readEntry(entry: unknown): { label: string; score: number } {
  if (typeof entry !== 'object' || entry === null || !('label' in entry) || !('score' in entry)) throw strange();
  const { label, score } = entry;
  if (typeof label !== 'string' || typeof score !== 'number' || !(score >= 0 && score <= 1)) throw strange();
  return { label, score };
}

const strange = (): AuditorFailure =>
  new AuditorFailure('MODEL_UNAVAILABLE', 'The classifier did not return labels with scores');
