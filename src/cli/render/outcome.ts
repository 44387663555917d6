/** Results of a call to a receiver or a collector, in words; codes are for programs. */

const words: Readonly<Record<string, string>> = {
  upstream_timeout: 'it gave no answer in time',
  upstream_unavailable: 'it cannot be reached: no such host, nothing that listens, or no TLS that holds',
  outbound_url: 'the outbound rules take no such URL (docs/outbound.md)',
  outbound_port: 'the outbound rules allow no call to that port (docs/outbound.md)',
  outbound_address: 'it is at a private address that the outbound rules do not allow: see `assay org outbound`',
  outbound_redirect: 'it redirects, which is never followed: name the address that it leads to',
  outbound_size: 'its answer is too large',
  outbound_rate: 'too many calls were made for the organisation in this minute',
};

const hints: Readonly<Record<string, string>> = {
  '401': ': it wants another credential',
  '403': ': it does not let this sender in',
  '404': ': nothing is at this path',
  '410': ': it is gone',
};

/** Explains a code such as `http_500`; an unknown code is printed unchanged. */
export function explainOutcome(code: string): string {
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  const meaning = status === undefined ? words[code] : `it answered with HTTP ${status}${hints[status] ?? ''}`;
  return meaning === undefined ? code : `${meaning} (${code})`;
}
