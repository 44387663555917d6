/** Workflow. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function WorkflowPage() {
  return <Page title={commonTexts.pages.workflows}>{null}</Page>;
}
