/** Settings of the organisation. */
import type { Organization } from '@assay/client';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { modelUseOf } from './model-use.ts';
import { OrganisationForm } from './organisation-form.tsx';

const texts = settingsTexts.organisation;

export function OrganisationSettings() {
  const id = useSession()?.organization?.id ?? '';
  const may = useMay('organizations.update');
  const query = useQuery({
    queryKey: ['organizations.get', id],
    queryFn: ({ signal }) => api.organizations.get({ id }, { signal }),
    enabled: id !== '',
  });
  return (
    <Loaded query={query}>
      {(organisation) => (
        <div className="columns">
          <OrganisationFacts organisation={organisation} />
          {may && (
            <Panel title={texts.change} about={texts.changeAbout}>
              <OrganisationForm organisation={organisation} />
            </Panel>
          )}
        </div>
      )}
    </Loaded>
  );
}

function OrganisationFacts({ organisation }: { readonly organisation: Organization }) {
  const session = useSession();
  const { id, name, description, model_use: models, revision } = organisation;
  return (
    <Panel title={texts.title}>
      <Stack gap="sm">
        <Facts
          facts={[
            [texts.id, <IdText key="id" value={id} />],
            [texts.name, <ForeignText key="name" text={name} />],
            [texts.description, <ForeignText key="description" text={description} maxLength={1_000} />],
            [texts.allowed, texts.modelUses[modelUseOf(models)]],
            [texts.agents, organisation.agent_approval ? texts.waits : texts.starts],
            [texts.workflows, organisation.workflow_approval ? texts.waits : texts.starts],
            [texts.revision, revision],
            [texts.changed, <TimeAgo key="changed" value={organisation.updated_at} />],
            [texts.verifier, session?.addresses.verifier ?? texts.notNamed],
            [texts.version, session?.version ?? ''],
          ]}
        />
      </Stack>
    </Panel>
  );
}
