/** `assay evidence list`: the newest evidence at the verifier. */
import { type Command, exitCodes } from '../command.ts';
import { parseChoice, parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { renderEvidenceList } from '../render/evidence.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'Only of this agent' },
  decision: { type: 'string', value: 'WORD', description: 'Only where the policy said allow, or deny' },
  session: { type: 'string', value: 'ID', description: 'Only of this session' },
  limit: { type: 'string', short: 'n', value: 'N', description: 'How many, 1 to 10000; 20 if absent' },
  json: { type: 'boolean', description: 'Print the list as JSON' },
  ...serviceOption('verifier'),
} as const;

export const evidenceList: Command = {
  name: 'evidence list',
  summary: 'List evidence, newest first, with the verdict of the verifier',
  usage: ['evidence list [--agent ID] [--decision allow|deny] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const decision = args.text('decision');
    const query = {
      agent_id: args.text('agent'),
      decision: decision === undefined ? undefined : parseChoice('decision', decision, ['allow', 'deny']),
      session_id: args.text('session'),
    };
    const limit = parseWholeNumber('limit', args.text('limit') ?? '20', [1, 10_000]);
    const { connectVerifier } = await import('../remote.ts');
    const { items, hasMore } = await connectVerifier(io, args).listEvidence(query, limit);
    if (args.flag('json')) io.stdout.write(toJsonText({ items, has_more: hasMore }));
    else if (items.length === 0) io.stderr.write('There is no evidence yet.\n');
    else io.stdout.write(renderEvidenceList(items, createStyle(io.color)));
    if (hasMore && !args.flag('json')) io.stderr.write('There is more: raise --limit.\n');
    return exitCodes.ok;
  },
};
