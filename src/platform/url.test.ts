import { describe, expect, it } from 'vitest';
import { parseUrl } from './url.ts';

describe('a URL', () => {
  it('is parsed the same, however many were parsed before', () => {
    for (let round = 0; round < 20_000; round += 1) {
      parseUrl(`https://example.com/${round % 7}`);
      if (parseUrl('https://bücher.example/cb')?.host !== 'xn--bcher-kva.example') throw new Error(`round ${round}`);
    }
  });

  it('is undefined when invalid, and is resolved against its base', () => {
    expect(parseUrl('no url')).toBeUndefined();
    expect(parseUrl('')).toBeUndefined();
    expect(parseUrl('/cb?x=1', 'http://127.0.0.1:1')?.href).toBe('http://127.0.0.1:1/cb?x=1');
  });
});
