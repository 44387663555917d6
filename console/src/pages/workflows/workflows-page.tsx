/** Workflows. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function WorkflowsPage() {
  return <Page title={commonTexts.pages.workflows}>{null}</Page>;
}
