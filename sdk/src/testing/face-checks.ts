/** Checks of health and vocabulary (contract 2.2, 2.6). */
import { isClaimName } from '../contract/claim.ts';
import { claimTypes } from '../contract/claim-types.ts';
import { isRecord } from '../contract/record.ts';
import { phases } from '../contract/request.ts';
import { settingTypes } from '../contract/settings.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { type Check, expect } from './check.ts';

export const faceChecks: readonly Check[] = [
  {
    id: 'health-shape',
    obligation: 'contract',
    title: 'health names the auditor, its version and whether it is ready',
    async run({ target }) {
      const health = await target.health();
      expect(isRecord(health), 'health is not a JSON object');
      for (const member of ['status', 'auditor_id', 'version']) {
        expect(typeof health[member] === 'string' && health[member] !== '', `health.${member} must be a string`);
      }
      expect(typeof health['ready'] === 'boolean', 'health.ready must be true or false');
    },
  },
  {
    id: 'vocabulary-shape',
    obligation: 'contract',
    title: 'the vocabulary declares every claim with name, type, description, value_schema and settings',
    async run({ target }) {
      parseVocabulary(await target.vocabulary());
    },
  },
  {
    id: 'vocabulary-usable',
    obligation: 'advice',
    title: 'phases and names are those that a gateway can use',
    async run(kit) {
      const { phases: declared, vocabulary } = await kit.vocabulary();
      expect(declared.length > 0, 'no phase is declared, so a gateway never asks this auditor');
      const isKnown = (phase: string) => phases.some((known) => known === phase);
      expect(declared.every(isKnown), `gateways ask in these phases only: ${phases.join(', ')}`);
      expect(vocabulary.length > 0, 'no claim is declared, so policies must name the type of each claim');
      const odd = vocabulary.find(({ name }) => !isClaimName(name));
      expect(odd === undefined, 'a gateway takes names in snake_case of at most 64 characters only');
    },
  },
  {
    id: 'vocabulary-identity',
    obligation: 'contract',
    title: 'health and vocabulary agree on id and version',
    async run(kit) {
      const vocabulary = await kit.vocabulary();
      const health = await kit.target.health();
      expect(isRecord(health), 'health is not a JSON object');
      expect(health['auditor_id'] === vocabulary.auditor_id, 'auditor_id differs between health and vocabulary');
      expect(health['version'] === vocabulary.version, 'version differs between health and vocabulary');
    },
  },
];

/** @throws CheckFailure naming the first rule that the vocabulary breaks */
export function parseVocabulary(candidate: unknown): Vocabulary {
  expect(isRecord(candidate), 'the vocabulary is not a JSON object');
  for (const member of ['auditor_id', 'version']) {
    expect(typeof candidate[member] === 'string' && candidate[member] !== '', `vocabulary.${member} must be a string`);
  }
  const { phases: declared, vocabulary } = candidate;
  expect(
    Array.isArray(declared) && declared.every((phase) => typeof phase === 'string'),
    'phases must be a list of strings',
  );
  expect(Array.isArray(vocabulary), 'vocabulary must be a list');
  const names = new Set<string>();
  for (const entry of vocabulary) names.add(checkEntry(entry));
  expect(names.size === vocabulary.length, 'two entries have one name');
  return candidate as Vocabulary;
}

function checkEntry(entry: unknown): string {
  expect(isRecord(entry), 'every vocabulary entry must be an object');
  const { name, type, description, value_schema: schema, settings } = entry;
  expect(typeof name === 'string' && name !== '', 'every entry must have a name');
  expect(typeof type === 'string' && Object.hasOwn(claimTypes, type), `claim ${name} has an unknown type`);
  expect(typeof description === 'string', `claim ${name} must have a description`);
  expect(isRecord(schema), `value_schema of claim ${name} must be an object`);
  expect(Array.isArray(settings), `settings of claim ${name} must be a list`);
  for (const setting of settings) checkSetting(name, setting);
  return name;
}

function checkSetting(claim: string, setting: unknown): void {
  expect(isRecord(setting), `every setting of claim ${claim} must be an object`);
  const { key, type } = setting;
  expect(typeof key === 'string' && key !== '', `a setting of claim ${claim} has no key`);
  expect(
    settingTypes.some((known) => known === type),
    `setting ${key} of claim ${claim} must have a type of: ${settingTypes.join(', ')}`,
  );
  expect('default' in setting, `setting ${key} of claim ${claim} must show its default, even if it is null`);
  expect(
    fits(type, setting['default']),
    `the default of setting ${key} of claim ${claim} must be of its type, or null`,
  );
}

function fits(type: unknown, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'string[]') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === type;
}
