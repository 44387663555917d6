/** `assay auditor verify`: runs the contract kit against an auditor, and checks the labels of its image. */
import type { CheckResult } from '@assay/sdk/testing';
import { AppError } from '../../platform/errors.ts';
import { parseStrictJson } from '../../proof/json.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseOptions, suggest, UsageError } from '../options.ts';
import { renderChecks } from '../render/kit.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { parseServiceUrl } from '../service-address.ts';
import { readStdin } from '../stdin.ts';

const options = {
  'image-labels': {
    type: 'string',
    value: 'FILE',
    description: 'Check the labels in the output of docker image inspect; - is standard input',
  },
  id: { type: 'string', value: 'ID', description: 'Also check that the auditor has this id' },
  'claims-path': { type: 'string', value: 'PATH', description: 'Path of the claims; /claims if absent' },
  'health-path': { type: 'string', value: 'PATH', description: 'Path of the health check; /health if absent' },
  timeout: { type: 'string', value: 'MS', description: 'Time for one call; 15000 if absent' },
  skip: { type: 'string', value: 'CHECK', multiple: true, description: 'Leave out this check' },
  strict: { type: 'boolean', description: 'Exit with 1 also if advice is not followed' },
  json: { type: 'boolean', description: 'Print the checks as JSON' },
} as const;

const maxLabelBytes = 4 * 1024 * 1024;
const tokenVariable = 'AUDITOR_TOKEN';

interface Checked {
  readonly target: string;
  readonly checks: readonly CheckResult[];
}

/** Exit code 0 if every rule is kept, 1 if one is broken. */
export const auditorVerify: Command = {
  name: 'auditor verify',
  summary: 'Check that an auditor keeps the contract',
  usage: [
    'auditor verify URL [--id ID] [--skip CHECK]... [--strict] [--json]',
    'auditor verify IMAGE [URL] [--json]',
    'auditor verify --image-labels FILE [--json]',
  ],
  options,
  details: [
    `URL begins with http:// or https://. If the auditor requires a token, set ${tokenVariable}. URL and --image-labels may be given together.`,
    'IMAGE is a reference such as ghcr.io/acme/politeness:1.0, a folder (OCI image layout) or an archive (docker save, or such a layout as tar). Its labels are read without a container engine. A registry is asked without an account, and over https unless it is on this machine.',
    'With IMAGE and URL the labels are also compared with the auditor that runs: phases, interfaces and version.',
    'Advice beyond the contract is printed separately and changes the exit code only with --strict.',
    'Exit code 0: every rule is kept. 1: a rule is broken. 3: nothing answers at the URL.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const { url, image } = readTargets(args.positionals);
    const labels = args.text('image-labels');
    if (url === undefined && image === undefined && labels === undefined)
      throw new UsageError('Name the URL of an auditor, an IMAGE, or --image-labels FILE.');
    if (url === undefined && args.text('id') !== undefined) throw new UsageError('--id needs the URL of an auditor.');
    const running = url === undefined ? undefined : parseServiceUrl('auditor', url);
    const results: Checked[] = [
      ...(running === undefined ? [] : [await checkAuditor(running, args, io)]),
      ...(image === undefined ? [] : await checkImage(image, running, { args, io })),
      ...(labels === undefined ? [] : [await checkLabels(labels, io)]),
    ];
    const isBroken = ({ status, obligation }: CheckResult) =>
      status === 'failed' && (obligation === 'contract' || args.flag('strict'));
    const passed = !results.some(({ checks }) => checks.some(isBroken));
    const style = createStyle(io.color);
    if (args.flag('json')) io.stdout.write(toJsonText({ passed, results }));
    else io.stdout.write(results.map(({ target, checks }) => renderChecks(target, checks, style)).join('\n'));
    return passed ? exitCodes.ok : exitCodes.no;
  },
};

function readTargets(positionals: readonly string[]): { readonly url?: string; readonly image?: string } {
  const isUrl = (text: string) => /^https?:\/\//i.test(text);
  const [url, ...urls] = positionals.filter(isUrl);
  const [image, ...images] = positionals.filter((text) => !isUrl(text));
  if (urls.length > 0 || images.length > 0) throw new UsageError('Name one URL and one IMAGE at most.');
  if (image === '') throw new UsageError('IMAGE is empty.');
  return { ...(url === undefined ? {} : { url }), ...(image === undefined ? {} : { image }) };
}

