/** The outcome of a denial. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { DecisionChange } from './store.ts';
import type { DecisionRow } from './tables.ts';

export type Outcome = Required<Pick<DecisionChange, 'apply_result' | 'apply_detail'>>;

/** Carries out a denial, in the transaction that marks it. @throws AppError if a rule refuses it. */
export type Deny = (tx: Db, author: Author, row: DecisionRow) => Promise<Outcome>;

export const applied = (apply_detail: string | null = null): Outcome => ({ apply_result: 'applied', apply_detail });
