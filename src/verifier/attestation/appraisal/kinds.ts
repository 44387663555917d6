/** Normalises the names of key attestation kinds and GPU report kinds. */
import { type AppraisalKind, appraisalKinds, kindAliases } from '../../../contract/api/appraisal/kinds.ts';
import { AppError } from '../../../platform/errors.ts';

const aliases: Readonly<Record<string, AppraisalKind>> = kindAliases;

/** Gives the kind in its stored spelling. @throws AppError `internal` for a kind that the schema should have refused. */
export function toKind(name: string): AppraisalKind {
  const kind = appraisalKinds.find((candidate) => candidate === name) ?? aliases[name];
  if (kind === undefined) throw new AppError('internal', `unknown kind ${name}`);
  return kind;
}
