/** Which credentials are ours at sight, known or not: none of them ever reaches a model server. */

/** Visible prefixes of everything secret that the verifier hands out. */
const ownPrefix = /assay_(?:key|secret|invite)_/;
const apiKeyForm = /^assay_key_[A-Za-z0-9_-]{43}$/;

const basicScheme = /^Basic +/i;

/** True for a text that holds a secret of ours, whatever stands around it. */
export function holdsOwnSecret(text: string): boolean {
  return hasOwnPrefix(text) || (basicScheme.test(text) && hasOwnPrefix(decodeBasic(text)));
}

function hasOwnPrefix(text: string): boolean {
  return text.includes('assay_') && ownPrefix.test(text);
}

/** User and password of HTTP Basic (RFC 7617): some clients put whatever they are given there. */
function decodeBasic(text: string): string {
  return Buffer.from(text.replace(basicScheme, ''), 'base64').toString('latin1');
}

/** True for what may be an API key. */
export function isApiKeyForm(text: string): boolean {
  return apiKeyForm.test(text);
}
