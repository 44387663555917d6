/** Commands of the auditor registry, in the order in which help shows them. */
import type { AuditorVerification, Client } from '@assay/client';
import { isRecord } from '@assay/sdk/contract';
import { writeAnswer } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { operatorTokenNote, reasonOption, requireReason } from '../control-options.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { parseOptionalChoice, UsageError } from '../options.ts';
import { wait } from '../wait.ts';

const render = () => import('../render/registered-auditors.ts');
const renderRegisteredAuditor = async () => (await render()).renderRegisteredAuditor;

const statuses = ['draft', 'verifying', 'verified', 'deprecated', 'revoked'] as const;
const maxSignatureBytes = 32 * 1024;
const everyMs = 1_000;
const wrongState = 'Exit code 1: the state of the auditor does not allow it.';

export const registeredAuditorCommands: readonly Command[] = [
  listCommand({
    name: 'registry auditor list',
    summary: 'List registered auditors, newest first',
    usage: ['registry auditor list [--name NAME] [--status WORD] [-n N] [--json]'],
    options: {
      name: { type: 'string', value: 'NAME', description: 'Only versions of this auditor' },
      status: { type: 'string', value: 'WORD', description: statuses.join(', ') },
    },
    pages(client, args) {
      const query = { name: args.text('name'), status: parseOptionalChoice(args, 'status', statuses) };
      return (page) => client.registeredAuditors.list({ ...page, ...query });
    },
    render: async () => (await render()).renderRegisteredAuditors,
    none: 'There is no registered auditor that fits.',
  }),
  clientCommand({
    name: 'registry auditor show',
    summary: 'Show a registered auditor and the chains that name it',
    usage: ['registry auditor show ID [--verification] [--json]'],
    arguments: ['ID'],
    options: {
      verification: { type: 'boolean', description: 'Show the checks of its newest verification instead' },
    },
    async run({ registeredAuditors }, args, io) {
      const id = args.argument('ID');
      const { renderRegisteredAuditor: one, renderVerification } = await render();
      const found = await registeredAuditors.get({ id });
      if (!args.flag('verification')) return writeAnswer(io, args, found, one);
      const { last_verification: runId } = found;
      if (runId === null) {
        io.stderr.write(`It was never verified. Run assay registry auditor verify ${found.id} --url URL\n`);
        return exitCodes.no;
      }
      return writeAnswer(io, args, await registeredAuditors.getVerification({ id, run_id: runId }), renderVerification);
    },
  }),
  operationCommand({
    name: 'registry auditor register',
    summary: 'Register a version of an auditor by its image digest, labels and vocabulary',
    usage: ['registry auditor register FILE [--publisher ID --signature FILE] [--json]'],
    arguments: ['FILE'],
    options: {
      publisher: {
        type: 'string',
        value: 'ID',
        description: 'Publisher that signed it',
        idsOf: 'v1/registry/publishers',
      },
      signature: { type: 'string', value: 'FILE', description: 'Output of assay registry sign' },
    },
    details: [
      'FILE is JSON with name, version, image (repo@sha256:…), labels, vocabulary_digest, category; - is standard input. A version never changes. Register a new one instead.',
      operatorTokenNote,
      'Exit code 1: the verifier refuses it, for example because the version or the image is registered already.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const file = args.argument('FILE');
      const [publisher, signatureFile] = [args.text('publisher'), args.text('signature')];
      if ((publisher === undefined) !== (signatureFile === undefined)) {
        throw new UsageError('Give both --publisher and --signature, or neither.');
      }
      const { readJsonFile } = await import('../json-file.ts');
      const { readTextFile } = await import('../file-text.ts');
      const release = await readJsonFile(io, file);
      if (!isRecord(release)) throw new UsageError(`${file} must contain the release as a JSON object.`);
      const signed =
        signatureFile === undefined
          ? {}
          : { publisher_id: publisher, signature: (await readTextFile(io, signatureFile, maxSignatureBytes)).trim() };
      return client.registeredAuditors.create({ body: checkedByVerifier({ ...release, ...signed }) });
    },
    render: renderRegisteredAuditor,
  }),
  clientCommand({
    name: 'registry auditor verify',
    summary: 'Verify a registered auditor: its image labels, signature and vocabulary, and the contract at its URL',
    usage: ['registry auditor verify ID --url URL [--labels FILE] [--no-wait] [--json]'],
    arguments: ['ID'],
    options: {
      url: { type: 'string', value: 'URL', description: 'Address of the running auditor' },
      labels: {
        type: 'string',
        value: 'FILE',
        description: 'Output of docker image inspect IMAGE, for an image that the verifier cannot pull',
      },
      'no-wait': { type: 'boolean', description: 'Start the verification and do not wait' },
    },
    details: [
      'The verifier reads the labels from the registry of the image, without a credential. If it cannot, it uses --labels, and the result says so.',
      operatorTokenNote,
      'Exit code 1: the auditor is not verified. The failed checks are shown.',
    ],
    operatorToken: true,
    async run(client, args, io) {
      const id = args.argument('ID');
      const url = args.text('url');
      if (url === undefined) throw new UsageError('Give the address of the running auditor: --url URL.');
      const labels = await readLabels(io, args.text('labels'));
      const { renderRegisteredAuditor: one, renderVerification } = await render();
      const body = checkedByVerifier<{ url: string }>({ url, labels });
      const begun = await client.registeredAuditors.verify({ id, body });
      const runId = begun.last_verification;
      if (args.flag('no-wait') || runId === null) return writeAnswer(io, args, begun, one);
      const ended = await awaitEnd(io, client, { id, run_id: runId });
      writeAnswer(io, args, ended, renderVerification);
      return ended.status === 'passed' ? exitCodes.ok : exitCodes.no;
    },
  }),
  operationCommand({
    name: 'registry auditor deprecate',
    summary: 'Deprecate a verified auditor. Chains may still use it, and gateways report it',
    usage: ['registry auditor deprecate ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [operatorTokenNote, wrongState],
    operatorToken: true,
    call: (client, args) =>
      client.registeredAuditors.deprecate({ id: args.argument('ID'), body: { reason: args.text('reason') } }),
    render: renderRegisteredAuditor,
  }),
  operationCommand({
    name: 'registry auditor revoke',
    summary: 'Revoke a registered auditor for good. No chain can be saved with it any more',
    usage: ['registry auditor revoke ID --reason TEXT [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'Existing chains keep running. The answer names them, gateways report them, and the next write of such a chain is refused.',
      operatorTokenNote,
      wrongState,
    ],
    operatorToken: true,
    call: (client, args) =>
      client.registeredAuditors.revoke({ id: args.argument('ID'), body: { reason: requireReason(args) } }),
    render: renderRegisteredAuditor,
  }),
];

async function readLabels(io: CommandIo, file: string | undefined) {
  if (file === undefined) return undefined;
  const { readJsonFile } = await import('../json-file.ts');
  const { findLabels } = await import('../image-labels.ts');
  return findLabels(await readJsonFile(io, file));
}

async function awaitEnd(
  io: CommandIo,
  { registeredAuditors }: Client,
  run: { readonly id: string; readonly run_id: string },
): Promise<AuditorVerification> {
  for (;;) {
    const found = await registeredAuditors.getVerification(run);
    if (found.status !== 'running') return found;
    await wait(io, everyMs);
  }
}
