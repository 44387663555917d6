/**
 * What an auditor shows, in the form in which everything that apps show is hashed, compared and approved: one definition for
 * itself, and one for each claim.
 */
import type { Vocabulary } from '@assay/sdk/contract';
import { findBuiltInAuditor } from '../../../../contract/control/built-in-auditors.ts';
import { AppError } from '../../../../platform/errors.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import type { ToolDefinition } from '../../../../platform/tools/definition.ts';
import { parseVocabulary } from '../../../configuration/auditor-catalog/check-vocabulary.ts';
import type { AuditorIntake } from '../../../configuration/auditor-catalog/intake.ts';
import { toSnapshot } from '../definitions.ts';
import type { AuditorTarget } from './auditor-target.ts';

/** Asks the auditor, or reads the release for a built-in one. @throws AppError. */
export async function lookAtAuditor(
  { learn }: Pick<AuditorIntake, 'learn'>,
  orgId: string,
  target: AuditorTarget,
): Promise<readonly unknown[]> {
  const vocabulary = await findVocabulary({ learn }, orgId, target);
  if (vocabulary.auditor_id === target.auditorId) return toShown(vocabulary);
  const detail = `auditor ${vocabulary.auditor_id} answers at ${target.url}, not ${target.auditorId}`;
  throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_mismatch' } });
}

async function findVocabulary(
  { learn }: Pick<AuditorIntake, 'learn'>,
  orgId: string,
  { isBuiltIn, auditorId, url, image, declared }: AuditorTarget,
): Promise<Vocabulary> {
  const builtIn = isBuiltIn ? findBuiltInAuditor(auditorId) : undefined;
  if (builtIn !== undefined) return builtIn.vocabulary;
  if (url !== undefined) return (await learn(orgId, { url })).vocabulary;
  if (declared !== undefined) return parseVocabulary(declared, '/auditor/vocabulary');
  const message =
    `nothing here starts containers, and the entry does not have its vocabulary: start ${image ?? auditorId} where ` +
    'gateways reach it, uninstall the app, and install it again with the address (--url)';
  throw unprocessable('engine_missing', '/config/url', message);
}

/** The name that its definitions carry. It tells them from tools: nobody calls them. */
export function shownBy({ auditorId }: Pick<AuditorTarget, 'auditorId'>): string {
  return `auditor:${auditorId}`;
}

function toShown({ auditor_id, version, phases, vocabulary }: Vocabulary): unknown[] {
  const itself = {
    name: `auditor.${auditor_id}`,
    description: `Version ${version}; asked about: ${phases.join(', ')}`,
    inputSchema: {},
    auditor: { auditor_id, version, phases: [...phases] },
  };
  return [
    itself,
    ...vocabulary.map(({ name, type, description, value_schema, settings }) => ({
      name,
      description,
      inputSchema: value_schema,
      claim: { type, settings },
    })),
  ];
}

/** Hashes a vocabulary as its definitions are hashed. */
export function shownHashOf(vocabulary: Vocabulary): string {
  return toSnapshot(shownBy({ auditorId: vocabulary.auditor_id }), toShown(vocabulary)).hash;
}

/** Gives the vocabulary back. @throws AppError `unprocessable` for definitions of something else. */
export function toVocabulary(definitions: readonly ToolDefinition[]): Vocabulary {
  const itself = definitions.find(({ other }) => other?.['auditor'] !== undefined)?.other?.['auditor'];
  const vocabulary = definitions.flatMap(({ name, description = '', inputSchema, other }) =>
    other?.['claim'] === undefined ? [] : [{ name, description, value_schema: inputSchema, ...Object(other['claim']) }],
  );
  return parseVocabulary({ ...Object(itself), vocabulary }, 'vocabulary');
}
