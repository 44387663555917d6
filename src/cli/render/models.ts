/** Renders registered models for people. People wrote most of it: nothing in it may control the terminal. */
import type { ModelAlias, ModelVersion, RegisteredModel } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

const listOf = (names: readonly string[]): string => (names.length === 0 ? '-' : toPlainText(names.join(' '), 200));
const aliasesOf = ({ aliases }: RegisteredModel): string[] =>
  Object.entries(aliases).map(([name, version]) => `${name}=${version}`);

/** Renders one line for each. */
export function renderModels(items: readonly RegisteredModel[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.name, 60),
    String(item.versions),
    listOf(aliasesOf(item)),
    listOf(item.served_as),
    toPlainText(item.id),
  ]);
  return renderHeadTable(['NAME', 'VERSIONS', 'ALIASES', 'SERVED AS', 'ID'], rows, style);
}

export function renderModel(item: RegisteredModel): string {
  return renderFacts([
    ['model', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['what', item.description === '' ? '-' : toPlainText(item.description, 2_000)],
    ['served as', listOf(item.served_as)],
    ['aliases', listOf(aliasesOf(item))],
    ['protected', listOf(item.protected_aliases)],
    ['tags', listOf(Object.entries(item.tags).map(([name, value]) => `${name}=${value}`))],
    ['versions', String(item.versions)],
  ]);
}

export function renderModelVersions(items: readonly ModelVersion[], style: Style): string {
  const rows = items.map((item) => [
    String(item.version),
    toPlainText(item.kind),
    toPlainText(item.status),
    toPlainText(item.review),
    toPlainText(item.verification.verdict),
    toPlainText(item.model_hash, 80),
  ]);
  return renderHeadTable(['VERSION', 'KIND', 'STATUS', 'REVIEW', 'FOUND', 'DIGEST'], rows, style);
}

/** One, with what was found in its files. */
export function renderModelVersion(item: ModelVersion): string {
  const hosted = item.hosted_model_id === null ? [] : [`${item.provider ?? ''} ${item.hosted_model_id}`];
  const findings = item.files.flatMap(({ path, findings: found }) =>
    found.map((one) => `${path}: ${one.level} ${one.rule}: ${one.message}`),
  );
  const review = item.review_reason === null ? item.review : `${item.review}: ${item.review_reason}`;
  return renderFacts([
    ['model', toPlainText(`${item.name} (${item.model_id})`, 300)],
    ['version', String(item.version)],
    ['status', toPlainText(item.status)],
    ['review', toPlainText(review, 1_100)],
    ['digest', toPlainText(item.model_hash)],
    ...hosted.map((text): [string, string] => ['hosted', toPlainText(text, 300)]),
    ['found', toPlainText(`${item.verification.verdict}: ${item.verification.detail}`, 300)],
    ...item.files.map((file): [string, string] => [
      'file',
      toPlainText(`${file.path} ${file.size} ${file.state}`, 400),
    ]),
    ...findings.map((text): [string, string] => ['finding', toPlainText(text, 600)]),
    ['license', item.license === null ? '-' : toPlainText(item.license, 200)],
    [
      'signature',
      item.signature === null ? '-' : toPlainText(`${item.signature.state} ${item.signature.publisher_id}`),
    ],
    ['served as', listOf(item.served_as)],
  ]);
}

export function renderModelAlias({ name, version, pending }: ModelAlias): string {
  const now = `${name} ${version === null ? 'names no version' : `is version ${version}`}`;
  const waits =
    pending === null ? '' : `; it moves to ${pending.version} when somebody else approves ${pending.approval_id}`;
  return `${toPlainText(`${now}${waits}`, 400)}\n`;
}
