/** Derives vocabulary (contract 2.6), catalog entry (2.8) and image labels (2.1) from a definition. */
import type { CatalogEntry } from '../contract/catalog.ts';
import type { ClaimType } from '../contract/claim-types.ts';
import { contractVersion, labels } from '../contract/names.ts';
import type { SettingDefinition, VocabularySetting } from '../contract/settings.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import type { CompiledMethod } from './compiled-method.ts';
import type { AuditorDefinition, MethodDefinition, ProducedClaim } from './definition.ts';
import { describeEnvironment } from './environment.ts';
import { isInforming } from './informs-only.ts';
import type { Setting, SettingValue } from './setting.ts';

const schemaOfType: Readonly<Record<ClaimType, Readonly<Record<string, unknown>>>> = {
  score_normalized: { type: 'number', minimum: 0, maximum: 1 },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  string_list: { type: 'array', items: { type: 'string' } },
  count: { type: 'integer', minimum: 0 },
  duration_ms: { type: 'number', minimum: 0 },
  object: { type: 'object' },
};

/** Gives the value schema of a claim: that of its type, narrowed by the author's members. */
export function describeValueSchema({ type, valueSchema, absent }: ProducedClaim): Record<string, unknown> {
  return { ...schemaOfType[type], ...valueSchema, ...(absent === undefined ? {} : { 'x-absent': absent }) };
}

/** Gives the vocabulary. Its defaults are the effective ones: environment over keyword default. */
export function describeVocabulary(
  definition: AuditorDefinition,
  methods: readonly CompiledMethod[],
  face: { readonly id: string; readonly version: string },
): Vocabulary {
  const vocabulary = methods.flatMap((method) => {
    const settings = Object.entries(method.settings).map(([key, setting]) => toShort(key, setting, method.base[key]));
    const { produces, phases } = method.definition;
    const isNarrower = phases !== undefined && definition.phases.some((phase) => !phases.includes(phase));
    const inPhases = isNarrower ? { 'x-phases': [...phases] } : {};
    return Object.entries(produces).map(([name, claim]) => ({
      name,
      type: claim.type,
      description: claim.description,
      value_schema: { ...describeValueSchema(claim), ...inPhases },
      settings,
    }));
  });
  return { auditor_id: face.id, version: face.version, vocabulary, phases: [...definition.phases] };
}

/** Gives the catalog entry, independent of any environment. */
export function describeCatalogEntry(definition: AuditorDefinition): CatalogEntry {
  const { id, name, description, category, catalogPhase, icon, color, defaultPort } = definition;
  return {
    id,
    name,
    description,
    category,
    phase: catalogPhase,
    icon,
    color,
    defaultPort,
    envVariables: describeEnvironment(definition),
    policyOptions: (definition.policyOptions ?? []).map((option) => ({ ...option })),
    defaultPolicy: { ...definition.defaultPolicy },
    claims: definition.methods.flatMap((method) => describeClaims(definition, method)),
  };
}

/** Gives the labels that an image of the auditor must carry. */
export function describeLabels(definition: AuditorDefinition): Record<string, string> {
  return {
    [labels.auditor]: 'true',
    [labels.schemaVersion]: contractVersion,
    [labels.phase]: definition.phases.join(','),
    [labels.interfaces]: 'health,claims,vocabulary',
  };
}

function describeClaims(definition: AuditorDefinition, method: MethodDefinition): CatalogEntry['claims'] {
  const informs = isInforming(definition, method) ? ({ informs_only: true } as const) : {};
  const settings = Object.entries(method.settings ?? {}).map(([key, setting]) => ({
    ...toLong(key, setting),
    ...informs,
  }));
  return Object.entries(method.produces).map(([name, { type, description }]) => ({
    name,
    type,
    description,
    settings,
  }));
}

function toShort(key: string, setting: Setting, value: SettingValue | undefined): VocabularySetting {
  const { type, secret, stricter } = setting;
  return {
    key,
    type,
    default: secret === true ? null : (value ?? null),
    ...(stricter === undefined ? {} : { stricter }),
  };
}

function toLong(key: string, setting: Setting): SettingDefinition {
  const { label, type, min, max, step, unit, control, options, secret, stricter } = setting;
  return {
    key,
    label,
    type,
    default: secret === true ? null : setting.default,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
    ...(unit === undefined ? {} : { unit }),
    ...(control === undefined ? {} : { control }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(stricter === undefined ? {} : { stricter }),
  };
}
