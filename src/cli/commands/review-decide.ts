/** `assay review decide INSTANCE DECISION WORD`: decides one thing of an access review. */
import { AppError } from '../../platform/errors.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  justification: { type: 'string', value: 'TEXT', description: 'Why; it is kept with the decision' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const reviewDecide: Command = {
  name: 'review decide',
  summary: 'Decide one thing of an access review',
  usage: ['review decide INSTANCE DECISION approve|deny|dont_know|not_reviewed [--justification TEXT] [--json]'],
  options,
  details: [
    'DECISION is its id, as review decisions lists it, or the id of what it is about: an agent, an API key, a credential, a rule. not_reviewed takes a decision back.',
    'Exit code 1: somebody decided meanwhile, a justification is asked for, or the instance is completed.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', named = '', word = ''] = requirePositionals(args.positionals, ['INSTANCE', 'DECISION', 'WORD']);
    const body = {
      decision: parseChoice('decision', word, ['approve', 'deny', 'dont_know', 'not_reviewed']),
      ...present('justification', args.text('justification')),
    };
    const { connectService } = await import('../service.ts');
    const { decideOne, listDecisions } = await import('../remote-reviews.ts');
    const { renderDecision } = await import('../render/reviews.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const { items } = await listDecisions(service, id, {}, mostDecisions);
    const [found, another] = items.filter(
      (item) =>
        item.id === named ||
        (item.principal.type === 'agent' && item.principal.id === named) ||
        (itself.has(item.resource.type) && item.resource.id === named),
    );
    if (found === undefined) {
      const detail = `There is no decision ${named} in instance ${id}`;
      throw new AppError('not_found', detail, { detail });
    }
    if (another !== undefined) {
      const detail = `Several decisions of instance ${id} are about ${named}: name one by its id (assay review decisions ${id})`;
      throw new AppError('conflict', detail, { detail });
    }
    return writeAnswer(io, args, await decideOne(service, found, body), renderDecision);
  },
};

/** Resources with an id of their own. */
const itself: ReadonlySet<string> = new Set(['api_key', 'delegation', 'scoped_credential', 'scoped_tool']);
const mostDecisions = 10_000;
