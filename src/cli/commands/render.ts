/** `assay render -f FILE`: the Kubernetes objects of a VendorEnvironment. */
import { type Command, exitCodes } from '../command.ts';
import { fileOptions } from '../files/file-options.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';

const options = {
  ...fileOptions,
  namespace: { type: 'string', short: 'n', value: 'NAME', description: 'Namespace of the objects; none if absent' },
  'image-prefix': {
    type: 'string',
    value: 'TEXT',
    description: 'Before the images of auditors, e.g. registry.example.com/',
  },
  'model-image': { type: 'string', value: 'IMAGE', description: 'Image of the model server, which gets MODEL_ID' },
  'model-port': { type: 'string', value: 'PORT', description: 'Port of the model server; 8000 if absent' },
} as const;

/** A name that no registry can have (RFC 2606). */
const placeholder = 'model-server.invalid/replace-me';

export const render: Command = {
  name: 'render',
  summary: 'Print the Kubernetes objects of an environment: models, auditors, network policies',
  usage: ['render -f FILE... [-n NAMESPACE] [--image-prefix TEXT] [--model-image IMAGE] [--model-port PORT]'],
  options,
  details: [
    'For a VendorEnvironment of type model: a Deployment and a Service for the model of each agent (label vendor.io/secured, annotations vendor.io/auditors and vendor.io/audit-mode) and for each auditor of its chain, and network policies. Nothing is asked of any service.',
    'The chain is that of the workspace as the same files have it (VendorWorkspace, chain manifests), else the built-in four. An item with a url runs elsewhere and gets no objects.',
    'Auditors read their token from the secret assay-auditor-token, key token. Gateways are pods with the label app.kubernetes.io/name: assay-gateway.',
    'Exit code 1: the files are wrong, or hold no environment that can be rendered.',
    'assay render -f environment.yaml -n agents --model-image registry.example.com/vllm:1 | kubectl apply -f -',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { readFiles, printProblems } = await import('../files/parsed-files.ts');
    const { isNamespace } = await import('../kubernetes/resource-name.ts');
    const { renderEnvironments } = await import('../kubernetes/render-environment.ts');
    const { printDocuments } = await import('../../configuration/files/print-documents.ts');
    const namespace = args.text('namespace');
    if (namespace !== undefined && !isNamespace(namespace)) {
      throw new UsageError('--namespace takes lower-case letters, digits and dashes, at most 63.');
    }
    const modelPort = parseWholeNumber('model-port', args.text('model-port') ?? '8000', [1, 65_535]);
    const modelImage = args.text('model-image');
    const files = await readFiles(io, args);
    const { objects, problems } =
      files.problems.length > 0
        ? { objects: [], problems: files.problems }
        : renderEnvironments(files.documents, {
            namespace,
            modelPort,
            workspace: files.workspace,
            imagePrefix: args.text('image-prefix') ?? '',
            modelImage: modelImage ?? placeholder,
          });
    printProblems(io, problems, { json: false });
    if (problems.length > 0) return exitCodes.no;
    if (objects.length === 0) {
      io.stderr.write('There is no VendorEnvironment in the files.\n');
      return exitCodes.no;
    }
    io.stdout.write(printDocuments(objects, 'yaml'));
    if (modelImage === undefined) {
      io.stderr.write(`The image of the model is a placeholder (${placeholder}): name yours with --model-image.\n`);
    }
    return exitCodes.ok;
  },
};
