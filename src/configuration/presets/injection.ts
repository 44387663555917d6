/** Tiers of the injection auditor. */
import type { TierTable } from './preset.ts';
import { notedUnlessBlocking, whenScore, whenTrue } from './rules.ts';

const inRequest = { phase: 'request', claim: 'injection_risk', reason: 'Prompt injection in the request' } as const;
const hidden = { phase: 'request', claim: 'invisible_chars', reason: 'Invisible characters in the request' } as const;
const inTool = {
  phase: 'execution',
  claim: 'injection_risk',
  reason: 'Prompt injection in the arguments of a tool call',
} as const;

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
    ],
    warnsIgnoreMissing: true,
  },
  balanced: {
    settings: settings(0.8, 4096),
    rules: [
      whenScore(inRequest, 0.8, 'block'),
      whenScore(inRequest, 0.5, 'warn'),
      whenTrue(hidden, 'block'),
      whenScore(inTool, 0.9, 'block'),
      whenScore(inTool, 0.7, 'escalate'),
    ],
    warnsIgnoreMissing: false,
  },
  strict: {
    settings: settings(0.6, 2048),
    rules: [
      whenScore(inRequest, 0.6, 'block'),
      whenScore(inRequest, 0.4, 'escalate'),
      whenTrue(hidden, 'block'),
      whenScore(inTool, 0.8, 'block'),
      whenScore(inTool, 0.5, 'escalate'),
    ],
    warnsIgnoreMissing: false,
  },
};
