/** Policies. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function PoliciesPage() {
  return <Page title={commonTexts.pages.policies}>{null}</Page>;
}
