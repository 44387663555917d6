/** One credential: what it is for, its state, and what can be done with it. Its secret is never shown. */
import type { ScopedCredential } from '@assay/client';
import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { CredentialActions } from './credential-actions.tsx';
import { CredentialHistory } from './credential-history.tsx';
import { credentialColour, ownerOf } from './credential-words.ts';

const route = getRouteApi('/tools/credentials/$id');
const texts = toolsTexts.credentials;
const refetchMs = 10_000;

export function CredentialPage() {
  const { id } = route.useParams();
  const credential = useQuery({
    queryKey: ['scopedCredentials.get', id],
    queryFn: ({ signal }) => api.scopedCredentials.get({ id }, { signal }),
    refetchInterval: refetchMs,
  });
  return (
    <Page title={texts.page} about={<IdText value={id} />}>
      <Loaded query={credential} lines={8}>
        {(data) => (
          <Stack>
            <Badge color={credentialColour(data.status)} role="status">
              {labelOf(texts.states, data.status)}
            </Badge>
            <CredentialActions credential={data} />
            <div className="columns">
              <Panel title={texts.facts} about={texts.about}>
                <Facts facts={factsOf(data)} />
              </Panel>
              <Panel title={texts.history}>
                <CredentialHistory id={id} />
              </Panel>
            </div>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function factsOf(credential: ScopedCredential): Fact[] {
  const { injection, rotation, config } = credential;
  const text = (name: string, value: string | null | undefined): Fact | undefined =>
    value === null || value === undefined || value === '' ? undefined : [name, <ForeignText key={name} text={value} />];
  const time = (name: string, value: string | null): Fact | undefined =>
    value === null ? undefined : [name, <TimeAgo key={name} value={value} />];
  const facts: (Fact | undefined)[] = [
    text(texts.service, credential.service),
    [texts.kind, labelOf(texts.kinds, credential.auth_type)],
    text(texts.why, credential.status_reason),
    text(texts.owner, ownerOf(credential)),
    [texts.sharing, labelOf(texts.sharings, credential.sharing_mode)],
    text(texts.resource, credential.resource),
    text(texts.issuer, credential.issuer),
    text(texts.username, config.username),
    text(texts.clientId, config.client_id),
    text(texts.injection, injection.header ?? labelOf(texts.injections, injection.method)),
    text(texts.requested, credential.requested_scopes.join(' ')),
    text(texts.granted, credential.granted_scopes.join(' ')),
    text(texts.account, credential.upstream_account),
    text(texts.connectedBy, credential.connected_by),
    [texts.delegation, credential.allow_in_delegation ? toolsTexts.effective.yes : toolsTexts.effective.no],
    [texts.version, credential.version === 0 ? commonTexts.none : credential.version],
    text(texts.fingerprint, credential.fingerprint),
    time(texts.expires, credential.expires_at),
    [texts.used, <TimeAgo key="used" value={credential.last_used_at} />],
    time(texts.refreshedAt, credential.last_refreshed_at),
    time(texts.nextRotation, rotation.next_at),
    time(texts.overlapUntil, rotation.overlap_until),
    time(texts.created, credential.created_at),
    time(texts.states.revoked, credential.revoked_at),
  ];
  return facts.filter((fact) => fact !== undefined);
}
