/** Changes of a record: what, when, by whom. */
import type { ConfigurationChange } from '@assay/client';
import { Badge, Group, List, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';

interface ChangeListProps {
  readonly changes: readonly ConfigurationChange[];
  readonly label: string;
}

export function ChangeList({ changes, label }: ChangeListProps) {
  return (
    <List listStyleType="none" size="sm" spacing="xs" aria-label={label}>
      {changes.map(({ org_revision: revision, action, reason, changed_at: time, changed_by: person }) => (
        <List.Item key={`${revision} ${time}`}>
          <Group gap="xs">
            <Badge size="sm" color="gray">
              {action}
            </Badge>
            <TimeAgo value={time} />
            <Text size="sm">
              <ForeignText text={auditorsTexts.auditor.by(person)} />
            </Text>
            {reason !== null && (
              <Text size="sm" c="dimmed">
                <ForeignText text={reason} maxLength={500} />
              </Text>
            )}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
