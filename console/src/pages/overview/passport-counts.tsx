/** Passports by status. */
import type { Overview } from '@assay/client';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toCount } from '../../parts/count.ts';
import { Panel } from '../../parts/panel.tsx';
import { PassportBadge } from '../../parts/passport-badge.tsx';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.passports;
const order = ['affirming', 'warning', 'contraindicated', 'none', 'expired', 'revoked'] as const;

export function PassportCounts({ passports }: { readonly passports: Overview['passports'] }) {
  const { valid, expired, revoked } = passports;
  const counts = { ...valid, expired, revoked };
  const known = order.filter((name) => counts[name] > 0);
  const list = (
    <Link to="/verify" search={{ tab: 'passports' }} className="quiet-link">
      {texts.list}
    </Link>
  );
  return (
    <Panel title={texts.title} about={texts.about} actions={list}>
      {known.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {known.map((name) => (
        <Group key={name} justify="space-between" py={3}>
          <PassportBadge status={name} />
          <b>{toCount(counts[name])}</b>
        </Group>
      ))}
    </Panel>
  );
}
