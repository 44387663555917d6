/** `assay passport status ID`: what became of a passport, and the signed word about it for an offline check. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { renderPassportStatus } from '../render/passport-status.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { saveFile } from '../save.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Save it for assay verify --status FILE' },
  json: { type: 'boolean', description: 'Print the answer as JSON' },
  ...serviceOption('verifier'),
} as const;

export const passportStatus: Command = {
  name: 'passport status',
  summary: 'Ask whether a passport is valid, expired, revoked or superseded',
  usage: ['passport status ID [-o FILE] [--json]'],
  options,
  details: [
    'Exit code 0 when the passport is valid, 1 when it is expired or revoked. The saved file holds a token that the verifier signed; it says what holds for five minutes.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const output = args.text('output');
    const { connectVerifier } = await import('../remote.ts');
    const status = await connectVerifier(io, args).getPassportStatus(id);
    if (output !== undefined) await saveFile(output, [new TextEncoder().encode(toJsonText(status))]);
    if (args.flag('json')) io.stdout.write(toJsonText(status));
    else io.stdout.write(renderPassportStatus(status, createStyle(io.color)));
    if (output !== undefined) io.stderr.write(`Saved. Use it with: assay verify PASSPORT --status ${output}\n`);
    return status.state === 'valid' ? exitCodes.ok : exitCodes.no;
  },
};
