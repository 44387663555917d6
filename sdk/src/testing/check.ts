/** The shape of one check of the kit, and its errors for failing and skipping. */
import type { ClaimsRequest, Phase } from '../contract/request.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import type { Target } from './target.ts';

type RequestData = ClaimsRequest['data'];
/** Data of a request. An auditor may read metadata members outside the contract. */
export type SampleData = Omit<RequestData, 'metadata'> & {
  metadata?: NonNullable<RequestData['metadata']> & Readonly<Record<string, unknown>>;
};
export type Samples = Readonly<Record<Phase, readonly SampleData[]>>;

export interface KitContext {
  readonly target: Target;
  readonly samples: Samples;
  readonly maxBodyBytes: number;
  /** Gives the auditor's vocabulary. @throws SkipCheck when it is invalid, which another check reports */
  vocabulary(): Promise<Vocabulary>;
}

/** `contract`: a sentence of the contract. `advice`: good for callers, but the contract leaves it open. */
export type Obligation = 'contract' | 'advice';

export interface Check {
  readonly id: string;
  readonly obligation: Obligation;
  readonly title: string;
  run(kit: KitContext): Promise<void>;
}

export type Json = Readonly<Record<string, unknown>>;

/** A rule of the contract is broken. */
export class CheckFailure extends Error {}

/** The check has no meaning for this target. */
export class SkipCheck extends Error {}

export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new CheckFailure(otherwise);
}
