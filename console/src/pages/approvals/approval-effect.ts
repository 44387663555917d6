/** What an approval brings about, in a sentence. */
import { approvalsTexts } from '../../texts/approvals.ts';

const { effects } = approvalsTexts.page;

export function effectOf(kind: string): string {
  if (kind === 'policy_escalation') return effects.policy_escalation;
  return kind === 'delegation' ? effects.delegation : effects.other;
}
