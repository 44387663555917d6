/** Recognises our own credentials by their form, known or not: none of them may reach a model server. */

/** Prefixes of all secrets that the verifier issues. */
const ownPrefix = /assay_(?:key|secret|invite)_/;
const apiKeyForm = /^assay_key_[A-Za-z0-9_-]{43}$/;

const basicScheme = /^Basic +/i;

/** True for a text that contains a secret of ours anywhere. */
export function holdsOwnSecret(text: string): boolean {
  return hasOwnPrefix(text) || (basicScheme.test(text) && hasOwnPrefix(decodeBasic(text)));
}

function hasOwnPrefix(text: string): boolean {
  return text.includes('assay_') && ownPrefix.test(text);
}

/** User and password of HTTP Basic (RFC 7617): some clients put a given credential there. */
function decodeBasic(text: string): string {
  return Buffer.from(text.replace(basicScheme, ''), 'base64').toString('latin1');
}

/** True for a text in the form of an API key. */
export function isApiKeyForm(text: string): boolean {
  return apiKeyForm.test(text);
}
