/** Renders backups for people: what one holds, what is needed beside it, and what is to be done once it was put back. */
import type { Backup, PutBack } from '../../backups.ts';
import { toTimestamp } from '../../platform/clock.ts';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts, wrapText } from './table.ts';

/** Stable members for programs. */
export function toBackupJson({ header, tables, end, digest, bytes }: Backup) {
  const { id, build, database, lineage, migrations, keks, keys, left_out } = header;
  return {
    id,
    taken_at: toTimestamp(header.taken_at),
    build,
    database,
    lineage,
    bytes,
    digest,
    last_migration: migrations.at(-1)?.id ?? null,
    rows: end.rows,
    tables: tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
    secrets: keks.map(({ key_id, version, secrets, is_current }) => ({ key_id, version, secrets, is_current })),
    keys,
    left_out,
  };
}

export function renderBackup(backup: Backup, style: Style): string {
  const { header, tables } = backup;
  const rows = tables.filter((table) => table.rows > 0).map(({ name, rows: count }) => [toPlainText(name), `${count}`]);
  const empty = tables.length - rows.length;
  const more = empty === 0 ? '' : `${empty} more tables are empty.\n`;
  const leftOut =
    header.left_out.length === 0
      ? ''
      : `${style.yellow('Not included')}, because they do not belong to the verifier: ${toPlainText(header.left_out.join(', '), 1_000)}\n`;
  const table = rows.length === 0 ? '' : renderHeadTable(['TABLE', 'ROWS'], rows, style);
  return `${renderFacts(toFacts(backup))}\n${table}${more}${leftOut}\n${renderNeeded(backup, style)}`;
}

/** Stable members for programs. */
export function toPutBackJson({ summary, keyFiles, restored, later }: PutBack) {
  return {
    restored: restored !== undefined,
    backup: toBackupJson(summary),
    key_files: keyFiles,
    migrations: later,
    lineage: restored?.lineage ?? null,
    ended: restored?.ended ?? null,
  };
}

export function renderPutBack(answer: PutBack, style: Style): string {
  const { summary, keyFiles, restored, later } = answer;
  const facts = toFacts(summary);
  if (keyFiles.length > 0) facts.push(['key files', keyFiles.join(', ')]);
  if (later.length > 0) facts.push(['migrations', `${later.length} of later releases`]);
  if (restored === undefined) {
    return `${renderFacts(facts)}\n${style.green('It can be restored.')} Nothing was written.\n`;
  }
  facts.push(['lineage', restored.lineage]);
  const ended = Object.entries(restored.ended).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
  facts.push(['ended', ended.join(', ')]);
  const taken = toTimestamp(summary.header.taken_at);
  const steps = toSteps(taken).map((step, index) => wrapText(`${index + 1}. ${step}`, 100).join('\n   '));
  return `${renderFacts(facts)}\n${style.green('The backup is restored completely.')} Before and after the start:\n${steps.join('\n')}\n`;
}

function toFacts({ header, tables, end, digest, bytes }: Backup): [string, string][] {
  const where = header.database === 'pglite' ? 'the embedded database' : 'PostgreSQL';
  return [
    ['backup', header.id],
    ['taken', `${toTimestamp(header.taken_at)}, by assay ${toPlainText(header.build)}`],
    ['from', `${where} (${toPlainText(header.server_version)})`],
    ['holds', `${tables.length} tables, ${end.rows} rows, ${bytes} bytes`],
    ['digest', digest],
  ];
}

/** Lists what is needed besides the file. */
function renderNeeded({ header: { keks, keys } }: Backup, style: Style): string {
  const lines: string[] = [];
  for (const kek of keks) {
    if (kek.is_retired || (kek.secrets === 0 && !kek.is_current)) continue;
    const name = toPlainText(`version ${kek.version} of the key "${kek.key_id}"`, 300);
    const isInside = kek.key_id === 'file' && keys?.includes('secrets-kek.json') === true;
    const where = isInside ? 'which is inside' : style.yellow(`which is NOT inside: ${toWhere(kek.key_id)}`);
    lines.push(`${kek.secrets} secrets are sealed with ${name}, ${where}.`);
  }
  if (lines.length === 0) lines.push('No secret is stored in it.');
  lines.push(
    keys === null
      ? `${style.yellow('Keys are NOT inside')}: keep verifier-key.pem and the other keys of the data folder too (--with-keys).`
      : `Keys are inside, sealed with the passphrase: ${toPlainText(keys.join(', '), 500)}.`,
  );
  return lines.map((line) => `${line}\n`).join('');
}

function toWhere(keyId: string): string {
  if (keyId === 'file') return 'keep secrets-kek.json of the data folder';
  if (keyId === 'environment') return 'keep VERIFIER_KEK and VERIFIER_KEK_PREVIOUS';
  return 'it stays at its transit server; see the backups of that server';
}

function toSteps(taken: string): string[] {
  return [
    `Everything that was revoked, suspended, rotated or removed after ${taken} is in its old state again: look through the audit log that you exported since then (assay audit export), and repeat those changes.`,
    'Remove witness-key.pem from every data folder if checkpoints were witnessed since: the next start makes another key.',
    'Start the verifier. Gateways accept the configuration of the new lineage if a key that they know signed it; if verifier-key.pem is lost, remove their gateway-config.json and gateway-standing.json.',
    'Remove gateway-forwarded.json of each gateway and restart it: it sends the Evidence that the backup lacks.',
    'Connected accounts whose refresh token was renewed since then become reauth_required at their first use: connect them again.',
    'See docs/backup.md.',
  ];
}
