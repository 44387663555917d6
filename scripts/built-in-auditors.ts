/** Writes src/contract/control/built-in-auditors.json from the definitions of the reference auditors. */
import { writeFile } from 'node:fs/promises';
import { type AuditorDefinition, createAuditor, type Setting, type SettingMap } from '@assay/sdk';
import type { SettingDefinition } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { auditors } from '../src/auditors/catalog.ts';
import type { BuiltInAuditor } from '../src/contract/control/built-in-auditors.ts';

const path = new URL('../src/contract/control/built-in-auditors.json', import.meta.url);

export function renderBuiltInAuditors(): string {
  return `${JSON.stringify({ auditors: auditors.map(describe) }, undefined, 2)}\n`;
}

function describe(definition: AuditorDefinition): BuiltInAuditor {
  const auditor = createAuditor(definition, { env: {} });
  const vocabulary = auditor.vocabulary();
  return {
    entry: auditor.catalogEntry(),
    vocabulary,
    vocabulary_digest: `sha256:${sha256Hex(canonicalize(vocabulary))}`,
    config: Object.entries(definition.config ?? {}).map(([key, setting]) => toDefinition(key, setting)),
    methods: definition.methods.map(({ produces }) => Object.keys(produces)),
    secrets: [
      ...listSecrets(definition.config),
      ...definition.methods.flatMap(({ produces, settings }) =>
        Object.keys(produces).flatMap((claim) => listSecrets(settings).map((key) => `${claim}.${key}`)),
      ),
    ],
  };
}

function listSecrets(settings: SettingMap = {}): string[] {
  return Object.entries(settings).flatMap(([key, { secret }]) => (secret === true ? [key] : []));
}

function toDefinition(key: string, setting: Setting): SettingDefinition {
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

if (process.argv[1]?.endsWith('built-in-auditors.ts')) {
  await writeFile(path, renderBuiltInAuditors());
}
