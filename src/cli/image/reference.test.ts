import { describe, expect, it } from 'vitest';
import { isHostAndPort, parseImageReference } from './reference.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const hub = 'registry-1.docker.io';

describe('an image reference', () => {
  it.each([
    ['injection', [hub, 'library/injection', 'latest']],
    ['acme/politeness:1.0', [hub, 'acme/politeness', '1.0']],
    ['docker.io/acme/politeness', [hub, 'acme/politeness', 'latest']],
    ['ghcr.io/acme/politeness:1.0', ['ghcr.io', 'acme/politeness', '1.0']],
    ['localhost/a/b', ['localhost', 'a/b', 'latest']],
    ['localhost:5000/politeness', ['localhost:5000', 'politeness', 'latest']],
    [`ghcr.io/acme/politeness:1.0@${digest}`, ['ghcr.io', 'acme/politeness', digest]],
  ])('%s is read as docker reads it', (text, [registry, repository, reference]) => {
    expect(parseImageReference(text)).toEqual({ registry, repository, reference });
  });

  it.each([
    ...['', 'Upper/case', 'a//b', 'a/../b', 'ghcr.io/a b', 'a:b:c', 'a@sha256:abc', `a@${digest}@${digest}`],
    ...['a:', 'ghcr.io/a:../../x', 'user@host/a', 'ghcr.io:port/a', 'a?x=1', `a/${'b'.repeat(300)}`],
  ])('%j is refused', (text) => {
    expect(() => parseImageReference(text)).toThrow('is neither a file, nor a folder, nor an image');
  });

  it('is told from the address of an auditor without its scheme', () => {
    expect(['localhost:8090', '127.0.0.1:8090', 'pii.internal:8091/'].map(isHostAndPort)).toEqual([true, true, true]);
    expect(['politeness:1', 'localhost:5000/a', 'a/b:1'].map(isHostAndPort)).toEqual([false, false, false]);
  });
});
