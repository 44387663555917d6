/** What a passport says, as far as strangers may read it. */
import type { PublicPassport } from '@assay/client';
import { Alert } from '@mantine/core';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PassportBadge } from '../../parts/passport-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.passport;

export function PublicFacts({ passport }: { readonly passport: PublicPassport }) {
  const { passport_id: id, agent_id: agent, status, state, superseded_by: newer } = passport;
  const facts: Fact[] = [
    [texts.title, <IdText key="id" value={id} />],
    [verifyTexts.passports.columns.status, <PassportBadge key="status" status={status} state={state} />],
    [texts.agent, <ForeignText key="agent" text={agent} />],
    [texts.issued, <TimeAgo key="issued" value={passport.issued_at} />],
    [texts.expires, <TimeAgo key="expires" value={passport.expires_at} />],
  ];
  if (passport.revoked_at !== null) facts.push([texts.revoked, <TimeAgo key="revoked" value={passport.revoked_at} />]);
  if (newer !== null) facts.push([texts.newer, <IdText key="newer" value={newer} />]);
  return (
    <>
      {passport.is_mock && (
        <Alert color="yellow" mb="sm">
          {texts.mock}
        </Alert>
      )}
      <Facts facts={facts} />
    </>
  );
}
