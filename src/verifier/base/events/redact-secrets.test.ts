import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecrets, redactValue } from './redact-secrets.ts';

const random = 'q7Rt2Lx9Vb4Nm8Kc3Zp6Ws1Yd5Hf0Jg7Q';
const key = `assay_key_${random}${random.slice(0, 9)}`;
const pem = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n${random}\n-----END PRIVATE KEY-----`;
const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZ3QifQ.${random}`;
/** Split in two, so that secret scanners of this repository find nothing. */
const slack = ['xoxb', '123456789012-123456789012-abcDEF'].join('-');

const slackHook = ['hooks.slack', 'com/services'].join('.');

const forms: [string, string, string][] = [
  ['a key of ours', `used ${key} today`, 'used [redacted] today'],
  ['a bearer token', `header Bearer ${random}`, 'header Bearer [redacted]'],
  ['basic credentials', 'Basic dXNlcjpwYXNz sent', 'Basic [redacted] sent'],
  ['a whole header', `Authorization: Bearer ${random} x\nnext`, 'Authorization: [redacted]\nnext'],
  ['a cookie', 'Cookie: a=b; c=d', 'Cookie: [redacted]'],
  ['a JWT', `got ${jwt}, fine`, 'got [redacted], fine'],
  ['a PEM block', `key:\n${pem}\nend`, 'key:\n[redacted]\nend'],
  ['a PEM block that is cut off', pem.slice(0, 50), '[redacted]'],
  ['a PEM block in JSON', JSON.stringify({ a: pem }), '{"a":"[redacted]"}'],
  ['an AWS key id', 'id AKIAIOSFODNN7EXAMPLE.', 'id [redacted].'],
  ['an AWS secret', `aws_secret_access_key = ${random}`, 'aws_secret_access_key = [redacted]'],
  ['a GitHub token', `ghp_${random}`, '[redacted]'],
  ['a fine-grained GitHub token', `github_pat_${random}`, '[redacted]'],
  ['a Slack token', slack, '[redacted]'],
  ['an OpenAI key', `sk-proj-${random}`, '[redacted]'],
  ['an Anthropic key', `sk-ant-api03-${random}`, '[redacted]'],
  ['a Stripe key', `sk_live_${random}`, '[redacted]'],
  ['a webhook secret', `whsec_${random}`, '[redacted]'],
  ['a password', 'password=hunter2', 'password=[redacted]'],
  ['a password in JSON', '{"db_password": "a \\" b", "x": 1}', '{"db_password": "[redacted]", "x": 1}'],
  ['a password in JSON in JSON', '{\\"password\\":\\"hunter2\\",1}', '{\\"password\\":\\"[redacted]\\",1}'],
  ['a password in YAML', 'PASSWORD: hunter2\nuser: me', 'PASSWORD: [redacted]\nuser: me'],
  ['a password of digits', 'passwd=12345678', 'passwd=[redacted]'],
  ['a member in camel case', 'clientSecret: "s3"', 'clientSecret: "[redacted]"'],
  ['a value that is not closed', 'token="abc def\nnext', 'token="[redacted]\nnext'],
  ['a query of a URL', 'GET /x?access_token=abc&y=1', 'GET /x?access_token=[redacted]&y=1'],
  ['a URL with credentials', 'postgres://me:p@ss@db:5432/x', 'postgres://[redacted]@db:5432/x'],
  ['an invitation of ours', `assay_invite_${random}`, '[redacted]'],
  ['a Google secret', `GOCSPX-${random}`, '[redacted]'],
  ['a Databricks token', 'dapi0123456789abcdef0123456789abcdef', '[redacted]'],
  ['a bot of Telegram', `123456789:AA${random}`, '[redacted]'],
  ['an incoming webhook', `https://${slackHook}/T0000AAAA/B0000BBBB/abcdEFGH`, `https://${slackHook}/[redacted]`],
  ['a signed URL', 'https://x.test/blob?sv=2020&sig=abc%2Bdef&se=1', 'https://x.test/blob?sv=2020&sig=[redacted]&se=1'],
  ['a key of a storage account', 'AccountName=a;AccountKey=abc+/d==;X=1', 'AccountName=a;AccountKey=[redacted];X=1'],
  ['a short name', 'DB_PASS=hunter2', 'DB_PASS=[redacted]'],
  ['many passwords', 'passwords=hunter2', 'passwords=[redacted]'],
  ['an encoded pair', 'token%3Dabc123', 'token%3D[redacted]'],
  ['a list', '{"password": ["a", "b"], "x": 1}\nnext', '{"password": [redacted]\nnext'],
  ['an object', 'secret: {"v": "abc"}', 'secret: [redacted]'],
  ['an entry of an environment', '{"name":"DB_PASSWORD","value":"x"}', '{"name":"DB_PASSWORD","value":"[redacted]"}'],
  ['an option', 'run --db-password hunter2 --verbose', 'run --db-password [redacted] --verbose'],
  ['a user of curl', 'curl -u me:hunter2 https://x.test', 'curl -u me:[redacted] https://x.test'],
  ['a password with a slash', 'postgres://me:p/w@db:5432/x', 'postgres://[redacted]@db:5432/x'],
  ['a URL with a token', 'https://abc@github.com/x', 'https://[redacted]@github.com/x'],
];

