/** Tiers of the toxicity auditor. */
import type { TierTable } from './preset.ts';
import { blockedOrNoted, notedUnlessBlocking, whenAnyOf, whenScore } from './rules.ts';

const inAnswer = { phase: 'response', claim: 'toxic_content', reason: 'The answer is toxic' } as const;
const inRequest = { phase: 'request', claim: 'toxic_content', reason: 'The request is toxic' } as const;

type Thresholds = readonly [overall: number, severe: number, threat: number, insult: number, identityAttack: number];

/** Categories with a threshold of their own. */
const limited = ['severe_toxicity', 'threat', 'insult', 'identity_attack'] as const;
const categoryInAnswer = {
  phase: 'response',
  claim: 'toxicity_categories',
  reason: 'The answer reaches the threshold of a category',
} as const;
const categoryInRequest = {
  phase: 'request',
  claim: 'toxicity_categories',
  reason: 'The request reaches the threshold of a category',
} as const;

/** The client is told the replacement message. */
const replaced = { reasonSetting: 'replacement_message' } as const;

/** `multilingual` is a setting of the auditor as a whole: it decides which text is read, not when a claim counts. */
function settings([overall, severe, threat, insult, identityAttack]: Thresholds) {
  return {
    'toxic_content.threshold': overall,
    'toxic_content.severe_threshold': severe,
    'toxic_content.threat_threshold': threat,
    'toxic_content.insult_threshold': insult,
    'toxic_content.identity_attack_threshold': identityAttack,
    multilingual: true,
  };
}

export const toxicityTiers: TierTable = {
  starter: {
    settings: settings([0.8, 0.6, 0.7, 0.8, 0.6]),
    rules: [
      { ...whenScore(inAnswer, 0.9, 'block'), ...replaced },
      whenScore(inAnswer, 0.7, 'warn'),
      whenAnyOf(categoryInAnswer, limited, 'warn'),
    ],
    warnsIgnoreMissing: true,
  },
  balanced: {
    settings: settings([0.7, 0.5, 0.6, 0.7, 0.5]),
    rules: [
      { ...whenScore(inAnswer, 0.7, 'block'), ...replaced },
      whenScore(inAnswer, 0.4, 'warn'),
      whenScore(inRequest, 0.9, 'warn'),
      ...blockedOrNoted({ ...whenAnyOf(categoryInAnswer, limited, 'block'), ...replaced }),
    ],
    warnsIgnoreMissing: false,
  },
  strict: {
    settings: settings([0.5, 0.3, 0.4, 0.5, 0.3]),
    rules: [
      { ...whenScore(inAnswer, 0.5, 'block'), ...replaced },
      whenScore(inAnswer, 0.3, 'warn'),
      whenScore(inRequest, 0.7, 'block'),
      notedUnlessBlocking(inRequest, 0.7),
      ...blockedOrNoted({ ...whenAnyOf(categoryInAnswer, limited, 'block'), ...replaced }),
      whenAnyOf(categoryInRequest, limited, 'warn'),
    ],
    warnsIgnoreMissing: false,
  },
};
