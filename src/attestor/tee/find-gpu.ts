/** Finds the GPU beside the CPU kind, where a helper program for it is configured. */
import { AppError } from '../../platform/errors.ts';
import type { AttestorConfig } from '../config.ts';
import { createNvidiaGpu, type Gpu } from './helper/nvidia.ts';
import { createReportHelper } from './helper/report-helper.ts';
import type { Tee } from './tee.ts';

/** Undefined without a helper. @throws AppError `config` beside software: nothing would tie such a report to a machine. */
export function findGpu({ ATTESTOR_NVIDIA_HELPER: path }: AttestorConfig, tee: Pick<Tee, 'kind'>): Gpu | undefined {
  if (path === undefined) return undefined;
  if (tee.kind === 'software') {
    const detail =
      'ATTESTOR_NVIDIA_HELPER is set, but the key is attested by software only: a GPU report needs the report of a ' +
      'processor (sev-snp, tdx, nitro). Unset it, or run the attestor in a trusted execution environment.';
    throw new AppError('config', detail, { detail });
  }
  return createNvidiaGpu(createReportHelper(path));
}
