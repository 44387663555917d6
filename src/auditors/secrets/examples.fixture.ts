/**
 * Synthetic secrets for each rule, put together at run time: no scanner, and no provider's push protection, may
 * take this file for a leak.
 */
import { Buffer } from 'node:buffer';
import { crcSuffix } from './token-checks.ts';

/** Repeatable text without pattern, of an alphabet. */
export function noise(length: number, alphabet: string): string {
  let state = 7 + length;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % alphabet.length] ?? '';
  }).join('');
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const hex = `${digits}abcdef`;
const alnum = lower + upper + digits;
const join = (...parts: string[]): string => parts.join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const withCrc = (prefix: string): string => {
  const random = noise(30, alnum);
  return join(prefix, random, crcSuffix(random));
};
const pem = (label: string): string =>
  join(
    '-----BEGIN ',
    label,
    'PRIVATE KEY-----\n',
    noise(64, alnum),
    '\n',
    noise(64, alnum),
    '\n-----END ',
    label,
    'PRIVATE KEY-----',
  );

/** What each rule must find. */
export const positives: Readonly<Record<string, readonly string[]>> = {
  private_key: [pem(''), pem('RSA '), pem('OPENSSH '), pem('EC ').replaceAll('\n', '\\n')],
  putty_private_key: [join('PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n', noise(48, alnum), '\n')],
  url_credentials: [
    join('postgres://app:', 'k8Q!vz91', '@db.test:5432/main'),
    join('redis://:', 'w9Xp2LmQ', '@cache.test'),
  ],
  connection_string_password: [join('Server=db.test;Database=a;User Id=sa;Password=', 'k8Qvz91!x', ';')],
  basic_authorization: [join('Authorization: Basic ', base64('svc-build:k8Qvz91x'))],
  bearer_token: [join('Authorization: Bearer ', noise(40, alnum))],
  curl_login: [join('curl -u deploy:', 'k8Qvz91xW', ' https://ci.test')],
  aws_access_key_id: [join('AK', 'IA', noise(16, `${upper}234567`))],
  aws_secret_access_key: [join('aws_secret_access_key = ', noise(40, alnum))],
  github_token: [withCrc(join('gh', 'p_')), join('gh', 'o_', noise(36, alnum)), join('gh', 's_', noise(36, alnum))],
  github_fine_grained_token: [join('github', '_pat_', noise(22, alnum), '_', noise(59, alnum))],
  gitlab_token: [join('gl', 'pat-', noise(20, alnum))],
  slack_token: [join('xo', 'xb-', noise(12, digits), '-', noise(12, digits), '-', noise(24, alnum))],
  slack_app_token: [join('xa', 'pp-1-', noise(11, upper + digits), '-', noise(13, digits), '-', noise(64, hex))],
  slack_webhook: [
    join('https://hooks.slack', '.com/services/T', noise(8, upper), '/B', noise(10, upper), '/', noise(24, alnum)),
  ],
  stripe_key: [
    join('sk_', 'live_', noise(24, alnum)),
    join('rk_', 'live_', noise(24, alnum)),
    join('wh', 'sec_', noise(32, alnum)),
  ],
  anthropic_key: [join('sk-', 'ant-api03-', noise(93, alnum), 'AA')],
  openai_key: [join('sk-', 'proj-', noise(64, alnum)), join('sk-', noise(20, alnum), 'T3Blbk', 'FJ', noise(20, alnum))],
  openrouter_key: [join('sk-', 'or-v1-', noise(64, hex))],
  google_api_key: [join('AI', 'za', noise(35, alnum))],
  google_oauth_secret: [join('GOC', 'SPX-', noise(28, alnum))],
  google_oauth_token: [join('ya', '29.', noise(60, alnum))],
  azure_storage_key: [join('AccountName=a;Account', 'Key=', noise(86, alnum), '==;')],
  azure_shared_access_key: [join('SharedAccess', 'Key=', noise(43, alnum), '=')],
  azure_client_secret: [join(noise(3, alnum), '8', 'Q~', noise(34, alnum))],
  sendgrid_key: [join('S', 'G.', noise(22, alnum), '.', noise(43, alnum))],
  twilio_key: [join('S', 'K', noise(32, hex))],
  npm_token: [withCrc(join('np', 'm_'))],
  pypi_token: [join('py', 'pi-AgEIcHlwaS5vcmc', noise(80, alnum))],
  rubygems_key: [join('ruby', 'gems_', noise(48, hex))],
  huggingface_token: [join('h', 'f_', noise(34, lower + upper))],
  digitalocean_token: [join('do', 'p_v1_', noise(64, hex))],
  telegram_bot_token: [join(noise(10, '123456789'), ':A', 'A', noise(33, alnum))],
  discord_token: [
    join(base64url('123456789012345678').replaceAll('=', ''), '.', noise(6, alnum), '.', noise(27, alnum)),
  ],
  discord_webhook: [join('https://discord', '.com/api/webhooks/', noise(18, digits), '/', noise(68, alnum))],
  jwt: [join(base64url('{"alg":"HS256","typ":"JWT"}'), '.', base64url('{"sub":"1234567890"}'), '.', noise(43, alnum))],
  shopify_token: [join('shp', 'at_', noise(32, hex))],
  square_token: [join('sq', '0atp-', noise(22, alnum))],
  mailgun_key: [join('ke', 'y-', noise(32, hex))],
  mailchimp_key: [join(noise(32, hex), '-us', '12')],
  new_relic_key: [join('NR', 'AK-', noise(27, upper + digits))],
  databricks_token: [join('da', 'pi', noise(32, hex))],
  linear_key: [join('lin_', 'api_', noise(40, alnum))],
  notion_token: [join('nt', 'n_', noise(43, alnum))],
  postman_key: [join('PM', 'AK-', noise(24, hex), '-', noise(34, hex))],
  grafana_token: [join('gl', 'sa_', noise(32, alnum), '_', noise(8, hex))],
  vault_token: [join('hv', 's.', noise(90, alnum))],
  doppler_token: [join('dp', '.pt.', noise(43, alnum))],
  docker_token: [join('dckr', '_pat_', noise(27, alnum))],
  age_secret_key: [join('AGE-SECRET', '-KEY-1', noise(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'))],
  groq_key: [join('gs', 'k_', noise(52, alnum))],
  supabase_key: [join('sb', 'p_', noise(40, hex))],
  planetscale_token: [join('psc', 'ale_tkn_', noise(43, alnum))],
  atlassian_token: [join('ATA', 'TT3', noise(186, alnum))],
  figma_token: [join('fig', 'd_', noise(43, alnum))],
  sentry_token: [join('snt', 'ryu_', noise(64, hex))],
  password_assignment: ['password = "k8Qv!z91xW"', "DB_PASSWORD: 'Tr0ub4dor&3'", 'admin.passwd=zX9!kkP2q'],
  key_assignment: [join('api_key = "', noise(32, alnum), '"'), join('"client_secret": "', noise(40, hex), '"')],
};

/** What looks similar and is no leak. */
export const negatives: readonly (readonly [why: string, text: string])[] = [
  ['documentation key', join('AK', 'IAIOSFODNN7', 'EXAMPLE')],
  ['prefix inside a word', join('xAK', 'IA', noise(16, upper), 'Z9')],
  ['too short', join('gh', 'p_', noise(20, alnum))],
  ['one sign only', join('gh', 'p_', 'a'.repeat(36))],
  ['public key', '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----'],
  ['header of a key alone', 'The file starts with -----BEGIN PRIVATE KEY----- and ends with END.'],
  ['placeholder password', 'password = "changeme"'],
  ['placeholder in brackets', 'api_key = "<your-api-key-goes-here>"'],
  ['variable', join('password = $', '{DB_PASSWORD}')],
  ['environment', 'const secret = process.env.CLIENT_SECRET_VALUE_2'],
  ['type', 'password: string'],
  ['function call', 'const accessToken = createAccessToken(user42, options)'],
  ['prose', 'The password: it must have at least eight characters.'],
  ['token counts', 'max_tokens=4096 next_token: 12345678901234567'],
  ['UUID', 'client_secret_id token = 550e8400-e29b-41d4-a716-446655440000'],
  ['words', 'secret = "my-very-long-service-account-name"'],
  ['hash field', `password_hash = "${noise(40, hex)}"`],
  ['key id', `api_key_id = "${noise(24, alnum)}"`],
  ['three dotted words', 'eyJhbout.thing.something'],
  ['not a header', join(base64url('hello world, this is text'), '.', noise(20, alnum), '.', noise(43, alnum))],
  ['login stand-in', 'postgres://user:password@localhost/db'],
  ['URL with a port', 'see http://example.org:8080/a@b'],
  ['basic without a colon', `Authorization: Basic ${base64('just words here')}`],
  ['commit', `commit ${noise(40, hex)}`],
];
