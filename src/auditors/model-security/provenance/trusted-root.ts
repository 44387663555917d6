// Reads Sigstore's trusted_root.json: the authorities and logs that keyless signatures are checked against. The file is
// given by the operator; nothing is fetched.

import { type TrustMaterial, toTrustMaterial } from '@sigstore/verify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The file cannot be used. */
export class TrustedRootError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TrustedRootError';
  }
}

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/_-]*={0,2}$' });
const Period = Type.Object({ start: Type.Optional(Type.String()), end: Type.Optional(Type.String()) });
const LogId = Type.Object({ keyId: Base64 });
const Log = Type.Object({
  baseUrl: Type.String({ maxLength: 500 }),
  publicKey: Type.Object({ rawBytes: Base64, keyDetails: Type.String(), validFor: Type.Optional(Period) }),
  logId: LogId,
  checkpointKeyId: Type.Optional(LogId),
});
const Authority = Type.Object({
  uri: Type.Optional(Type.String({ maxLength: 500 })),
  certChain: Type.Object({ certificates: Type.Array(Type.Object({ rawBytes: Base64 }), { minItems: 1 }) }),
  validFor: Type.Optional(Period),
});
const TrustedRoot = Type.Object({
  mediaType: Type.String({ pattern: '^application/vnd\\.dev\\.sigstore\\.trustedroot[.+;a-z0-9=]*$' }),
  tlogs: Type.Optional(Type.Array(Log)),
  certificateAuthorities: Type.Optional(Type.Array(Authority)),
  ctlogs: Type.Optional(Type.Array(Log)),
  timestampAuthorities: Type.Optional(Type.Array(Authority)),
});
const schema = Compile(TrustedRoot);

type SigstoreRoot = Parameters<typeof toTrustMaterial>[0];
type SigstoreLog = SigstoreRoot['tlogs'][number];
type SigstoreAuthority = SigstoreRoot['certificateAuthorities'][number];

/** Enumeration values of the protobuf schema. Only the form of RSA keys matters to the verifier. */
const keyDetails = { pkcs1: 1, spki: 5 } as const;
const sha256 = 1;

export function parseTrustedRoot(text: string): TrustMaterial {
  const json = parseJson(text);
  if (!schema.Check(json)) throw new TrustedRootError('It is no trusted_root.json of Sigstore.');
  const { mediaType, tlogs = [], ctlogs = [], certificateAuthorities = [], timestampAuthorities = [] } = json;
  try {
    return toTrustMaterial({
      mediaType,
      tlogs: tlogs.map(toLog),
      ctlogs: ctlogs.map(toLog),
      certificateAuthorities: certificateAuthorities.map(toAuthority),
      timestampAuthorities: timestampAuthorities.map(toAuthority),
    });
  } catch (error) {
    throw new TrustedRootError('A key or certificate of trusted_root.json can not be read.', { cause: error });
  }
}

function toLog({ baseUrl, publicKey, logId, checkpointKeyId }: Static<typeof Log>): SigstoreLog {
  const isPkcs1 = /PKCS1V5|PKCS1V15/.test(publicKey.keyDetails);
  return {
    baseUrl,
    hashAlgorithm: sha256,
    publicKey: {
      rawBytes: Buffer.from(publicKey.rawBytes, 'base64'),
      keyDetails: isPkcs1 ? keyDetails.pkcs1 : keyDetails.spki,
      validFor: toPeriod(publicKey.validFor),
    },
    logId: { keyId: Buffer.from(logId.keyId, 'base64') },
    checkpointKeyId: checkpointKeyId && { keyId: Buffer.from(checkpointKeyId.keyId, 'base64') },
    operator: '',
  };
}

function toAuthority({ uri = '', certChain, validFor }: Static<typeof Authority>): SigstoreAuthority {
  const certificates = certChain.certificates.map(({ rawBytes }) => ({ rawBytes: Buffer.from(rawBytes, 'base64') }));
  return { subject: undefined, uri, certChain: { certificates }, validFor: toPeriod(validFor), operator: '' };
}

function toPeriod(period: Static<typeof Period> | undefined): { start: Date | undefined; end?: Date | undefined } {
  return { start: toDate(period?.start), end: toDate(period?.end) };
}

function toDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new TrustedRootError('A time of trusted_root.json can not be read.');
  return date;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TrustedRootError('It is no JSON.', { cause: error });
  }
}
