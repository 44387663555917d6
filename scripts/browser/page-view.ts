/** Verdicts as page elements. Foreign text is inserted only as text, never as markup. */
import { explainArtefact, explainReason, summariseReport } from '../../src/proof/explain.ts';
import type { ArtefactVerdict } from '../../src/proof/offline-verifier.ts';
import { explainReport } from '../../src/proof/reports/explain.ts';
import type { ReportVerdict } from '../../src/proof/reports/verdict.ts';
import { tierOfValue } from '../../src/proof/trust-vector.ts';

type Tone = 'good' | 'bad' | 'open';

const tones = { proven: 'good', refused: 'bad', unproven: 'open' } as const;
const words = { proven: 'Proven', refused: 'Wrong', unproven: 'Not proven' } as const;

export function showArtefact(name: string, verdict: ArtefactVerdict): Node[] {
  const { artefact, ok, findings, notes, evaluated_at: at } = verdict;
  const isWrong = findings.some(({ status }) => status === 'refused');
  const tone = ok ? 'good' : isWrong ? 'bad' : 'open';
  const order = ['refused', 'unproven', 'proven'] as const;
  const items = order.flatMap((status) =>
    findings
      .filter((finding) => finding.status === status)
      .map(({ subject, sentence, reason }) => {
        const small = reason === undefined ? [] : [element('small', `${explainReason(reason)} [${reason}]`)];
        return item(tones[status], `${words[status]}: ${subject}`, sentence, small);
      }),
  );
  return [
    banner(tone, summariseReport(verdict), `${name}: ${artefact}. Checked as of ${at}.`),
    element('h3', 'Findings'),
    list(items),
    ...remarks([...notes, ...explainArtefact(artefact)]),
    details(verdict),
  ];
}

export function showReport(name: string, verdict: ReportVerdict): Node[] {
  const { accepted, tier, kind, findings, vector, notes, evaluated_at: at } = verdict;
  const tone = !accepted ? 'bad' : tier === 'affirming' ? 'good' : 'open';
  const title = `${accepted ? 'ACCEPTED' : 'REFUSED'}, tier ${tier}`;
  const items = findings.map(({ code, step, message }) =>
    item('bad', `${toUpper(message)}.`, '', [element('small', `${code}, step ${step}`)]),
  );
  const claims: Node[] = Object.entries(vector).flatMap(([claim, value]) => [
    element('dt', claim),
    element('dd', value === 0 ? 'not checked' : `${value}, ${tierOfValue(value)}`),
  ]);
  const table = document.createElement('dl');
  if (verdict.tcb_status !== null) claims.push(element('dt', 'TCB status'), element('dd', verdict.tcb_status));
  if (verdict.advisories.length > 0)
    claims.push(element('dt', 'advisories'), element('dd', verdict.advisories.join(', ')));
  table.append(...claims);
  const explained = explainReport(verdict)
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return [
    banner(tone, title, `${name}: ${kind} report. Checked as of ${at}.`),
    ...(items.length === 0 ? [] : [element('h3', 'Reasons'), list(items)]),
    element('h3', 'Trust vector'),
    table,
    ...remarks([...notes.map((note) => `${toUpper(note)}.`), ...explained]),
    details(verdict),
  ];
}

export function showProblem(message: string): Node[] {
  return [banner('open', 'Nothing was checked', message)];
}

function banner(tone: Tone, title: string, text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = `verdict ${tone}`;
  box.append(element('h2', title), element('p', text));
  return box;
}

function item(tone: Tone, title: string, text: string, more: readonly Node[]): HTMLElement {
  const entry = document.createElement('li');
  entry.className = tone;
  entry.append(element('b', title), element('span', text), ...more);
  return entry;
}

function list(items: readonly Node[]): HTMLElement {
  const box = document.createElement('ul');
  box.className = 'findings';
  box.append(...items);
  return box;
}

function remarks(sentences: readonly string[]): Node[] {
  const box = document.createElement('ul');
  box.className = 'notes';
  box.append(...sentences.map((sentence) => element('li', sentence)));
  return [element('h3', 'Good to know'), box];
}

function details(verdict: object): HTMLElement {
  const box = document.createElement('details');
  const text = element('pre', JSON.stringify(verdict, null, 2));
  text.id = 'verdict-json';
  box.append(element('summary', 'The whole verdict as JSON'), text);
  return box;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function toUpper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
