/** Reasons, agents and models of the most exchanges. */
import { overviewTexts } from '../../texts/overview.ts';
import type { RangeName } from './ranges.ts';
import { TopList } from './top-list.tsx';

const texts = overviewTexts.top;

export function TopLists({ range }: { readonly range: RangeName }) {
  return (
    <div className="columns">
      {(['reason', 'agent', 'model'] as const).map((by) => (
        <TopList key={by} by={by} title={texts[by]} range={range} />
      ))}
    </div>
  );
}
