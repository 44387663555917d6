/** Tiers of the pii auditor. */
import type { PresetResponse } from '../../contract/api/presets/states.ts';
import { bankAccounts, contactData, nationalIdGroup, nationalIds, paymentCards } from './pii-types.ts';
import type { PresetRule, TierTable } from './preset.ts';
import { whenAnyOf, whenTrue } from './rules.ts';

const gravest = [...paymentCards, ...nationalIds];
const starterTypes = [...paymentCards, nationalIdGroup, ...bankAccounts];

/**
 * The model's `min_confidence` and `entity_types` are `threshold` and `entities` of the auditor. `pii_types` gets the
 * same settings as `pii_found`, so that the auditor scans once and the two never contradict each other.
 */
function settings(threshold: number, entities: readonly string[]) {
  return {
    'pii_found.threshold': threshold,
    'pii_found.entities': [...entities],
    'pii_types.threshold': threshold,
    'pii_types.entities': [...entities],
  };
}

function inRequest(response: PresetResponse): PresetRule {
  return whenTrue({ phase: 'request', claim: 'pii_found', reason: 'Personal data in the request' }, response);
}

function inAnswer(response: PresetResponse): PresetRule {
  return whenTrue({ phase: 'response', claim: 'pii_found', reason: 'Personal data in the answer' }, response);
}

export const piiTiers: TierTable = {
  starter: {
    settings: settings(0.8, starterTypes),
    rules: [inRequest('warn'), inAnswer('redact')],
    warnsIgnoreMissing: true,
  },
  balanced: {
    settings: settings(0.6, [...starterTypes, ...contactData]),
    rules: [inRequest('redact'), inAnswer('redact')],
    warnsIgnoreMissing: false,
  },
  strict: {
    settings: settings(0.4, []),
    rules: [
      whenAnyOf(
        { phase: 'request', claim: 'pii_types', reason: 'A national id or a payment card in the request' },
        gravest,
        'block',
      ),
      inRequest('redact'),
      inAnswer('block'),
    ],
    warnsIgnoreMissing: false,
  },
};
