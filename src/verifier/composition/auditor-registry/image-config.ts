/** Reads the labels of an image from its registry: index, manifest of linux/amd64, configuration; each by its digest. */
import { isRecord } from '@assay/sdk/contract';
import { ImageFault, type RegistryClient } from './registry-client.ts';

export type FoundLabels = Readonly<Record<string, string>>;

const platform = { os: 'linux', architecture: 'amd64' } as const;
const digestForm = /^sha256:[0-9a-f]{64}$/;
const maxManifests = 1_000;

/** @throws ImageFault for content that is no image; any error of the client. */
export async function readImageLabels(client: RegistryClient, digest: string): Promise<FoundLabels> {
  const first = asRecord(await client.manifest(digest), 'the manifest');
  const manifest = isIndex(first) ? asRecord(await client.manifest(pickPlatform(first)), 'the manifest') : first;
  if (isIndex(manifest)) throw new ImageFault('the index points to another index');
  const config = asRecord(await client.blob(digestIn(manifest['config'], 'the configuration')), 'the configuration');
  const inner = config['config'] ?? {};
  const found = isRecord(inner) ? (inner['Labels'] ?? {}) : {};
  if (!isRecord(found)) throw new ImageFault('the labels of the image are not an object');
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Refuses content that can be read both ways: two readers could see two images (CVE-2021-41190). */
function isIndex(manifest: Readonly<Record<string, unknown>>): boolean {
  const [hasList, hasConfig] = ['manifests', 'config'].map((name) => Object.hasOwn(manifest, name));
  if (hasList && hasConfig) throw new ImageFault('the manifest is both an image and an index');
  return hasList === true;
}

function pickPlatform({ manifests }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(manifests) || manifests.length > maxManifests) throw new ImageFault('the index is not a list');
  const fitting: unknown = manifests.find((one: unknown) => {
    const named = isRecord(one) ? one['platform'] : undefined;
    return isRecord(named) && named['os'] === platform.os && named['architecture'] === platform.architecture;
  });
  if (fitting === undefined)
    throw new ImageFault(`the image has no variant for ${platform.os}/${platform.architecture}`);
  return digestIn(fitting, 'the manifest of the platform');
}

function digestIn(descriptor: unknown, what: string): string {
  const digest = isRecord(descriptor) ? descriptor['digest'] : undefined;
  if (typeof digest === 'string' && digestForm.test(digest)) return digest;
  throw new ImageFault(`${what} has no sha256 digest`);
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new ImageFault(`${what} is not a JSON object`);
}
