/** The frame of every page: language, landmarks, a way past the navigation, and one heading. */
import { type Html, html, toText } from './html.ts';
import { markPath, tickPath } from './style-sheet.ts';

/** Where the style sheet is; the number of its content makes it safe to keep for ever. */
export interface Assets {
  readonly styleSheet: string;
  readonly mark: string;
}

export interface PageContent {
  readonly title: string;
  readonly body: Html;
  /** A form on it was refused: said in the title too, which is what a screen reader reads first. */
  readonly hasErrors?: boolean;
  /** At the door: there is more to read than in a login. */
  readonly isWide?: boolean;
}

/** Who looks at a page of the account. */
export interface Reader {
  readonly name: string;
  readonly email: string;
  /** Token of the form that ends the session. */
  readonly formToken: string;
  readonly rooms: readonly Room[];
}

/** A page that the navigation leads to. */
export interface Room {
  readonly path: string;
  readonly label: string;
  /** What waits there, e.g. `3` or `20+`. */
  readonly waiting?: string;
}

/** A page for somebody at the door: login, consent, invitation, errors. */
export function toDoorPage(assets: Assets, { title, body, hasErrors, isWide = false }: PageContent): string {
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

/** A page of the account, for somebody who is signed in. */
export function toRoomPage(assets: Assets, reader: Reader, path: string, content: PageContent): string {
  const { title, body, hasErrors } = content;
  const links = reader.rooms.map(
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

/** A field that nobody sees. */
export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path class="seal" d="${markPath}"/><path class="tick" d="${tickPath}"/></svg>`;

interface Head {
  readonly title: string;
  readonly hasErrors: boolean | undefined;
}

/** Some pages have a secret in their address: what they load is not told where from. */
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
