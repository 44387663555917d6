/** The nonce that the verifier put into this page, for style elements that libraries make. */
export const styleNonce: string | undefined = readNonce();

// The library that keeps the page from scrolling under a dialog reads its nonce here.
if (styleNonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: styleNonce });

function readNonce(): string | undefined {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = tag?.nonce ?? '';
  return nonce === '' ? undefined : nonce;
}
