/** Presets that were applied to a workspace. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { ChangeList } from './change-list.tsx';
import { presetName, presetTitle } from './preset-name.ts';

const texts = auditorsTexts.presets;

export function PresetHistory({ workspace }: { readonly workspace: string }) {
  const history = useQuery({
    queryKey: ['presets.history', workspace],
    queryFn: ({ signal }) => api.presets.history({ id: workspace, limit: 20 }, { signal }),
  });
  return (
    <Panel title={texts.history}>
      <Loaded query={history}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{texts.noHistory}</Text>
          ) : (
            <ChangeList changes={items} label={texts.history} aboutOf={({ document }) => appliedOf(document)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Names of the presets in the record of a change. */
function appliedOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return '';
  const applied: unknown = Reflect.get(document, 'applied');
  if (!Array.isArray(applied)) return '';
  return applied
    .flatMap((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return [];
      return [presetTitle(presetName(String(Reflect.get(entry, 'auditor')), String(Reflect.get(entry, 'tier'))))];
    })
    .join('; ');
}
