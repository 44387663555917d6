/** `assay auditor verify IMAGE`: labels from a registry, a layout and an archive, alone and against a running auditor. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runFake, sendJson } from '../cli.fake.ts';
import {
  anImage,
  anIndex,
  type Blob,
  descriptorOf,
  type FakeRegistry,
  type FakeRegistryOptions,
  ociTypes,
  serveRegistry,
  type TestImage,
  toBlob,
} from '../image/image-registry.fake.ts';
import { type TarFile, toTar } from '../image/tar.fixture.ts';
import { anAuditor } from './auditor.fixture.ts';

const goodLabels = {
  'io.vendor.auditor': 'true',
  'io.vendor.schema_version': '2.0',
  'io.vendor.phase': anAuditor.phases.join(','),
  'io.vendor.interfaces': 'health,claims,vocabulary',
};
const repository = 'acme/politeness';
let folder: string;
let registry: FakeRegistry | undefined;
let running: ServedAuditor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auditor-image-'));
  running = await serveAuditor(anAuditor, { env: {}, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await running?.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await registry?.close();
  registry = undefined;
});

const verify = (...args: string[]) => runFake(['auditor', 'verify', ...args]);

async function serve(change: Partial<FakeRegistryOptions> = {}): Promise<string> {
  const image = anImage(goodLabels);
  const options = { repository, tags: { '1.0': image.manifest }, blobs: [image.config] };
  registry = await serveRegistry({ ...options, ...change });
  return `${registry.host}/${repository}:1.0`;
}

describe('an image in a registry', () => {
  it.each(['open', 'token'] as const)('is read without an engine, with access %s', async (access) => {
    const { code, out, err } = await verify(await serve({ access }));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('KEEPS THE CONTRACT: 4 checks passed.');
  });

  it('breaks the contract without its labels, or with wrong ones', async () => {
    const bare = anImage(undefined);
    expect(await verify(await serve({ tags: { '1.0': bare.manifest }, blobs: [bare.config] }))).toMatchObject({
      code: 1,
      out: expect.stringContaining('it must be "true", not absent'),
    });
  });

  it('is checked for each platform; what BuildKit attests is no image', async () => {
    const images = {
      amd64: anImage(goodLabels),
      arm64: anImage({ ...goodLabels, 'io.vendor.phase': 'lunch' }, 'arm64'),
    };
    const blobs = Object.values(images).flatMap(({ config, manifest }) => [config, manifest]);
    const { code, out } = await verify(await serve({ tags: { '1.0': anIndex(images) }, blobs }), '--json');
    const { results } = JSON.parse(out);
    const failed = results.map(({ target, checks }: { target: string; checks: { status: string; id: string }[] }) => [
      /\((.*)\)/.exec(target)?.[1],
      checks.filter(({ status }) => status === 'failed').map(({ id }) => id),
    ]);
    expect([code, failed]).toEqual([
      1,
      [
        ['linux/amd64', []],
        ['linux/arm64', ['label-phase']],
      ],
    ]);
  });

  it('is read by its digest, and other bytes than the digest says are refused', async () => {
    const image = anImage(goodLabels);
    const other = anImage({ ...goodLabels, 'io.vendor.auditor': 'false' });
    const named = (blob: Blob) => `${registry?.host}/${repository}@${blob.digest}`;
    await serve({ tags: {}, blobs: [image.config, image.manifest] });
    expect((await verify(named(image.manifest))).code).toBe(0);
    await registry?.close();
    await serve({ tags: { [image.manifest.digest]: other.manifest }, blobs: [other.config] });
    expect(await verify(named(image.manifest))).toMatchObject({
      code: 2,
      err: expect.stringContaining('another digest'),
    });
    await registry?.close();
    const swapped = { ...image.config, bytes: Buffer.from(image.config.bytes.toString().replace('true', 'tru3')) };
    expect(await verify(await serve({ blobs: [swapped] }))).toMatchObject({
      code: 2,
      err: expect.stringContaining('another digest'),
    });
  });

  it.each([
    ['no such image', { tags: {} }, 2, 'There is no image'],
    ['an account is needed', { access: 'login' }, 2, 'to known callers only'],
    ['a password is needed', { access: 'basic' }, 2, 'to known callers only'],
  ] as const)('says what to do: %s', async (_what, change, code, text) => {
    expect(await verify(await serve(change))).toMatchObject({ code, err: expect.stringContaining(text) });
  });

  it('is not asked for a token in clear somewhere else, and no private address is called that nobody named', async () => {
    const leadTo = (realm: string) =>
      serve({
        instead: (_request, response) => {
          response.setHeader('www-authenticate', `Bearer realm="${realm}",service="x"`);
          sendJson(response, 401, {});
          return true;
        },
      });
    expect(await verify(await leadTo('http://10.0.0.1/token'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('which is not https'),
    });
    await registry?.close();
    expect(await verify(await leadTo('https://10.0.0.1/token'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('neither public nor allowed'),
    });
  });

  it('is bounded: a manifest of 5 MiB, and a configuration that says so', async () => {
    const large = toBlob(ociTypes.manifest, `{"x":"${'a'.repeat(5 * 1024 * 1024)}"}`);
    expect(await verify(await serve({ tags: { '1.0': large } }))).toMatchObject({ code: 3 });
    await registry?.close();
    const config = { ...descriptorOf(anImage(goodLabels).config), size: 1024 ** 3 };
    const manifest = toBlob(ociTypes.manifest, { schemaVersion: 2, config, layers: [] });
    expect(await verify(await serve({ tags: { '1.0': manifest } }))).toMatchObject({
      code: 2,
      err: expect.stringContaining('is larger than'),
    });
  });

  it('is told from an auditor whose URL lacks its scheme', async () => {
    expect(await verify('localhost:8090')).toMatchObject({
      code: 2,
      err: expect.stringContaining('write http://localhost:8090'),
    });
  });

  it('that does not answer gives exit code 3', async () => {
    expect(await verify('127.0.0.1:1/acme/politeness')).toMatchObject({ code: 3 });
  });
});

type Files = Readonly<Record<string, Uint8Array | string>>;

/** An OCI image layout with one image. */
function layoutOf({ config, manifest }: TestImage, more: Files = {}): Files {
  const entry = { ...descriptorOf(manifest), annotations: { 'org.opencontainers.image.ref.name': '1.0' } };
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(':', '/')}`;
  return {
    'oci-layout': JSON.stringify({ imageLayoutVersion: '1.0.0' }),
    'index.json': JSON.stringify({ schemaVersion: 2, manifests: [entry] }),
    [pathOf(config)]: config.bytes,
    [pathOf(manifest)]: manifest.bytes,
    ...more,
  };
}

/** `docker save` before version 25. */
function dockerSaveOf({ config }: TestImage): Files {
  const name = `${config.digest.slice('sha256:'.length)}.json`;
  return {
    'manifest.json': JSON.stringify([{ Config: name, RepoTags: ['acme/politeness:1.0'], Layers: ['x/layer.tar'] }]),
    [name]: config.bytes,
    'x/layer.tar': 'a layer',
  };
}

async function writeFolder(name: string, files: Files): Promise<string> {
  const path = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), content);
  }
  return path;
}

async function writeArchive(name: string, files: Files, edit = (bytes: Buffer): Buffer => bytes): Promise<string> {
  const path = join(folder, name);
  const list = Object.entries(files).map(([file, content]): TarFile => ({ name: file, bytes: Buffer.from(content) }));
  await writeFile(path, edit(toTar(list)));
  return path;
}

describe('an image in files', () => {
  const image = anImage(goodLabels);

  it('is read from an OCI image layout, as a folder and as a tar', async () => {
    for (const path of [
      await writeFolder('layout', layoutOf(image)),
      await writeArchive('layout.tar', layoutOf(image)),
    ]) {
      const { code, out, err } = await verify(path);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`labels of image ${path} (1.0)`);
    }
  });

  it('is read from what docker save writes', async () => {
    const { code, out } = await verify(await writeArchive('saved.tar', dockerSaveOf(image)));
    expect(code).toBe(0);
    expect(out).toContain('(acme/politeness:1.0)');
    const wrong = anImage({ ...goodLabels, 'io.vendor.auditor': 'false' });
    expect((await verify(await writeArchive('wrong.tar', dockerSaveOf(wrong)))).code).toBe(1);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['nothing there', async () => join(folder, 'none.tar'), 'There is no file or folder'],
    ['a folder of something else', () => writeFolder('other', { a: 'b' }), 'has no file oci-layout'],
    ['an archive of something else', () => writeArchive('other.tar', { a: 'b' }), 'neither an archive of docker save'],
    ['a compressed archive', () => writeArchive('a.tgz', dockerSaveOf(image), (bytes) => gzipSync(bytes)), 'gunzip'],
    ['a cut archive', () => writeArchive('cut.tar', layoutOf(image), (bytes) => bytes.subarray(0, 700)), 'cut off'],
    [
      'changed bytes',
      () => writeFolder('changed', layoutOf(image, { [`blobs/${image.config.digest.replace(':', '/')}`]: '{}' })),
      'another size',
    ],
    [
      'a missing part',
      () => writeFolder('short', { ...layoutOf(image), 'index.json': missingPart() }),
      'lacks sha256:',
    ],
    [
      'a doubled member',
      () => writeFolder('twice', { ...layoutOf(image), 'index.json': '{"a":1,"a":2}' }),
      'sound JSON',
    ],
  ])('is refused with a sentence: %s', async (_what, make, text) => {
    expect(await verify(await make())).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  });

  function missingPart(): string {
    const gone = descriptorOf(toBlob(ociTypes.manifest, 'gone'));
    return JSON.stringify({ schemaVersion: 2, manifests: [gone] });
  }
});

describe('an image and the auditor that runs', () => {
  const compare = async (labels: Record<string, string>) => {
    const path = await writeArchive('compared.tar', dockerSaveOf(anImage(labels)));
    const { code, out } = await verify(path, running.url, '--json');
    const { results } = JSON.parse(out);
    const failed = results.at(-1).checks.filter(({ status }: { status: string }) => status === 'failed');
    return { code, failed: failed.map(({ id }: { id: string }) => id) };
  };

  it('are the same: phases, interfaces, version', async () => {
    const { version = '1.0.0' } = anAuditor;
    const own = { ...goodLabels, 'io.vendor.interfaces': 'health,claims,vocabulary,metrics' };
    expect(await compare({ ...own, 'org.opencontainers.image.version': version })).toEqual({ code: 0, failed: [] });
  });

  it('differ by a phase that the auditor does not have, which breaks the contract', async () => {
    const phase = ['request', 'response', 'execution', 'artifact'].find(
      (one) => !anAuditor.phases.some((own) => own === one),
    );
    expect(await compare({ ...goodLabels, 'io.vendor.phase': String(phase) })).toMatchObject({
      code: 1,
      failed: expect.arrayContaining(['label-phase-runs']),
    });
  });

  it('differ by their version, which is advice', async () => {
    expect(await compare({ ...goodLabels, 'org.opencontainers.image.version': '99' })).toEqual({
      code: 0,
      failed: ['label-version-runs'],
    });
  });
});