const harmless = [
  ...['', 'Basic understanding of things', 'input_tokens: 512, max_tokens=100', 'token_type: opaque', 'token: 42'],
  ...[
    'see https://example.test/a?b=c#d',
    'write to me@example.test',
    'http://localhost:8080/login?user=me@example.test',
    'password: null',
    'sk-learn-is-a-library-of-python',
  ],
  ...['the task-force-is-there-since-monday', 'agt_01890a5d-ac96-774b-bcce-b302099a8057', 'eyJust_a_word_with_letters'],
];

describe("secrets in agents' text", () => {
  it.each(forms)('%s is removed', (_name, text, shown) => expect(redactSecrets(text)).toBe(shown));

  it.each(harmless)('%s stays', (text) => expect(redactSecrets(text)).toBe(text));

  it.each(forms)('%s is removed once: a repetition changes nothing', (_name, text) => {
    const once = redactSecrets(text);
    expect(redactSecrets(once)).toBe(once);
  });

  const parts = fc.constantFrom(
    ...['password=', '"', "'", '\\', ':', '=', ' ', '\n', 'Bearer ', 'eyJ', '.', '-----BEGIN ', '-----END ', 'sk-'],
    ...['://', '@', 'token', 'Cookie:', '[redacted]', '🤖', random],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(parts, { maxLength: 60 }).map((list) => list.join('')),
  );

  it('any text gives an answer, at most three times as long', () => {
    fc.assert(fc.property(texts, (text) => redactSecrets(text).length <= 3 * text.length + 10));
  });

  it('a secret among others is found after a blank, in any surroundings', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => !redactSecrets(`${before}\n ${key}\n ${after}`).includes(key)),
    );
  });

  it.each([
    'eyJ',
    'password=',
    'password="',
    '-----BEGIN ',
    '://a',
    'Bearer ',
    'token ',
    'sk-',
    'a.',
    ' ',
    '://@',
    '\\"',
  ])('a million characters of %j are read, and 4,000 are kept', (part) =>
    expect(redactSecrets(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(4_000),
  );

  it('no character is cut in two', () => {
    const text = redactSecrets(`a${'🤖'.repeat(3_000)}`);
    expect(text).toHaveLength(3_999);
    expect(Buffer.from(text, 'utf8').toString()).toBe(text);
  });
});

describe('secrets in values', () => {
  it("are found in members with a secret's name, and in any text", () => {
    const value = {
      user: 'me',
      db: { password: 'x', api_key: [1], port: 5432, secret: null, token: false },
      list: [`Bearer ${random}`, 7, true],
      [key]: 1,
      env: [
        { name: 'DB_PASSWORD', value: 'x' },
        { name: 'LANG', value: 'en' },
      ],
    };
    expect(redactValue(value)).toEqual({
      user: 'me',
      db: { password: '[redacted]', api_key: '[redacted]', port: 5432, secret: null, token: false },
      list: ['Bearer [redacted]', 7, true],
      '[redacted]': 1,
      env: [
        { name: 'DB_PASSWORD', value: '[redacted]' },
        { name: 'LANG', value: 'en' },
      ],
    });
  });

  it('leaves a member __proto__ a member', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"a":1}}');
  });

  it('any value gives an answer, bounded in depth, parts and text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        expect(JSON.stringify(redactValue(value)).length).toBeLessThan(300_000);
      }),
    );
    let deep: unknown = 'x';
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(JSON.stringify(redactValue(deep))).toBe('[[[[[[[["[deeper]"]]]]]]]]');
    const wide = redactValue(Array.from({ length: 100_000 }, () => 'y'.repeat(1_000)));
    expect(Array.isArray(wide) && wide.length).toBe(1_000);
    expect(JSON.stringify(wide).length).toBeLessThan(40_000);
  });

  it('are bounded in database form: control characters in six characters, numbers in all their digits', () => {
    const member = (value: unknown) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, value]));
    expect(JSON.stringify(redactValue(member('\u0001'.repeat(4_000)))).length).toBeLessThan(60_000);
    for (const number of [1e308, -1e308, 5e-324]) {
      const kept = redactValue(member(Array.from({ length: 20 }, () => number)));
      expect(JSON.stringify(kept).split(String(number)).length).toBeLessThan(100);
    }
  });
});
