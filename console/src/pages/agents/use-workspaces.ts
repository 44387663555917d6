/** The workspaces as choices. Empty where the role may not list them. */
import { useQuery } from '@tanstack/react-query';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';

const most = 100;
const longestName = 60;

export function useWorkspaces(): { readonly value: string; readonly label: string }[] {
  const may = useMay('workspaces.list');
  const { data } = useQuery({
    queryKey: ['workspaces.list', 'choices'],
    queryFn: ({ signal }) => api.workspaces.list({ limit: most }, { signal }),
    enabled: may,
  });
  return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: toShown(name, longestName) }));
}
