/** Changes which auditors a scope asks, in which order. */
import { ApiError, type CatalogAuditor, type Organization, type Workspace } from '@assay/client';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { type ChainOrder, canAsk, orderOf, withOrder } from './chain.ts';
import { ChainList } from './chain-list.tsx';
import { createDraftStore, useStoredDraft } from './draft-store.ts';

const texts = auditorsTexts.chain;
const longestName = 80;
const drafts = createDraftStore<ChainOrder>();

interface ChainEditorProps {
  readonly org: Organization;
  /** Absent: the chain of the organisation is changed. */
  readonly workspace: Workspace | undefined;
  readonly catalog: readonly CatalogAuditor[];
}

export function ChainEditor({ org, workspace, catalog }: ChainEditorProps) {
  const queries = useQueryClient();
  const mayOrganization = useMay('organizations.update');
  const mayWorkspace = useMay('workspaces.update');
  const mayChange = workspace === undefined ? mayOrganization : mayWorkspace;
  const key = JSON.stringify([org.id, workspace?.id]);
  const draft = useStoredDraft(drafts, key);
  const [said, setSaid] = useState('');
  const target = workspace ?? org;
  const { source, ...stored } = orderOf(org.chain, workspace?.chain, catalog);
  const order = draft ?? stored;
  const save = useMutation({
    mutationFn: async (next: ChainOrder | undefined) => {
      const body = { chain: withOrder(target.chain, next) };
      const { id, revision: ifMatch } = target;
      await (workspace === undefined
        ? api.organizations.update({ id, body, ifMatch })
        : api.workspaces.update({ id, body, ifMatch }));
    },
    onSuccess: () => {
      drafts.set(key, undefined);
      notifications.show({ color: 'green', message: texts.saved });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspaces.get'] }),
  });
  const nameOf = (id: string) => toShown(catalog.find((auditor) => auditor.id === id)?.name ?? id, longestName);
  const change = (next: ChainOrder, words: string) => {
    setSaid(words);
    const isStored = JSON.stringify(next) === JSON.stringify({ before: stored.before, after: stored.after });
    drafts.set(key, isStored ? undefined : next);
  };
  const addable = (phase: 'request' | 'response', present: readonly string[]) =>
    catalog.map(({ id }) => id).filter((id) => !present.includes(id) && canAsk(id, phase, catalog));
  const sourceText =
    workspace === undefined ? texts.orgSources[source === 'builtIn' ? 'builtIn' : 'org'] : texts.sources[source];
  return (
    <Panel title={texts.title} about={texts.about}>
      <Stack>
        <Text size="sm">{sourceText}</Text>
        {target.chain.items !== undefined && <Text size="sm">{texts.instances}</Text>}
        {!mayChange && workspace === undefined && <Alert color="gray">{texts.onlyOrg}</Alert>}
        <div className="columns">
          <ChainList
            title={texts.before}
            ids={order.before}
            nameOf={nameOf}
            addable={addable('request', order.before)}
            mayChange={mayChange}
            onChange={(before, words) => change({ before, after: order.after }, words)}
          />
          <ChainList
            title={texts.after}
            ids={order.after}
            nameOf={nameOf}
            addable={addable('response', order.after)}
            mayChange={mayChange}
            onChange={(after, words) => change({ before: order.before, after }, words)}
          />
        </div>
        <div role="status" className="hidden-title">
          {said}
        </div>
        {save.error !== null && <Problem error={save.error} />}
        {save.error instanceof ApiError && <BrokenPlaces problem={save.error.problem} />}
        {draft !== undefined && (
          <div>
            <Text size="sm" fw={600}>
              {texts.unsaved}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.saveAbout}
            </Text>
            <Group mt="xs">
              <Button size="xs" loading={save.isPending} onClick={() => save.mutate(draft)}>
                {texts.save}
              </Button>
              <Button size="xs" variant="default" onClick={() => drafts.set(key, undefined)}>
                {texts.discard}
              </Button>
            </Group>
          </div>
        )}
        {draft === undefined && mayChange && target.chain.auditorChain !== undefined && (
          <div>
            <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
              {texts.inherit}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {texts.inheritAbout}
            </Text>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

/** Policies that the chain would break, as the verifier names them. */
function BrokenPlaces({ problem }: { readonly problem: Readonly<Record<string, unknown>> }) {
  const { places } = problem;
  if (!Array.isArray(places)) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.breaks}
      </Text>
      <List size="sm">
        {places.slice(0, 50).map((place: unknown) => {
          const text = typeof place === 'string' ? place : JSON.stringify(place);
          return (
            <List.Item key={text}>
              <ForeignText text={text} maxLength={400} />
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}
