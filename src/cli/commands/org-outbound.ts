/** `assay org outbound ID`: what is called for an organisation besides public addresses, and changing that. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  add: { type: 'string', value: 'ITEMS', description: 'Allow these: hosts, addresses, blocks; with commas' },
  remove: { type: 'string', value: 'ITEMS', description: 'Allow these no longer' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const orgOutbound: Command = {
  name: 'org outbound',
  summary: 'Show, or change, what is called for an organisation besides public addresses',
  usage: ['org outbound ID [--json]', 'org outbound ID [--add ITEMS] [--remove ITEMS] [--revision N] [--json]'],
  options,
  details: [
    'Auditors, apps, authorization servers, webhooks and collectors that somebody of the organisation names are called at public addresses, and at what stands here. Metadata servers of clouds are never called.',
    'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine. An admin may look at it.',
    'Exit code 1: refused, or somebody changed the rules meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const [added, removed] = [readItems(args.text('add')), readItems(args.text('remove'))];
    const revision = readNumber(args, 'revision', 0);
    const isChange = added.length + removed.length > 0;
    if (revision !== undefined && !isChange) throw new UsageError('Say what to change: --add or --remove.');
    const { connectOutboundRules } = await import('../remote-scopes.ts');
    const { renderOutboundRules } = await import('../render/scopes.ts');
    const rules = connectOutboundRules(await withOperatorToken(io, args, 'verifier'), args);
    const before = await rules.get(id);
    if (!isChange) return writeAnswer(io, args, before, renderOutboundRules);
    const absent = removed.filter((item) => !before.allow.includes(item));
    if (absent.length > 0) throw new UsageError(`Not among the rules: ${absent.join(', ')}.`);
    const kept = before.allow.filter((item) => !removed.includes(item));
    const allow = [...new Set([...kept, ...added])];
    const changed = await rules.set(id, revision ?? before.revision, { allow });
    return writeAnswer(io, args, changed, renderOutboundRules);
  },
};

function readItems(text: string | undefined): string[] {
  const items = (text ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}
