/** References to images (OCI distribution 1.1): a repository and the digest of its content. A tag does not identify content. */
import { AppError } from '../../../platform/errors.ts';

export interface ImageReference {
  /** Origin of its API, with the scheme. */
  readonly origin: string;
  readonly repository: string;
  /** `sha256:<hex>`. */
  readonly digest: string;
}

const maxChars = 512;
const maxRepositoryChars = 255;
const digestForm = /^sha256:[0-9a-f]{64}$/;
const component = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const hostForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

const dockerHub = { names: new Set(['docker.io', 'index.docker.io']), origin: 'https://registry-1.docker.io' };

/** @throws AppError `unprocessable` (reason `image_not_pinned`, `image_malformed`) with what to do. */
export function parseImage(image: string): ImageReference {
  const at = image.indexOf('@');
  if (at < 0) throw notPinned();
  const [name, digest] = [image.slice(0, at), image.slice(at + 1)];
  if (!digestForm.test(digest)) throw malformed('what follows @ is sha256: and 64 hex digits in lower case');
  if (image.length > maxChars) throw malformed(`a name has at most ${maxChars} characters`);
  const parts = name.split('/');
  const hasHost = parts.length > 1 && isHost(parts[0] ?? '');
  const path = hasHost ? parts.slice(1) : parts;
  const repository = path.join('/');
  if ((path.at(-1) ?? '').includes(':')) throw notPinned();
  if (repository.length > maxRepositoryChars || !path.every((part) => component.test(part))) {
    throw malformed('the repository is no name that the OCI distribution allows');
  }
  return { ...placeOf(hasHost ? (parts[0] ?? '') : 'docker.io', repository), digest };
}

/** Gives the digest that an image reference is pinned to; undefined for a tag. */
export function pinnedDigest(image: string): string | undefined {
  const digest = image.slice(image.lastIndexOf('@') + 1);
  return image.includes('@') && digestForm.test(digest) ? digest : undefined;
}

/** Tells a host from a path segment, as registry clients do. */
function isHost(part: string): boolean {
  return (part.includes('.') || part.includes(':') || part === 'localhost') && hostForm.test(part);
}

function placeOf(host: string, repository: string): Omit<ImageReference, 'digest'> {
  if (dockerHub.names.has(host)) {
    return { origin: dockerHub.origin, repository: repository.includes('/') ? repository : `library/${repository}` };
  }
  // Only loopback uses plain HTTP, as in container engines.
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(host);
  return { origin: `${isLoopback ? 'http' : 'https'}://${host}`, repository };
}

function notPinned(): AppError {
  const message =
    'name the image by its digest alone, repo@sha256:<hex>, since a tag may be moved: ' +
    "docker buildx imagetools inspect IMAGE --format '{{.Manifest.Digest}}' prints the digest";
  return refuse(message, 'image_not_pinned');
}

function malformed(message: string): AppError {
  return refuse(message, 'image_malformed');
}

function refuse(message: string, reason: string): AppError {
  const errors = [{ pointer: '/image', message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason } });
}
