/** The tabs of a page. Which one is open stands in the address. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageTabsProps<Name extends string> {
  /** In the order in which they are shown; the first one is open if the address names none. */
  readonly labels: Readonly<Record<Name, string>>;
  readonly tab: string | undefined;
  readonly onTab: (tab: Name) => void;
  readonly children: (shown: Name) => ReactNode;
}

export function PageTabs<Name extends string>({ labels, tab, onTab, children }: PageTabsProps<Name>) {
  const names = Object.keys(labels) as Name[];
  const shown = names.find((name) => name === tab) ?? names[0];
  if (shown === undefined) return null;
  return (
    <Tabs
      value={shown}
      onChange={(value) => {
        const next = names.find((name) => name === value);
        if (next !== undefined) onTab(next);
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>{children(shown)}</Tabs.Panel>
    </Tabs>
  );
}
