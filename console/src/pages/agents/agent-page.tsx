/** Agent. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function AgentPage() {
  return <Page title={commonTexts.pages.agents}>{null}</Page>;
}
