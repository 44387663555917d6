import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeFileSystem, type PowerLoss } from './file-system.fake.ts';
import type { ReceiptChain } from './receipt-chain.ts';
import { aDraft, appendMany, collect, openTestChain } from './receipts.fixture.ts';

type Step =
  | { readonly do: 'append'; readonly count: number }
  | { readonly do: 'restart' }
  | { readonly do: 'power'; readonly call: number; readonly loss: PowerLoss }
  | { readonly do: 'export' }
  | { readonly do: 'import' }
  | { readonly do: 'move' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant<'append'>('append'), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant<'restart'>('restart') }),
  fc.record({
    do: fc.constant<'power'>('power'),
    call: fc.integer({ min: 1, max: 30 }),
    loss: fc.constantFrom<PowerLoss>('lost', 'kept', 'torn', 'zeros'),
  }),
  fc.record({ do: fc.constant<'export'>('export') }),
  fc.record({ do: fc.constant<'import'>('import') }),
  fc.record({ do: fc.constant<'move'>('move') }),
);

const options = { segmentBytes: 3000, maxBatch: 4 };

it('any history of appends, restarts, power losses, exports and imports verifies and forgets nothing acknowledged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let disk = createFakeFileSystem();
      let chain = await openTestChain({ fileSystem: disk, ...options });
      let exported: Uint8Array = await collect(chain.export());
      const open = async (): Promise<ReceiptChain> => openTestChain({ fileSystem: disk, ...options });

      for (const current of steps) {
        const size = chain.size();
        switch (current.do) {
          case 'append':
            await appendMany(chain, current.count);
            expect(chain.size()).toBeGreaterThanOrEqual(size + current.count);
            break;
          case 'restart':
            await chain.close();
            chain = await open();
            expect(chain.size()).toBe(size);
            break;
          case 'power': {
            disk.arm({ call: current.call, kind: 'before' });
            await Promise.allSettled([appendMany(chain, 5), chain.append(aDraft(77))]);
            disk.arm(undefined);
            const acknowledged = chain.size();
            disk.reboot(current.loss);
            chain = await open();
            expect(chain.size()).toBeGreaterThanOrEqual(acknowledged);
            break;
          }
          case 'export':
            exported = await collect(chain.export());
            break;
          case 'import':
            // Refused if the chain has grown since; in both cases it must be unchanged.
            await chain.import([exported]).catch(() => undefined);
            expect(chain.size()).toBe(size);
            break;
          case 'move':
            exported = await collect(chain.export());
            await chain.close();
            disk = createFakeFileSystem();
            chain = await open();
            await chain.import([exported], { allowUnpinned: true });
            expect(chain.size()).toBe(size);
            break;
        }
        expect(await chain.verify({ mode: 'fast' })).toMatchObject({
          chain_intact: true,
          total_receipts: chain.size(),
        });
      }
      expect(await chain.verify()).toMatchObject({ chain_intact: true });
    }),
    { numRuns: 150 },
  );
});
