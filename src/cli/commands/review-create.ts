/** `assay review create NAME`: makes an access review, whose first instance starts at once or at its time. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present, readNumber } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  scope: { type: 'string', value: 'SCOPE', description: 'agents, grants, credentials or tools; agents if absent' },
  workspace: { type: 'string', value: 'ID', description: 'Only what stands in this workspace' },
  reviewer: {
    type: 'string',
    value: 'ID',
    multiple: true,
    description: 'A member with role reviewer or admin; several',
  },
  every: { type: 'string', value: 'DAYS', description: 'Again after so many days; once if absent' },
  duration: { type: 'string', value: 'DAYS', description: 'Days until it completes by itself; 14 if absent' },
  default: { type: 'string', value: 'WORD', description: 'none, approve, deny or recommendation; none if absent' },
  'auto-apply': { type: 'boolean', description: 'Apply it when it is completed' },
  'no-justification': { type: 'boolean', description: 'Decisions need no reason' },
  start: {
    type: 'string',
    value: 'TIME',
    description: 'When it starts: a time, or a span such as 7d; at once if absent',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const reviewCreate: Command = {
  name: 'review create',
  summary: 'Make an access review of agents, grants, credentials or tools',
  usage: [
    'review create NAME --reviewer ID [--scope SCOPE] [--workspace ID] [--every DAYS] [--duration DAYS] [--json]',
  ],
  options,
  details: [
    'The snapshot is fixed when an instance starts. Nobody reviews an agent that they own alone.',
    operatorTokenNote,
    'Exit code 1: a reviewer is no member with role reviewer or admin, or the workspace is not there.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [name = ''] = requirePositionals(args.positionals, ['NAME']);
    const reviewers = args.texts('reviewer');
    if (reviewers.length === 0) throw new UsageError('Say who reviews: --reviewer ID, as often as needed.');
    const days = readNumber(args, 'every');
    const start = args.text('start');
    const byDefault = args.text('default');
    const body = {
      ...{
        name,
        reviewers,
        scope: parseChoice('scope', args.text('scope') ?? 'agents', ['agents', 'grants', 'credentials', 'tools']),
      },
      ...present('workspace_id', args.text('workspace')),
      ...present('recurrence', days === undefined ? undefined : { days }),
      ...present('duration_days', readNumber(args, 'duration')),
      ...(byDefault === undefined ? {} : { default_decision: parseChoice('default', byDefault, defaults) }),
      ...{ auto_apply: args.flag('auto-apply'), justification_required: !args.flag('no-justification') },
      ...(start === undefined
        ? {}
        : { start_at: readMoment('start', start, { now: io.clock.now(), direction: 'ahead' }) }),
    };
    const { connectService } = await import('../service.ts');
    const { createReview } = await import('../remote-reviews.ts');
    const { renderReview } = await import('../render/reviews.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await createReview(service, body), renderReview);
  },
};

const defaults = ['none', 'approve', 'deny', 'recommendation'] as const;
