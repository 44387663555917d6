/** Looks at the ports of the services: free, ours, or taken by another program. */
import { createServer } from 'node:net';
import { isRecord } from '@assay/sdk/contract';
import type { Environment } from '../../platform/config.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { type DoctorFinding, good, toFinding } from './finding.ts';

export interface ServicePort {
  readonly service: string;
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** What `/health` answered. */
export interface RunningService {
  readonly service: string;
  readonly version: string | undefined;
  readonly isReady: boolean;
  readonly problems: readonly string[];
  /** The service's time, in milliseconds since the epoch. */
  readonly nowMs: number | undefined;
}

export type AskHealth = (port: ServicePort) => Promise<RunningService | undefined>;

/** The ports that `assay start` takes. */
export function portsOf(settings: Partial<ServiceSettings>, env: Environment, auditors: readonly AuditorPort[]) {
  const { gateway, verifier, attestor, mcpGateway } = settings;
  const row = (service: string, variable: string, host: string | undefined, port: number | undefined): ServicePort[] =>
    host === undefined || port === undefined || port === 0 ? [] : [{ service, variable, host, port }];
  return [
    ...row('gateway', 'GATEWAY_PORT', gateway?.GATEWAY_HOST, gateway?.GATEWAY_PORT),
    ...row('verifier', 'VERIFIER_PORT', verifier?.VERIFIER_HOST, verifier?.VERIFIER_PORT),
    ...row('attestor', 'ATTESTOR_PORT', attestor?.ATTESTOR_HOST, attestor?.ATTESTOR_PORT),
    ...(mcpGateway?.MCP_GATEWAY_ENABLED === true
      ? row('mcp-gateway', 'MCP_GATEWAY_PORT', mcpGateway.MCP_GATEWAY_HOST, mcpGateway.MCP_GATEWAY_PORT)
      : []),
    ...auditors.flatMap(({ id, defaultPort }) => {
      const variable = `${id.toUpperCase().replaceAll('-', '_')}_PORT`;
      return row(id, variable, '127.0.0.1', Number(env[variable] || defaultPort));
    }),
  ];
}

export interface AuditorPort {
  readonly id: string;
  readonly defaultPort: number;
}

/** One finding for each port that is not free, and one for all free ones. */
export async function lookAtPorts(ports: readonly ServicePort[], ask: AskHealth) {
  const findings: DoctorFinding[] = [];
  const free: ServicePort[] = [];
  const running: RunningService[] = [];
  for (const port of ports) {
    const state = await stateOf(port);
    const found = state === 'taken' ? await ask(port) : undefined;
    if (state === 'free') free.push(port);
    else if (found !== undefined) running.push(found);
    findings.push(...describe(port, state, found));
  }
  const names = free.map(({ port }) => port).join(', ');
  return { running, findings: free.length === 0 ? findings : [...findings, good('ports', `free: ${names}`)] };
}

type State = 'free' | 'taken' | string;

function describe({ service, variable, host, port }: ServicePort, state: State, found: RunningService | undefined) {
  const subject = `port ${port}`;
  if (state === 'free') return [];
  if (state !== 'taken') {
    return [
      toFinding('bad', subject, `${service} cannot listen at ${host}: ${state}`, `Choose another with ${variable}.`),
    ];
  }
  if (found === undefined) {
    const advice = `Stop that program, or choose another port with ${variable}.`;
    return [toFinding('bad', subject, `${service} cannot start: another program listens there`, advice)];
  }
  if (found.isReady) return [good(subject, `${service} of Assay runs and is ready`)];
  const why = found.problems.length === 0 ? '' : `: ${found.problems.join(', ')}`;
  const advice = `Read http://${host}:${port}/health and docs/troubleshooting.md.`;
  return [toFinding('bad', subject, `${service} of Assay runs and is not ready${why}`, advice)];
}

function stateOf({ host, port }: ServicePort): Promise<State> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : (error.code ?? error.message)),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

const timeoutMs = 2_000;

/** Asks whoever listens for `/health`; undefined if that is not Assay. */
export async function askHealth({ host, port }: ServicePort): Promise<RunningService | undefined> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/health`;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return toRunning(await response.json(), response.headers.get('date'));
  } catch {
    // Not HTTP, not JSON, or silent: another program.
    return undefined;
  }
}

function toRunning(body: unknown, date: string | null): RunningService | undefined {
  if (!isRecord(body) || typeof body['ready'] !== 'boolean') return undefined;
  const { service, auditor_id: auditorId, version, ready, problems } = body;
  const name = [service, auditorId].find((value) => typeof value === 'string');
  if (typeof name !== 'string') return undefined;
  const nowMs = date === null ? Number.NaN : Date.parse(date);
  const reasons = Array.isArray(problems)
    ? problems.flatMap((one) => (isRecord(one) ? [String(one['reason'])] : []))
    : [];
  return {
    service: name,
    version: typeof version === 'string' ? version : undefined,
    isReady: ready,
    problems: reasons,
    nowMs: Number.isNaN(nowMs) ? undefined : nowMs,
  };
}
