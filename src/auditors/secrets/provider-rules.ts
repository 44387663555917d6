/** Rules for tokens with a published shape. Patterns follow the providers' own prefixes. */
import type { SecretRule } from './rule.ts';
import { scoreCrcToken, scoreJwt, scoreNumericHead } from './token-checks.ts';

type Row = readonly [
  id: string,
  keywords: string,
  pattern: string,
  more?: Partial<Pick<SecretRule, 'score' | 'entropy' | 'check'>>,
];

const rows: readonly Row[] = [
  ['aws_access_key_id', 'AKIA ASIA ABIA ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}', { entropy: 2.8 }],
  [
    'aws_secret_access_key',
    'aws AWS secret_access_key SecretAccessKey secretAccessKey',
    '(?:[Aa][Ww][Ss]|[Ss]ecret_?[Aa]ccess_?[Kk]ey|SECRET_ACCESS_KEY)[A-Za-z_]{0,24}["\']?\\s{0,3}(?:=|:|=>)\\s{0,3}["\']?(?<secret>[A-Za-z0-9/+]{40})',
    { entropy: 4 },
  ],
  ['github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{36}', { entropy: 3, check: scoreCrcToken }],
  ['github_fine_grained_token', 'github_pat_', 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}', { entropy: 3 }],
  [
    'gitlab_token',
    'glpat- gldt- glrt- glptt- glcbt- glsoat-',
    'gl(?:pat|dt|rt|ptt|cbt|soat)-[A-Za-z0-9_=-]{20,64}',
    { entropy: 3 },
  ],
  ['slack_token', 'xox', 'xox[abeoprs]-(?:\\d{1,2}-)?(?:\\d{8,14}-){0,3}[A-Za-z0-9]{16,200}', { entropy: 2.5 }],
  ['slack_app_token', 'xapp-', 'xapp-\\d-[A-Z0-9]{8,14}-\\d{8,16}-[a-f0-9]{32,64}'],
  [
    'slack_webhook',
    'hooks.slack.com',
    'hooks\\.slack\\.com/(?:services|workflows)/T[A-Z0-9]{6,12}/[A-Z0-9]{8,14}/[A-Za-z0-9]{16,32}',
  ],
  [
    'stripe_key',
    'sk_live_ rk_live_ sk_test_ rk_test_ whsec_',
    '(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,128}|whsec_[A-Za-z0-9+/=]{32,64})',
    { entropy: 3 },
  ],
  ['anthropic_key', 'sk-ant-', 'sk-ant-(?:api|admin|sid|oat)\\d{2}-[A-Za-z0-9_-]{40,128}', { entropy: 3.5 }],
  [
    'openai_key',
    'sk-',
    'sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,180}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{48})',
    { entropy: 3.5 },
  ],
  ['openrouter_key', 'sk-or-', 'sk-or-v1-[a-f0-9]{64}', { entropy: 3 }],
  ['google_api_key', 'AIza', 'AIza[A-Za-z0-9_-]{35}', { entropy: 3.5 }],
  ['google_oauth_secret', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{28}', { entropy: 3 }],
  ['google_oauth_token', 'ya29.', 'ya29\\.[A-Za-z0-9_-]{30,512}', { entropy: 3.5 }],
  ['azure_storage_key', 'AccountKey', 'AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)', { entropy: 4 }],
  ['azure_shared_access_key', 'SharedAccessKey', 'SharedAccessKey=(?<secret>[A-Za-z0-9+/]{43}=)', { entropy: 3.5 }],
  ['azure_client_secret', '8Q~ 7Q~', '[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}', { entropy: 3.5 }],
  ['sendgrid_key', 'SG.', 'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}', { entropy: 3.5 }],
  ['twilio_key', 'SK', 'SK[0-9a-f]{32}', { entropy: 2.8 }],
  ['npm_token', 'npm_', 'npm_[A-Za-z0-9]{36}', { entropy: 3, check: scoreCrcToken }],
  ['pypi_token', 'pypi-', 'pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,255}'],
  ['rubygems_key', 'rubygems_', 'rubygems_[a-f0-9]{48}', { entropy: 2.8 }],
  ['huggingface_token', 'hf_', 'hf_[A-Za-z]{34}', { entropy: 3 }],
  ['digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[a-f0-9]{64}', { entropy: 2.8 }],
  ['telegram_bot_token', ':AA', '\\d{8,10}:AA[A-Za-z0-9_-]{32,34}', { entropy: 3.5 }],
  [
    'discord_token',
    '.',
    '[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}',
    { entropy: 3.5, check: scoreNumericHead },
  ],
  ['discord_webhook', 'api/webhooks/', 'discord(?:app)?\\.com/api/webhooks/\\d{15,20}/[A-Za-z0-9_-]{60,80}'],
  ['jwt', 'eyJ', 'eyJ[A-Za-z0-9_-]{10,1024}\\.[A-Za-z0-9_-]{10,4096}\\.[A-Za-z0-9_-]{16,1024}', { check: scoreJwt }],
  ['shopify_token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', { entropy: 2.8 }],
  ['square_token', 'sq0', 'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}', { entropy: 3 }],
  ['mailgun_key', 'key-', 'key-[a-f0-9]{32}', { entropy: 2.8 }],
  ['mailchimp_key', '-us', '[a-f0-9]{32}-us\\d{1,2}', { entropy: 2.8 }],
  ['new_relic_key', 'NRAK- NRII-', 'NR(?:AK|II)-[A-Z0-9]{27}', { entropy: 3 }],
  ['databricks_token', 'dapi', 'dapi[a-f0-9]{32}(?:-\\d)?', { entropy: 2.8 }],
  ['linear_key', 'lin_api_', 'lin_api_[A-Za-z0-9]{40}', { entropy: 3 }],
  ['notion_token', 'ntn_', 'ntn_[A-Za-z0-9]{40,50}', { entropy: 3 }],
  ['postman_key', 'PMAK-', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}', { entropy: 2.8 }],
  [
    'grafana_token',
    'glsa_ glc_',
    '(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2})',
    { entropy: 3 },
  ],
  ['vault_token', 'hvs. hvb. s.', 'hv[sb]\\.[A-Za-z0-9_-]{24,200}', { entropy: 3.5 }],
  ['doppler_token', 'dp.pt. dp.st.', 'dp\\.(?:pt|st(?:\\.[a-z0-9_-]{2,35})?)\\.[A-Za-z0-9]{40,44}', { entropy: 3 }],
  ['docker_token', 'dckr_pat_', 'dckr_pat_[A-Za-z0-9_-]{27}', { entropy: 3 }],
  ['age_secret_key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'],
  ['groq_key', 'gsk_', 'gsk_[A-Za-z0-9]{52}', { entropy: 3.5 }],
  ['supabase_key', 'sbp_', 'sbp_[a-f0-9]{40}', { entropy: 2.8 }],
  ['planetscale_token', 'pscale_', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}', { entropy: 3 }],
  ['atlassian_token', 'ATATT3', 'ATATT3[A-Za-z0-9_=-]{180,200}', { entropy: 3.5 }],
  ['figma_token', 'figd_', 'figd_[A-Za-z0-9_-]{40,48}', { entropy: 3 }],
  ['sentry_token', 'sntrys_ sntryu_', 'sntry(?:s_[A-Za-z0-9+/=_-]{60,220}|u_[a-f0-9]{64})', { entropy: 2.8 }],
];

/** Tokens never begin or end inside a longer word. */
const left = '(?<![A-Za-z0-9])';
const right = '(?![A-Za-z0-9])';

/** Provider rules. */
export const providerRules: readonly SecretRule[] = rows.map(([id, keywords, pattern, more]) => ({
  id,
  keywords: keywords.split(' '),
  pattern: new RegExp(`${left}${pattern}${right}`, 'g'),
  score: 0.95,
  ...more,
}));
