/** Requests of commands about the auditor catalog. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource } from './remote-control.ts';
import { connectService } from './service.ts';
import { type Auditor, auditor, auditorPage, type SettingsSchema, settingsSchema } from './wire-auditors.ts';

export interface AuditorCaller extends Resource<Auditor> {
  /** Has the verifier fetch the vocabulary of a registered auditor again. */
  refresh(id: string): Promise<Auditor>;
  /** Reads the settings schema of an auditor. */
  schema(id: string): Promise<SettingsSchema>;
}

const path = '/v1/auditors';
/** The verifier asks the auditor itself meanwhile. */
const probeTimeoutMs = 60_000;

/** @throws UsageError */
export function connectAuditors(io: CommandIo, args: ParsedArguments): AuditorCaller {
  const service = connectService('verifier', io, args);
  const isOne = (value: unknown): value is Auditor => auditor.Check(value);
  return {
    ...createResource(service, { path, noun: 'auditor', isOne, isPage: (value) => auditorPage.Check(value) }),
    create: (body) => service.json({ method: 'POST', path, body, timeoutMs: probeTimeoutMs }, isOne),
    refresh: (id) =>
      service.json(
        { method: 'POST', path: `${path}/${encodeURIComponent(id)}/refresh`, timeoutMs: probeTimeoutMs },
        isOne,
      ),
    schema: (id) =>
      service.json({ path: `${path}/schema/${encodeURIComponent(id)}` }, (value) => settingsSchema.Check(value)),
  };
}
