/** Evaluation of the secrets auditor; rules only, so nothing is trained. */
import { type Auditor, createAuditor } from '@assay/sdk';
import { secretRows } from '../corpora/secrets/corpus.ts';
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from '../data/benign.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, Judged } from '../task.ts';

export const secretsTask: DetectionTask = {
  auditor: 'secrets',
  trainingRows: async () => [],
  developmentRows: loadDevelopmentRows,
  judge: judgeRow,
};

/** Our planted secrets and look-alikes, and prose of the data folder without secrets. */
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

/** The score is that of the surest finding, or 0. */
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
