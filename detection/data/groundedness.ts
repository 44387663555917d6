/** Questions with a passage, a right and a hallucinated answer, as rows; a hallucinated answer has label 1. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import type { DataFolder } from './folder.ts';
import { readJsonLines } from './read.ts';
import type { Row } from './row.ts';

export interface AnsweredQuestion {
  readonly knowledge: string;
  readonly question: string;
  readonly right: string;
  readonly hallucinated: string;
}

const checkEntry = createCheck(
  Type.Object({
    knowledge: Type.String(),
    question: Type.String(),
    right_answer: Type.String(),
    hallucinated_answer: Type.String(),
  }),
);

const files = ['qa_one-turn_data.json', 'qa_multi-turn_data.json'];

/** Reads both files. They have the same questions, so splits must be by question. */
export async function loadHalueval(data: DataFolder): Promise<AnsweredQuestion[]> {
  const questions: AnsweredQuestion[] = [];
  for (const name of files) {
    const file = `groundedness/halueval-qa/${name}`;
    for (const { line, value } of await readJsonLines(data, file)) {
      const entry = checkEntry(value, `${file}, line ${line}`);
      questions.push({
        knowledge: entry.knowledge.trim(),
        question: entry.question.trim(),
        right: entry.right_answer.trim(),
        hallucinated: entry.hallucinated_answer.trim(),
      });
    }
  }
  return questions;
}

/** Makes two rows of the answers to a question over its passage. */
export function toAnswerRows({ knowledge, question, right, hallucinated }: AnsweredQuestion): Row[] {
  const shared = {
    source: 'halueval-qa',
    language: 'en',
    userInput: question,
    sources: [{ id: 'passage', text: knowledge }],
  };
  return [
    { text: right, label: 0, category: 'right', ...shared },
    { text: hallucinated, label: 1, category: 'hallucinated', ...shared },
  ];
}
