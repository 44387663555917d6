/** The time until a request expires, counting down. */
import { Text, Tooltip } from '@mantine/core';
import { toExact } from '../../parts/time.ts';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { toCountdown } from './approval-state.ts';
import { useNow } from './use-now.ts';

const hurryMs = 5 * 60_000;

export function TimeLeft({ value }: { readonly value: string }) {
  const now = useNow();
  const end = Date.parse(value);
  const left = end - now;
  return (
    <Tooltip label={toExact(end)}>
      <Text
        component="time"
        dateTime={value}
        role="timer"
        aria-live="off"
        size="sm"
        fw={left < hurryMs ? 700 : 400}
        ff="monospace"
      >
        {toCountdown(left) ?? texts.over}
      </Text>
    </Tooltip>
  );
}
