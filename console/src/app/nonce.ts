/** The nonce that the verifier put into this page, for style elements that libraries make. */
export const styleNonce: string | undefined = readNonce();

function readNonce(): string | undefined {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = tag?.nonce ?? '';
  return nonce === '' ? undefined : nonce;
}
