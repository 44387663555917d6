/** The browser page that ends a sign-in. It loads and runs nothing. */

export interface CallbackPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

export const signedInPage: CallbackPage = {
  status: 200,
  title: 'You are signed in',
  text: 'The command line is signed in. You can close this window.',
};

/** The browser's address holds the code, so nobody else may see it. */
export const callbackHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

/** The text may be foreign. */
export function renderPage({ title, text }: CallbackPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeText(title)} - Assay</title></head>
<body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main></body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
