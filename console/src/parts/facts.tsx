/** Names and values, one below the other. */
import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <FactLine key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactLine({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
