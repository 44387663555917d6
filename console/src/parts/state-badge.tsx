/** The state of a record, by word and by colour. */
import { Badge } from '@mantine/core';
import { ForeignText } from './foreign-text.tsx';

const colours: Readonly<Record<string, string>> = {
  active: 'green',
  done: 'green',
  refused: 'red',
  current: 'green',
  delivered: 'green',
  applied: 'green',
  accepted: 'green',
  approve: 'green',
  pending: 'blue',
  in_progress: 'blue',
  paused: 'yellow',
  behind: 'yellow',
  old: 'yellow',
  expired: 'gray',
  revoked: 'red',
  refusing: 'red',
  away: 'red',
  dead: 'red',
  disabled: 'red',
  suspended: 'red',
  failed: 'red',
  deny: 'red',
};

export function StateBadge({ state }: { readonly state: string }) {
  return (
    <Badge size="sm" color={colours[state] ?? 'gray'}>
      <ForeignText text={state.replaceAll('_', ' ')} />
    </Badge>
  );
}
