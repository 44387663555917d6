/** Renders installed apps for people. What apps and their servers wrote must not control the terminal. */
import type { Installation, InstallationTools } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';
import { renderToolChange } from './tool-changes.ts';

/** Renders one line for each. */
export function renderInstallations(items: readonly Installation[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 60),
    toPlainText(item.version, 40),
    toPlainText(item.agent_id, 40),
    toPlainText(describe(item), 60),
    String(item.tools_count),
  ]);
  return renderHeadTable(['INSTALLATION', 'APP', 'VERSION', 'AGENT', 'STATUS', 'TOOLS'], rows, style);
}

/** Renders one, with the required action of a person. */
export function renderInstallation(item: Installation): string {
  const optional = (name: string, value: string | null): [string, string][] =>
    value === null ? [] : [[name, toPlainText(value, 4_000)]];
  const { error, auth } = item;
  return renderFacts([
    ['installation', toPlainText(item.id)],
    ['app', toPlainText(`${item.name} ${item.version} (${item.app_id})`, 400)],
    ['agent', toPlainText(item.agent_id)],
    ['status', toPlainText(describe(item), 200)],
    ...optional('goes to', item.target_version),
    ...optional('failed at', error === null ? null : `${error.step}: ${error.code} (${error.detail})`),
    ...optional('signs in at', auth.issuer),
    ...optional('credential', auth.credential_id),
    ['tools', toCount(item)],
    ...optional('joins', item.config.joins ?? null),
    ...optional('approval', item.approval_id),
    ...optional('connect', item.connect_url),
    ...optional('to do', toDo(item)),
    ...item.warnings.map((warning): [string, string] => ['warning', toPlainText(warning, 400)]),
  ]);
}

/** Renders each tool with its changes since approval. */
export function renderInstallationTools(tools: InstallationTools, style: Style): string {
  const rows = tools.items.map((item) => [
    toPlainText(item.server, 40),
    toPlainText(item.name, 60),
    toPlainText(item.changed.length === 0 ? item.change : `${item.change}: ${item.changed.join(' ')}`, 80),
    toPlainText([...item.flags, ...toFound(item)].join(' '), 200),
    toPlainText((item.present ?? item.approved)?.description ?? '', 80),
  ]);
  const table = renderHeadTable(['SERVER', 'TOOL', 'CHANGE', 'FLAGS', 'DESCRIPTION'], rows, style);
  const facts = renderFacts([
    ['state', stateOf(tools)],
    ...(tools.seen_at === null
      ? []
      : ([
          ['seen', toPlainText(`${tools.seen_at} by ${tools.seen_by ?? 'nobody'}`)],
          ['hash', toPlainText(tools.tools_present_hash ?? 'none')],
        ] as const)),
    ...toDoForTools(tools),
  ]);
  if (tools.items.length === 0) return facts;
  return [facts, '\n', table, ...tools.items.map((item) => renderToolChange(item, style))].join('');
}

function toCount({ id, tools_count: count, tools_withheld: withheld = 0 }: Installation): string {
  return withheld === 0 ? String(count) : `${count}, ${withheld} of them withheld: assay app tools ${toPlainText(id)}`;
}

/** Describes the findings, and who can still allow the tool. */
function toFound({ findings = [], allowed }: InstallationTools['items'][number]): string[] {
  const found = findings.map((reason) => `denied:${reason}`);
  return allowed === undefined || allowed === null ? found : [...found, `allowed-by:${allowed.by}`];
}

function stateOf({ is_quarantined: isQuarantined, seen_at: seenAt }: InstallationTools): string {
  if (isQuarantined) return 'in quarantine: none can be called';
  return seenAt === null ? 'not seen yet: read from its server after it is connected' : 'approved';
}

function toDoForTools({ installation_id: id, tools_present_hash: hash, ...tools }: InstallationTools) {
  if (hash === null) return [];
  const command = `assay app approve-tools ${id} ${hash}`;
  // A tool that is left out for its form cannot be allowed by anybody.
  const withheld = tools.items.find(
    ({ findings = [], allowed }) => !allowed && findings.some((reason) => !reason.startsWith('invalid_header')),
  );
  const allowing = withheld && `--allow-denied ${quote(withheld.name)} --reason TEXT`;
  return [
    ...(tools.is_quarantined ? ([['to do', `to approve the tools shown below: ${command}`]] as const) : []),
    ...(allowing === undefined ? [] : ([['withheld', `to show it anyway: ${command} ${allowing}`]] as const)),
  ].map(([name, text]): [string, string] => [name, toPlainText(text, 700)]);
}

/** Quotes for a shell, because the name is the server's. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function describe({ status, quarantine }: Installation): string {
  return quarantine === null ? status : `${status}, in quarantine (${quarantine.reason})`;
}

const todo: Readonly<Record<string, string>> = {
  approve: 'a person must approve it: assay approval show ID',
  connect: 'a person must connect it: assay app retry ID gives a link',
  add_credential: 'a person must add a credential: assay credential create',
  approve_tools: 'look at the changes: assay app tools ID, then assay app approve-tools ID HASH',
  retry: 'assay app retry ID tries again',
};

function toDo(item: Installation): string | null {
  const { id, approval_id: approval, next_action: next, connect_url: link, auth } = item;
  if (next === null) return null;
  if (next === 'connect' && link !== null) return 'open the link in a browser within ten minutes, and sign in';
  if (next === 'connect' && auth.type !== 'oauth2_code' && auth.credential_id !== null) {
    return `a person must give the secret: assay credential rotate ${toPlainText(auth.credential_id)} < FILE, or with the link of assay app retry ${id}`;
  }
  return (todo[next] ?? next).replace(/\bID\b/g, next === 'approve' ? (approval ?? id) : id);
}
