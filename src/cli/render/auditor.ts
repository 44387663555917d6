/** Auditors of the catalog for a reader, and what can be set about them. */
import type { AuditorSettingsSchema, CatalogAuditor } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { listDefinitions, type SettingDefinition } from '../setting-value.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';
import { formatValue } from './value.ts';

/** Renders one line for each. */
export function renderAuditorList(items: readonly CatalogAuditor[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.version),
    item.built_in ? 'built in' : 'registered',
    toPlainText(item.phases.join(', ')),
    toPlainText(item.url ?? item.image ?? `port ${item.defaultPort}`, 100),
    toPlainText(item.name, 60),
  ]);
  return renderHeadTable(['AUDITOR', 'VERSION', 'KIND', 'PHASES', 'WHERE', 'NAME'], rows, style);
}

/** One auditor, its claims, and what can be set about each. */
export function renderAuditor(auditor: CatalogAuditor, style: Style): string {
  const facts = renderFacts([
    ['auditor', toPlainText(auditor.id)],
    ['name', toPlainText(auditor.name, 200)],
    ['about', toPlainText(auditor.description, 500)],
    ['version', toPlainText(auditor.version)],
    ['kind', auditor.built_in ? 'built in' : `registered by ${toPlainText(auditor.created_by ?? 'unknown')}`],
    ...optional('image', auditor.image),
    ...optional('url', auditor.url),
    ['phases', toPlainText(auditor.phases.join(', '))],
    [
      'vocabulary',
      toPlainText(`${auditor.vocabulary_digest}${auditor.vocabulary_at ? ` of ${auditor.vocabulary_at}` : ''}`, 200),
    ],
    ...(auditor.built_in ? [] : [['revision', String(auditor.revision)] as const]),
  ]);
  const own = auditor.config.map((definition) => `  ${describeDefinition(definition.key, definition)}\n`).join('');
  const claims = auditor.claims.map(({ name, type, description, settings }) => {
    const head = `  ${style.bold(toPlainText(name))} ${style.dim(toPlainText(type))}  ${toPlainText(description, 200)}\n`;
    const lines = settings.map((definition) => `    ${describeDefinition(`${name}.${definition.key}`, definition)}\n`);
    return `${head}${lines.join('')}`;
  });
  return [
    facts,
    own === '' ? '' : `\n${style.bold('Settings')}\n${own}`,
    `\n${style.bold('Claims')}\n${claims.join('')}`,
  ].join('');
}

/** Every setting of an auditor with its type, its default and what it takes. */
export function renderSettingsSchema(schema: AuditorSettingsSchema, style: Style): string {
  const rows = listDefinitions(schema).map(({ name, definition }) => [
    toPlainText(name, 200),
    toPlainText(definition.type),
    formatValue(definition.default),
    toPlainText(describeBounds(definition), 200),
    toPlainText(definition.label ?? '', 100),
  ]);
  if (rows.length === 0) return `${toPlainText(schema.auditor_id)} has no settings.\n`;
  return renderHeadTable(['SETTING', 'TYPE', 'DEFAULT', 'TAKES', 'MEANING'], rows, style);
}

function describeDefinition(name: string, definition: SettingDefinition): string {
  const bounds = describeBounds(definition);
  const text = `${name} (${definition.type}, default ${formatValue(definition.default)}${bounds === '' ? '' : `, ${bounds}`})`;
  return toPlainText(text, 300);
}

function describeBounds({ min, max, options, control, secret }: SettingDefinition): string {
  if (secret === true) return 'only set in the environment of the auditor';
  if (options !== undefined && options.length > 0) {
    return `${control === 'select' ? 'one of' : 'such as'} ${options.join(', ')}`;
  }
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `${min} or more`;
  return max === undefined ? '' : `${max} or less`;
}

function optional(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, toPlainText(value, 300)]];
}
