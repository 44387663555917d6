/** Looks at the machine: versions, data folder, hardware for attestation, clock and model server. */
import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ServiceSettings } from '../../service-settings.ts';
import { type DoctorFinding, good, toFinding } from './finding.ts';
import type { RunningService } from './ports.ts';

/** `engines` of package.json as numbers. */
const leastNode = [20, 19] as const;
const leastFreeBytes = 1024 ** 3;
/** Tokens are accepted with this difference. */
const maxClockMs = 30_000;

export interface Versions {
  readonly own: string;
  /** `v20.19.0`. */
  readonly node: string;
}

export function lookAtVersions({ own, node }: Versions, running: readonly RunningService[]): DoctorFinding[] {
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number);
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1]);
  const text = `assay ${own}, Node.js ${node}`;
  const advice = `Install Node.js ${leastNode.join('.')} or newer.`;
  const services = ['gateway', 'verifier', 'attestor', 'mcp-gateway'];
  const others = running.filter(
    ({ service, version }) => services.includes(service) && version !== undefined && version !== own,
  );
  return [
    isOld ? toFinding('bad', 'versions', text, advice) : good('versions', text),
    ...others.map(({ service, version }) =>
      toFinding('note', 'versions', `the running ${service} is ${version}`, 'Restart it with this version.'),
    ),
  ];
}

/** Changes nothing: a folder that is not there yet is not made. */
export async function lookAtFolder(path: string): Promise<DoctorFinding[]> {
  const folder = resolve(path);
  const subject = 'data folder';
  const found = await orUndefined(stat(folder));
  if (found === undefined) {
    const parent = await existingParent(folder);
    if (await isWritable(parent))
      return [good(subject, `${folder} is made at the first start`), ...(await space(parent))];
    return [
      toFinding('bad', subject, `${folder} cannot be made in ${parent}`, 'Set ASSAY_DATA_DIR to another folder.'),
    ];
  }
  if (!found.isDirectory()) {
    return [toFinding('bad', subject, `${folder} is no folder`, 'Remove it, or set ASSAY_DATA_DIR to a folder.')];
  }
  if (!(await isWritable(folder))) {
    const advice = 'Give the user the folder (chown), or set ASSAY_DATA_DIR to another one.';
    return [toFinding('bad', subject, `this user may not write to ${folder}`, advice)];
  }
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  const rights = isOpen
    ? toFinding(
        'note',
        subject,
        `other users can read ${folder}`,
        `Run chmod -R go= ${folder}; the next start does it too.`,
      )
    : good(subject, `${folder} is writable, and private`);
  return [rights, ...(await space(folder))];
}

async function space(folder: string): Promise<DoctorFinding[]> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= leastFreeBytes) return [];
  const text = `${Math.floor(free / 1024 ** 2)} MB are free at ${folder}; calls are refused when the disk is full`;
  return [toFinding('note', 'disk', text, 'Free space, or set ASSAY_DATA_DIR to another disk.')];
}

async function existingParent(folder: string): Promise<string> {
  const parent = dirname(folder);
  return parent === folder || (await orUndefined(stat(parent))) !== undefined ? parent : existingParent(parent);
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return undefined;
    throw error;
  }
}

/** What attests the Evidence key. The report interface itself is only used by the attestor. */
export async function lookAtTee({ attestor }: Partial<ServiceSettings>): Promise<DoctorFinding[]> {
  if (attestor === undefined) return [];
  const { ATTESTOR_TEE: kind, ATTESTOR_TSM_PATH: path, ATTESTOR_NITRO_HELPER: helper } = attestor;
  const hasInterface = (await orUndefined(readdir(path))) !== undefined;
  const subject = 'hardware';
  const advice = 'Run the attestor in a SEV-SNP or TDX guest or a Nitro enclave: docs/attestation/README.md.';
  if (kind === 'software' || (kind === 'auto' && !hasInterface && helper === undefined)) {
    return [toFinding('note', subject, 'software attests the key, so a passport is a warning at best', advice)];
  }
  if ((kind === 'sev-snp' || kind === 'tdx') && !hasInterface) {
    return [toFinding('bad', subject, `ATTESTOR_TEE is ${kind}, and there is no report interface at ${path}`, advice)];
  }
  if (kind === 'nitro' && helper === undefined) {
    return [toFinding('bad', subject, 'ATTESTOR_TEE is nitro, without a helper', 'Set ATTESTOR_NITRO_HELPER.')];
  }
  return [
    good(subject, hasInterface ? `there is a report interface at ${path}` : `the helper ${helper} gives reports`),
  ];
}

/** A clock that others keep. */
export interface OtherClock {
  readonly name: string;
  readonly nowMs: number;
}

export function lookAtClock(nowMs: number, others: readonly OtherClock[]): DoctorFinding {
  const text = `this machine has ${new Date(nowMs).toISOString()}`;
  const worst = others.toSorted((a, b) => Math.abs(b.nowMs - nowMs) - Math.abs(a.nowMs - nowMs))[0];
  if (worst === undefined) {
    return toFinding('unknown', 'clock', `${text}; nothing to compare it with`, 'Compare it: timedatectl status.');
  }
  const differenceMs = Math.abs(worst.nowMs - nowMs);
  if (differenceMs < maxClockMs) return good('clock', `${text}, as ${worst.name} has it`);
  const shown = `${text}, ${Math.round(differenceMs / 1000)} s from ${worst.name}`;
  return toFinding('bad', 'clock', shown, 'Synchronise the clocks (NTP): tokens and reports are refused otherwise.');
}

const timeoutMs = 5_000;

/** Asks the model server for nothing but an answer; no credential is sent. */
export async function lookAtUpstream({ gateway }: Partial<ServiceSettings>) {
  const url = gateway?.GATEWAY_UPSTREAM_URL;
  const subject = 'model server';
  if (gateway === undefined) return { findings: [], clock: undefined };
  if (url === undefined) {
    const advice = 'Set GATEWAY_UPSTREAM_URL to a model server.';
    return { findings: [toFinding('note', subject, 'the built-in echo model answers', advice)], clock: undefined };
  }
  const { origin } = new URL(url);
  try {
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const nowMs = Date.parse(response.headers.get('date') ?? '');
    const clock = Number.isNaN(nowMs) ? undefined : { name: origin, nowMs };
    return { findings: [good(subject, `${origin} answers`)], clock };
  } catch {
    const advice = 'Start it, or correct GATEWAY_UPSTREAM_URL; its certificate has to be valid.';
    return { findings: [toFinding('bad', subject, `${origin} does not answer`, advice)], clock: undefined };
  }
}
