/**
 * The key attestation: the report that binds an Evidence key to its environment (RFC 9334 evidence about the
 * attestor). `report_data = SHA-512(JCS(runtime_data))`, and `runtime_data` names the key by its RFC 7638 thumbprint.
 */
import { type Static, Type } from 'typebox';

export const softwareReportMediaType = 'application/vnd.assay.software-report+jwt';
/** CMW types of hardware reports, which are the vendor's bytes without a wrapper. */
export const snpReportMediaType = 'application/vnd.assay.sev-snp-report';
export const tdxQuoteMediaType = 'application/vnd.assay.tdx-quote';
export const nitroDocumentMediaType = 'application/vnd.assay.nitro-document';
export const nvidiaReportMediaType = 'application/vnd.assay.nvidia-gpu-report';
/** `typ` of the software report, a compact JWS signed by the attested key itself (proof of possession). */
export const softwareReportType = 'assay-software-report+jwt';
/** CMW indicator bit for evidence (RFC 9999). */
export const cmwEvidence = 4;

export const OkpKeySchema = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
});

export const RuntimeDataSchema = Type.Object({
  v: Type.Literal(1),
  purpose: Type.Literal('evidence-key'),
  jwk_thumbprint: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  nonce: Type.String({ description: 'base64url; issued by the verifier, or by the attestor itself (freshness none)' }),
  iat: Type.Integer(),
  agent_instance: Type.String({ description: 'SPIFFE id of the attestor' }),
  gpu_report_sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the GPU report in `cmw.gpu`, so that the parts cannot be mixed',
    }),
  ),
  region: Type.Optional(
    Type.String({ maxLength: 64, description: 'Where the attestor says it runs: declared, not proven' }),
  ),
});

export const SoftwareReportSchema = Type.Object({
  report_data: Type.String({ description: 'base64url of the 64 bytes SHA-512(JCS(runtime_data))' }),
  iat: Type.Integer(),
  build: Type.String({ description: 'What made the report, e.g. assay-attestor/0.1.0' }),
});

export const CmwRecordSchema = Type.Tuple([Type.String(), Type.String(), Type.Integer()]);

export const KeyAttestationSchema = Type.Object(
  {
    cmw: Type.Object({ cpu: CmwRecordSchema, gpu: Type.Optional(CmwRecordSchema) }),
    runtime_data: RuntimeDataSchema,
    endorsements: Type.Object({
      certs: Type.Array(Type.String(), {
        description: 'Base64 of what came with the reports: DER certificates, or the certificate table of an SNP host',
      }),
      collateral: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Base64 of files: DER revocation lists, signed TCB documents and their issuers',
        }),
      ),
    }),
    jwk: OkpKeySchema,
  },
  { $id: 'KeyAttestation' },
);

export type KeyAttestation = Static<typeof KeyAttestationSchema>;
export type RuntimeData = Static<typeof RuntimeDataSchema>;
export type SoftwareReport = Static<typeof SoftwareReportSchema>;
export type OkpKey = Static<typeof OkpKeySchema>;
