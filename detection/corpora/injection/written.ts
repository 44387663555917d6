/** Reads the individually written texts into rows; most are trained on, a fifth is only measured. */
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { createCheck } from '../../data/checked.ts';
import { type DataFolder, openDataFolder } from '../../data/folder.ts';
import { normalFormHash, withoutRepeats } from '../../data/normal-form.ts';
import { readJsonLines } from '../../data/read.ts';
import type { HidingRow } from './document-corpus.ts';

export interface WrittenRows {
  readonly training: readonly HidingRow[];
  /** Neither trained on nor calibrated with. */
  readonly measured: readonly HidingRow[];
}

/** Sources of the rows, as reports name them. */
export const writtenSources = { prompt: 'own.written', document: 'own.written-document' } as const;

export const openWritten = (): DataFolder => openDataFolder(fileURLToPath(new URL('./written', import.meta.url)));

/** Reads every file of the folder and splits the rows. @throws Error naming a malformed line. */
export async function loadWritten(folder: DataFolder = openWritten()): Promise<WrittenRows> {
  const rows: HidingRow[] = [];
  for (const file of (await folder.list('.')).filter((name) => name.endsWith('.jsonl'))) {
    rows.push(...findHidden(await readRows(folder, file)));
  }
  const distinct = [...withoutRepeats(rows.filter(isPrompt)), ...rows.filter((row) => !isPrompt(row))];
  return {
    training: distinct.filter((row) => !isMeasured(row)),
    measured: distinct.filter(isMeasured),
  };
}

const isPrompt = ({ userInput }: HidingRow): boolean => userInput === undefined;

const checkLine = createCheck(
  Type.Object({
    text: Type.String({ minLength: 1 }),
    label: Type.Union([Type.Literal(0), Type.Literal(1)]),
    category: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    language: Type.String({ pattern: '^[a-z]{2}$' }),
    user_input: Type.Optional(Type.String({ minLength: 1 })),
  }),
);

async function readRows(folder: DataFolder, file: string): Promise<HidingRow[]> {
  return (await readJsonLines(folder, file)).map(({ line, value }) => {
    const { text, label, category, language, user_input: userInput } = checkLine(value, `${file}, line ${line}`);
    const row = { text, label, category, language };
    return userInput === undefined
      ? { source: writtenSources.prompt, ...row }
      : { source: writtenSources.document, ...row, userInput };
  });
}

/** Finds the hidden text of each attacked document: its difference from its clean twin, the line before. */
function findHidden(rows: readonly HidingRow[]): HidingRow[] {
  return rows.map((row, index) => {
    const twin = rows[index - 1];
    if (row.userInput === undefined || row.label === 0) return row;
    return twin?.userInput === row.userInput && twin.label === 0
      ? { hidden: differing(twin.text, row.text), ...row }
      : row;
  });
}

function differing(clean: string, attacked: string): string {
  const most = Math.min(clean.length, attacked.length);
  let before = 0;
  while (before < most && clean[before] === attacked[before]) before += 1;
  let after = 0;
  while (after < most - before && clean.at(-1 - after) === attacked.at(-1 - after)) after += 1;
  // A word whose start or end both share belongs to the inserted text.
  const start = attacked.lastIndexOf(' ', before) + 1;
  const stop = attacked.indexOf(' ', attacked.length - after - 1);
  return attacked.slice(start, stop === -1 ? attacked.length : stop).trim();
}

/** Decides by the hash of the text; twins share the user's request and stay together. */
function isMeasured({ text, userInput = text }: HidingRow): boolean {
  return Number.parseInt(normalFormHash(userInput).slice(0, 6), 16) % 5 === 0;
}
