/** Reasons, agents and models of the most exchanges. */
import { overviewTexts } from '../../texts/overview.ts';
import type { RangeName } from './ranges.ts';
import { TopList } from './top-list.tsx';

const texts = overviewTexts.top;
const columns = 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))';

export function TopLists({ range }: { readonly range: RangeName }) {
  return (
    <div className="columns" style={{ gridTemplateColumns: columns }}>
      {(['reason', 'agent', 'model'] as const).map((by) => (
        <TopList key={by} by={by} title={texts[by]} range={range} />
      ))}
    </div>
  );
}
