/** Reads the chains of the organisation and of the chosen workspace, and shows the editor. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ChainEditor } from './chain-editor.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { useCatalog } from './use-catalog.ts';

interface ChainTabProps {
  readonly workspace: string | undefined;
  readonly onWorkspace: (workspace: string | undefined) => void;
}

export function ChainTab({ workspace, onWorkspace }: ChainTabProps) {
  const organization = useSession()?.organization?.id;
  const catalog = useCatalog();
  const chains = useQuery({
    queryKey: ['workspaces.get', 'chain', organization, workspace],
    queryFn: async ({ signal }) => {
      const [org, inner] = await Promise.all([
        api.organizations.get({ id: organization ?? '' }, { signal }),
        workspace === undefined ? undefined : api.workspaces.get({ id: workspace }, { signal }),
      ]);
      return { org, inner };
    },
    enabled: organization !== undefined,
  });
  return (
    <Stack>
      <ScopePicker workspace={workspace} hasAgents={false} onChange={onWorkspace} />
      <Loaded query={catalog}>
        {(auditors) => (
          <Loaded query={chains}>
            {({ org, inner }) => (
              <ChainEditor key={inner?.id ?? org.id} org={org} workspace={inner} catalog={auditors} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}
