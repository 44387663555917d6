/** Shows what the auditor would find in a text, with the settings as they stand in the form. */
import type { CatalogAuditor, ClaimsRequestInput } from '@assay/client';
import { Alert, Button, Group, SegmentedControl, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Panel } from '../../parts/panel.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import type { SettingGroup } from './setting-groups.ts';
import type { SettingsContext } from './settings-form.tsx';
import { type TryPhase, toTryBody, tryPhases } from './try-body.ts';
import { TryResult } from './try-result.tsx';

const route = getRouteApi('/auditors/$id');
const texts = auditorsTexts.try;
const typingMs = 600;
const mostListed = 100;
const longestName = 80;

interface Asked {
  readonly agent: string;
  readonly body: ClaimsRequestInput;
}

interface TryBoxProps {
  readonly auditor: CatalogAuditor;
  readonly groups: readonly SettingGroup[];
  readonly context: Pick<SettingsContext, 'stored' | 'draft'>;
}

export function TryBox({ auditor, groups, context: { stored, draft } }: TryBoxProps) {
  const mayTry = useMay('playground.evaluate');
  const { workspace, agent, as, phase: wanted, live } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<Asked>();
  const agents = useQuery({
    queryKey: ['agents.list', 'try', workspace],
    queryFn: ({ signal }) =>
      api.agents.list({ limit: mostListed, workspace_id: workspace, status: 'active' }, { signal }),
    enabled: mayTry,
  });
  const offered = tryPhases.filter((each) => auditor.phases.includes(each));
  const phase = offered.find((each) => each === wanted) ?? offered[0];
  const speaker = agent ?? as ?? agents.data?.items[0]?.id;
  const isLive = live === 'true';
  const current = useMemo(
    (): Asked | undefined =>
      phase === undefined || speaker === undefined || text.trim() === ''
        ? undefined
        : { agent: speaker, body: toTryBody({ text, phase }, { groups, stored, draft }) },
    [phase, speaker, text, groups, stored, draft],
  );
  const [settled] = useDebouncedValue(current, typingMs);
  const asked = isLive ? settled : sent;
  const answer = useQuery({
    queryKey: ['playground.evaluate', asked],
    queryFn: ({ signal }) =>
      api.playground.evaluate({ agent_id: asked?.agent ?? '', body: asked?.body ?? nothing }, { signal }),
    enabled: mayTry && asked !== undefined,
    // Each call writes Evidence: the same question is asked once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!mayTry || phase === undefined) return null;
  const change = (next: { readonly as?: string; readonly phase?: TryPhase; readonly live?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const unsaved = Object.keys(draft).length;
  return (
    <Panel title={texts.title} about={texts.about}>
      <Stack gap="sm">
        <Textarea
          label={texts.text}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) setSent(current);
          }}
        />
        <Group align="flex-end" gap="sm">
          {agent === undefined && (
            <Select
              label={texts.as}
              size="xs"
              w={200}
              searchable
              allowDeselect={false}
              data={(agents.data?.items ?? []).map(({ id, name }) => ({
                value: id,
                label: toShown(`${name} (${id})`, longestName),
              }))}
              value={speaker ?? null}
              onChange={(id) => id !== null && change({ as: id })}
            />
          )}
          {offered.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={texts.phase}
              value={phase}
              onChange={(value) => change({ phase: value })}
              data={offered.map((value) => ({ value, label: texts.phases[value] }))}
            />
          )}
          <Button
            size="xs"
            disabled={current === undefined}
            loading={answer.isFetching}
            onClick={() => setSent(current)}
          >
            {texts.detect}
          </Button>
          <Switch
            size="xs"
            label={texts.live}
            checked={isLive}
            onChange={({ currentTarget }) => change({ live: currentTarget.checked ? 'true' : undefined })}
          />
        </Group>
        {unsaved > 0 && <Text size="xs">{texts.unsaved(unsaved)}</Text>}
        {agents.data?.items.length === 0 && <Alert color="gray">{texts.noAgent}</Alert>}
        <TryResult asked={asked?.body} query={answer} auditor={auditor} />
      </Stack>
    </Panel>
  );
}

/** Never sent: without a question the call is not made. */
const nothing: ClaimsRequestInput = { phase: 'request', data: {} };
