/**
 * Decides which models may be called, by the organisation's registry: revoked ones never, and only registered or
 * approved ones where the organisation requires it. Names are compared exactly; but an unregistered name that a model
 * server may read as a revoked one is refused too.
 */
import type { BundleModel, ConfigBundle, ModelUse as Use } from '../../contract/control/config-bundle.ts';
import { AppError } from '../../platform/errors.ts';

export interface ModelUse {
  /** The reason why a call of this model is refused; `undefined`: it is allowed. Null: the call names no model. */
  refuse(modelId: string | null): AppError | undefined;
  /** The note for the caller besides the answer; `undefined`: none. */
  noteOf(modelId: string | null): string | undefined;
  /** True if some names are refused and others are not. */
  isBounded(): boolean;
}

/** Header on answers of deprecated models. */
export const modelStatusHeader = 'x-assay-model-status';

interface Rules {
  readonly use: Use;
  readonly statuses: ReadonlyMap<string, BundleModel['status']>;
  /** Revoked names, normalised. */
  readonly revoked: ReadonlySet<string>;
}

/** Uses the present bundle at each call; without one everything passes. */
export function createModelUse(bundleNow: () => ConfigBundle | undefined): ModelUse {
  let known: { readonly bundle: ConfigBundle | undefined; readonly rules: Rules } | undefined;

  const rulesNow = (): Rules => {
    const bundle = bundleNow();
    if (known === undefined || known.bundle !== bundle) known = { bundle, rules: toRules(bundle) };
    return known.rules;
  };

  return {
    refuse(modelId) {
      const rules = rulesNow();
      return refuseStatus(rules.use, modelId === null ? undefined : findStatus(rules, modelId));
    },
    noteOf(modelId) {
      const status = modelId === null ? undefined : rulesNow().statuses.get(modelId);
      return status === 'deprecated' ? status : undefined;
    },
    isBounded() {
      const { use, statuses } = rulesNow();
      return use !== 'any' || statuses.size > 0;
    },
  };
}

function toRules(bundle: ConfigBundle | undefined): Rules {
  const models = bundle?.registry?.models ?? [];
  return {
    use: bundle?.model_use ?? 'any',
    statuses: new Map(models.map(({ model_id, status }) => [model_id, status])),
    revoked: new Set(models.flatMap(({ model_id, status }) => (status === 'revoked' ? [fold(model_id)] : []))),
  };
}

/** Registered names have at most 200 characters. */
const maxFolded = 1_000;

function findStatus({ statuses, revoked }: Rules, modelId: string): BundleModel['status'] | undefined {
  const known = statuses.get(modelId);
  if (known !== undefined || revoked.size === 0) return known;
  const name = modelId.trim();
  return name.length <= maxFolded && revoked.has(fold(name)) ? 'revoked' : undefined;
}

/** Normalises a name: some servers ignore case, spaces and letter width, and treat `:latest` as the default. */
function fold(name: string): string {
  const plain = name.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}]+/gu, '');
  return plain.toLowerCase().replace(/:latest$/, '');
}

function refuseStatus(use: Use, status: BundleModel['status'] | undefined): AppError | undefined {
  if (status === 'revoked') {
    return refusal('model_revoked', 'This model is revoked. Use another model or an approved version.');
  }
  if (use === 'any') return undefined;
  if (status === undefined) {
    return refusal('model_not_registered', 'Only registered models may be called. Register this one first.');
  }
  // A deprecated model was approved before.
  if (use === 'approved' && status === 'unreviewed') {
    return refusal('model_not_approved', 'Only approved models may be called. Approve this one first.');
  }
  return undefined;
}

function refusal(code: 'model_revoked' | 'model_not_registered' | 'model_not_approved', detail: string): AppError {
  return new AppError(code, detail, { detail });
}
