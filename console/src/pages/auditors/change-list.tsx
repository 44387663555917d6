/** Changes of a record: what, when, by whom. */
import type { ConfigurationChange } from '@assay/client';
import { Badge, Group, List, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';

interface ChangeListProps {
  readonly changes: readonly ConfigurationChange[];
  readonly label: string;
  /** What a change was about, in words. */
  readonly aboutOf?: (change: ConfigurationChange) => string;
}

export function ChangeList({ changes, label, aboutOf }: ChangeListProps) {
  return (
    <List listStyleType="none" size="sm" spacing="xs" aria-label={label}>
      {changes.map((change) => (
        <List.Item key={`${change.org_revision} ${change.changed_at}`}>
          <Group gap="xs">
            <Badge size="sm" color="gray">
              {change.action}
            </Badge>
            <TimeAgo value={change.changed_at} />
            <Text size="sm">
              <ForeignText text={auditorsTexts.auditor.by(change.changed_by)} />
            </Text>
            {aboutOf !== undefined && (
              <Text size="sm">
                <ForeignText text={aboutOf(change)} maxLength={400} />
              </Text>
            )}
            {change.reason !== null && (
              <Text size="sm" c="dimmed">
                <ForeignText text={change.reason} maxLength={500} />
              </Text>
            )}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
