/**
 * The style sheet of the pages, and their mark, as program text, so that a single-file bundle contains them. System fonts, one
 * accent colour, light and dark; every meaningful pair of colours meets WCAG AA.
 */

export const styleSheet = `
:root {
  color-scheme: light dark;
  --page: #f5f7f6; --surface: #ffffff; --text: #16211d; --muted: #55635d; --line: #dce3e0; --edge: #74827c;
  --accent: #0b6b5b; --accent-strong: #08503f; --on-accent: #ffffff; --tint: #e7f3ef;
  --danger: #b0261d; --danger-tint: #fdf0ef; --shadow: 0 1px 2px rgb(16 32 26 / 6%), 0 8px 28px rgb(16 32 26 / 7%);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1513; --surface: #171f1c; --text: #e7eeeb; --muted: #a2b0aa; --line: #2b3632; --edge: #73837c;
    --accent: #62d1b7; --accent-strong: #8be0cc; --on-accent: #04231c; --tint: #17302a;
    --danger: #ff9f96; --danger-tint: #331b19; --shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { font: 100%/1.55 var(--sans); background: var(--page); color: var(--text); -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; font-weight: 650; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.35; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 600; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
code { font: 0.9em var(--mono); }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
.stack > * + * { margin-top: 1rem; }
.tight > * + * { margin-top: 0.25rem; }
.hidden { position: absolute !important; width: 1px !important; height: 1px !important; min-height: 0 !important; padding: 0 !important; margin: -1px; border: 0 !important; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.6rem 1rem; background: var(--surface); z-index: 1; border-radius: 8px; }
.skip:focus { top: 0.75rem; }

/* The frame */
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 650; font-size: 1.125rem; letter-spacing: -0.01em; color: var(--text); text-decoration: none; }
.brand:hover { color: var(--text); }
.brand svg { width: 1.875rem; height: 1.875rem; flex: none; }
.brand .seal { fill: var(--accent); }
.brand .tick { fill: none; stroke: var(--on-accent); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.door { flex: 1; width: 100%; max-width: 27rem; margin: 0 auto; padding: clamp(1.5rem, 9vh, 6rem) 1rem 2rem; }
.door.wide { max-width: 40rem; padding-top: clamp(1.25rem, 5vh, 3.5rem); }
.door > header { margin: 0 0 1.5rem; display: flex; justify-content: center; }
.door .card { padding: clamp(1.25rem, 6vw, 2.25rem); box-shadow: var(--shadow); }
.door .card h1 { margin-bottom: 0.25rem; }
.top { background: var(--surface); border-bottom: 1px solid var(--line); }
.top > div { max-width: 68rem; margin: 0 auto; padding: 0.7rem 1rem; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; }
.top .who { display: flex; align-items: center; gap: 0.25rem 0.9rem; flex-wrap: wrap; }
.rooms { flex: 1; width: 100%; max-width: 68rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.rooms nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.rooms nav a { display: block; padding: 0.45rem 0.75rem; border-radius: 8px; color: var(--text); text-decoration: none; }
.rooms nav a:hover { background: var(--tint); color: var(--text); }
.rooms nav a[aria-current] { background: var(--tint); color: var(--accent-strong); font-weight: 600; }
.rooms main > * + * { margin-top: 1.25rem; }
@media (min-width: 52rem) {
  .rooms { grid-template-columns: 12.5rem minmax(0, 1fr); gap: 2.5rem; padding-top: 2.25rem; }
  .rooms nav ul { flex-direction: column; }
}
.foot { padding: 1rem; text-align: center; font-size: 0.8125rem; color: var(--muted); }

/* Blocks */
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1rem, 4vw, 1.5rem); }
.card > header { margin-bottom: 1rem; }
.notice { border: 1px solid var(--accent); background: var(--tint); border-radius: 10px; padding: 0.75rem 1rem; }
.problem { border: 1px solid var(--danger); background: var(--danger-tint); border-radius: 10px; padding: 0.85rem 1rem; }
.problem h2 { color: var(--danger); }
.problem ul { margin-top: 0.35rem; }
.problem a { color: var(--danger); }
.facts dt { color: var(--muted); font-size: 0.875rem; }
.facts dd + dt { margin-top: 0.75rem; }
@media (min-width: 34rem) {
  .rooms .facts { display: grid; gap: 0.75rem 1.5rem; grid-template-columns: minmax(7rem, auto) 1fr; }
  .rooms .facts dt { font-size: 1rem; margin: 0; }
}
.rows > li { padding: 1rem 0; border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; justify-content: space-between; align-items: flex-start; }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.rows > li > :first-child { flex: 1 1 16rem; min-width: 0; }
.rows.tall > li { flex-direction: column; align-items: stretch; }
.rows.tall > li > :first-child { flex: none; }
.rows.tall .actions { column-gap: 1.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.count { display: inline-block; min-width: 1.4rem; padding: 0 0.4rem; border-radius: 99px; background: var(--accent); color: var(--on-accent); font-size: 0.8125rem; font-weight: 600; text-align: center; }
.badge { display: inline-block; padding: 0.05rem 0.55rem; border-radius: 99px; border: 1px solid var(--line); font-size: 0.8125rem; font-weight: 500; color: var(--muted); vertical-align: 0.08em; white-space: nowrap; }
.badge.good { background: var(--tint); border-color: transparent; color: var(--accent-strong); }
.badge.bad { background: var(--danger-tint); border-color: transparent; color: var(--danger); }
.grants { border: 1px solid var(--line); border-radius: 10px; }
.grants > li { padding: 0.7rem 0.9rem; border-top: 1px solid var(--line); }
.grants > li:first-child { border-top: 0; }
.secret { display: block; padding: 0.8rem 0.9rem; border-radius: 8px; border: 1px dashed var(--edge); background: var(--page); font: 0.9375rem/1.5 var(--mono); user-select: all; }
.facts ul > li + li { margin-top: 0.25rem; }
.facts .grants > li + li { margin-top: 0; }
blockquote { margin: 0; padding: 0.1rem 0 0.1rem 0.85rem; border-left: 3px solid var(--line); }
blockquote + blockquote { margin-top: 0.5rem; }
pre { margin: 0; }
.block { max-height: 22rem; overflow: auto; padding: 0.8rem 0.9rem; border-radius: 8px; border: 1px solid var(--line); background: var(--page); font: 0.875rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; text-align: left; vertical-align: top; overflow-wrap: normal; }
td:last-child { white-space: nowrap; }
thead th { color: var(--muted); font-weight: 500; font-size: 0.875rem; }
tbody tr > * { border-top: 1px solid var(--line); font-weight: 400; }
details > summary { cursor: pointer; color: var(--accent); padding: 0.3rem 0; border-radius: 4px; width: fit-content; }
details.risky > summary { color: var(--danger); }
details[open] > summary { margin-bottom: 0.6rem; }
.rows > li > details[open], .rows > li .actions > details[open] { flex-basis: 100%; }

/* Forms */
form.fields { display: flex; flex-direction: column; gap: 1.1rem; }
form.fields > button { align-self: flex-start; }
.field label, legend { display: block; font-weight: 600; }
.field .hint, fieldset .hint { color: var(--muted); font-size: 0.875rem; }
.field .wrong, fieldset .wrong { color: var(--danger); font-size: 0.9375rem; font-weight: 500; }
.field input, .field select, .field textarea { margin-top: 0.35rem; }
textarea { resize: vertical; }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; }
input[aria-invalid=true] { border-color: var(--danger); box-shadow: 0 0 0 1px var(--danger); }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-radius: 8px; }
fieldset { border: 0; min-width: 0; }
legend { padding: 0; }
.choices { display: grid; gap: 0.1rem 1rem; margin-top: 0.5rem; }
@media (min-width: 40rem) { .choices.wide { grid-template-columns: 1fr 1fr; } }
.choices.boxed { border: 1px solid var(--line); border-radius: 10px; gap: 0; }
.choices.boxed .choice { padding: 0.7rem 0.9rem; }
.choices.boxed .choice + .choice { border-top: 1px solid var(--line); }
.grants small { display: block; color: var(--muted); font-size: 0.8125rem; }
.choice { display: flex; gap: 0.65rem; align-items: flex-start; padding: 0.4rem 0; cursor: pointer; }
.choice input { width: 1.2rem; height: 1.2rem; margin: 0.15rem 0 0; flex: none; accent-color: var(--accent); }
.choice span { min-width: 0; }
.choice small { display: block; color: var(--muted); font-size: 0.8125rem; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.5rem 1.1rem; border-radius: 8px; border: 1px solid transparent; font: inherit; font-weight: 600; cursor: pointer; text-decoration: none; background: var(--accent); color: var(--on-accent); }
.button.wide { display: flex; width: 100%; }
.or { display: flex; align-items: center; gap: 0.75rem; color: var(--muted); font-size: 0.875rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
button:focus-visible, .button:focus-visible { border-radius: 8px; }
button.quiet, .button.quiet { background: transparent; color: var(--text); border-color: var(--edge); }
button.quiet:hover, .button.quiet:hover { background: var(--tint); color: var(--text); }
button.danger { background: transparent; color: var(--danger); border-color: var(--danger); }
button.danger:hover { background: var(--danger-tint); color: var(--danger); }
button.link { min-height: 2rem; padding: 0.15rem 0; background: none; color: var(--accent); font-weight: 500; text-decoration: underline; text-underline-offset: 0.18em; }
button.link:hover { background: none; color: var(--accent-strong); }
button.small, .button.small { min-height: 2.25rem; padding: 0.25rem 0.8rem; font-size: 0.9375rem; }
.door form.fields > button { align-self: stretch; }
.door form.fields > button, .door .both button, .door .both .button { width: 100%; }
.both { display: grid; gap: 0.7rem; }
@media (min-width: 24rem) { .both { grid-template-columns: 1fr 1fr; } }
.inline { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: flex-end; }
.inline .field { flex: 1 1 9rem; }
@media (forced-colors: active) { .badge, .card, .notice, .problem { border: 1px solid; } }
@media print { .top, .rooms nav, .foot { display: none; } }
`;

/** The mark: a seal with a tick. */
export const markPath =
  'M16 1.5l4.1 2.6 4.8-.2 2.2 4.3 4.1 2.6-.3 4.8.3 4.8-4.1 2.6-2.2 4.3-4.8-.2L16 30.5l-4.1-2.6-4.8.2-2.2-4.3-4.1-2.6.3-4.8-.3-4.8 4.1-2.6 2.2-4.3 4.8.2z';
export const tickPath = 'M10.4 16.4l3.9 3.9 7.4-8.2';

/** The mark as a file, for the browser's tab. */
export const markFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b6b5b" d="${markPath}"/><path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="${tickPath}"/></svg>`;
