/** One release: what it is, what can be done with it, how it was verified. */
import { Button, Group, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { categoryLabel, levelLabel } from './labels.ts';
import { ReleaseActions } from './release-actions.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Verifications } from './verifications.tsx';

const texts = auditorsTexts.releases;
const refetchMs = 2_000;

export function ReleasePanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const release = useQuery({
    queryKey: ['registeredAuditors.get', id],
    queryFn: ({ signal }) => api.registeredAuditors.get({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'verifying' ? refetchMs : false),
  });
  return (
    <Panel
      title={texts.facts}
      actions={
        <Button size="xs" variant="subtle" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <Loaded query={release}>
        {(data) => (
          <Stack>
            <Group gap="xs">
              <StatusBadge status={data.status} />
              <ReleaseActions release={data} onRemoved={onClose} />
            </Group>
            <Facts facts={factsOf(data)} />
            <Verifications id={id} isRunning={data.status === 'verifying'} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type Release = Awaited<ReturnType<typeof api.registeredAuditors.get>>;

function factsOf(release: Release): Fact[] {
  const { id, name, version, description, image, category, labels, vocabulary_digest: digest } = release;
  const { auditor_id: auditor, status_reason: reason, used_in: usedIn = [], created_at: created } = release;
  const facts: Fact[] = [
    [texts.id, <IdText key="id" value={id} />],
    [texts.name, <ForeignText key="name" text={`${name} ${version}`} />],
    [texts.category, categoryLabel(category)],
    [texts.image, <IdText key="image" value={image} />],
    [
      texts.labels,
      <ForeignText
        key="labels"
        text={Object.entries(labels)
          .map(([label, value]) => `${label}=${value}`)
          .join('; ')}
        maxLength={400}
      />,
    ],
    [texts.digest, <IdText key="digest" value={digest} />],
    [texts.created, <TimeAgo key="created" value={created} />],
    [
      texts.usedIn,
      usedIn.length === 0 ? (
        texts.usedNowhere
      ) : (
        <List key="used" size="sm">
          {usedIn.map((scope) => (
            <List.Item key={`${scope.level} ${scope.id}`}>
              {levelLabel(scope.level)} <ForeignText text={scope.id} />
            </List.Item>
          ))}
        </List>
      ),
    ],
  ];
  if (description !== '')
    facts.push([texts.description, <ForeignText key="about" text={description} maxLength={500} />]);
  if (auditor !== null) facts.push([texts.auditor, <ForeignText key="auditor" text={auditor} />]);
  if (reason !== null) facts.push([texts.reason, <ForeignText key="reason" text={reason} maxLength={500} />]);
  return facts;
}
