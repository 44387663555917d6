/** Detects the kind of environment that the attestor runs in, or requires the configured kind. */
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { AttestorConfig } from '../config.ts';
import { createNitroTee } from './helper/nitro.ts';
import { createReportHelper } from './helper/report-helper.ts';
import { createSoftwareTee } from './software/software.ts';
import type { Tee } from './tee.ts';
import { createTsmTee, isProvider, type TsmKind, tsmKinds } from './tsm/tsm.ts';
import { createTsm } from './tsm/tsm-report.ts';

export interface FindTeeOptions {
  readonly config: AttestorConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** The build that a software report names. */
  readonly build: string;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Picks the kind. `auto` prefers hardware and logs its choice. @throws AppError `config` without the configured kind.
 */
export async function findTee(options: FindTeeOptions): Promise<Tee> {
  const { config, clock, build, log } = options;
  const asked = config.ATTESTOR_TEE;
  if (asked === 'software') return createSoftwareTee({ clock, build });
  if (asked === 'nitro') return createNitro(config);
  if (asked !== 'auto') return createTsmKind(options, asked);
  const tsm = createTsm({ ...options, basePath: config.ATTESTOR_TSM_PATH });
  const provider = await tsm.provider();
  if (provider !== undefined && isProvider(provider)) return createTsmKind(options, tsmKinds[provider]);
  if (provider !== undefined) log.warn('the report interface has an unknown kind');
  if (config.ATTESTOR_NITRO_HELPER !== undefined) return createNitro(config);
  return createSoftwareTee({ clock, build });
}

async function createTsmKind(options: FindTeeOptions, kind: TsmKind): Promise<Tee> {
  const { config } = options;
  const tsm = createTsm({ ...options, basePath: config.ATTESTOR_TSM_PATH });
  const provider = await tsm.provider();
  if (provider === undefined || !isProvider(provider) || tsmKinds[provider] !== kind) {
    const found = provider === undefined ? 'there is no report interface' : 'the report interface is of another kind';
    throw wrong(`ATTESTOR_TEE asks for ${kind}, but ${found} at ${config.ATTESTOR_TSM_PATH}.`);
  }
  return createTsmTee({ tsm, kind, certs: await loadCertificates(config) });
}

function createNitro({ ATTESTOR_NITRO_HELPER: path }: AttestorConfig): Tee {
  if (path === undefined) throw wrong('ATTESTOR_TEE asks for nitro: name the helper program in ATTESTOR_NITRO_HELPER.');
  return createNitroTee(createReportHelper(path));
}

/** Certificates that an operator placed beside the attestor, as base64 DER, for a host that provides none. */
async function loadCertificates({ ATTESTOR_CERTIFICATES: path }: AttestorConfig): Promise<string[]> {
  if (path === undefined) return [];
  let text: string;
  try {
    text = await readFile(path, 'latin1');
  } catch (cause) {
    throw wrong(`ATTESTOR_CERTIFICATES names ${path}, which cannot be read.`, cause);
  }
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g)];
  if (blocks.length === 0) throw wrong(`ATTESTOR_CERTIFICATES names ${path}, which contains no PEM certificate.`);
  return blocks.map(([, body = '']) => body.replace(/\s+/g, ''));
}

function wrong(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
