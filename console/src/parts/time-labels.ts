/** Labels of an axis of time, in the browser's time zone and on a clock of 24 hours. */
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

const daySeconds = 86_400;

/**
 * Gives a label for each place on the axis. Midnight is named by its day.
 * @param times seconds since the epoch
 * @param step seconds between two places
 */
export function toTimeLabels(times: readonly number[], step: number): string[] {
  return times.map((time) => {
    const at = new Date(time * 1000);
    const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
    return step >= daySeconds || isMidnight ? day.format(at) : clock.format(at);
  });
}
