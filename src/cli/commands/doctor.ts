/** `assay doctor`: looks at this machine and the settings, and says of each line what to do. */
import manifest from '../../../package.json' with { type: 'json' };
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check this machine and its settings, and say what to do',
  usage: ['doctor [--json]'],
  options: jsonOption,
  details: [
    'It looks at versions, configuration, ports, data folder, clock, model server and hardware, and lists what is not protected. It reads the environment as assay start does, changes nothing, and sends no credential.',
    'Exit code 0: Assay can run. 1: a line marked ✗ has to be corrected first.',
  ],
  async run(io) {
    const args = parseOptions(jsonOption, io.args);
    requirePositionals(args.positionals, []);
    const { examine } = await import('../doctor/examine.ts');
    const { renderDoctor } = await import('../render/doctor.ts');
    const versions = { own: manifest.version, node: process.version };
    const findings = await examine({ env: io.env, nowMs: io.clock.now(), versions });
    io.stdout.write(args.flag('json') ? toJsonText({ findings }) : renderDoctor(findings, createStyle(io.color)));
    return findings.some(({ verdict }) => verdict === 'bad') ? exitCodes.no : exitCodes.ok;
  },
};
