import { describe, expect, it } from 'vitest';
import { inspectSample } from '../inspect.fixture.ts';
import { bytesOf, callOf, op, streamOf } from './assembler.fixture.ts';
import { bytesValue, oldStreamOf, quotedLine, unicodeLine } from './written.fixture.ts';

const payload = streamOf(callOf('os', 'system'));
const oldPayload = bytesOf("cos\nsystem\n(S'id'\ntR.");
const protocols = [0, 1, 2] as const;

async function verdictOf(bytes: Uint8Array, name = 'model.pkl') {
  const { malwareFree, complete, findings, unsafeGlobals } = await inspectSample(bytes, name);
  return { malwareFree, complete, findings, unsafeGlobals };
}

/** A builtin called with numbers. */
function ofNumbers(name: string, bytes: Uint8Array): Buffer {
  const numbers = [...bytes].map((byte) => op.int1(byte));
  return bytesOf(op.global('builtins', name), op.emptyList, op.mark, ...numbers, op.appends, op.tuple1, op.reduce);
}

describe('a stream in a bytes value is found in any encoding', () => {
  const written = protocols.flatMap((protocol): [string, Buffer][] => [
    [`protocol ${protocol}`, oldStreamOf(protocol, bytesValue(protocol, payload))],
    [`protocol ${protocol}, a stream without a magic`, oldStreamOf(protocol, bytesValue(protocol, oldPayload))],
    [
      `protocol ${protocol}, other bytes before`,
      oldStreamOf(protocol, bytesValue(protocol, bytesOf('\x01\xfe', payload))),
    ],
    [
      `protocol ${protocol}, in a bytearray`,
      oldStreamOf(
        protocol,
        bytesOf(op.global('builtins', 'bytearray'), op.mark, bytesValue(protocol, payload), op.tuple, op.reduce),
      ),
    ],
    [
      `protocol ${protocol}, twice`,
      oldStreamOf(protocol, bytesValue(protocol, oldStreamOf(protocol, bytesValue(protocol, payload)))),
    ],
    [
      `protocol ${protocol}, as UTF-8`,
      oldStreamOf(protocol, bytesValue(protocol, bytesOf("cos\nsystem\n(S'\xe9'\ntR."), 'utf-8')),
    ],
    [
      `protocol ${protocol}, long before the call`,
      oldStreamOf(
        protocol,
        bytesValue(protocol, streamOf(op.bytes(Buffer.alloc(200_000, 0xe9)), op.pop, callOf('os', 'system'))),
      ),
    ],
  ]);
  it.each([
    ...written,
    ['a quoted line of Python 2', bytesOf(quotedLine(payload), op.stop)],
    ['a quoted line with octal escapes', bytesOf('S"\\200\\004cos\\012system\\012)R."\n', op.stop)],
    [
      'a bytearray of Python 2',
      streamOf(
        op.global('__builtin__', 'bytearray'),
        op.longText(payload.toString('latin1')),
        op.text('latin-1'),
        op.tuple2,
        op.reduce,
      ),
    ],
    ['bytes of numbers', streamOf(ofNumbers('bytes', oldPayload))],
    ['a bytearray of numbers', streamOf(ofNumbers('bytearray', oldPayload))],
    ['text that nobody encodes', streamOf(op.longText(payload.toString('latin1')))],
    ['a line with wide characters before', bytesOf(unicodeLine('cos\nsystem\n(V\u4e2d\ntR.'), op.stop)],
    [
      'bytes that torch loads',
      streamOf(op.global('torch.storage', '_load_from_bytes'), bytesValue(2, payload), op.tuple1, op.reduce),
    ],
    ['no end behind the call', streamOf(op.longText("cos\nsystem\n(S'id'\ntR"))],
  ])('%s', async (_what, bytes) => {
    expect(await verdictOf(bytes)).toMatchObject({ malwareFree: false, unsafeGlobals: ['os.system'] });
  });
});

describe('calls that make untraceable bytes are unsafe', () => {
  const call = (module: string, name: string, ...args: readonly Uint8Array[]): Buffer =>
    streamOf(op.global(module, name), op.mark, ...args, op.tuple, op.reduce);
  const computed = bytesOf(
    op.global('builtins', 'str'),
    op.shortBytes(oldPayload),
    op.text('ascii'),
    op.tuple2,
    op.reduce,
  );
  it.each([
    ['encode of computed text', call('_codecs', 'encode', computed, op.text('latin1'))],
    [
      'encode that drops characters',
      call('builtins', 'bytes', op.text('c\u0100os'), op.text('ascii'), op.text('ignore')),
    ],
    ['text by another codec', call('builtins', 'str', op.shortBytes(oldPayload), op.text('utf-16'))],
    ['more numbers than are kept', streamOf(ofNumbers('bytes', Buffer.alloc(100, 0x2e)))],
    [
      'bytes of a computed list',
      call('builtins', 'bytes', bytesOf(op.global('builtins', 'list'), op.emptyTuple, op.reduce)),
    ],
    ['a fraction of a billion digits', call('fractions', 'Fraction', op.text('1e999999999'))],
    [
      'a container of arguments that are computed',
      streamOf(
        op.global('builtins', 'list'),
        bytesOf(op.global('builtins', 'tuple'), op.emptyTuple, op.reduce),
        op.reduce,
      ),
    ],
  ])('%s', async (_what, bytes) => {
    expect(await verdictOf(bytes)).toMatchObject({ malwareFree: false });
  });
});

