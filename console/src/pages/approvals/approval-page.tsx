/** One request for approval, with everything that a decision needs. */
import { ApiError, type Approval } from '@assay/client';
import { Anchor, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import { ApprovalStatusBadge, nameOfKind, RiskBadge } from './approval-badges.tsx';
import { ApprovalClaims } from './approval-claims.tsx';
import { ApprovalDecision } from './approval-decision.tsx';
import { ApprovalRequest } from './approval-request.tsx';
import { DesktopNotices } from './desktop-notices.tsx';

const route = getRouteApi('/approvals/$id');
const texts = approvalsTexts.page;
const refetchMs = 5_000;
const longestTitle = 160;
const gone = 410;

export function ApprovalPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['approvals.get', id],
    queryFn: ({ signal }) => api.approvals.get({ id }, { signal }),
    refetchInterval: ({ state }) => (state.error === null && state.data?.status === 'pending' ? refetchMs : false),
  });
  const isOver = query.error instanceof ApiError && query.error.status === gone;
  const { data } = query;
  return (
    <Page
      title={data === undefined ? texts.title : toShown(data.display.title, longestTitle)}
      about={
        <Group component="span" gap="xs">
          {data !== undefined && (
            <>
              <ApprovalStatusBadge status={isOver ? 'expired' : data.status} />
              <RiskBadge risk={data.risk} />
              {nameOfKind(data.kind)}
            </>
          )}
          <IdText value={id} />
        </Group>
      }
      actions={<DesktopNotices />}
    >
      {isOver ? (
        <Empty title={texts.expired}>
          {texts.expiredHelp}{' '}
          <Anchor underline="always" component={Link} to="/approvals">
            {texts.back}
          </Anchor>
        </Empty>
      ) : (
        <Loaded query={query} lines={8}>
          {(approval) => <Whole approval={approval} />}
        </Loaded>
      )}
    </Page>
  );
}

export interface ApprovalPartProps {
  readonly approval: Approval;
}

function Whole({ approval }: ApprovalPartProps) {
  return (
    <div className="columns">
      <Stack>
        <ApprovalRequest approval={approval} />
        <ApprovalClaims approval={approval} />
      </Stack>
      <ApprovalDecision approval={approval} />
    </div>
  );
}
