/** Results of a call to a receiver or a collector, in words; codes are for programs. */

const words: Readonly<Record<string, string>> = {
  upstream_timeout: 'it did not answer in time',
  upstream_unavailable:
    'it cannot be reached: the host does not exist, nothing listens, or its TLS certificate is not valid',
  outbound_url: 'the outbound rules do not allow this kind of URL (docs/outbound.md)',
  outbound_port: 'the outbound rules do not allow this port (docs/outbound.md)',
  outbound_address: 'it is at a private address that the outbound rules do not allow: see `assay org outbound`',
  outbound_redirect: 'it redirects, and redirects are not followed: use the address that it redirects to',
  outbound_size: 'its answer is too large',
  outbound_rate: 'too many calls were made for the organisation in this minute',
};

const hints: Readonly<Record<string, string>> = {
  '401': ': it refuses the credential',
  '403': ': it does not allow this sender',
  '404': ': the path does not exist',
  '410': ': it does not exist any more',
};

/** Explains a code such as `http_500`; an unknown code is printed unchanged. */
export function explainOutcome(code: string): string {
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  const meaning = status === undefined ? words[code] : `it answered with HTTP ${status}${hints[status] ?? ''}`;
  return meaning === undefined ? code : `${meaning} (${code})`;
}
