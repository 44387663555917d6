/** Evaluation of the secrets auditor: rules alone, so nothing is trained. */
import { type Auditor, createAuditor } from '@assay/sdk';
import { secretRows } from '../corpora/secrets/corpus.ts';
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from '../data/benign.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, Judged } from '../task.ts';

/** The task. */
export const secretsTask: DetectionTask = {
  auditor: 'secrets',
  trainingRows: async () => [],
  developmentRows: loadDevelopmentRows,
  judge: judgeRow,
};

/** Planted secrets and look-alikes of our own, and prose of the data folder, in which there is nothing to find. */
async function loadDevelopmentRows(data: DataFolder): Promise<Row[]> {
  const prose = [loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct];
  const harmless = await Promise.all(prose.map((load) => load(data)));
  return [...secretRows(), ...harmless.flat()];
}

let started: Auditor | undefined;

async function startAuditor(): Promise<Auditor> {
  const { secrets } = await import('../../src/auditors/secrets/auditor.ts');
  started ??= createAuditor(secrets);
  return started;
}

/** The surest finding tells the score; without one it is 0. */
async function judgeRow({ text }: Row): Promise<Judged> {
  const auditor = await startAuditor();
  const answer = await auditor.claims({ data: { input: text }, phase: 'request' });
  if (answer.status === 'error') throw new Error(answer.error.message);
  const leaked = answer.claims.find(({ name }) => name === 'secret_leaked');
  const spans = toSpans(leaked?.detail?.['spans']);
  return { score: Math.max(0, ...spans.map(({ score }) => score)), detected: leaked?.value === true, spans };
}

type JudgedSpan = NonNullable<Judged['spans']>[number];

function toSpans(value: unknown): JudgedSpan[] {
  return Array.isArray(value) ? value.filter(isSpan) : [];
}

function isSpan(value: unknown): value is JudgedSpan {
  return typeof value === 'object' && value !== null && 'score' in value && typeof value.score === 'number';
}
