/** An SDK auditor that does nothing. */
import { defineAuditor, serveAuditor } from '@assay/sdk';

const idle = defineAuditor({
  id: 'idle',
  name: 'Idle',
  description: 'Does nothing',
  category: 'observability',
  catalogPhase: 'input_guarding',
  icon: 'circle',
  color: 'gray',
  defaultPort: 8199,
  phases: ['request'],
  methods: [
    {
      name: 'nothing',
      produces: { nothing: { type: 'boolean', description: 'Always false' } },
      run: () => [{ name: 'nothing', value: false }],
    },
  ],
});
const { url } = await serveAuditor(idle, { host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
