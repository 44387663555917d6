/** Commands over the model registry, in the order in which help shows them. */
import type { Client, RegisteredModel } from '@assay/client';
import { AppError } from '../../platform/errors.ts';
import { writeAnswer, writeList } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { limitOption, operatorTokenNote, readLimit, reasonOption, requireReason } from '../control-options.ts';
import { clientCommand, listCommand, operationCommand, type RowArguments } from '../operation-command.ts';
import { UsageError } from '../options.ts';
import { readPages } from '../page.ts';

const render = () => import('../render/models.ts');
const renderModel = async () => (await render()).renderModel;
const renderModelVersion = async () => (await render()).renderModelVersion;

/** The connection may be slow, and scanning a large file takes minutes. */
const uploadMs = 6 * 60 * 60 * 1000;

/** Finds a model by id or name. @throws AppError `not_found` */
async function findModel({ models }: Client, named: string): Promise<RegisteredModel> {
  if (named.startsWith('mdl_')) return models.get({ id: named });
  const [found] = (await models.list({ name: named, limit: 1 })).items;
  if (found !== undefined) return found;
  const detail = `No model is called ${named}: assay registry model list lists them`;
  throw new AppError('not_found', 'no such model', { detail });
}

/** Reads MODEL and VERSION; the version first, as nothing is sent for a wrong one. @throws UsageError */
async function findVersion(client: Client, args: RowArguments) {
  const version = parseVersion(args.argument('VERSION'));
  return { id: (await findModel(client, args.argument('MODEL'))).id, version };
}

/** @throws UsageError */
function parseVersion(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`A version is a number such as 3, not ${JSON.stringify(text)}.`);
}

const wrongState = 'Exit code 1: the state of the version does not allow it.';

