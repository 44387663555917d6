/** `assay evaluate`: the gateway judges a text without a model, and signs and records it like any exchange. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseChoice, parseOptions, UsageError } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';
import { readStdin } from '../stdin.ts';

const options = {
  phase: { type: 'string', value: 'PHASE', description: 'request, response, execution or artifact; request if absent' },
  agent: { type: 'string', value: 'ID', description: 'Judge as this agent' },
  session: { type: 'string', value: 'ID', description: 'Session to record it under' },
  json: { type: 'boolean', description: 'Print the decision result as JSON' },
  ...serviceOption('gateway'),
} as const;

/** Exit code 0 when the policy allows, 1 when it denies. */
export const evaluate: Command = {
  name: 'evaluate',
  summary: 'Judge a text: claims, decision and evidence, without a model',
  usage: ['evaluate TEXT [--phase PHASE] [--agent ID] [--json]', 'evaluate < FILE'],
  options,
  details: [
    'Without TEXT, or with -, the text is read from standard input. Every evaluation leaves signed evidence.',
    'Where the policy redacts, the text is shown as a model or a client would get it.',
    'Exit code 0: the policy allows. 1: the policy denies, even if observe mode lets the text pass.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const { bounds, phases } = await import('@assay/sdk/contract');
    const { connectGateway } = await import('../gateway.ts');
    const gateway = connectGateway(io, args);
    const phase = parseChoice('phase', args.text('phase') ?? 'request', phases);
    const text = await readSubject(args, io, bounds.requestBytes);
    const result = await gateway.evaluate(toRequest(args, phase, text));
    const { renderDecision } = await import('../render/decision.ts');
    io.stdout.write(args.flag('json') ? toJsonText(result) : renderDecision(result, createStyle(io.color)));
    return result.decision === 'allow' ? exitCodes.ok : exitCodes.no;
  },
};

async function readSubject({ positionals }: ParsedArguments, io: CommandIo, maxBytes: number): Promise<string> {
  const [text, ...more] = positionals;
  if (more.length > 0) throw new UsageError('There is more than one text. Put it in quotes.');
  const subject = text === undefined || text === '-' ? await readStdin(io, maxBytes) : text;
  if (subject === '') throw new UsageError('The text is empty. Give TEXT in quotes, or send it on standard input.');
  return subject;
}

function toRequest(args: ParsedArguments, phase: string, text: string) {
  const [agentId, sessionId] = [args.text('agent'), args.text('session')];
  return {
    phase,
    data: {
      ...(phase === 'response' ? { output: text } : { input: text }),
      ...(sessionId === undefined ? {} : { metadata: { session_id: sessionId } }),
    },
    ...(agentId === undefined ? {} : { vendor_context: { agent_id: agentId } }),
  };
}
