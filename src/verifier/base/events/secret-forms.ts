/**
 * Forms that identify a secret anywhere: prefixes of keys, tokens, PEM blocks, URLs with credentials. Each expression is bounded
 * or ends in its only unbounded part, so that a hostile text costs no more than a long one.
 */

export const redacted = '[redacted]';

/** Prefixes of vendors' keys; the secret follows. */
const prefixes = [
  ...['assay_(?:key|invite)_', 'whsec_'],
  ...['sk-', 'sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'AIza', 'AQ\\.Ab', 'hf_', 'gsk_', 'xai-', 'r8_', 'pplx-'],
  ...['nvapi-', 'pcsk_', 'tvly-', 'lsv2_pt_', 'lsv2_sk_', 'gh[opsur]_', 'github_pat_', 'gl(?:pat|dt|ft|rt|soat)-'],
  ...[
    'GOCSPX-',
    '1//0',
    'dapi',
    'sbp_',
    'sb_secret_',
    'tskey-',
    'NRAK-',
    'sq0csp-',
    'dp\\.(?:pt|st|ct|sa)\\.',
    'vercel_blob_rw_',
  ],
  ...['nfp_', 'AGE-SECRET-KEY-', 'EAAC'],
  ...['xox[abeoprs]-', 'xapp-', 'npm_', 'pypi-', 'dckr_[po]at_', 'rubygems_', 'glsa_', 'glc_', 'sntry[suai]_', 'ntn_'],
  ...[
    'hv[bsr]\\.',
    'dop_v1_',
    'shp(?:at|ca|pa|ss)_',
    'SG\\.',
    'ATATT3',
    'ATCTT3',
    'lin_api_',
    'figd_',
    'ABSK',
    'ya29\\.',
  ],
];
const token = new RegExp(`(?<![A-Za-z0-9_])(?:${prefixes.join('|')})[A-Za-z0-9_.+/=-]{16,}`, 'g');
const awsKeyId = /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
/** The base64url form of `{"`; a dot tells a JWT from other JSON. */
const jwt = /(?<![\w.-])eyJ[\w.-]{12,}/g;
const scheme = /(?<![A-Za-z])(bearer|basic|dpop)([ \t]{1,4})([A-Za-z0-9._~+/=-]{6,})/gi;
/** Everything before the host (RFC 3986, userinfo), including characters that should be encoded. */
const userinfo = /:\/\/(?:[^\s/?#"'<>:@]{0,64}:(?!\d{1,5}[/?#])[^\s"'<>]{1,128}|[^\s/?#"'<>]{1,512})@/g;
/** Webhook addresses: knowing one is enough to post to it. */
const incoming =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{8,}/g;
/** Bot token: its number, and the secret. */
const telegram = /(?<![\w:])\d{8,10}:AA[\w-]{30,40}(?![\w-])/g;
/** Credentials as command line options. */
const userOption = /((?:^|\s)(?:-u|--user)[ \t=]{1,4}["']?[^\s:"']{1,64}:)[^\s"']+/g;

/** Redacts secrets that are known by their own form. */
export function redactForms(text: string): string {
  return redactPem(text)
    .replace(userinfo, `://${redacted}@`)
    .replace(incoming, `$1/${redacted}`)
    .replace(telegram, redacted)
    .replace(userOption, `$1${redacted}`)
    .replace(jwt, (found) => (found.includes('.') ? redacted : found))
    .replace(token, (found) => (/\d|[A-Z]/.test(found.slice(3)) ? redacted : found))
    .replace(awsKeyId, redacted)
    .replace(scheme, (found, name: string, gap: string, value: string) =>
      isProse(name, value) ? found : `${name}${gap}${redacted}`,
    );
}

/** True for prose such as "Basic understanding": base64 of a name and a password is not a word. */
function isProse(name: string, value: string): boolean {
  return name.toLowerCase() === 'basic' && /^[a-z.-]*$/.test(value);
}

const pemBegin = '-----BEGIN ';
const pemEnd = '-----END ';
/** The longest label, with its dashes. */
const pemLabel = /[A-Z0-9 ]{1,64}-----/y;

/** An unclosed block ends at the end of the text. */
function redactPem(text: string): string {
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(pemBegin); at !== -1; at = text.indexOf(pemBegin, from)) {
    shown += `${text.slice(from, at)}${redacted}`;
    const end = text.indexOf(pemEnd, at);
    if (end === -1) return shown;
    pemLabel.lastIndex = end + pemEnd.length;
    from = pemLabel.test(text) ? pemLabel.lastIndex : end + pemEnd.length;
  }
  return shown + text.slice(from);
}
