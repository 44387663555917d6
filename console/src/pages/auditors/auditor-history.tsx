/** Changes of the catalog entry and of the settings at the chosen scope, newest first. */
import type { CatalogAuditor } from '@assay/client';
import { Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { HistoryPages } from './history-pages.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { useChosenScope } from './use-chosen-scope.ts';
import { useStoredSettings } from './use-settings.ts';

const texts = auditorsTexts.auditor;

export function AuditorHistory({ auditor: { id, built_in: builtIn } }: { readonly auditor: CatalogAuditor }) {
  const { scopes, workspace, agent, choose } = useChosenScope();
  const stored = useStoredSettings(id, scopes);
  return (
    <Stack>
      <ScopePicker workspace={workspace} agent={agent} onChange={choose} />
      <Panel title={texts.settingsHistory}>
        <Loaded query={stored}>
          {(all) => {
            const record = all.at(-1)?.record;
            if (record === undefined) return <Text size="sm">{texts.noSettings}</Text>;
            return (
              <HistoryPages
                label={texts.settingsHistory}
                queryKey={['auditorSettings.history', record.id]}
                read={(cursor, signal) => api.auditorSettings.history({ id: record.id, cursor }, { signal })}
              />
            );
          }}
        </Loaded>
      </Panel>
      <Panel title={texts.entryHistory}>
        {builtIn ? (
          <Text size="sm">{texts.builtInHistory}</Text>
        ) : (
          <HistoryPages
            label={texts.entryHistory}
            queryKey={['auditors.history', id]}
            read={(cursor, signal) => api.auditors.history({ id, cursor }, { signal })}
          />
        )}
      </Panel>
    </Stack>
  );
}
