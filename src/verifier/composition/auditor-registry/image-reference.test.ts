import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { parseImage, pinnedDigest } from './image-reference.ts';

const digest = `sha256:${'a1'.repeat(32)}`;

describe('names of images', () => {
  it.each([
    ['tone', 'https://registry-1.docker.io', 'library/tone'],
    ['acme/tone', 'https://registry-1.docker.io', 'acme/tone'],
    ['docker.io/acme/tone', 'https://registry-1.docker.io', 'acme/tone'],
    ['ghcr.io/acme/tone_a.b', 'https://ghcr.io', 'acme/tone_a.b'],
    ['registry.example:5000/tone', 'https://registry.example:5000', 'tone'],
    ['localhost:5000/tone', 'http://localhost:5000', 'tone'],
    ['127.0.0.1:5000/a/b/c', 'http://127.0.0.1:5000', 'a/b/c'],
    ['127.0.0.1.example/tone', 'https://127.0.0.1.example', 'tone'],
  ])('%s is found where its registry is', (name, origin, repository) => {
    expect(parseImage(`${name}@${digest}`)).toEqual({ origin, repository, digest });
  });

  it.each([
    ['tone', 'image_not_pinned'],
    ['tone:1.0', 'image_not_pinned'],
    [`tone:1.0@${digest}`, 'image_not_pinned'],
    [`localhost:5000/tone:latest@${digest}`, 'image_not_pinned'],
    [`tone@sha256:${'A1'.repeat(32)}`, 'image_malformed'],
    [`tone@sha512:${'a1'.repeat(64)}`, 'image_malformed'],
    [`tone@${digest}@${digest}`, 'image_malformed'],
    [`../tone@${digest}`, 'image_malformed'],
    [`Tone@${digest}`, 'image_malformed'],
    [`registry.example/a?b=c@${digest}`, 'image_malformed'],
    [`user@registry.example/tone@${digest}`, 'image_malformed'],
    [`@${digest}`, 'image_malformed'],
  ])('%s is refused', (name, reason) => {
    expect(() => parseImage(name)).toThrowError(expect.objectContaining({ extensions: { reason } }));
  });

  it('whatever is taken keeps its place: no text leads to another host, path or digest', () => {
    const parts = fc.constantFrom('a', 'b.c', 'x:1', 'localhost', '..', '%2e', '?', '#', ' ', '[::1]', 'é', 'A');
    const names = fc.array(parts, { minLength: 1, maxLength: 4 }).map((list) => list.join('/'));
    fc.assert(
      fc.property(fc.oneof(names, fc.string()), (name) => {
        try {
          const { origin, repository } = parseImage(`${name}@${digest}`);
          const url = new URL(`${origin}/v2/${repository}/manifests/${digest}`);
          expect(url.origin).toBe(new URL(origin).origin);
          expect(url.pathname).toBe(`/v2/${repository}/manifests/${digest}`);
        } catch (error) {
          expect(isAppError(error, 'unprocessable')).toBe(true);
        }
      }),
    );
  });

  it('the digest of a pinned name is found, of whatever repository', () => {
    expect(pinnedDigest(`a.example/x@${digest}`)).toBe(digest);
    expect(pinnedDigest('a.example/x:1')).toBeUndefined();
    expect(pinnedDigest(digest)).toBeUndefined();
  });
});
