/** Status and risk of a request, by word and by colour. */
import { Badge } from '@mantine/core';
import { approvalsTexts as texts } from '../../texts/approvals.ts';

const statusColours: Readonly<Record<string, string>> = {
  pending: 'yellow',
  approved: 'green',
  denied: 'red',
  expired: 'gray',
  cancelled: 'gray',
  failed: 'red',
};
const riskColours: Readonly<Record<string, string>> = { low: 'gray', medium: 'yellow', high: 'red' };

export function ApprovalStatusBadge({ status }: { readonly status: string }) {
  const names: Readonly<Record<string, string>> = texts.statuses;
  return (
    <Badge size="sm" color={statusColours[status] ?? 'gray'}>
      {names[status] ?? status}
    </Badge>
  );
}

export function RiskBadge({ risk }: { readonly risk: string }) {
  const names: Readonly<Record<string, string>> = texts.risks;
  return (
    <Badge size="sm" color={riskColours[risk] ?? 'gray'}>
      {names[risk] ?? risk}
    </Badge>
  );
}

export function nameOfKind(kind: string): string {
  const names: Readonly<Record<string, string>> = texts.kinds;
  return names[kind] ?? kind;
}
