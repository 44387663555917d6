/** The short address of a shared passport. */
import { useRouterState } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { toShortLinkToken } from './link-token.ts';
import { LinkedPassport } from './linked-passport.tsx';

const texts = verifyTexts.linked;

export function LinkedPage() {
  const token = useRouterState({ select: ({ location }) => toShortLinkToken(location.hash) });
  if (token !== undefined) return <LinkedPassport token={token} />;
  return (
    <Page title={texts.title}>
      <Empty title={texts.noToken}>{texts.noTokenHelp}</Empty>
    </Page>
  );
}
