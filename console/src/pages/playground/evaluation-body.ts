/** Builds the body of an evaluation from what was typed. */
import type { ClaimsRequestInput } from '@assay/client';

export const phases = ['request', 'response', 'execution', 'artifact'] as const;
export type Phase = (typeof phases)[number];

export interface TypedDocument {
  /** Names the fields while they are typed in. */
  readonly key: number;
  readonly source: string;
  readonly text: string;
}

export interface TypedEvaluation {
  readonly phase: Phase;
  readonly input: string;
  readonly output: string;
  readonly system: string;
  readonly tool: string;
  readonly documents: readonly TypedDocument[];
}

export function toPhase(text: string | undefined): Phase {
  return phases.find((phase) => phase === text) ?? 'request';
}

/** True if there is something to judge. */
export function isComplete({ phase, input, output }: TypedEvaluation): boolean {
  return (phase === 'response' ? output : input).trim() !== '';
}

interface Settings {
  readonly model: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export function toBody(typed: TypedEvaluation, { model, config }: Settings): ClaimsRequestInput {
  const { phase, input, output, system, tool, documents } = typed;
  const isSpoken = phase === 'request' || phase === 'response';
  const filled = documents
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, source }, index) => ({ id: `document-${index + 1}`, text, ...(source === '' ? {} : { source }) }));
  const metadata = {
    ...(isSpoken && model !== '' ? { model_id: model } : {}),
    ...(isSpoken && system.trim() !== '' ? { system } : {}),
    ...(phase === 'execution' && tool.trim() !== '' ? { tool: tool.trim() } : {}),
    ...(filled.length === 0 ? {} : { documents: filled }),
  };
  return {
    phase,
    data: {
      ...(input === '' ? {} : { input }),
      ...(phase === 'response' ? { output } : {}),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    },
    ...toContext(config),
  };
}

/** An object in the settings belongs to the claim of its name; every other value is a setting of auditors. */
function toContext(config: Settings['config']): Pick<ClaimsRequestInput, 'vendor_context'> {
  const pairs = Object.entries(config);
  if (pairs.length === 0) return {};
  const ofClaims = pairs.filter((pair): pair is [string, Record<string, unknown>] => isObject(pair[1]));
  const ofAuditors = pairs.filter(([, value]) => !isObject(value));
  return {
    vendor_context: {
      ...(ofAuditors.length === 0 ? {} : { auditor_config: Object.fromEntries(ofAuditors) }),
      ...(ofClaims.length === 0 ? {} : { detection_overrides: Object.fromEntries(ofClaims) }),
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a JSON object; undefined for other text. Nothing typed is an empty object. */
export function readConfig(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Half of an object is no object yet.
    return undefined;
  }
}
