/** Completes the environment from the annotations of the pod, as a start does. */
import { readFile } from 'node:fs/promises';
import type { Environment } from '../../platform/config.ts';
import { isAppError } from '../../platform/errors.ts';
import { annotationsFileVariable, readAnnotatedEnvironment } from '../../platform/pod-annotations.ts';
import { type DoctorFinding, toFinding } from './finding.ts';

export interface Annotated {
  readonly env: Environment;
  readonly findings: readonly DoctorFinding[];
}

const advice = 'Correct the annotations of the pod: docs/guides/pod-annotations.md.';

/** Gives the environment of a start; with a file that is not usable the one that is set, and the finding. */
export async function annotate(env: Environment): Promise<Annotated> {
  if ((env[annotationsFileVariable] ?? '') === '') return { env, findings: [] };
  const notes: DoctorFinding[] = [];
  const report = (message: string) => notes.push(toFinding('note', 'annotations', message, advice));
  // Loaded here only, because the list loads every auditor.
  const { listKnownVariables } = await import('../../known-variables.ts');
  try {
    const annotated = await readAnnotatedEnvironment({ env, known: listKnownVariables(), readFile, report });
    return { env: annotated.env, findings: notes };
  } catch (error) {
    if (!isAppError(error, 'config')) throw error;
    return { env, findings: [...notes, toFinding('bad', 'annotations', error.publicText, advice)] };
  }
}
