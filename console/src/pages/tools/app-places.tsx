/** Where an app runs, and the configuration and secrets that it takes. */
import type { App } from '@assay/client';
import { List, Stack, Text } from '@mantine/core';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignBlock, ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Panel } from '../../parts/panel.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { declaredConfig, usesOf } from './config-fields.ts';

const texts = toolsTexts.app;

export function AppPlaces({ app }: { readonly app: App }) {
  const facts = placesOf(app);
  return (
    <Stack>
      <Panel title={texts.where}>
        {facts.length === 0 ? <Text size="sm">{texts.nothingRuns}</Text> : <Facts facts={facts} />}
      </Panel>
      {usesOf(app).length > 0 && (
        <Panel title={texts.environment}>
          <Configuration app={app} />
        </Panel>
      )}
      {app.skill !== undefined && (
        <Panel title={texts.files}>
          {app.skill.files.map(({ path, bytes, text }) => (
            <details key={path}>
              <summary>
                <ForeignText text={path} />, {texts.bytes(bytes)}
              </summary>
              {text !== undefined && <ForeignBlock text={text} />}
            </details>
          ))}
        </Panel>
      )}
    </Stack>
  );
}

function placesOf({ remotes = [], packages = [], auditor, runtime, skill }: App): Fact[] {
  const text = (name: string, value: string | number | undefined, key: string): Fact | undefined =>
    value === undefined ? undefined : [name, <ForeignText key={key} text={String(value)} maxLength={500} />];
  return [
    ...remotes.map(({ type, url }) => text(texts.remote(type), url, url)),
    ...packages.map(({ registryType: type, identifier, version }) =>
      text(texts.package(type), `${identifier} ${version}`, identifier),
    ),
    text(texts.auditorId, auditor?.auditor_id, 'auditor'),
    text(texts.url, auditor?.url, 'url'),
    text(texts.image, auditor?.image ?? runtime?.image, 'image'),
    text(texts.command, runtime?.command?.join(' '), 'command'),
    text(
      texts.network,
      runtime === undefined ? undefined : labelOf(toolsTexts.form.networks, runtime.network ?? 'open'),
      'network',
    ),
    text(texts.cpus, runtime?.cpus, 'cpus'),
    text(texts.memory, runtime?.memory_mb === undefined ? undefined : `${runtime.memory_mb} MiB`, 'memory'),
    text(texts.treeHash, skill?.tree_hash, 'tree'),
  ].filter((fact) => fact !== undefined);
}

function Configuration({ app }: { readonly app: App }) {
  const all = usesOf(app).map((use) => declaredConfig(app, use));
  const fields = all.flatMap((each) => each.fields);
  const secrets = all.flatMap((each) => each.secrets);
  if (fields.length === 0 && secrets.length === 0) return <Text size="sm">{texts.noConfiguration}</Text>;
  return (
    <List size="sm">
      {fields.map(({ group, name, description, isRequired }) => (
        <List.Item key={`${group} ${name}`}>
          <span className="mono">
            <ForeignText text={name} />
          </span>
          , {isRequired ? texts.required : texts.optional}
          {description !== undefined && (
            <Text size="xs" c="dimmed">
              <ForeignText text={description} maxLength={500} />
            </Text>
          )}
        </List.Item>
      ))}
      {secrets.map((name) => (
        <List.Item key={`secret ${name}`}>
          <span className="mono">
            <ForeignText text={name} />
          </span>
          , {texts.secret}
        </List.Item>
      ))}
    </List>
  );
}
