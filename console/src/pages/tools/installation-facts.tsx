/** Names and values of an installation. */
import type { Installation } from '@assay/client';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.installation;

export function InstallationFacts({ installation }: { readonly installation: Installation }) {
  const { app_id: app, name, version, target_version: target, agent_id: agent, scope, auth, config } = installation;
  const facts: (Fact | undefined)[] = [
    [
      texts.app,
      <Anchor key="app" component={Link} to={`/tools/apps/${encodeURIComponent(app)}`} inherit>
        <ForeignText text={name} />
      </Anchor>,
    ],
    [texts.version, <ForeignText key="version" text={version} />],
    target === null ? undefined : [texts.target, <ForeignText key="target" text={target} />],
    [
      toolsTexts.agent,
      <Anchor key="agent" component={Link} to={`/agents/${encodeURIComponent(agent)}`} inherit>
        <ForeignText text={agent} />
      </Anchor>,
    ],
    [texts.workspace, <ForeignText key="workspace" text={scope.id} />],
    [texts.service, <ForeignText key="service" text={auth.service} />],
    [texts.signIn, auth.required ? labelOf(toolsTexts.form.signIns, signInOf(auth.type)) : texts.noSignIn],
    [
      texts.credential,
      auth.credential_id === null ? (
        commonTexts.none
      ) : (
        <Anchor
          key="credential"
          component={Link}
          to={`/tools/credentials/${encodeURIComponent(auth.credential_id)}`}
          inherit
        >
          {auth.credential_id}
        </Anchor>
      ),
    ],
    auth.scopes.length === 0 ? undefined : [texts.scopes, <ForeignText key="scopes" text={auth.scopes.join(' ')} />],
    Object.keys(config).length === 0
      ? undefined
      : [texts.config, <ForeignText key="config" text={JSON.stringify(config)} maxLength={1_000} />],
    [texts.createdBy, <ForeignText key="by" text={installation.created_by} />],
    [texts.created, <TimeAgo key="created" value={installation.created_at} />],
    [texts.installedAt, <TimeAgo key="installed" value={installation.installed_at} />],
  ];
  return <Facts facts={facts.filter((fact) => fact !== undefined)} />;
}

/** Discovery names kinds of credentials; the catalog calls the sign-in of a person `oauth2`. */
function signInOf(type: string | null): string {
  return type === 'oauth2_code' ? 'oauth2' : (type ?? '');
}
