/** The page of access rights: members, keys, delegations, reviews, and the log of all changes. */
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NeedsRight } from '../../parts/needs-right.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { accessTexts as texts } from '../../texts/access.ts';
import { commonTexts } from '../../texts/common.ts';
import { AuditLog } from './audit-log.tsx';
import { DelegationList } from './delegation-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import { KeyList } from './key-list.tsx';
import { MemberList } from './member-list.tsx';
import { ReviewList } from './review-list.tsx';
import { ThisSession } from './this-session.tsx';

const route = getRouteApi('/access');
type TabName = keyof typeof texts.tabs;

const parts: Readonly<Record<TabName, { readonly operation: string; readonly Part: () => ReactNode }>> = {
  members: { operation: 'members.list', Part: MemberList },
  invitations: { operation: 'invitations.list', Part: InvitationList },
  keys: { operation: 'apiKeys.list', Part: KeyList },
  session: { operation: 'console.getSession', Part: ThisSession },
  reviews: { operation: 'accessReviews.list', Part: ReviewList },
  delegations: { operation: 'onBehalfOf.list', Part: DelegationList },
  audit: { operation: 'auditLogs.list', Part: AuditLog },
};

export function AccessPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={commonTexts.pages.access} about={texts.about}>
      <PageTabs labels={texts.tabs} tab={tab} onTab={(name) => void navigate({ search: { tab: name } })}>
        {(name) => {
          const { operation, Part } = parts[name];
          return (
            <NeedsRight operation={operation}>
              <Part />
            </NeedsRight>
          );
        }}
      </PageTabs>
    </Page>
  );
}
