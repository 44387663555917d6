/** Renders apps of the catalog for people. Publishers wrote most of it: nothing in it may control the terminal. */
import type { App } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderApps(items: readonly App[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.name, 60),
    toPlainText(item.title, 40),
    toPlainText(item.type),
    toPlainText(item.version, 20),
    toPlainText(item.trust_tier),
    toPlainText(item.status),
    toPlainText(item.description, 70),
  ]);
  return renderHeadTable(['NAME', 'TITLE', 'TYPE', 'VERSION', 'TRUST', 'STATUS', 'WHAT'], rows, style);
}

/** One, with how it is reached and what it takes. */
export function renderApp(item: App): string {
  const optional = (name: string, value: string | null | undefined): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, toPlainText(value, 4_000)]];
  const variables = (item.packages ?? []).flatMap(({ environmentVariables = [] }) => environmentVariables);
  return renderFacts([
    ['app', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['title', toPlainText(item.title, 200)],
    ['what', toPlainText(item.description, 2_000)],
    ['type', toPlainText(item.type)],
    [
      'version',
      toPlainText(
        item.version === item.latest_version ? item.version : `${item.version} (newest ${item.latest_version})`,
      ),
    ],
    ['status', toPlainText(item.status_reason === null ? item.status : `${item.status}: ${item.status_reason}`, 600)],
    ['trust', toPlainText(`${item.trust_tier}${item.shipped ? ', comes with the release' : ''}`)],
    ...optional('publisher', item.publisher),
    ...optional('category', item.category),
    ...optional('license', item.license),
    ...optional('repository', item.repository?.url),
    ...optional('homepage', item.homepage),
    ...optional('source', item.source),
    ...(item.remotes ?? []).map((one): [string, string] => ['remote', toPlainText(`${one.url} (${one.type})`, 2_100)]),
    ...optional('auditor', toAuditor(item)),
    ...toRuntime(item),
    ...(item.packages ?? []).map((one): [string, string] => [
      'package',
      toPlainText(`${one.registryType} ${one.identifier} ${one.version}`, 700),
    ]),
    ...optional(
      'needs',
      variables
        .filter(({ isRequired }) => isRequired === true)
        .map(({ name }) => name)
        .join(' '),
    ),
    ...optional(
      'takes',
      variables
        .filter(({ isRequired }) => isRequired !== true)
        .map(({ name }) => name)
        .join(' '),
    ),
    ...(item.skill === undefined ? [] : toSkillFacts(item.skill)),
    ...optional('signs in by', item.auth_hint?.type),
    ...optional('scopes', item.auth_hint?.scopes?.join(' ')),
    ...optional('tools', item.tools_preview?.join(' ')),
    ['digest', toPlainText(item.digest)],
    ...optional('signature', item.signature === undefined ? undefined : 'stored, not checked'),
  ]);
}

function toRuntime({ runtime }: App): [string, string][] {
  if (runtime === undefined) return [];
  const { command, image, cpus, memory_mb: memory, network = 'open' } = runtime;
  return [
    ...(command === undefined ? [] : ([['command', toPlainText(command.join(' '), 4_000)]] as const)),
    ...(image === undefined ? [] : ([['image', toPlainText(image, 600)]] as const)),
    ['limits', `${cpus ?? 'any number of'} processors, ${memory ?? 'any'} MiB, network ${network}`],
  ].map(([name = '', value = '']): [string, string] => [name, value]);
}

function toAuditor({ auditor }: App): string | undefined {
  return auditor === undefined ? undefined : `${auditor.auditor_id} (${auditor.url ?? auditor.image ?? 'nowhere'})`;
}

function toSkillFacts({ tree_hash: hash, files }: NonNullable<App['skill']>): [string, string][] {
  return [
    ['tree hash', toPlainText(hash)],
    ...files.map(({ path, bytes, sha256 }): [string, string] => [
      'file',
      toPlainText(`${path} (${bytes} bytes, ${sha256})`, 300),
    ]),
  ];
}
