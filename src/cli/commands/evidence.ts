/** Commands over evidence, in the order in which help shows them. Refused Evidence is at the gateway. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { newestOption, readNewestLimit, writeNewest } from '../newest-list.ts';
import { clientCommand } from '../operation-command.ts';
import { parseOptionalChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { readPages } from '../page.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const render = () => import('../render/evidence.ts');

const refusedOptions = { ...newestOption, ...jsonOption, ...serviceOption('gateway') } as const;
const resendOptions = { ...jsonOption, ...serviceOption('gateway') } as const;

export const evidenceCommands: readonly Command[] = [
  clientCommand({
    name: 'evidence list',
    summary: 'List evidence, newest first, with the verdict of the verifier',
    usage: [
      'evidence list [--agent ID] [--decision allow|deny] [--reason ID] [--claim CONDITION] [--since TIME] [-n N] [--json]',
    ],
    options: {
      agent: { type: 'string', value: 'ID', description: 'Only of this agent' },
      decision: { type: 'string', value: 'WORD', description: 'Only with this decision of the policy: allow or deny' },
      enforced: { type: 'string', value: 'WORD', description: 'Only with this enforced decision: allow or deny' },
      reason: { type: 'string', value: 'ID', description: 'Only where this policy decided' },
      claim: {
        type: 'string',
        value: 'CONDITION',
        description: 'Only with this claim: injection_risk>=0.8, pii_found=true; several with ; between them',
      },
      auditor: { type: 'string', value: 'NAME', description: 'Only where this auditor ran' },
      workspace: { type: 'string', value: 'ID', description: 'Only of this workspace' },
      model: { type: 'string', value: 'ID', description: 'Only of this model' },
      tool: { type: 'string', value: 'NAME', description: 'Only of calls of this tool' },
      session: { type: 'string', value: 'ID', description: 'Only of this session' },
      trace: { type: 'string', value: 'ID', description: 'Only of this trace' },
      since: { type: 'string', value: 'TIME', description: 'Only from this time on (RFC 3339)' },
      until: { type: 'string', value: 'TIME', description: 'Only up to this time (RFC 3339)' },
      ...newestOption,
    },
    async run(client, args, io) {
      const decision = parseOptionalChoice(args, 'decision', ['allow', 'deny']);
      const enforced = parseOptionalChoice(args, 'enforced', ['allow', 'deny']);
      const query = {
        agent_id: args.text('agent'),
        decision,
        enforced,
        reason: args.text('reason'),
        claim: args.text('claim'),
        auditor: args.text('auditor'),
        workspace_id: args.text('workspace'),
        model_id: args.text('model'),
        tool: args.text('tool'),
        session_id: args.text('session'),
        trace_id: args.text('trace'),
        since: args.text('since'),
        until: args.text('until'),
      };
      const listed = await readPages((page) => client.evidence.list({ ...query, ...page }), readNewestLimit(args));
      const { renderEvidenceList } = await render();
      return writeNewest(io, args, listed, { render: renderEvidenceList, none: 'There is no evidence yet.' });
    },
  }),
  {
    name: 'evidence refused',
    summary: 'List Evidence of the gateway that the verifier refused, oldest first, with the reason',
    usage: ['evidence refused [-n N] [--json]'],
    options: refusedOptions,
    details: [
      'The gateway keeps it: assay receipts export has the Evidence itself. Fix the cause, then run assay evidence resend.',
      'Exit code 0: nothing was refused. 1: something was refused, so it is missing at the verifier.',
    ],
    async run(io) {
      const args = parseOptions(refusedOptions, io.args);
      requirePositionals(args.positionals, []);
      const limit = readNewestLimit(args);
      const { connectGateway } = await import('../gateway.ts');
      const listed = await readPages(connectGateway(io, args).listRefusedEvidence, limit);
      const { renderRefusedEvidence } = await render();
      const none = 'The verifier refused none of the Evidence of this gateway.';
      writeNewest(io, args, listed, { render: renderRefusedEvidence, none });
      return listed.items.length === 0 ? exitCodes.ok : exitCodes.no;
    },
  },
  {
    name: 'evidence resend',
    summary: 'Send refused Evidence of the gateway to the verifier again, after the cause was fixed',
    usage: ['evidence resend [--json]'],
    options: resendOptions,
    details: [
      'Needs the operator token of the gateway. Exit code 0: the verifier has all of it now. 1: not all of it.',
    ],
    async run(io) {
      const args = parseOptions(resendOptions, io.args);
      requirePositionals(args.positionals, []);
      const { withOperatorToken } = await import('../operator-token.ts');
      const { connectGateway } = await import('../gateway.ts');
      const gateway = connectGateway(await withOperatorToken(io, args, 'gateway'), args);
      const { taken, refused } = await gateway.resendRefusedEvidence();
      if (args.flag('json')) io.stdout.write(toJsonText({ taken, refused }));
      else io.stdout.write(`The verifier took ${taken} and refused ${refused} again.\n`);
      return refused === 0 ? exitCodes.ok : exitCodes.no;
    },
  },
  clientCommand({
    name: 'evidence show',
    summary: 'Show one piece of evidence: verdict, decision, auditors, claims',
    usage: ['evidence show ID [--jws | --json]'],
    arguments: ['ID'],
    options: { jws: { type: 'boolean', description: 'Print the exact signed bytes (compact JWS) and nothing else' } },
    details: ['The output is what the verifier says. To check the evidence itself: assay verify.'],
    async run(client, args, io) {
      const isSigned = args.flag('jws');
      if (isSigned && args.flag('json')) throw new UsageError('Choose one of --jws and --json.');
      const view = await client.evidence.get({ id: args.argument('ID') });
      const { renderEvidence } = await render();
      // `concat` fails for an absent text; the word undefined is no signature.
      return writeAnswer(io, args, view, isSigned ? ({ jws }) => jws.concat('\n') : renderEvidence);
    },
  }),
];
