/** The default handler of inner errors: a process warning without the message, which may quote the payload. */

/** Warns with the error's name and stack frames only. */
export function warnOfError(auditorId: string): (error: unknown) => void {
  return (error) => {
    const name = error instanceof Error ? error.name : typeof error;
    const frames = error instanceof Error ? framesOf(error) : '';
    process.emitWarning(`auditor ${auditorId}: a claims call failed with ${name}${frames}`, 'AuditorWarning');
  };
}

function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return lines.length === 0 ? '' : `\n${lines.slice(0, 8).join('\n')}`;
}
