/** Whether a policy decides, is tried, or is a draft, by colour and by word. */
import { Badge } from '@mantine/core';
import { policiesTexts as texts } from '../../texts/policies.ts';

const colours = { draft: 'gray', active: 'green', shadow: 'blue' } as const;

export function PolicyStatus({ status }: { readonly status: string }) {
  const known = (['draft', 'active', 'shadow'] as const).find((one) => one === status);
  return (
    <Badge color={known === undefined ? 'gray' : colours[known]}>
      {known === undefined ? status : texts.status[known]}
    </Badge>
  );
}
