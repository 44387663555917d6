/** Tiers of the toxicity auditor. */
import type { TierTable } from './preset.ts';
import { notedUnlessBlocking, whenScore } from './rules.ts';

const inAnswer = { phase: 'response', claim: 'toxic_content', reason: 'The answer is toxic' } as const;
const inRequest = { phase: 'request', claim: 'toxic_content', reason: 'The request is toxic' } as const;

type Thresholds = readonly [overall: number, severe: number, threat: number, insult: number, identityAttack: number];

/** `multilingual` is a setting of the auditor as a whole: it decides which text is read, not when a claim counts. */
function settings([overall, severe, threat, insult, identityAttack]: Thresholds) {
  const bounds = {
    threshold: overall,
    severe_threshold: severe,
    threat_threshold: threat,
    insult_threshold: insult,
    identity_attack_threshold: identityAttack,
  };
  // The finding itself and the categories have the same bounds as the score.
  const ofClaims = ['toxic_content', 'toxicity_exceeded'].flatMap((claim) =>
    Object.entries(bounds).map(([key, value]): [string, number] => [`${claim}.${key}`, value]),
  );
  return { ...Object.fromEntries(ofClaims), multilingual: true };
}

export const toxicityTiers: TierTable = {
  starter: {
    settings: settings([0.8, 0.6, 0.7, 0.8, 0.6]),
    rules: [whenScore(inAnswer, 0.9, 'block'), whenScore(inAnswer, 0.7, 'warn')],
    warnsIgnoreMissing: true,
  },
  balanced: {
    settings: settings([0.7, 0.5, 0.6, 0.7, 0.5]),
    rules: [whenScore(inAnswer, 0.7, 'block'), whenScore(inAnswer, 0.4, 'warn'), whenScore(inRequest, 0.9, 'warn')],
    warnsIgnoreMissing: false,
  },
  strict: {
    settings: settings([0.5, 0.3, 0.4, 0.5, 0.3]),
    rules: [
      whenScore(inAnswer, 0.5, 'block'),
      whenScore(inAnswer, 0.3, 'warn'),
      whenScore(inRequest, 0.7, 'block'),
      notedUnlessBlocking(inRequest, 0.7),
    ],
    warnsIgnoreMissing: false,
  },
};
