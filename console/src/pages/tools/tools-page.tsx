/** Tools. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function ToolsPage() {
  return <Page title={commonTexts.pages.tools}>{null}</Page>;
}
