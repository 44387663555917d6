/** Fetches X.509-SVIDs and the trust bundle from the verifier's mTLS port. */
import { Compile } from 'typebox/compile';
import { spiffeBundlePath, type X509SvidAnswer, X509SvidSchema, x509SvidPath } from '../../contract/x509-svid.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createPinnedDispatcher, type PeerRules } from '../../platform/tls/mtls-dispatcher.ts';
import type { HeldSvid, KnownForIssue, SvidSourceDeps } from '../../platform/tls/svid-source.ts';
import type { TrustBundle } from '../../platform/tls/trust-bundle.ts';
import { createJsonHttp, type JsonHttp } from '../json-http.ts';
import { isBundleWire, toBundleOfWire } from './bundle-wire.ts';

export interface SvidIssuerOptions {
  /** URL of the verifier's mTLS port. */
  readonly url: string;
  /** `gateway/edge-1`. */
  readonly service: string;
  /** Used without a certificate: at the first contact, and when the last certificate has expired. */
  readonly token: string | undefined;
  /** True if the certificate itself may request the next one. */
  readonly renewsByCertificate: boolean;
  /** Accepts the SPIFFE id of the verifier. */
  readonly accepts: PeerRules['accepts'];
  readonly clock: Clock;
}

const timeoutMs = 15_000;
const maxAnswerBytes = 1024 * 1024;
const answerShape = Compile(X509SvidSchema);

/** Opens a connection per call: calls happen twice an hour, each with another certificate. */
export function createSvidIssuer(options: SvidIssuerOptions): Required<Pick<SvidSourceDeps, 'issue' | 'readBundle'>> {
  const { service, token, renewsByCertificate } = options;

  const ask = (http: JsonHttp, csr: string): Promise<X509SvidAnswer> =>
    http.call({ method: 'POST', path: x509SvidPath, body: { csr, service } }, (value) => answerShape.Check(value));
  const askWithToken = (csr: string, bundle: TrustBundle): Promise<X509SvidAnswer> => {
    if (token === undefined) {
      throw new AppError(
        'unauthorized',
        'a key is needed for the first certificate, and after the last one has expired',
      );
    }
    return withHttp(options, { bundle, svid: undefined, token }, (http) => ask(http, csr));
  };

  return {
    async issue(csr: string, { svid, bundle }: KnownForIssue) {
      if (svid === undefined || !renewsByCertificate) return askWithToken(csr, bundle);
      try {
        return await withHttp(options, { bundle, svid, token: undefined }, (http) => ask(http, csr));
      } catch (error) {
        // A replaced authority no longer vouches for the present certificate; the key is still valid.
        if (token === undefined) throw error;
        return askWithToken(csr, bundle);
      }
    },
    readBundle: (bundle) =>
      withHttp(options, { bundle, svid: undefined, token: undefined }, async (http) => {
        const call = { method: 'GET', path: spiffeBundlePath } as const;
        return toBundleOfWire(await http.call(call, isBundleWire));
      }),
  };
}

interface Shown {
  readonly bundle: TrustBundle;
  readonly svid: HeldSvid | undefined;
  readonly token: string | undefined;
}

async function withHttp<T>(
  rules: SvidIssuerOptions,
  { bundle, svid, token }: Shown,
  run: (http: JsonHttp) => Promise<T>,
): Promise<T> {
  const connection = createPinnedDispatcher(rules, bundle, svid);
  try {
    return await run(
      createJsonHttp({
        url: rules.url,
        timeoutMs,
        maxAnswerBytes,
        unavailable: 'verifier_unavailable',
        dispatcher: connection.dispatcher,
        ...(token === undefined ? {} : { token }),
      }),
    );
  } finally {
    await connection.close();
  }
}
