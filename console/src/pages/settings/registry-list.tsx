/** The registries: publishers, models, reference values and appraisal policies. Auditors have a page of their own. */
import type { AppraisalPolicy, ReferenceValues, RegisteredModel } from '@assay/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { NeedsRight } from '../../parts/needs-right.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { PublisherPanel } from './publisher-panel.tsx';

const route = getRouteApi('/settings');
const texts = settingsTexts.registries;

const detail = (row: object) => <JsonView value={row} label={settingsTexts.record} />;

export function RegistryList() {
  const { record } = route.useSearch();
  const navigate = route.useNavigate();
  const open = ({ id }: { readonly id: string }) =>
    void navigate({ search: { tab: 'registries', record: id === record ? undefined : id }, resetScroll: false });
  const shared = { idOf: ({ id }: { readonly id: string }) => id, onOpen: open, openId: record, detail };
  return (
    <Stack>
      <Text size="sm">
        {texts.auditors}{' '}
        <Anchor component={Link} to="/auditors" inherit>
          {texts.auditorsLink}
        </Anchor>
      </Text>
      <PublisherPanel record={record} onOpen={open} />
      <NeedsRight operation="models.list">
        <Panel title={texts.models} about={texts.modelsAbout}>
          <RecordTable<RegisteredModel>
            {...shared}
            label={texts.models}
            queryKey={['models.list']}
            read={(page, signal) => api.models.list(page, { signal })}
            columns={[
              { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
              { header: texts.served, cell: ({ served_as: names }) => <ForeignText text={names.join(', ')} /> },
              { header: texts.workspace, cell: ({ workspace_id: id }) => <ForeignText text={id ?? texts.all} /> },
              { header: texts.versions, cell: ({ versions }) => versions },
              { header: texts.changed, cell: ({ updated_at: at }) => <TimeAgo value={at} /> },
            ]}
            nameOf={({ name }) => name}
            actions={[
              {
                operation: 'models.remove',
                label: texts.remove,
                isDangerous: true,
                about: () => texts.removeModel,
                run: ({ id, revision }) => api.models.remove({ id, ifMatch: revision }),
              },
            ]}
            empty={<Empty title={texts.noModels}>{texts.noModelsHelp}</Empty>}
          />
        </Panel>
      </NeedsRight>
      <NeedsRight operation="referenceValues.list">
        <Panel title={texts.values} about={texts.valuesAbout}>
          <RecordTable<ReferenceValues>
            {...shared}
            label={texts.values}
            queryKey={['referenceValues.list']}
            read={(page, signal) => api.referenceValues.list(page, { signal })}
            columns={[
              { header: texts.id, cell: ({ id }) => <ForeignText text={id} /> },
              { header: texts.version, cell: ({ version }) => version },
              { header: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
              { header: texts.by, cell: ({ created_by: by }) => <ForeignText text={by} /> },
              { header: texts.changed, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
            ]}
            nameOf={({ id }) => id}
            actions={[
              {
                operation: 'referenceValues.revoke',
                label: texts.revoke,
                isDangerous: true,
                asksReason: true,
                isOffered: ({ state }) => state === 'active',
                about: () => texts.revokeValues,
                run: ({ id }, reason) => api.referenceValues.revoke({ id, body: { reason } }),
              },
            ]}
            empty={<Empty title={texts.noValues}>{texts.noValuesHelp}</Empty>}
          />
        </Panel>
      </NeedsRight>
      <NeedsRight operation="appraisalPolicies.list">
        <Panel title={texts.appraisals} about={texts.appraisalsAbout}>
          <RecordTable<AppraisalPolicy>
            {...shared}
            label={texts.appraisals}
            queryKey={['appraisalPolicies.list']}
            read={(page, signal) => api.appraisalPolicies.list(page, { signal })}
            columns={[
              { header: texts.name, cell: ({ policy }) => <ForeignText text={policy.name} /> },
              { header: texts.version, cell: ({ version }) => version },
              {
                header: texts.active,
                cell: ({ active }) => (
                  <ForeignText text={active.map(({ workspace_id: id }) => id ?? texts.whole).join(', ')} />
                ),
              },
              { header: texts.by, cell: ({ created_by: by }) => <ForeignText text={by} /> },
              { header: texts.changed, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
            ]}
            nameOf={({ policy }) => policy.name}
            actions={[
              {
                operation: 'appraisalPolicies.activate',
                label: texts.activate,
                asksReason: true,
                isOffered: ({ archived_at: at }) => at === null,
                about: ({ version }) => texts.activateAbout(version),
                run: ({ id, version }, reason) => api.appraisalPolicies.activate({ id, body: { version, reason } }),
              },
              {
                operation: 'appraisalPolicies.archive',
                label: texts.archive,
                isDangerous: true,
                isOffered: ({ active, archived_at: at }) => at === null && active.length === 0,
                about: () => texts.archiveAbout,
                run: ({ id, revision }) => api.appraisalPolicies.archive({ id, ifMatch: revision }),
              },
            ]}
            empty={<Empty title={texts.noAppraisals}>{texts.noAppraisalsHelp}</Empty>}
          />
        </Panel>
      </NeedsRight>
    </Stack>
  );
}
