/** What is replayed: which text, over which period, for which agent. */
import type { Policy } from '@assay/client';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { policiesTexts } from '../../../texts/policies.ts';

const texts = policiesTexts.replay;
const hourMs = 3_600_000;
const periods = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
type Period = keyof typeof periods;
const names = Object.keys(periods) as Period[];

export interface ReplayWish {
  /** Milliseconds back from now. */
  readonly ms: number;
  /** Empty for every agent of the scope. */
  readonly agentId: string;
  /** Undefined for the text that is not saved yet. */
  readonly version: number | undefined;
}

interface ReplayFormProps {
  readonly policy: Policy;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly onStart: (wish: ReplayWish) => void;
}

export function ReplayForm({ policy, isChanged, isPending, onStart }: ReplayFormProps) {
  const newest = String(policy.version);
  const [what, setWhat] = useState(isChanged ? 'mine' : newest);
  const [period, setPeriod] = useState<Period>('day');
  const [agent, setAgent] = useState('');
  const chosen = what === 'mine' && !isChanged ? newest : what;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onStart({
      ms: periods[period],
      agentId: agent.trim(),
      version: chosen === 'mine' ? undefined : Number(chosen),
    });
  };
  const versions = [policy.version, ...(policy.active_version === null ? [] : [policy.active_version])];
  return (
    <form onSubmit={send} className="filters">
      <Select
        label={texts.what}
        size="xs"
        data={[
          ...(isChanged ? [{ value: 'mine', label: texts.mine }] : []),
          ...[...new Set(versions)].map((version) => ({ value: String(version), label: texts.version(version) })),
        ]}
        value={chosen}
        onChange={(value) => setWhat(value ?? newest)}
        allowDeselect={false}
      />
      <Select
        label={texts.period}
        size="xs"
        data={names.map((value) => ({ value, label: texts.periods[value] }))}
        value={period}
        onChange={(value) => setPeriod(names.find((one) => one === value) ?? 'day')}
        allowDeselect={false}
      />
      {policy.scope.level !== 'agent' && (
        <TextInput
          label={texts.agent}
          size="xs"
          value={agent}
          onChange={({ currentTarget }) => setAgent(currentTarget.value)}
        />
      )}
      <Button type="submit" size="xs" loading={isPending}>
        {texts.start}
      </Button>
    </form>
  );
}
