/** Commands over access reviews, in the order in which help shows them. */
import { AppError } from '../../platform/errors.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { parseChoice, parseOptionalChoice, UsageError } from '../options.ts';
import { readPages } from '../page.ts';

const render = () => import('../render/reviews.ts');
const renderReview = async () => (await render()).renderReview;
const renderInstance = async () => (await render()).renderInstance;
const words = ['approve', 'deny', 'not_reviewed', 'dont_know'] as const;
const wrongState = 'Exit code 1: the instance is not in the right state for this.';
/** A step of a large instance takes long. */
const stepTimeoutMs = 120_000;
const maxInstances = 20;
const maxDecisions = 10_000;
/** Resources with an id of their own. */
const itself: ReadonlySet<string> = new Set(['api_key', 'delegation', 'scoped_credential', 'scoped_tool']);

export const reviewCommands: readonly Command[] = [
  listCommand({
    name: 'review list',
    summary: 'List access reviews, newest first',
    usage: ['review list [-n N] [--json]'],
    pages: (client) => (page) => client.accessReviews.list(page),
    render: async () => (await render()).renderReviews,
    none: 'There is no access review.',
  }),
  clientCommand({
    name: 'review show',
    summary: 'Show an access review and its newest instances',
    usage: ['review show REVIEW [--json]'],
    arguments: ['REVIEW'],
    async run({ accessReviews }, args, io) {
      const id = args.argument('REVIEW');
      const { renderInstances, renderReview: renderOne } = await render();
      const review = await accessReviews.get({ id });
      const { items: instances } = await readPages(
        (page) => accessReviews.listInstances({ id, ...page }),
        maxInstances,
      );
      return writeAnswer(io, args, { ...review, instances }, (answer, style) =>
        [renderOne(answer), renderInstances(answer.instances, style)].join('\n'),
      );
    },
  }),
  operationCommand({
    name: 'review create',
    summary: 'Create an access review of agents, grants, credentials or tools',
    usage: [
      'review create NAME --reviewer ID [--scope SCOPE] [--workspace ID] [--every DAYS] [--duration DAYS] [--json]',
    ],
    arguments: ['NAME'],
    options: {
      scope: { type: 'string', value: 'SCOPE', description: 'agents, grants, credentials or tools; agents if absent' },
      workspace: { type: 'string', value: 'ID', description: 'Only of this workspace' },
      reviewer: {
        type: 'string',
        value: 'ID',
        multiple: true,
        description: 'A member with role reviewer or admin',
        idsOf: 'v1/members',
      },
      every: { type: 'string', value: 'DAYS', description: 'Repeat after so many days; once if absent' },
      duration: { type: 'string', value: 'DAYS', description: 'Days until it completes automatically; 14 if absent' },
      default: { type: 'string', value: 'WORD', description: 'none, approve, deny or recommendation; none if absent' },
      'auto-apply': { type: 'boolean', description: 'Apply it when it is completed' },
      'no-justification': { type: 'boolean', description: 'Decisions need no reason' },
      start: {
        type: 'string',
        value: 'TIME',
        description: 'Start: a time, or a span such as 7d; at once if absent',
      },
    },
    details: [
      'The snapshot is taken when an instance starts. Nobody reviews an agent that they own alone.',
      operatorTokenNote,
      'Exit code 1: a reviewer is no member with role reviewer or admin, or there is no such workspace.',
    ],
    operatorToken: true,
    call(client, args, io) {
      const reviewers = args.texts('reviewer');
      if (reviewers.length === 0) throw new UsageError('Say who reviews: --reviewer ID, as often as needed.');
      const days = readNumber(args, 'every');
      const start = args.text('start');
      const body = {
        name: args.argument('NAME'),
        reviewers,
        scope: parseChoice('scope', args.text('scope') ?? 'agents', ['agents', 'grants', 'credentials', 'tools']),
        workspace_id: args.text('workspace'),
        recurrence: days === undefined ? undefined : { days },
        duration_days: readNumber(args, 'duration'),
        default_decision: parseOptionalChoice(args, 'default', ['none', 'approve', 'deny', 'recommendation']),
        auto_apply: args.flag('auto-apply'),
        justification_required: !args.flag('no-justification'),
        start_at:
          start === undefined ? undefined : readMoment('start', start, { now: io.clock.now(), direction: 'ahead' }),
      };
      return client.accessReviews.create({ body });
    },
    render: renderReview,
  }),
  operationCommand({
    name: 'review start',
    summary: 'Start an instance of an access review early',
    usage: ['review start INSTANCE [--json]'],
    arguments: ['INSTANCE'],
    details: ['The snapshot is taken now. Later changes are not reviewed.', operatorTokenNote, wrongState],
    operatorToken: true,
    timeoutMs: stepTimeoutMs,
    call: (client, args) => client.accessReviewInstances.start({ iid: args.argument('INSTANCE') }),
    render: renderInstance,
  }),
  listCommand({
    name: 'review decisions',
    summary: 'List the decisions of an instance of an access review',
    usage: ['review decisions INSTANCE [--decision WORD] [-n N] [--json]'],
    arguments: ['INSTANCE'],
    options: {
      decision: { type: 'string', value: 'WORD', description: 'Only approve, deny, not_reviewed or dont_know' },
    },
    pages(client, args) {
      const query = { iid: args.argument('INSTANCE'), decision: parseOptionalChoice(args, 'decision', words) };
      return (page) => client.accessReviewInstances.listDecisions({ ...query, ...page });
    },
    render: async () => (await render()).renderDecisions,
    none: 'There is nothing to decide.',
  }),
  operationCommand({
    name: 'review decide',
    summary: 'Make a decision of an access review',
    usage: ['review decide INSTANCE DECISION approve|deny|dont_know|not_reviewed [--justification TEXT] [--json]'],
    arguments: ['INSTANCE', 'DECISION', 'WORD'],
    options: {
      justification: { type: 'string', value: 'TEXT', description: 'Reason; it is kept with the decision' },
    },
    details: [
      'DECISION is its id, as review decisions lists it, or the id of the agent, API key, credential or rule that it is about. not_reviewed withdraws a decision.',
      'Exit code 1: somebody decided meanwhile, a justification is required, or the instance is completed.',
    ],
    operatorToken: true,
    async call({ accessReviewInstances: instances }, args) {
      const [iid, named] = [args.argument('INSTANCE'), args.argument('DECISION')];
      const body = {
        decision: parseChoice('decision', args.argument('WORD'), ['approve', 'deny', 'dont_know', 'not_reviewed']),
        justification: args.text('justification'),
      };
      const { items } = await readPages((page) => instances.listDecisions({ iid, ...page }), maxDecisions);
      const [found, another] = items.filter(
        (item) =>
          item.id === named ||
          (item.principal.type === 'agent' && item.principal.id === named) ||
          (itself.has(item.resource.type) && item.resource.id === named),
      );
      if (found === undefined) {
        const detail = `There is no decision ${named} in instance ${iid}`;
        throw new AppError('not_found', detail, { detail });
      }
      if (another !== undefined) {
        const detail = `Several decisions of instance ${iid} are about ${named}: name one by its id (assay review decisions ${iid})`;
        throw new AppError('conflict', detail, { detail });
      }
      return instances.decide({ iid: found.instance_id, did: found.id, body, ifMatch: found.revision });
    },
    render: async () => (await render()).renderDecision,
  }),
  operationCommand({
    name: 'review complete',
    summary: 'Complete an instance of an access review early',
    usage: ['review complete INSTANCE [--json]'],
    arguments: ['INSTANCE'],
    details: [
      'Open decisions get the default decision of the review. It is applied at once if the review says so.',
      operatorTokenNote,
      wrongState,
    ],
    operatorToken: true,
    timeoutMs: stepTimeoutMs,
    call: (client, args) => client.accessReviewInstances.complete({ iid: args.argument('INSTANCE') }),
    render: renderInstance,
  }),
  operationCommand({
    name: 'review apply',
    summary: 'Apply the decisions of an instance of an access review',
    usage: ['review apply INSTANCE [--json]'],
    arguments: ['INSTANCE'],
    details: [
      'Denied agents are suspended, denied API keys revoked. A repeat tries failed decisions again and changes nothing else.',
      operatorTokenNote,
      wrongState,
    ],
    operatorToken: true,
    timeoutMs: stepTimeoutMs,
    call: (client, args) => client.accessReviewInstances.apply({ iid: args.argument('INSTANCE') }),
    render: renderInstance,
  }),
  operationCommand({
    name: 'review end',
    summary: 'End an access review. No more instances start, and started ones continue',
    usage: ['review end REVIEW [--json]'],
    arguments: ['REVIEW'],
    details: [operatorTokenNote],
    operatorToken: true,
    call: (client, args) => client.accessReviews.end({ id: args.argument('REVIEW') }),
    render: renderReview,
  }),
];
