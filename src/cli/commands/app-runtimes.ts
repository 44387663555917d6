/** Commands over installed runtimes: run one here, or print it for Kubernetes. */
import type { Client, Installation } from '@assay/client';
import { AppError } from '../../platform/errors.ts';
import type { DeclaredRuntime } from '../app-runtime/run-runtime.ts';
import { type Command, exitCodes } from '../command.ts';
import { clientCommand } from '../operation-command.ts';
import { type ParsedArguments, UsageError } from '../options.ts';
import { processTimers } from '../process-timers.ts';
import { defaultUrls, parseServiceUrl, serviceOption, urlVariables } from '../service-address.ts';

export const appRuntimeCommands: readonly Command[] = [
  clientCommand({
    name: 'app run',
    summary: 'Run an installed runtime on this machine until Ctrl-C',
    usage: ['app run ID [--gateway URL] [--unconfined]'],
    arguments: ['ID'],
    options: {
      ...serviceOption('gateway'),
      unconfined: { type: 'boolean', description: 'Run it although this machine does not confine its network' },
    },
    details: [
      'ID is that of the installation: assay app installed. Its program is the one that was approved with the app, and runs in this folder with AGENT_ID, ASSAY_GATEWAY_URL and the declared variables; nothing else of your environment but PATH.',
      'It is started again when it ends, and ended when it takes more memory than declared. Processors are limited on Kubernetes only (assay app render).',
      'Exit code 1: it may not run here, and the text says why.',
    ],
    stopsItself: true,
    async run(client, args, io) {
      const { refuseRun, runRuntime } = await import('../app-runtime/run-runtime.ts');
      const { memoryOfGroup } = await import('../app-runtime/memory-of-group.ts');
      const { installation, runtime } = await findRuntime(client, args.argument('ID'));
      const isUnconfined = args.flag('unconfined');
      const refusal = refuseRun(installation, runtime, isUnconfined);
      if (refusal !== undefined) {
        io.stderr.write(`${refusal}\n`);
        return exitCodes.no;
      }
      const gatewayUrl = gatewayOf(args, io.env);
      const how = { measure: memoryOfGroup, folder: process.cwd(), isUnconfined, gatewayUrl, ...processTimers };
      return runRuntime({ io, installation, runtime, ...how });
    },
  }),
  clientCommand({
    name: 'app render',
    summary: 'Print the Kubernetes objects of an installed runtime',
    usage: ['app render ID [-n NAMESPACE] [--gateway URL]'],
    arguments: ['ID'],
    options: {
      ...serviceOption('gateway'),
      namespace: { type: 'string', short: 'n', value: 'NAME', description: 'Namespace of the objects; none if absent' },
    },
    details: [
      'A Deployment with the declared image, variables, processors and memory, confined as far as Kubernetes can, and a network policy: network none calls nobody, gateway calls pods with the label app.kubernetes.io/name: assay-gateway.',
      'Exit code 1: it declares no image, or is not installed.',
      'assay app render ID -n agents --gateway http://assay-gateway:8300 | kubectl apply -f -',
    ],
    async run(client, args, io) {
      const { isNamespace } = await import('../kubernetes/resource-name.ts');
      const { toRuntimeObjects } = await import('../kubernetes/runtime-objects.ts');
      const { printDocuments } = await import('../../configuration/files/print-documents.ts');
      const namespace = args.text('namespace');
      if (namespace !== undefined && !isNamespace(namespace)) {
        throw new UsageError('--namespace takes lower-case letters, digits and dashes, at most 63.');
      }
      const { installation, runtime } = await findRuntime(client, args.argument('ID'));
      const { image } = runtime;
      const isReady = installation.status === 'installed' && installation.quarantine === null;
      if (image === undefined || !isReady) {
        const why = image === undefined ? 'It declares no image' : `It is ${installation.status}, or in quarantine`;
        io.stderr.write(`${why}: assay app installed ${installation.id}\n`);
        return exitCodes.no;
      }
      const pod = { agentId: installation.agent_id, runtime: { ...runtime, image }, namespace };
      io.stdout.write(printDocuments(toRuntimeObjects({ ...pod, gatewayUrl: gatewayOf(args, io.env) }), 'yaml'));
      return exitCodes.ok;
    },
  }),
];

/** @throws AppError `unprocessable` for an app of another type. */
async function findRuntime(
  { installations, apps }: Client,
  id: string,
): Promise<{ readonly installation: Installation; readonly runtime: DeclaredRuntime }> {
  const installation = await installations.get({ id });
  const { runtime } = await apps.get({ app_id: installation.app_id, version: installation.version });
  if (runtime !== undefined) return { installation, runtime };
  const detail = `${installation.name} is no runtime, so there is nothing to run`;
  throw new AppError('unprocessable', detail, { detail });
}

function gatewayOf(args: ParsedArguments, env: Readonly<Record<string, string | undefined>>): string {
  return parseServiceUrl('gateway', args.text('gateway') ?? env[urlVariables.gateway] ?? defaultUrls.gateway);
}
