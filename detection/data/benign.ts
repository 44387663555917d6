/** Sets of harmless prompts in the data folder. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import type { DataFolder } from './folder.ts';
import { withoutRepeats } from './normal-form.ts';
import { readCsv, readJsonLines } from './read.ts';
import type { Row } from './row.ts';

/** "Act as" prompts: hard negatives for jailbreak detection. */
export async function loadAwesomePrompts(data: DataFolder): Promise<Row[]> {
  const file = 'benign/awesome-chatgpt-prompts/prompts.csv';
  const rows = (await readCsv(data, file)).map((record) =>
    benign(record.get('prompt'), 'awesome-chatgpt-prompts', record.get('type').toLowerCase()),
  );
  return withoutRepeats(rows);
}

/** Questions of school arithmetic. */
export async function loadGradeSchoolMath(data: DataFolder): Promise<Row[]> {
  const file = 'benign/grade-school-math/train.jsonl';
  return (await readJsonLines(data, file)).map(({ line, value }) => {
    const { question } = checkQuestion(value, `${file}, line ${line}`);
    return benign(question, 'grade-school-math', 'question');
  });
}

/** Everyday instructions, each followed by its text. */
export async function loadSelfInstruct(data: DataFolder): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of ['seed_tasks', 'user_oriented_instructions']) {
    const file = `benign/self-instruct/${part}.jsonl`;
    for (const { line, value } of await readJsonLines(data, file)) {
      const { instruction, instances } = checkInstruction(value, `${file}, line ${line}`);
      for (const { input } of instances) {
        const text = input.trim() === '' ? instruction : `${instruction}\n${input}`;
        rows.push(benign(text, 'self-instruct', part === 'seed_tasks' ? 'seed' : 'user-oriented'));
      }
    }
  }
  return withoutRepeats(rows);
}

const checkQuestion = createCheck(Type.Object({ question: Type.String() }));
const checkInstruction = createCheck(
  Type.Object({ instruction: Type.String(), instances: Type.Array(Type.Object({ input: Type.String() })) }),
);

const benign = (text: string, source: string, category: string): Row => ({ text, label: 0, source, category });
