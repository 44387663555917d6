/**
 * Shared parts of the standard claim helpers (contract 2.14): checked parameters, defaults, and their places in the
 * claim.
 */
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Claim, parseClaim } from '../contract/claim.ts';
import type { ClaimType } from '../contract/claim-types.ts';
import { normalizeFramework } from '../contract/compliance.ts';

/** Parameters that every helper takes. */
export interface CommonParameters {
  phase?: string | undefined;
  nonce?: string | undefined;
  compliance_framework?: string | undefined;
  control_id?: string | undefined;
}

/** Schemas of the common parameters, for spreading into a helper's own. */
export const commonParameters = {
  phase: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  nonce: Type.Optional(Type.String()),
  compliance_framework: Type.Optional(Type.String()),
  control_id: Type.Optional(Type.String()),
};

export const ScoreSchema = Type.Number({ minimum: 0, maximum: 1 });
export const CountSchema = Type.Integer({ minimum: 0 });

export interface HelperRow<P extends CommonParameters> {
  /** Name of the helper, for messages. */
  readonly helper: string;
  readonly claim: string;
  readonly type: ClaimType;
  readonly parameters: TSchema;
  readonly defaults: Partial<P>;
  readonly value: (parameters: P) => unknown;
  readonly confidence?: (parameters: P) => number | undefined;
  /** Derives absent parameters from the others, before the defaults apply. */
  readonly derive?: (given: P) => Partial<P>;
  /** Finds parameters that contradict each other: a sentence, or `undefined`. */
  readonly contradiction?: (complete: P, given: P) => string | undefined;
}

/**
 * Creates a helper. Its own parameters go to `detail`, `phase` to `metadata.phase`. The helper throws TypeError on
 * wrong parameters.
 */
export function createHelper<P extends CommonParameters>(row: HelperRow<P>): (parameters: P) => Claim {
  const validator = Compile(row.parameters);
  return (parameters) => {
    const given = withoutUndefined(parameters);
    if (!validator.Check(given)) throw new TypeError(`${row.helper}: ${describe(validator.Errors(given)[0])}`);
    const own = given as P;
    const complete: P = { ...row.defaults, ...row.derive?.({ ...row.defaults, ...own }), ...own };
    const problem = row.contradiction?.(complete, own);
    if (problem !== undefined) throw new TypeError(`${row.helper}: ${problem}`);
    const { phase, nonce, compliance_framework: framework, control_id: control, ...detail } = complete;
    const confidence = row.confidence?.(complete);
    return parse(row.helper, {
      name: row.claim,
      type: row.type,
      value: row.value(complete),
      ...(confidence === undefined ? {} : { confidence }),
      ...(phase === undefined ? {} : { metadata: { phase } }),
      detail,
      ...(nonce === undefined ? {} : { nonce }),
      ...(framework === undefined ? {} : { compliance_framework: normalizeFramework(framework) ?? framework }),
      ...(control === undefined ? {} : { control_id: control }),
    });
  };
}

function parse(helper: string, candidate: unknown): Claim {
  try {
    return parseClaim(candidate);
  } catch (cause) {
    throw new TypeError(`${helper}: ${cause instanceof Error ? cause.message : 'the claim is unsound'}`, { cause });
  }
}

function withoutUndefined(parameters: object): object {
  return Object.fromEntries(Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined));
}

function describe(problem: { instancePath: string; message: string } | undefined): string {
  if (problem === undefined) return 'the parameters are wrong';
  const where = problem.instancePath === '' ? 'parameters' : problem.instancePath.slice(1).replaceAll('/', '.');
  return `${where} ${problem.message === 'schema is false' ? 'is unknown here' : problem.message}`;
}
