/** The frame of every page: language, landmarks, a link past the navigation, and one heading. */
import { type Html, html, toText } from './html.ts';
import { markPath, tickPath } from './style-sheet.ts';

/** Addresses of the assets. Each contains a digest of the content, so browsers may cache it for ever. */
export interface Assets {
  readonly styleSheet: string;
  readonly mark: string;
}

export interface PageContent {
  readonly title: string;
  readonly body: Html;
  /** One of the page's forms was refused: the title says so, because a screen reader reads it first. */
  readonly hasErrors?: boolean;
  /** Wider than the login page, for a page with more to read. */
  readonly isWide?: boolean;
}

/** The reader of a page of the account. */
export interface Reader {
  readonly name: string;
  readonly email: string;
  /** Token of the form that ends the session. */
  readonly formToken: string;
  readonly navigation: readonly NavigationLink[];
}

/** A link of the navigation. */
export interface NavigationLink {
  readonly path: string;
  readonly label: string;
  /** Count beside the link, e.g. `3` or `20+`. */
  readonly waiting?: string;
}

/** Gives a page without navigation: login, consent, invitation, errors. */
export function toSignedOutPage(assets: Assets, { title, body, hasErrors, isWide = false }: PageContent): string {
  return toDocument(
    assets,
    { title, hasErrors },
    html`<div class="${isWide ? 'door wide' : 'door'}">
<header><a class="brand" href="/account">${mark}<span>Assay</span></a></header>
<main id="main" class="card stack" tabindex="-1">
${body}
</main>
</div>`,
  );
}

/** Gives a page of the account, for a signed-in visitor. */
export function toSignedInPage(assets: Assets, reader: Reader, path: string, content: PageContent): string {
  const { title, body, hasErrors } = content;
  const links = reader.navigation.map(
    (room) =>
      html`<li><a href="${room.path}"${room.path === path && html` aria-current="page"`}>${room.label}${room.waiting !== undefined && html` <span class="count">${room.waiting}<span class="hidden"> waiting</span></span>`}</a></li>`,
  );
  return toDocument(
    assets,
    { title, hasErrors },
    html`<header class="top"><div>
<a class="brand" href="/account">${mark}<span>Assay</span></a>
<div class="who">
<span class="small muted"><span class="hidden">Signed in as </span>${reader.email}</span>
<form method="post" action="/logout">${hiddenField('form_token', reader.formToken)}<button class="link">Sign out</button></form>
</div>
</div></header>
<div class="rooms">
<nav aria-label="Account"><ul>${links}</ul></nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
</div>`,
  );
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path class="seal" d="${markPath}"/><path class="tick" d="${tickPath}"/></svg>`;

interface Head {
  readonly title: string;
  readonly hasErrors: boolean | undefined;
}

/** Sends no referrer with what a page loads: some pages have a secret in their address. */
function toDocument({ styleSheet, mark: icon }: Assets, { title, hasErrors }: Head, body: Html): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${hasErrors === true && 'Error: '}${title} – Assay</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${styleSheet}" referrerpolicy="no-referrer">
<link rel="icon" type="image/svg+xml" href="${icon}" referrerpolicy="no-referrer">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>
`;
  return `<!doctype html>\n${toText(page)}`;
}
