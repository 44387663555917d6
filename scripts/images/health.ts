/** The container engine's health check, run every few seconds, so it loads nothing of the service and reads no secret. */

export interface HealthQuestion {
  /** Variable of the service's port, and its default. */
  readonly variable: string;
  readonly port: number;
}

const timeoutMs = 5_000;
const maxShown = 500;

/** Asks the service of this container. The exit code is 0 if it is ready, otherwise 1 with a line for the engine's log. */
export async function askHealth({ variable, port }: HealthQuestion, process: NodeJS.Process): Promise<void> {
  const problem = await findProblem(process.env[variable] || String(port));
  process.stderr.write(problem);
  process.exitCode = problem === '' ? 0 : 1;
}

async function findProblem(port: string): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(timeoutMs) });
    const text = await answer.text();
    const health: unknown = answer.ok ? JSON.parse(text) : undefined;
    const isReady = typeof health === 'object' && health !== null && Reflect.get(health, 'ready') === true;
    return isReady ? '' : `not ready: HTTP ${answer.status} ${text.slice(0, maxShown)}\n`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no answer on port ${port}: ${cause instanceof Error ? cause.message : String(cause)}\n`;
  }
}
