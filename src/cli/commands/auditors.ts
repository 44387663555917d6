/** Commands over the auditor catalog, in the order in which help shows them. */
import type { CatalogAuditor } from '@assay/client';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command, CommandIo } from '../command.ts';
import { readNumber, revisionOption } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { parseWholeNumber, UsageError } from '../options.ts';
import type { Page } from '../page.ts';
import { explainStale, maxChanges } from '../stale.ts';

const render = () => import('../render/auditor.ts');
const renderAuditor = async () => (await render()).renderAuditor;
/** The verifier asks the auditor itself meanwhile. */
const probeTimeoutMs = 60_000;
const maxVocabularyBytes = 1024 * 1024;

export const auditorCommands: readonly Command[] = [
  listCommand({
    name: 'auditor list',
    summary: 'List the auditors of the catalog: registered ones first, then built-in ones',
    usage: ['auditor list [--custom] [-n N] [--json]'],
    options: { custom: { type: 'boolean', description: 'Only registered auditors, not built-in ones' } },
    pages: (client, args) => async (page) => {
      const listed = await client.auditors.list(page);
      return args.flag('custom') ? customOnly(listed) : listed;
    },
    render: async () => (await render()).renderAuditorList,
    none: 'No auditor is registered: assay auditor register --url URL.',
  }),
  operationCommand({
    name: 'auditor show',
    summary: 'Show an auditor with its claims and its settings',
    usage: ['auditor show ID [--json]'],
    arguments: ['ID'],
    call: (client, args) => client.auditors.get({ id: args.argument('ID') }),
    render: renderAuditor,
  }),
  operationCommand({
    name: 'auditor register',
    summary: 'Register your own auditor by its image or its URL',
    usage: [
      'auditor register --url URL [--name TEXT] [--category WORD] [--json]',
      'auditor register --image IMAGE --vocabulary FILE [--port PORT] [--json]',
    ],
    options: {
      image: { type: 'string', value: 'IMAGE', description: 'Image that it runs from' },
      url: { type: 'string', value: 'URL', description: 'Its address; the verifier fetches its vocabulary from there' },
      port: { type: 'string', value: 'PORT', description: 'Port that it listens on, if the URL names none' },
      vocabulary: {
        type: 'string',
        value: 'FILE',
        description: 'Its answer to GET /vocabulary, or - for standard input; the verifier then fetches nothing',
      },
      name: { type: 'string', value: 'TEXT', description: 'Name for people' },
      description: { type: 'string', value: 'TEXT', description: 'Purpose' },
      category: {
        type: 'string',
        value: 'WORD',
        description: 'security, compliance, observability, evaluation or provenance',
      },
    },
    details: [
      'Its id is the one in its vocabulary. assay auditor verify URL checks beforehand that it keeps the contract.',
      'Exit code 1: refused, or there is an auditor with this id already. 3: the auditor does not answer.',
    ],
    timeoutMs: probeTimeoutMs,
    async call(client, args, io) {
      const [image, url, port, file] = [
        args.text('image'),
        args.text('url'),
        args.text('port'),
        args.text('vocabulary'),
      ];
      if (image === undefined && url === undefined) throw new UsageError('Say what it is: --image IMAGE or --url URL.');
      const body = {
        image,
        url,
        port: port === undefined ? undefined : parseWholeNumber('port', port, [1, 65_535]),
        name: args.text('name'),
        description: args.text('description'),
        category: args.text('category'),
        vocabulary: file === undefined ? undefined : await readVocabulary(io, file),
      };
      return client.auditors.create({ body: checkedByVerifier(body) });
    },
    render: renderAuditor,
  }),
  operationCommand({
    name: 'auditor refresh',
    summary: 'Fetch the vocabulary of a registered auditor again',
    usage: ['auditor refresh ID [--json]'],
    arguments: ['ID'],
    details: [
      'Exit code 1: refused, for example because an active policy reads a claim that the auditor no longer makes. 3: the auditor does not answer.',
    ],
    timeoutMs: probeTimeoutMs,
    call: (client, args) => client.auditors.refresh({ id: args.argument('ID') }),
    render: renderAuditor,
  }),
  removalCommand({
    name: 'auditor remove',
    summary: 'Remove a registered auditor that no chain names, with its settings',
    usage: ['auditor remove ID [--json]'],
    arguments: ['ID'],
    options: revisionOption,
    details: ['Exit code 1: a chain names it, it is built in, or somebody changed it meanwhile.'],
    async remove({ auditors }, args) {
      const named = readNumber(args, 'revision');
      const { id, ...before } = await auditors.get({ id: args.argument('ID') });
      const revision = named ?? before.revision;
      const history = () => auditors.history({ id, limit: maxChanges });
      await explainStale({ noun: 'auditor', id, revision, history }, () => auditors.remove({ id, ifMatch: revision }));
      return `auditor ${args.argument('ID')}`;
    },
  }),
];

/** Registered auditors come first: after a built-in one all are built in. */
function customOnly(page: Page<CatalogAuditor>): Page<CatalogAuditor> {
  const items = page.items.filter(({ built_in: isBuiltIn }) => !isBuiltIn);
  return items.length < page.items.length ? { items, next_cursor: null, has_more: false } : page;
}

async function readVocabulary(io: CommandIo, file: string): Promise<unknown> {
  const text = await readTextFile(io, file, maxVocabularyBytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`, { cause });
  }
}