/** Checks the labels of each image that is named: one for each platform or tag. */
async function checkImage(
  image: string,
  running: string | undefined,
  { args, io }: { readonly args: ParsedArguments; readonly io: CommandIo },
): Promise<Checked[]> {
  const { readNamedImages } = await import('../image/read-image.ts');
  const { checkImageLabels } = await import('../image-labels.ts');
  const { compareLabels } = await import('../image/compare-labels.ts');
  const options = {
    token: tokenOf(io),
    timeoutMs: parseTimeout(args.text('timeout') ?? '15000'),
    healthPath: parsePath(args, 'health-path') ?? '/health',
    claimsPath: parsePath(args, 'claims-path') ?? '/claims',
  };
  const checked: Checked[] = [];
  for (const { title, labels } of await readNamedImages(image)) {
    const compared = running === undefined ? [] : await compareLabels(labels, running, options);
    const target = `labels of image ${image}${title === undefined ? '' : ` (${title})`}`;
    checked.push({ target, checks: [...checkImageLabels(labels), ...compared] });
  }
  return checked;
}

function tokenOf({ env }: CommandIo): string | undefined {
  return env[tokenVariable] === '' ? undefined : env[tokenVariable];
}

async function checkAuditor(url: string, args: ParsedArguments, io: CommandIo): Promise<Checked> {
  const { kitChecks, runContractKit } = await import('@assay/sdk/testing');
  const { checkAuditorId } = await import('../check-auditor-id.ts');
  const skip = args.texts('skip');
  const ids = kitChecks.map(({ id }) => id);
  for (const id of skip) assertCheck(id, ids);
  const timeoutMs = parseTimeout(args.text('timeout') ?? '15000');
  const paths = { healthPath: parsePath(args, 'health-path'), claimsPath: parsePath(args, 'claims-path') };
  await assertReachable(`${url}${paths.healthPath ?? '/health'}`, timeoutMs);
  const token = tokenOf(io);
  const id = args.text('id');
  const progress = createProgress(io.stderr);
  progress.show(`Running ${kitChecks.length - skip.length} checks …`);
  try {
    const { checks } = await runContractKit(url, {
      timeoutMs,
      skip,
      ...(token === undefined ? {} : { token }),
      ...(paths.healthPath === undefined ? {} : { healthPath: paths.healthPath }),
      ...(paths.claimsPath === undefined ? {} : { claimsPath: paths.claimsPath }),
    });
    if (id === undefined) return { target: url, checks };
    const expected = await checkAuditorId(url, id, { timeoutMs, token, healthPath: paths.healthPath ?? '/health' });
    return { target: url, checks: [...checks, expected] };
  } finally {
    progress.clear();
  }
}

async function checkLabels(file: string, io: CommandIo): Promise<Checked> {
  const { checkImageLabels, findLabels } = await import('../image-labels.ts');
  const { readBounded } = await import('../verify/anchors.ts');
  const text =
    file === '-'
      ? await readStdin(io, maxLabelBytes)
      : Buffer.from(await readBounded(file, maxLabelBytes)).toString('utf8');
  const json = parseStrictJson(text, { maxChars: maxLabelBytes, maxDepth: 32 });
  if (!json.ok) throw new UsageError(`${file === '-' ? 'Standard input' : file} cannot be read: ${json.message}.`);
  return {
    target: file === '-' ? 'image labels' : `image labels of ${file}`,
    checks: checkImageLabels(findLabels(json.value)),
  };
}

/** Calls the auditor once before the kit, so that a wrong address does not look like an auditor that breaks every rule. */
async function assertReachable(url: string, timeoutMs: number): Promise<void> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    await answer.body?.cancel();
  } catch (cause) {
    const detail = `Nothing answers at ${url}. Start the auditor, or check the address.`;
    throw new AppError('unavailable', 'the auditor cannot be reached', { cause, detail });
  }
}

function assertCheck(id: string, ids: readonly string[]): void {
  if (!ids.includes(id)) throw new UsageError(`There is no check ${JSON.stringify(id)}${suggest(id, ids, '')}`);
}

function parsePath(args: ParsedArguments, name: string): string | undefined {
  const path = args.text(name);
  if (path === undefined || /^\/[^\s?#]*$/.test(path)) return path;
  throw new UsageError(`--${name} must begin with / and must not contain spaces, ? or #.`);
}

function parseTimeout(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 100) throw new UsageError('--timeout must be a number of milliseconds from 100 to 999999.');
  return value;
}
