/** The page of the offline verifier: takes dropped files, runs the checks, and shows the verdicts. */
import { sortBeside } from '../../src/proof/browser/beside.ts';
import { verifyArtefact, verifyHardwareReport } from '../../src/proof/browser/entry.ts';
import { InputError } from '../../src/proof/offline-verifier.ts';
import { reportKinds } from '../../src/proof/reports/verdict.ts';
import { showArtefact, showProblem, showReport } from './page-view.ts';

const maxFileBytes = 128 * 1024 * 1024;

const form = find('form', HTMLFormElement);
const file = find('file', HTMLInputElement);
const beside = find('beside', HTMLInputElement);
const kind = find('kind', HTMLSelectElement);
const time = find('time', HTMLInputElement);
const nonce = find('nonce', HTMLInputElement);
const result = find('result', HTMLElement);

connect(file, find('drop', HTMLElement));
connect(beside, find('drop-beside', HTMLElement));
beside.addEventListener('change', () => {
  const names = Array.from(beside.files ?? [], ({ name, size }) => `${name} (${size} bytes)`);
  find('chosen-beside', HTMLElement).textContent = names.length === 0 ? 'None.' : names.join(', ');
});
kind.addEventListener('change', () => {
  find('nonce-field', HTMLElement).hidden = kind.value === '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
// A file dropped beside a drop zone would replace the page.
for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault());

/** Files are dropped or chosen; the input holds them in both cases. */
function connect(input: HTMLInputElement, zone: HTMLElement): void {
  zone.addEventListener('dragover', () => zone.classList.add('over'));
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', ({ dataTransfer }) => {
    zone.classList.remove('over');
    if (dataTransfer === null || dataTransfer.files.length === 0) return;
    input.files = dataTransfer.files;
    input.dispatchEvent(new Event('change'));
  });
  input.addEventListener('change', () => {
    if (file.files?.length) void check();
  });
}

async function check(): Promise<void> {
  try {
    result.replaceChildren(...(await judge()));
  } catch (error) {
    result.replaceChildren(...showProblem(error instanceof Error ? error.message : String(error)));
    if (!(error instanceof InputError)) throw error;
  }
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'nearest' });
}

async function judge(): Promise<Node[]> {
  const [first] = Array.from(file.files ?? []);
  if (first === undefined) throw new InputError('Choose a file to check first.');
  const others = Array.from(beside.files ?? []);
  const sorted = sortBeside(await Promise.all(others.map(readBytes)));
  const [strange] = sorted.unknown;
  if (strange !== undefined) {
    throw new InputError(`${others[strange]?.name ?? 'A file'} cannot be used for a check.`);
  }
  const bytes = await readBytes(first);
  const now = readTime();
  const { keys, attestations, witnesses, companions, policy } = sorted;
  const chosen = reportKinds.find((known) => known === kind.value);
  if (chosen !== undefined) {
    const challenge = readNonce();
    const options = { now, companions, policy, ...(challenge === undefined ? {} : { nonce: challenge }) };
    return showReport(first.name, await verifyHardwareReport(chosen, bytes, options));
  }
  return showArtefact(first.name, await verifyArtefact(bytes, { now, keys, attestations, witnesses }));
}

async function readBytes(source: File): Promise<Uint8Array> {
  if (source.size > maxFileBytes) throw new InputError(`${source.name} is larger than ${maxFileBytes} bytes.`);
  return new Uint8Array(await source.arrayBuffer());
}

function readTime(): number {
  if (time.value === '') return Date.now();
  const at = Date.parse(`${time.value}Z`);
  if (Number.isNaN(at)) throw new InputError('The time cannot be read.');
  return at;
}

function readNonce(): Uint8Array | undefined {
  const digits = nonce.value.trim().replace(/^0x/i, '');
  if (digits === '') return undefined;
  if (!/^(?:[0-9a-f]{2}){1,512}$/i.test(digits)) {
    throw new InputError('The nonce must have 1 to 512 bytes in hexadecimal digits.');
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function find<Kind extends HTMLElement>(id: string, kindOfElement: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kindOfElement) return element;
  throw new Error(`the page lacks ${id}`);
}
