/** `assay auditor register`: makes an auditor of one's own known to the catalog. */
import { writeAnswer } from '../answer.ts';
import type { Command, CommandIo } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  image: { type: 'string', value: 'IMAGE', description: 'Image that it runs from' },
  url: { type: 'string', value: 'URL', description: 'Where it is reached; its vocabulary is fetched from there' },
  port: { type: 'string', value: 'PORT', description: 'Port that it listens on, if the URL does not say' },
  vocabulary: {
    type: 'string',
    value: 'FILE',
    description: 'What GET /vocabulary of it answers, or - for standard input: nothing is fetched then',
  },
  name: { type: 'string', value: 'TEXT', description: 'Name for people' },
  description: { type: 'string', value: 'TEXT', description: 'What it is about' },
  category: {
    type: 'string',
    value: 'WORD',
    description: 'security, compliance, observability, evaluation or provenance',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const maxVocabularyBytes = 1024 * 1024;

export const auditorRegister: Command = {
  name: 'auditor register',
  summary: 'Register an auditor of your own by its image or its URL',
  usage: [
    'auditor register --url URL [--name TEXT] [--category WORD] [--json]',
    'auditor register --image IMAGE --vocabulary FILE [--port PORT] [--json]',
  ],
  options,
  details: [
    'Its id is the one that its vocabulary names. assay auditor verify URL checks beforehand that it keeps the contract.',
    'Exit code 1: refused, or an auditor with this id is there already. 3: the auditor does not answer.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const [image, url, port, file] = [args.text('image'), args.text('url'), args.text('port'), args.text('vocabulary')];
    if (image === undefined && url === undefined) throw new UsageError('Say what it is: --image IMAGE or --url URL.');
    const body = {
      ...present('image', image),
      ...present('url', url),
      ...present('port', port === undefined ? undefined : parseWholeNumber('port', port, [1, 65_535])),
      ...present('name', args.text('name')),
      ...present('description', args.text('description')),
      ...present('category', args.text('category')),
      ...(file === undefined ? {} : { vocabulary: await readVocabulary(io, file) }),
    };
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { renderAuditor } = await import('../render/auditor.ts');
    return writeAnswer(io, args, await connectAuditors(io, args).create(body), renderAuditor);
  },
};

async function readVocabulary(io: CommandIo, file: string): Promise<unknown> {
  const text = await readTextFile(io, file, maxVocabularyBytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is no JSON.`, { cause });
  }
}
