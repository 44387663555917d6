/**
 * The kinds behind configfs-tsm: SEV-SNP, where the host provides the certificates, and TDX, whose quote contains them.
 */
import { cmwEvidence, snpReportMediaType, tdxQuoteMediaType } from '../../../contract/key-attestation.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tee } from '../tee.ts';
import type { Tsm } from './tsm-report.ts';

export const tsmKinds = { sev_guest: 'sev-snp', tdx_guest: 'tdx' } as const;
export type TsmKind = (typeof tsmKinds)[keyof typeof tsmKinds];

const mediaTypes: Readonly<Record<TsmKind, string>> = { 'sev-snp': snpReportMediaType, tdx: tdxQuoteMediaType };

export interface TsmTeeOptions {
  readonly tsm: Tsm;
  readonly kind: TsmKind;
  /** Certificates as base64 DER, for a host that provides none. */
  readonly certs: readonly string[];
}

export function createTsmTee({ tsm, kind, certs }: TsmTeeOptions): Tee {
  return {
    kind,
    async report(reportData) {
      const { provider, outblob, auxblob } = await tsm.report(reportData);
      if (!isProvider(provider) || tsmKinds[provider] !== kind) {
        const detail = `the report interface speaks for ${provider.slice(0, 40)} and not for ${kind}`;
        throw new AppError('unavailable', detail, { detail });
      }
      // Sends the host's table unchanged: the verifier parses and checks it.
      const own = auxblob === undefined ? [...certs] : [Buffer.from(auxblob).toString('base64')];
      return {
        cmw: { cpu: [mediaTypes[kind], Buffer.from(outblob).toString('base64url'), cmwEvidence] },
        endorsements: { certs: own },
      };
    },
  };
}

export function isProvider(provider: string): provider is keyof typeof tsmKinds {
  return Object.hasOwn(tsmKinds, provider);
}
