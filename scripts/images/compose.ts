/** Reads compose.yaml for the tests that check it against the code, and for the rehearsal that starts its services. */
import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse } from 'yaml';

const TextMap = Type.Record(Type.String(), Type.String());

const ServiceSchema = Type.Object({
  image: Type.String(),
  build: Type.Optional(Type.Object({ args: TextMap, labels: Type.Optional(TextMap) })),
  environment: TextMap,
  secrets: Type.Array(Type.String()),
  ports: Type.Optional(Type.Array(Type.String())),
  depends_on: Type.Optional(Type.Record(Type.String(), Type.Object({ condition: Type.String() }))),
  read_only: Type.Optional(Type.Boolean()),
  cap_drop: Type.Optional(Type.Array(Type.String())),
});

const ComposeSchema = Type.Object({
  services: Type.Record(Type.String(), ServiceSchema),
  configs: Type.Object({ chain: Type.Object({ content: Type.String() }) }),
  secrets: Type.Record(Type.String(), Type.Object({ file: Type.String() })),
});

export type ComposeService = Static<typeof ServiceSchema>;
export type Compose = Static<typeof ComposeSchema>;

const shape = Compile(ComposeSchema);

/** @throws Error for a shape unknown to the tests. */
export async function readCompose(): Promise<Compose> {
  const text = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8');
  const compose: unknown = parse(text, { merge: true });
  if (shape.Check(compose)) return compose;
  const first = shape.Errors(compose)[0];
  throw new Error(`compose.yaml: ${first?.instancePath} ${first?.message}`);
}
