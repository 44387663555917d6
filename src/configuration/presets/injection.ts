/** Tiers of the injection auditor. */

import type { PresetResponse } from '../../contract/api/presets/states.ts';
import type { PresetRule, TierTable } from './preset.ts';
import { blockedOrNoted, notedUnlessBlocking, whenReaches, whenScore, whenTrue } from './rules.ts';

const inRequest = { phase: 'request', claim: 'injection_risk', reason: 'Prompt injection in the request' } as const;
const hidden = { phase: 'request', claim: 'invisible_chars', reason: 'Invisible characters in the request' } as const;
const inTool = {
  phase: 'execution',
  claim: 'injection_risk',
  reason: 'Prompt injection in the arguments of a tool call',
} as const;

const banned = {
  phase: 'request',
  claim: 'banned_substring',
  reason: 'The request contains a banned text',
} as const;
const pattern = { phase: 'request', claim: 'regex_matched', reason: 'The request contains a banned pattern' } as const;
const long = {
  phase: 'request',
  claim: 'token_limit_exceeded',
  reason: 'The request is longer than the token limit',
} as const;
const abusive = { phase: 'request', claim: 'input_toxicity', reason: 'The request is abusive' } as const;

const hiddenNoted: PresetRule = { ...whenTrue(hidden, 'warn'), unlessBlocking: true };

/** What was banned is refused at every tier; a longer input only at the strictest one. */
function ofSettings(tooLong: PresetResponse): PresetRule[] {
  return [
    ...blockedOrNoted(whenTrue(banned, 'block')),
    ...blockedOrNoted(whenTrue(pattern, 'block')),
    whenTrue(long, tooLong),
    whenReaches(abusive, 'input_toxicity.toxicity_threshold', 'warn'),
  ];
}

function settings(threshold: number, maxTokens: number) {
  return {
    'injection_risk.threshold': threshold,
    // The same bound for policies that read the finding itself.
    'injection_detected.threshold': threshold,
    'invisible_chars.invisible_char_check': true,
    'token_limit_exceeded.max_token_limit': maxTokens,
  };
}

export const injectionTiers: TierTable = {
  starter: {
    settings: settings(0.9, 8192),
    rules: [
      whenScore(inRequest, 0.9, 'block'),
      whenScore(inRequest, 0.7, 'warn'),
      whenTrue(hidden, 'warn'),
      whenScore(inTool, 0.9, 'block'),
      notedUnlessBlocking(inTool, 0.9),
      ...ofSettings('warn'),
    ],
    warnsIgnoreMissing: true,
  },
  balanced: {
    settings: settings(0.8, 4096),
    rules: [
      whenScore(inRequest, 0.8, 'block'),
      whenScore(inRequest, 0.5, 'warn'),
      { ...whenTrue(hidden, 'block'), whileBlocking: true },
      whenScore(inTool, 0.9, 'block'),
      whenScore(inTool, 0.7, 'escalate'),
      ...ofSettings('warn'),
      hiddenNoted,
    ],
    warnsIgnoreMissing: false,
  },
  strict: {
    settings: settings(0.6, 2048),
    rules: [
      whenScore(inRequest, 0.6, 'block'),
      whenScore(inRequest, 0.4, 'escalate'),
      { ...whenTrue(hidden, 'block'), whileBlocking: true },
      whenScore(inTool, 0.8, 'block'),
      whenScore(inTool, 0.5, 'escalate'),
      ...ofSettings('block'),
      hiddenNoted,
    ],
    warnsIgnoreMissing: false,
  },
};
