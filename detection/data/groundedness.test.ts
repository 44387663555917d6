import { describe, expect, it } from 'vitest';
import type { DataFolder } from './folder.ts';
import { loadHalueval, toAnswerRows } from './groundedness.ts';
import { parseUserFile } from './user-file.ts';

function folderWith(line: string): DataFolder {
  return {
    read: () => Promise.resolve(`${line}\n`),
    countRows: () => undefined,
    list: () => Promise.resolve([]),
    filesRead: () => [],
  };
}

const entry = {
  knowledge: ' It rains in May. ',
  question: 'When?',
  right_answer: 'May',
  hallucinated_answer: 'In June',
};

describe('questions with two answers', () => {
  it('become a row for each answer over the passage', async () => {
    const [question] = await loadHalueval(folderWith(JSON.stringify(entry)));
    if (question === undefined) throw new Error('no question was read');
    const sources = [{ id: 'passage', text: 'It rains in May.' }];
    expect(toAnswerRows(question)).toEqual([
      expect.objectContaining({ text: 'May', label: 0, userInput: 'When?', sources }),
      expect.objectContaining({ text: 'In June', label: 1, userInput: 'When?', sources }),
    ]);
  });

  it('are refused with the line when one answer is missing', async () => {
    const { right_answer: _, ...rest } = entry;
    await expect(loadHalueval(folderWith(JSON.stringify(rest)))).rejects.toThrow('qa_one-turn_data.json, line 1');
  });
});

it("a user's file may contain sources", () => {
  const sources = [{ id: 'a', text: 'It rains in May.' }];
  const { rows, unused } = parseUserFile(JSON.stringify({ text: 'It rains.', label: 0, sources }), 'own.jsonl');
  expect(rows[0]?.sources).toEqual(sources);
  expect(unused).toEqual([]);
});
