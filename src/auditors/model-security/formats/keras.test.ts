import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes, u8 } from './bytes.fixture.ts';
import { buildDenseHdf5, buildHdf5, buildHdf5WithHeap, externalLink, fixedAttribute } from './hdf5.fixture.ts';
import { kerasHdf5 } from './keras.ts';

const inspect = (bytes: Uint8Array) => inspectBytes(kerasHdf5, bytes, { name: 'model.h5' });
const plain = JSON.stringify({ class_name: 'Sequential', config: { layers: [{ class_name: 'Dense', config: {} }] } });
const lambda = JSON.stringify({ class_name: 'Sequential', config: { layers: [{ class_name: 'Lambda', config: {} }] } });

describe('HDF5 files of Keras', () => {
  it.each([
    ['no attribute', buildHdf5([])],
    ['a configuration in the header', buildHdf5([fixedAttribute('model_config', plain)])],
    ['a configuration in a heap', buildHdf5WithHeap('model_config', plain)],
    [
      'a text that is no JSON',
      buildHdf5([fixedAttribute('my_config', 'text'), fixedAttribute('backend', 'tensorflow')]),
    ],
    ['a block of the user in front', Buffer.concat([Buffer.alloc(512), buildHdf5WithHeap('model_config', plain)])],
  ])('an ordinary file is complete and free of malware: %s', async (_title, bytes) => {
    expect(kerasHdf5.detect(bytes.subarray(0, 4096), { name: 'x', size: bytes.length })).toBe(true);
    expect(await inspect(bytes)).toMatchObject({ complete: true, malwareFree: true, findings: [] });
  });

  it.each([
    ['in the header', buildHdf5([fixedAttribute('model_config', lambda)])],
    ['in a heap', buildHdf5WithHeap('model_config', lambda)],
    ['behind a block of the user', Buffer.concat([Buffer.alloc(1024), buildHdf5WithHeap('model_config', lambda)])],
    ['padded with zeros', buildHdf5([fixedAttribute('training_config', `${lambda}\0\0\0`)])],
  ])('a Lambda layer makes the file unsafe: %s', async (_title, bytes) => {
    const found = await inspect(bytes);
    expect(idsOf(found)).toEqual(['keras_lambda']);
    expect(found.malwareFree).toBe(false);
  });

  it('a configuration after blanks is read; one that is no text or no JSON is never clean', async () => {
    const behind = buildHdf5WithHeap('model_config', `${' \n'.repeat(100)}${lambda}`);
    expect(idsOf(await inspect(behind))).toEqual(['keras_lambda']);
    const number = fixedAttribute('model_config', plain);
    number.data.writeUInt8(0x10, 8 + 16);
    expect((await inspect(buildHdf5([number]))).complete).toBe(false);
    expect((await inspect(buildHdf5([fixedAttribute('model_config', 'x')]))).complete).toBe(false);
  });

  it('links, data and virtual sets in other files make the file unsafe', async () => {
    for (const message of [externalLink('x'), { type: 7, data: u8(1, 0, 0, 0) }, { type: 8, data: u8(4, 3, 0, 0) }]) {
      const found = await inspect(buildHdf5([message]));
      expect(idsOf(found)).toEqual(['hdf5_external']);
      expect(found.malwareFree).toBe(false);
    }
  });

  it('an unreadable part is never clean, and its bytes are searched', async () => {
    const shared = fixedAttribute('model_config', lambda);
    shared.data.writeUInt8(2, 0);
    shared.data.writeUInt8(1, 1);
    const found = await inspect(buildHdf5([shared]));
    expect(idsOf(found)).toEqual(['hdf5_unchecked', 'keras_lambda']);
    const broken = buildHdf5WithHeap('model_config', lambda);
    broken.write('XXXX', broken.indexOf('GCOL'));
    expect(idsOf(await inspect(broken))).toEqual(['format_malformed', 'hdf5_unchecked', 'keras_lambda']);
    const cut = buildHdf5WithHeap('model_config', plain);
    expect((await inspect(cut.subarray(0, cut.length - 40))).malwareFree).toBeUndefined();
  });

  it('attributes and links in a separate heap are followed', async () => {
    const attribute = (text: string) => fixedAttribute('model_config', text).data;
    const clean = buildDenseHdf5({ infoType: 21, message: attribute(plain) });
    expect(await inspect(clean)).toMatchObject({ complete: true, malwareFree: true, findings: [] });
    const unsafe = buildDenseHdf5({ infoType: 21, message: attribute(lambda) });
    expect(await inspect(unsafe)).toMatchObject({ complete: true, malwareFree: false });
    const linked = buildDenseHdf5({ infoType: 2, message: externalLink('x').data });
    expect(idsOf(await inspect(linked))).toEqual(['hdf5_external']);
  });

  it.each<[string, (file: Buffer) => void]>([
    ['a filtered heap', (file) => file.writeUInt16LE(4, file.indexOf('FRHP') + 7)],
    ['a heap of another form', (file) => file.write('XXXX', file.indexOf('FRHP'))],
    ['a tree of another form', (file) => file.write('XXXX', file.indexOf('BTHD'))],
    ['a tree of another kind', (file) => file.writeUInt8(1, file.indexOf('BTHD') + 5)],
    ['a tree of great depth', (file) => file.writeUInt16LE(60, file.indexOf('BTHD') + 12)],
    ['a node of another form', (file) => file.write('XXXX', file.indexOf('BTLF'))],
    ['more records than a node holds', (file) => file.writeUInt16LE(60_000, file.indexOf('BTHD') + 24)],
    ['an object of another kind', (file) => file.writeUInt8(0x10, file.indexOf('BTLF') + 6)],
    ['a shared attribute', (file) => file.writeUInt8(2, file.indexOf('BTLF') + 6 + 8)],
    ['an object beyond the file', (file) => file.writeUInt16LE(60_000, file.indexOf('BTLF') + 6 + 5)],
    ['a heap beyond the file', (file) => file.writeUInt32LE(0x7fffffff, 96 + 16 + 8 + 2)],
  ])('with %s, it is never clean', async (_title, spoil) => {
    const file = buildDenseHdf5({ infoType: 21, message: fixedAttribute('model_config', plain).data });
    spoil(file);
    const found = await inspect(file);
    expect(found.complete).toBe(false);
    expect(found.malwareFree).not.toBe(true);
  });

  it('a configuration that is broken JSON is never clean', async () => {
    const found = await inspect(buildHdf5([fixedAttribute('model_config', '{"class_name":')]));
    expect(found.complete).toBe(false);
    expect(found.malwareFree).toBeUndefined();
    const unsafe = await inspect(buildHdf5([fixedAttribute('model_config', `{"a":\u0001,${lambda.slice(1)}`)]));
    expect(idsOf(unsafe)).toEqual(['json_malformed', 'keras_lambda']);
  });
});
