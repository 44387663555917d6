/** The nonce that the verifier put into this page, for style elements that libraries make. */
export const styleNonce: string | undefined = readNonce();

// Dialogs lock the scrolling of the page by a style element, whose maker looks for its nonce here.
if (styleNonce !== undefined) Reflect.set(globalThis, '__webpack_nonce__', styleNonce);

function readNonce(): string | undefined {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = tag?.nonce ?? '';
  return nonce === '' ? undefined : nonce;
}
