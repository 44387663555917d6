/** Reports on a composite passport: the status of the whole, and that its members' passports are named but not included. */
import type { CompositeClaims, CompositeMember } from '../contract/composite-passport.ts';
import { isGap } from '../contract/composite-passport.ts';
import { type CompositeCheck, checkCompositePassport } from './composite-passport.ts';
import { type Finding, proven, type Report, refused, toPlainText, toReport, unproven } from './report.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface CompositeReportCheck extends Omit<CompositeCheck, 'keys'> {
  readonly verifierKeys: readonly VerifierKey[];
}

const notes = [
  'The passports of its members were not given: it names each by its hash, and each is checked separately.',
  'The graph of the workflow was not given: the passport names it by its hash.',
];

/** Gives the report; an incomplete whole is never proven. */
export async function reportCompositePassport(jwt: string, check: CompositeReportCheck): Promise<Report> {
  const verdict = await checkCompositePassport(jwt, { ...check, keys: check.verifierKeys });
  if (verdict.ok) return toReport([describe(verdict.passport), ...describeGaps(verdict.passport)], notes);
  if (verdict.reason !== 'key_unknown') return toReport([refused('composite passport', verdict)]);
  const sentence = 'No trusted verifier key signed it: who signed it is not proven.';
  return toReport([unproven('composite passport', 'key_unknown', sentence)], notes);
}

function describe(passport: CompositeClaims): Finding {
  const { jti, workflow_id: workflow, revision, status, members } = passport;
  const count = members.length === 1 ? 'one member' : `${members.length} members`;
  const until = passport.valid_until === null ? '' : `; it is valid until ${toPlainText(passport.valid_until, 40)}`;
  return proven(
    `composite passport ${jti}`,
    `Signed by a trusted verifier for revision ${revision} of workflow ${toPlainText(workflow, 80)} with ${count}, ` +
      `whose hashes add up: status ${status}${until}.`,
    status,
  );
}

const shown = 10;

function describeGaps({ members }: CompositeClaims): Finding[] {
  const gaps = members.filter(({ status }) => isGap(status));
  const findings = gaps.slice(0, shown).map((member) => unproven(toSubject(member), 'incomplete', toSentence(member)));
  if (gaps.length <= shown) return findings;
  const rest = `${gaps.length - shown} more members have no valid passport.`;
  return [...findings, unproven('members', 'incomplete', rest)];
}

function toSubject({ node_id: id }: CompositeMember): string {
  return `member ${toPlainText(id, 120)}`;
}

function toSentence({ status, agent_id: agent }: CompositeMember): string {
  if (agent === null) return 'The workflow it names is not running.';
  const name = toPlainText(agent, 80);
  return status === 'missing' ? `Agent ${name} has no passport.` : `The passport of agent ${name} is ${status}.`;
}
