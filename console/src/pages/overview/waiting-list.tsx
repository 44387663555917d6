/** Pending work of people, each with a link to its page. */
import type { Overview } from '@assay/client';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toCount } from '../../parts/count.ts';
import { Panel } from '../../parts/panel.tsx';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.waiting;
const places = [
  ['approvals', '/approvals'],
  ['delegations', '/approvals'],
  ['quarantined_apps', '/tools'],
  ['access_reviews', '/access'],
  ['invitations', '/access'],
] as const;

export function WaitingList({ waiting }: { readonly waiting: Overview['waiting'] }) {
  const open = places.filter(([name]) => waiting[name] > 0);
  return (
    <Panel title={texts.title}>
      {open.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      )}
      {open.map(([name, to]) => (
        <Link key={name} to={to} className="bar-row">
          <span>{texts[name]}</span>
          <b>{toCount(waiting[name])}</b>
        </Link>
      ))}
    </Panel>
  );
}
