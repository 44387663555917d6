/** The client command of the public MCP conformance suite: passes its scenario to the test process, which has our clients. */
import process from 'node:process';

const {
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_CONTEXT: context,
  ASSAY_TEST_CLIENT_BRIDGE: bridge,
} = process.env;
const answer = await fetch(bridge, {
  method: 'POST',
  body: JSON.stringify({ scenario, url: process.argv.at(-1), context: JSON.parse(context || '{}') }),
});
process.stderr.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
