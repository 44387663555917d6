/** Imitates the vendors' services, with synthetic collateral under the roots of test platforms. */
import type { ServerResponse } from 'node:http';
import { toPem } from '@assay/sdk/x509';
import { revoke } from '../../../test/support/certificates.ts';
import type { Collateral } from '../../proof/reports/input.ts';
import type { IntelBench, IntelSampleOptions } from '../../proof/reports/intel/intel-bench.fixture.ts';
import type { SnpBench, SnpSample } from '../../proof/reports/sev-snp/snp.fixture.ts';
import { type FakeService, serveFake } from '../cli.fake.ts';

export interface Route {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Never answers. */
  readonly hangs?: boolean;
}

/** Answers by path and query. */
export type Routes = Readonly<Record<string, Route>>;

/** Serves only these routes, everything else is 404. The routes can be replaced while it runs. */
export async function serveRoutes(routes: Routes): Promise<FakeService & { routes: Routes }> {
  const served = { routes };
  const service = await serveFake(({ url }, response) => answer(served.routes[url] ?? { status: 404 }, response));
  return Object.assign(served, service);
}

function answer({ status = 200, headers = {}, body = '', hangs = false }: Route, response: ServerResponse): void {
  if (hangs) return;
  response.writeHead(status, { ...headers });
  response.end(body);
}

/** The default chip id and TCB of the bench's samples. */
export const benchChip = 'c5'.repeat(64);
const benchLevels = 'blSPL=04&teeSPL=00&snpSPL=24&ucodeSPL=217';

/** Paths of such a sample's VCEK at AMD's service (AMD 57230). */
export const vcekPaths = {
  Milan: `/vcek/v1/Milan/${benchChip}?${benchLevels}`,
  Genoa: `/vcek/v1/Genoa/${benchChip}?${benchLevels}`,
  Turin: `/vcek/v1/Turin/${benchChip.slice(0, 16)}?${benchLevels}&fmcSPL=01`,
} as const;

/** AMD's service: DER for certificates and lists, PEM for the chain. */
export function amdRoutes({ product, root }: SnpBench, { certificates, collateral }: SnpSample): Routes {
  const [leaf = new Uint8Array(), issuer = new Uint8Array()] = certificates;
  const [list = new Uint8Array()] = collateral.revocationLists;
  const chain = { body: toPem(issuer) + toPem(root.der), headers: { 'content-type': 'application/x-pem-file' } };
  return {
    [vcekPaths[product]]: { body: leaf },
    [`/vcek/v1/${product}/cert_chain`]: chain,
    [`/vcek/v1/${product}/crl`]: { body: list },
    [`/vlek/v1/${product}/cert_chain`]: chain,
    [`/vlek/v1/${product}/crl`]: { body: list },
  };
}

/** Intel's service for a platform of the bench. */
export function intelRoutes(
  tee: 'tdx' | 'sgx',
  { roots, report }: IntelBench,
  options: IntelSampleOptions = {},
): Routes {
  return toIntelRoutes(tee, report(options).collateral, roots[0]?.der);
}

/** Documents with the chain of their issuer in a header, lists in DER. */
export function toIntelRoutes(tee: 'tdx' | 'sgx', collateral: Collateral, root: Uint8Array = new Uint8Array()): Routes {
  const [tcbInfo = '', qeIdentity = ''] = collateral.documents;
  const [rootList = '', authorityList = ''] = collateral.revocationLists;
  const chain = encodeURIComponent([...collateral.certificates, root].map((der) => toPem(der)).join(''));
  return {
    [`/${tee}/certification/v4/tcb?fmspc=50806F000000`]: { body: tcbInfo, headers: { 'TCB-Info-Issuer-Chain': chain } },
    [`/${tee}/certification/v4/qe/identity`]: {
      body: qeIdentity,
      headers: { 'SGX-Enclave-Identity-Issuer-Chain': chain },
    },
    '/sgx/certification/v4/pckcrl?ca=platform&encoding=der': { body: authorityList },
    '/IntelSGXRootCA.der': { body: rootList },
  };
}

/** A caching service: its lists are hexadecimal text, the root's under a separate path. */
export function pccsRoutes(tee: 'tdx' | 'sgx', bench: IntelBench): Routes {
  const { '/IntelSGXRootCA.der': rootList = {}, ...rest } = intelRoutes(tee, bench);
  const toHexText = (route: Route) => ({ ...route, body: Buffer.from(route.body ?? '').toString('hex') });
  const pckList = '/sgx/certification/v4/pckcrl?ca=platform&encoding=der';
  return {
    ...rest,
    [pckList]: toHexText(rest[pckList] ?? {}),
    '/sgx/certification/v4/rootcacrl': toHexText(rootList),
  };
}

/** A list of the bench's root with these dates. */
export const amdList = ({ root }: SnpBench, thisUpdate: string, nextUpdate: string): Uint8Array =>
  revoke({ issuer: root, thisUpdate, nextUpdate });
