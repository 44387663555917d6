/**
 * Gets reports from a helper program, for devices that Node cannot access itself: the Nitro security module (an ioctl)
 * and NVIDIA's driver. One short-lived process per report; docs/attestation/helpers.md describes the protocol.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseForeignJson } from '../../../clients/bounded-body.ts';
import { AppError } from '../../../platform/errors.ts';

/** The output of a helper: one JSON object. */
const HelperAnswerSchema = Type.Object(
  {
    report: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 256 * 1024, description: 'Base64' }),
    certs: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 * 1024 }), { maxItems: 16, description: 'Base64 DER' }),
    ),
  },
  { additionalProperties: false },
);
const shape = Compile(HelperAnswerSchema);

export interface HelperAnswer {
  readonly report: Uint8Array;
  /** Base64 DER. */
  readonly certs: readonly string[];
}

export interface ReportHelper {
  /** Runs the helper with the arguments. @throws AppError `unavailable` when it fails or prints something else. */
  run(args: readonly string[]): Promise<HelperAnswer>;
}

const limits = { timeoutMs: 15_000, maxBuffer: 1024 * 1024 };
const runFile = promisify(execFile);

/** Creates the helper of a device. The program gets no environment: it needs none, and secrets stay in this process. */
export function createReportHelper(path: string): ReportHelper {
  return {
    async run(args) {
      const text = await runBounded(path, args);
      const answer = parseForeignJson(text);
      if (!shape.Check(answer))
        throw failed(path, 'does not print a report: one JSON object with report (base64) and certs');
      return { report: new Uint8Array(Buffer.from(answer.report, 'base64')), certs: answer.certs ?? [] };
    },
  };
}

async function runBounded(path: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await runFile(path, [...args], {
      env: {},
      timeout: limits.timeoutMs,
      maxBuffer: limits.maxBuffer,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    return stdout;
  } catch (cause) {
    throw failed(path, 'failed, took too long, or is not a program', cause);
  }
}

function failed(path: string, what: string, cause?: unknown): AppError {
  const detail = `the attestation helper ${path} ${what}`;
  return new AppError('unavailable', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
