/** The client secret of an agent, shown once. */
import type { AgentWithSecret } from '@assay/client';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.secret;

interface AgentSecretProps {
  /** The dialog is open while there is one with a secret. */
  readonly agent: AgentWithSecret | undefined;
  readonly onClose: () => void;
}

export function AgentSecret({ agent, onClose }: AgentSecretProps) {
  return (
    <SecretOnce secret={agent?.client_secret} texts={{ ...texts, label: texts.secret }} onClose={onClose}>
      <Facts
        facts={[
          [agentsTexts.facts.id, <IdText key="id" value={agent?.id ?? ''} />],
          [texts.client, <IdText key="client" value={agent?.client_id ?? ''} />],
        ]}
      />
    </SecretOnce>
  );
}