export const modelCommands: readonly Command[] = [
  listCommand({
    name: 'registry model list',
    summary: 'List registered models, newest first',
    usage: ['registry model list [--served-as NAME] [-n N] [--json]'],
    options: {
      'served-as': { type: 'string', value: 'NAME', description: 'Only the model that calls name like this' },
    },
    pages: (client, args) => (page) => client.models.list({ ...page, served_as: args.text('served-as') }),
    render: async () => (await render()).renderModels,
    none: 'There is no registered model that fits.',
  }),
  clientCommand({
    name: 'registry model show',
    summary: 'Show a registered model, one of its versions, or all of them',
    usage: ['registry model show MODEL [--version N | --versions] [--json]'],
    arguments: ['MODEL'],
    options: {
      version: { type: 'string', value: 'N', description: 'Show this version, with the findings in its files' },
      versions: { type: 'boolean', description: 'List the versions' },
      ...limitOption,
    },
    details: ['MODEL is a name or an id.'],
    async run(client, args, io) {
      const version = args.text('version');
      const number = version === undefined ? undefined : parseVersion(version);
      const limit = readLimit(args);
      const { renderModel: one, renderModelVersion, renderModelVersions } = await render();
      const found = await findModel(client, args.argument('MODEL'));
      const { id } = found;
      if (number !== undefined) {
        return writeAnswer(io, args, await client.models.getVersion({ id, version: number }), renderModelVersion);
      }
      if (!args.flag('versions')) return writeAnswer(io, args, found, one);
      const listed = await readPages((page) => client.models.listVersions({ id, ...page }), limit);
      return writeList(io, args, listed, { render: renderModelVersions, none: 'It has no version.' });
    },
  }),
  operationCommand({
    name: 'registry model add',
    summary: 'Register a model; assay registry model version add adds its versions',
    usage: ['registry model add NAME [--served-as NAME]... [--protect ALIAS]... [--workspace ID] [--json]'],
    arguments: ['NAME'],
    options: {
      description: { type: 'string', value: 'TEXT', description: 'Purpose of the model' },
      workspace: { type: 'string', value: 'ID', description: 'Workspace that owns it; the organisation if absent' },
      'served-as': { type: 'string', value: 'NAME', multiple: true, description: 'Name that calls at gateways use' },
      protect: {
        type: 'string',
        value: 'ALIAS',
        multiple: true,
        description: 'Alias that only moves after an approval',
      },
    },
    details: [operatorTokenNote],
    operatorToken: true,
    call: (client, args) =>
      client.models.create({
        body: {
          name: args.argument('NAME'),
          description: args.text('description'),
          workspace_id: args.text('workspace'),
          served_as: args.texts('served-as'),
          protected_aliases: args.texts('protect'),
        },
      }),
    render: renderModel,
  }),
  clientCommand({
    name: 'registry model version add',
    summary: 'Register a version of a model: hash its files, send them and scan them',
    usage: [
      'registry model version add MODEL FILE... [--format WORD]',
      'registry model version add MODEL --hosted PROVIDER/MODEL',
    ],
    arguments: 'any',
    options: {
      format: { type: 'string', value: 'WORD', description: 'Format, such as safetensors or gguf' },
      license: { type: 'string', value: 'ID', description: 'SPDX id of the license' },
      source: { type: 'string', value: 'TEXT', description: 'Origin of the version' },
      hosted: {
        type: 'string',
        value: 'PROVIDER/MODEL',
        description: 'Model that a provider serves, instead of files',
      },
      'served-as': {
        type: 'string',
        value: 'NAME',
        multiple: true,
        description: 'Name that calls use for this version alone',
      },
    },
    details: [
      'The version keeps the path of each FILE as typed, or only its name if the path is absolute or leads out of this folder. The verifier scans the files and does not keep them.',
      operatorTokenNote,
      'Exit code 1: a file is unsafe or could not be scanned completely. The findings name it.',
    ],
    operatorToken: true,
    timeoutMs: uploadMs,
    async run(client, args, io) {
      const [named, ...paths] = args.positionals;
      const hosted = args.text('hosted');
      if (named === undefined || (paths.length === 0) === (hosted === undefined)) {
        throw new UsageError('Name a model, and either its files or --hosted PROVIDER/MODEL.');
      }
      const { describeFiles, parseHosted, sendFiles } = await import('../model-files.ts');
      const { renderModelVersion: renderVersion } = await render();
      const { id } = await findModel(client, named);
      const files = await describeFiles(io, paths);
      const source = args.text('source');
      const made = await client.models.createVersion({
        id,
        body: {
          files: hosted === undefined ? files.map(({ local: _local, ...file }) => file) : undefined,
          hosted: hosted === undefined ? undefined : parseHosted(hosted),
          served_as: args.texts('served-as'),
          provenance: source === undefined ? undefined : { source },
          format: args.text('format'),
          license: args.text('license'),
        },
      });
      const done = await sendFiles(io, client, made, files);
      writeAnswer(io, args, done, renderVersion);
      return done.status === 'ready' ? exitCodes.ok : exitCodes.no;
    },
  }),
  operationCommand({
    name: 'registry model approve',
    summary: 'Approve a model version. The person who registered it cannot approve it',
    usage: ['registry model approve MODEL VERSION [--comment TEXT] [--accept-unchecked] [--json]'],
    arguments: ['MODEL', 'VERSION'],
    options: {
      comment: { type: 'string', value: 'TEXT', description: 'Reason' },
      'accept-unchecked': {
        type: 'boolean',
        description: 'Accept a version that could not be scanned completely (admins)',
      },
    },
    details: [operatorTokenNote, 'Exit code 1: the version is not ready, unsafe or revoked.'],
    operatorToken: true,
    async call(client, args) {
      const accept = args.flag('accept-unchecked') ? true : undefined;
      const body = { comment: args.text('comment'), accept_unchecked: accept };
      return client.models.approve({ ...(await findVersion(client, args)), body });
    },
    render: renderModelVersion,
  }),
  operationCommand({
    name: 'registry model deprecate',
    summary: 'Deprecate an approved model version. Gateways still allow it, with a warning',
    usage: ['registry model deprecate MODEL VERSION --reason TEXT [--json]'],
    arguments: ['MODEL', 'VERSION'],
    options: reasonOption,
    details: [operatorTokenNote, wrongState],
    operatorToken: true,
    async call(client, args) {
      const body = { reason: requireReason(args) };
      return client.models.deprecate({ ...(await findVersion(client, args)), body });
    },
    render: renderModelVersion,
  }),
  operationCommand({
    name: 'registry model revoke',
    summary: 'Revoke a model version for good. Gateways refuse every call that means it',
    usage: ['registry model revoke MODEL VERSION --reason TEXT [--json]'],
    arguments: ['MODEL', 'VERSION'],
    options: reasonOption,
    details: [operatorTokenNote, wrongState],
    operatorToken: true,
    async call(client, args) {
      const body = { reason: requireReason(args) };
      return client.models.revoke({ ...(await findVersion(client, args)), body });
    },
    render: renderModelVersion,
  }),
  operationCommand({
    name: 'registry model alias',
    summary: 'Point an alias of a model at a version. A protected alias moves after an approval',
    usage: ['registry model alias MODEL ALIAS VERSION [--json]'],
    arguments: ['MODEL', 'ALIAS', 'VERSION'],
    details: [
      'The alias "served" decides which version a call means that asks for the model by a served name.',
      operatorTokenNote,
      'Exit code 1: the version is not ready, or it is revoked.',
    ],
    operatorToken: true,
    async call(client, args) {
      const { id, version } = await findVersion(client, args);
      return client.models.putAlias({ id, name: args.argument('ALIAS'), body: { version } });
    },
    render: async () => (await render()).renderModelAlias,
  }),
];
