/** Where a release stands, by colour and by word. */
import { Badge } from '@mantine/core';
import { labelOf } from '../../parts/labels.ts';
import { auditorsTexts } from '../../texts/auditors.ts';

const colours = new Map([
  ['verified', 'green'],
  ['revoked', 'red'],
  ['verifying', 'blue'],
]);

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge size="sm" color={colours.get(status) ?? 'gray'}>
      {labelOf(auditorsTexts.releases.statuses, status)}
    </Badge>
  );
}
