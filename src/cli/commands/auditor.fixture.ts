/** A small valid auditor for tests. */
import { defineAuditor, setting } from '@assay/sdk';

export const anAuditor = defineAuditor({
  id: 'sample',
  name: 'Sample',
  description: 'Counts capital letters',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'search',
  color: 'teal',
  defaultPort: 8090,
  phases: ['request'],
  methods: [
    {
      name: 'capitals',
      produces: { capitals: { type: 'count', description: 'Number of capital letters' } },
      settings: { ascii_only: setting.boolean({ label: 'ASCII only', default: false }) },
      run: ({ text }, { settings }) => {
        const pattern = settings.ascii_only ? /[A-Z]/g : /\p{Lu}/gu;
        return [{ name: 'capitals', value: text.match(pattern)?.length ?? 0 }];
      },
    },
  ],
});
