/** References of container images, as docker and the OCI distribution specification write them. */
import { UsageError } from '../options.ts';

export interface ImageReference {
  /** Host, with the port if it names one. */
  readonly registry: string;
  readonly repository: string;
  /** A tag, or a digest such as `sha256:…`. */
  readonly reference: string;
}

const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const repositoryForm = new RegExp(`^${component}(?:/${component})*$`);
const hostForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/;
const tagForm = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const digestForm = /^(?:sha256:[a-f0-9]{64}|sha512:[a-f0-9]{128})$/;
const maxRepositoryLength = 255;

/** True for `localhost:8090` and the like, which somebody meant as the URL of an auditor. */
export function isHostAndPort(text: string): boolean {
  return /^(?:localhost|[^/]*\.[^/]*|\[[^/]*\]):\d{1,5}\/?$/.test(text);
}

/** True for a digest of an algorithm that is checked here. */
export function isDigest(text: string): boolean {
  return digestForm.test(text);
}

/** Reads `[registry/]repository[:tag][@digest]`; without a registry it is Docker Hub's. @throws UsageError */
export function parseImageReference(text: string): ImageReference {
  const [named = '', digest, ...more] = text.split('@');
  const [first = '', ...rest] = named.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = hasRegistry ? rest.join('/') : named;
  const [repository = '', tag, ...extra] = path.split(':');
  const registry = hasRegistry ? first : 'registry-1.docker.io';
  const isSound =
    more.length === 0 &&
    extra.length === 0 &&
    hostForm.test(registry) &&
    repository.length <= maxRepositoryLength &&
    repositoryForm.test(repository) &&
    (tag === undefined || tagForm.test(tag)) &&
    (digest === undefined || digestForm.test(digest));
  if (!isSound) {
    throw new UsageError(
      `${JSON.stringify(text.slice(0, 200))} is neither a file, nor a folder, nor an image such as ghcr.io/acme/politeness:1.0.`,
    );
  }
  const isOfficial = !hasRegistry && !repository.includes('/');
  const hub = registry === 'docker.io' || registry === 'index.docker.io' ? 'registry-1.docker.io' : registry;
  return {
    registry: hub,
    repository: isOfficial ? `library/${repository}` : repository,
    reference: digest ?? tag ?? 'latest',
  };
}
