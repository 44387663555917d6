/** Where a release stands, by colour and by word. */
import { Badge } from '@mantine/core';
import { auditorsTexts } from '../../texts/auditors.ts';
import { wordOf } from './words.ts';

const colours = new Map([
  ['verified', 'green'],
  ['revoked', 'red'],
  ['verifying', 'blue'],
]);

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge size="sm" color={colours.get(status) ?? 'gray'}>
      {wordOf(auditorsTexts.releases.statuses, status)}
    </Badge>
  );
}
