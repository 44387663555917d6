/** Training rows of the toxicity model, with their labels and weights. */
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from '../../data/benign.ts';
import type { DataFolder } from '../../data/folder.ts';
import { loadDeepset, loadNotinjectOne, loadWildguardDev } from '../../data/injection.ts';
import { isTrainingHalf } from '../../data/normal-form.ts';
import { withoutOverlap } from '../../data/overlap.ts';
import type { Row } from '../../data/row.ts';
import { loadDavidson, loadModeration, loadSurge, loadTalkPages, loadToxigen } from '../../data/toxicity.ts';
import { toxicityCorpus } from './corpus.ts';
import { writtenRows, writtenSource } from './written.ts';

/** The data folder's manifest forbids training on this set, its text allows one half. The stricter one applies. */
const surgeIsTrainedOn = false;

/** Every fourth "offensive" tweet suffices: there are twenty thousand, most in dialect. */
const davidsonOffensiveShare = 4;
/** Seven thousand questions of one kind would outweigh everything else. */
const mathShare = 12;

const harmless = {
  identity_attack: 0,
  insult: 0,
  threat: 0,
  severe_toxicity: 0,
  profanity: 0,
  sexually_explicit: 0,
  self_harm: 0,
} as const;

/** Training rows. Leaves out rows that are measured under another source, since the sets quote each other. */
export async function loadTrainingRows(data: DataFolder): Promise<Row[]> {
  const davidson = await loadDavidson(data);
  const rows = [
    ...davidson.filter((row, index) => row.category !== 'offensive' || index % davidsonOffensiveShare === 0),
    ...(await loadToxigen(data)),
    ...(await loadModeration(data)).filter(isTrainedOn),
    ...(await loadTalkPages(data)).filter(isTrainedOn),
    ...(surgeIsTrainedOn ? (await loadSurge(data)).filter(isTrainedOn) : []),
    ...(await loadHarmless(data, 'training')),
    ...toxicityCorpus(),
    ...writtenRows(),
  ];
  return withoutOverlap(rows, await loadDevelopmentRows(data));
}

/** Rows for calibration and measurement only. */
export async function loadDevelopmentRows(data: DataFolder): Promise<Row[]> {
  return [
    ...(await loadModeration(data)).filter((row) => !isTrainedOn(row)),
    ...(await loadTalkPages(data)).filter((row) => !isTrainedOn(row)),
    ...(await loadSurge(data)).filter((row) => !surgeIsTrainedOn || !isTrainedOn(row)),
    ...(await loadHarmless(data, 'development')),
    ...(await loadNotinjectOne(data)),
  ];
}

async function loadHarmless(data: DataFolder, use: 'training' | 'development'): Promise<Row[]> {
  const rows = [
    ...(await loadGradeSchoolMath(data)).filter((_, index) => index % mathShare === 0),
    ...(await loadSelfInstruct(data)),
    ...(await loadAwesomePrompts(data)),
    ...(await loadWildguardDev(data)),
    ...(await loadDeepset(data)).filter(({ label }) => label === 0),
  ];
  return rows
    .filter((row) => isTrainedOn(row) === (use === 'training'))
    .map(({ text, source, category }) => ({
      text,
      label: 0,
      source,
      labels: harmless,
      ...(category ? { category } : {}),
    }));
}

const isTrainedOn = ({ text }: Row): boolean => isTrainingHalf(text);

export interface Truth {
  /** Abuse of persons or groups, from 0 to 1; undefined if unknown. */
  readonly overall: number | undefined;
  readonly weight: number;
}

/** Labels of a row for abuse: not every harmful category is abuse of somebody. */
export function truthOf({ source, category, label, labels }: Row): Truth {
  switch (source) {
    case 'davidson':
      // "Offensive" was assigned to dialect as much as to abuse, so it carries little information.
      if (category === 'offensive') return { overall: 0.75, weight: 0.25 };
      return { overall: label === 1 ? 0.95 : 0, weight: label === 1 ? 1 : 0.8 };
    case 'toxigen':
      return { overall: label, weight: 2 };
    case 'moderation-half':
      return {
        overall: label === 0 ? 0 : isAbuse(labels) ? 1 : undefined,
        weight: 1,
      };
    case writtenSource:
      return { overall: label === 0 ? 0 : isAbuse(labels) ? 1 : undefined, weight: writtenWeight };
    case 'own.toxicity':
      return { overall: label, weight: weightOfOwn(category ?? '') };
    default:
      return { overall: label, weight: 1 };
  }
}

/** Told sex, despair and violence attack nobody, so such a row says nothing about abuse. */
const isAbuse = (labels: Row['labels']): boolean =>
  labels?.['identity_attack'] === 1 || labels?.['insult'] === 1 || labels?.['threat'] === 1;

/** Each row is unique and labelled category by category, so it counts more than a row of other sets. */
const writtenWeight = 1.5;

/** Ten thousand generated sentences must not outweigh real texts: more weight worsens unseen sources. */
function weightOfOwn(category: string): number {
  if (category === 'civil.words') return 0.18;
  if (category === 'hate.paired') return 0.3;
  return /^(?:identity|hate|strong-words|abuse|insults)\./.test(category) ? 0.45 : 0.24;
}