describe('no padding hides a call beyond the end of a look', () => {
  const padded = bytesOf('N0'.repeat(60_000), callOf('os', 'system'), op.stop);
  it.each([
    ['in bytes', streamOf(op.bytes(bytesOf(op.proto(4), padded))), 'model.pkl'],
    ['in bytes of protocol 2', oldStreamOf(2, bytesValue(2, bytesOf(op.proto(4), padded))), 'model.pkl'],
    ['in text without a magic', streamOf(op.longText(padded.toString('latin1'))), 'model.pkl'],
    ['in a text file', padded, 'notes.txt'],
  ])('%s', async (_what, bytes, name) => {
    expect(await verdictOf(bytes, name)).toMatchObject({ malwareFree: false });
  });

  it('a look ended by a limit is incomplete', async () => {
    const hidden = streamOf(op.longText('N0'.repeat(60_000)), op.longText(oldPayload.toString('latin1')));
    const { malwareFree } = await inspectSample(hidden, 'model.pkl', { limits: { maxOpcodes: 50_000 } });
    expect(malwareFree).not.toBe(true);
  });

  it('a deadline ends the search of data made to be searched endlessly', async () => {
    const magics = Buffer.alloc(3_000_000, Buffer.from('\x80\x04N0', 'latin1'));
    const bytes = oldStreamOf(2, bytesValue(2, magics));
    const deadline = new AbortController();
    setImmediate(() => setImmediate(() => deadline.abort()));
    const { malwareFree, complete } = await inspectSample(bytes, 'model.pkl', { signal: deadline.signal });
    expect([malwareFree, complete]).toEqual([undefined, false]);
  });

  it('a line without an end is inspected once, however often it is read', async () => {
    const line = bytesOf('V', Buffer.alloc(30_000, bytesOf('\x80\x02V')), '\n');
    const hidden = bytesOf(op.proto(2), line, op.pop, callOf('os', 'system'), op.stop);
    expect((await inspectSample(hidden)).unsafeGlobals).toEqual(['os.system']);
    const names = bytesOf(op.proto(2), 'c', Buffer.alloc(200_000, 'x'), '\nsystem\n', op.stop);
    expect((await inspectSample(names)).malwareFree).not.toBe(true);
  });

  it('streams nested too deeply are incomplete', async () => {
    let bytes: Buffer = payload;
    for (let depth = 0; depth < 12; depth += 1) bytes = oldStreamOf(2, bytesValue(2, bytes));
    expect((await inspectSample(bytes, 'model.pkl')).malwareFree).not.toBe(true);
  });
});

describe('harmless bytes values are clean, and complete', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const inner = streamOf(op.emptyDict, op.text('a'), op.int1(1), op.setItem);
  it.each([
    ...protocols.flatMap((protocol): [string, Buffer][] => [
      [`every byte by protocol ${protocol}`, oldStreamOf(protocol, bytesValue(protocol, all))],
      [`a harmless stream by protocol ${protocol}`, oldStreamOf(protocol, bytesValue(protocol, inner))],
      [
        `a harmless stream in a harmless stream by protocol ${protocol}`,
        oldStreamOf(protocol, bytesValue(protocol, oldStreamOf(protocol, bytesValue(protocol, inner)))),
      ],
      [
        `magic numbers by protocol ${protocol}`,
        oldStreamOf(protocol, bytesValue(protocol, Buffer.alloc(4_000, Buffer.from('80048003', 'hex')))),
      ],
    ]),
    ['a quoted line of every byte', bytesOf(quotedLine(all), op.stop)],
    ['bytes of a few numbers', streamOf(ofNumbers('bytes', Buffer.from([1, 2, 3])))],
    ['words with escapes that look like opcodes', bytesOf(unicodeLine('cos\nsystem\nclassic\nR.'), op.stop)],
    ['a path with backslashes', bytesOf(unicodeLine('C:\\new\\table\\x.'), op.stop)],
  ])('%s', async (_what, bytes) => {
    expect(await verdictOf(bytes)).toMatchObject({ findings: [], malwareFree: true });
  });
});
