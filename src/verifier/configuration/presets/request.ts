/** Reads the body that applies a preset: one of exactly two forms. Every refusal names the valid values. */
import { isRecord } from '@assay/sdk/contract';
import { type AppliedTier, tiersOf } from '../../../configuration/presets/catalog.ts';
import { bundleNames, presetAuditors, tiers } from '../../../contract/api/presets/states.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { nearestName } from '../../../policy/nearest-name.ts';

const members = ['auditor', 'tier', 'bundle'];
const twoForms = 'name either an auditor and a tier, or a bundle';

/** Reads the body. @throws AppError `unprocessable` listing the valid values. */
export function parsePresetRequest(body: unknown): AppliedTier[] {
  if (!isRecord(body)) throw refuse([{ pointer: '', message: twoForms }]);
  const { auditor, tier, bundle, ...others }: Record<string, unknown> = { ...body };
  const unknown = Object.keys(others).map((name) => toUnknown(name));
  if (unknown.length > 0) throw refuse(unknown);
  const isTier = auditor !== undefined || tier !== undefined;
  if (isTier === (bundle !== undefined)) throw refuse([{ pointer: '', message: twoForms }]);
  if (bundle !== undefined) {
    const found = bundleNames.find((name) => name === bundle);
    if (found === undefined) throw refuse([wrongValue('bundle', bundle, bundleNames)]);
    return tiersOf(found);
  }
  const foundAuditor = presetAuditors.find((name) => name === auditor);
  const foundTier = tiers.find((name) => name === tier);
  if (foundAuditor !== undefined && foundTier !== undefined) return [{ auditor: foundAuditor, tier: foundTier }];
  throw refuse([
    ...(foundAuditor === undefined ? [wrongValue('auditor', auditor, presetAuditors)] : []),
    ...(foundTier === undefined ? [wrongValue('tier', tier, tiers)] : []),
  ]);
}

function wrongValue(member: string, value: unknown, valid: readonly string[]): ErrorPointer {
  const pointer = `/${member}`;
  if (value === undefined) return { pointer, message: `${member} is missing: one of ${valid.join(', ')}` };
  const near = typeof value === 'string' ? nearestName(value, valid) : undefined;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return { pointer, message: `${member} must be one of ${valid.join(', ')}${hint}` };
}

function toUnknown(name: string): ErrorPointer {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const near = nearestName(name, members);
  return { pointer, message: near === undefined ? `unknown; ${twoForms}` : `unknown; did you mean ${near}?` };
}

const maxShown = 10;

function refuse(errors: readonly ErrorPointer[]): AppError {
  const detail = errors
    .map(({ message }) => message)
    .slice(0, maxShown)
    .join('. ');
  return new AppError('unprocessable', detail, {
    detail,
    errors: errors.slice(0, maxShown),
    extensions: {
      reason: 'preset_invalid',
      valid: { auditors: presetAuditors, tiers, bundles: bundleNames },
    },
  });
}
