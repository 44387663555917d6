import { describe, expect, it } from 'vitest';
import { secretTypes } from './detect.ts';
import { leaksOf, typesOf } from './detector.fixture.ts';
import { fill, seeded } from './made.fixture.ts';
import { namedExamples } from './named-examples.fixture.ts';
import { structureExamples } from './structure-examples.fixture.ts';
import { tokenExamples } from './token-examples.fixture.ts';

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

it('every type that can be reported has examples', () => {
  const types = [...tokenExamples, ...namedExamples, ...structureExamples].map(({ type }) => type);
  expect([...new Set(types)].toSorted()).toEqual(secretTypes.toSorted());
});

describe.each(structureExamples)('$type', ({ type, found, ignored }) => {
  it.each(found)('is found in %s', (template) => {
    for (const seed of seeds) {
      const text = fill(template, seeded(seed));
      expect([text, ...typesOf(text)]).toEqual([text, type]);
      expect(typesOf(`Have a look:\n${text}\nWhat do you think?`)).toEqual([type]);
    }
  });

  it.each(ignored)('is not found in %s', (template) => {
    for (const seed of seeds) {
      const text = fill(template, seeded(seed));
      expect([text, ...typesOf(text)]).toEqual([text]);
    }
  });
});

describe('a secret beside an AWS key id', () => {
  const write = (template: string): string => fill(template, seeded(9));

  it.each([
    'Access key ID,Secret access key\nAKIA<K16>,<b40>',
    'id AKIA<K16>\nsecret\n<b40>\n',
    '<b40> goes with AKIA<K16>.',
  ])('is found in %s', (template) => {
    expect(typesOf(write(template)).toSorted()).toEqual(['aws_access_key_id', 'aws_secret_access_key']);
  });

  it.each(['AKIA<K16> in commit <h40>', 'AKIA<K16> at src/components/forms/InputWithLabelAndHint', 'AKIA<K16> <b60>'])(
    'is not found in %s',
    (template) => {
      expect(typesOf(write(template))).toEqual(['aws_access_key_id']);
    },
  );
});

describe('a token behind an escape', () => {
  it.each(['{"text":"line\\nghp_<a36>"}', 'a=1\\tghp_<a36>', 'q=token%3Dghp_<a36>&x'])('is found in %s', (template) => {
    expect(typesOf(fill(template, seeded(5)))).toEqual(['github_token']);
  });
});

describe('the redacted span', () => {
  it.each([
    ['postgres://app:k8Qvz91xW@db.test/main', 'k8Qvz91xW'],
    ['DB_PASSWORD=Sup3rS3cret!&more', 'Sup3rS3cret!&more'],
    ['url?password=Sup3rS3cret&page=2', 'Sup3rS3cret'],
    ['My password is Tr0ub4dor&3.', 'Tr0ub4dor&3'],
    ['{"password":"a1\\"b2c3d4"}', 'a1\\"b2c3d4'],
    ['Server=a;User Id=b;Password=zK2k3j4;Encrypt=true', 'zK2k3j4'],
  ])('is exactly the secret in %s', (text, secret) => {
    expect(leaksOf(text)).toEqual([secret]);
  });

  it('covers a private key inside a Kubernetes manifest as such', () => {
    const key = fill('    -----BEGIN PRIVATE KEY-----\n    <b64>\n    <b64>\n    -----END PRIVATE KEY-----', seeded(3));
    expect(leaksOf(`kind: Secret\nstringData:\n  key: |\n${key}\n`)).toEqual([key.trim()]);
  });

  it('is the whole block in a Kubernetes manifest', () => {
    const block = fill('    <b64>\n    <b60>==', seeded(3));
    expect(leaksOf(`kind: Secret\ndata:\n  key: |\n${block}\n  other: ""\n`)).toEqual([block.trim()]);
  });

  it('is every value in a Kubernetes manifest', () => {
    const [first, second] = [1, 2].map((seed) => fill('<b64:<a16>>', seeded(seed)));
    expect(leaksOf(`kind: Secret\ndata:\n  one: ${first}\n  two: "${second}"\ntype: Opaque\n`)).toEqual([
      first,
      second,
    ]);
  });
});
