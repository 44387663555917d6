/** A request that makes the first line of the live console appear. */
import { Code } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.console;
const localGateway = 'http://127.0.0.1:8300';

export function FirstRequest({ id }: { readonly id: string }) {
  const gateway = useSession()?.addresses.gateway ?? localGateway;
  return (
    <Empty title={texts.none}>
      <Code block ta="left" tabIndex={0} aria-label={texts.none}>
        {`curl ${gateway}/v1/chat/completions -H 'content-type: application/json' \\
  -H 'x-assay-agent-id: ${id}' \\
  -d '{"model":"echo","messages":[{"role":"user","content":"Hello"}]}'`}
      </Code>
    </Empty>
  );
}
