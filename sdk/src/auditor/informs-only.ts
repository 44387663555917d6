/**
 * Tells which settings only inform: they change claims that no rule of the auditor's default policy reads (contract 2.8,
 * `defaultPolicy`).
 */
import { isRecord } from '../contract/record.ts';
import type { AuditorDefinition, MethodDefinition } from './definition.ts';

/** True for a method without a claim that a proposed rule reads. False where the auditor proposes no rules. */
export function isInforming({ defaultPolicy }: AuditorDefinition, { produces }: MethodDefinition): boolean {
  const rules = defaultPolicy?.['rules'];
  if (!Array.isArray(rules)) return false;
  return !rules.some((rule: unknown) => {
    return isRecord(rule) && typeof rule['claim'] === 'string' && Object.hasOwn(produces, rule['claim']);
  });
}
