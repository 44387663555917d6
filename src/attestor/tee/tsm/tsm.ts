/** The kinds behind configfs-tsm: SEV-SNP, whose host hands the certificates over, and TDX, whose quote carries them. */
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
  /** Base64 DER of certificates to send along, for a host that hands none over. */
  readonly certs: readonly string[];
}

/** Makes a kind. */
export function createTsmTee({ tsm, kind, certs }: TsmTeeOptions): Tee {
  return {
    kind,
    async report(reportData) {
      const { provider, outblob, auxblob } = await tsm.report(reportData);
      if (!isProvider(provider) || tsmKinds[provider] !== kind) {
        const detail = `the report interface speaks for ${provider.slice(0, 40)} and not for ${kind}`;
        throw new AppError('unavailable', detail, { detail });
      }
      // The host's table goes along as it is: what is in it, the verifier reads and checks.
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
