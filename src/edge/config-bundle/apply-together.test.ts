import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aConfigBundle, aStanding, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { readStanding, type SoundStanding } from '../../configuration/bundle/read-standing.ts';
import { indexBundle, standingOf } from '../../configuration/resolve-agent.ts';
import { standingType } from '../../contract/control/standing.ts';
import { applyTogether } from './apply-together.ts';

const signer = createBundleSigner();
const trust = { keys: [signer.key], orgId: 'default' };

function aBundle(revision: number, status = 'active', lineage = 'cfg_one'): SoundBundle {
  const clerk = { id: 'clerk', workspace_id: 'team', audit_mode: 'enforce' as const, status };
  const reading = readBundle(signer.sign(aConfigBundle([signer.key], { lineage, revision, agents: [clerk] })), trust);
  if (!reading.ok) throw new Error(reading.detail);
  return reading.sound;
}

function aSoundStanding(revision: number, status = 'active', lineage = 'cfg_one'): SoundStanding {
  const standing = aStanding([signer.key], { lineage, revision, agents: [{ id: 'clerk', status }] });
  const reading = readStanding(signer.sign(standing, { typ: standingType }), trust);
  if (!reading.ok) throw new Error(reading.detail);
  return reading.sound;
}

function open(fails: (sound: SoundBundle) => boolean = () => false) {
  let actedOn: SoundBundle | undefined;
  let replaced = 0;
  const denied: string[] = [];
  const together = applyTogether({
    async replaceBundle(sound) {
      // Work on a bundle takes time, so that other changes arrive meanwhile.
      await Promise.resolve();
      if (fails(sound)) throw new Error('the engine broke down');
      replaced += 1;
      actedOn = sound;
    },
    denyUntilBundle(problem) {
      denied.push(problem);
      actedOn = undefined;
    },
  });
  return {
    together,
    denied,
    actedOn: () => actedOn,
    replaced: () => replaced,
    status: () => (actedOn === undefined ? 'denied' : standingOf(indexBundle(actedOn.bundle), 'clerk').status),
  };
}

describe('a standing', () => {
  it("applies at once when newer than the bundle, under the bundle's revision and hash", async () => {
    const { together, status, actedOn } = open();
    const bundle = aBundle(4);
    await together.bundle(bundle, 1);
    await together.standing(aSoundStanding(5, 'suspended'), 2);
    expect(status()).toBe('suspended');
    expect(actedOn()).toMatchObject({ hash: bundle.hash, version: 'cfg_one.5', bundle: { revision: 4 } });
  });

  it('applies although the bundle of its revision is unusable', async () => {
    const { together, status } = open(({ bundle }) => bundle.revision === 5);
    await together.bundle(aBundle(4), 1);
    const broken = together.bundle(aBundle(5, 'suspended'), 2);
    const said = together.standing(aSoundStanding(5, 'suspended'), 2);
    await expect(broken).rejects.toThrow('the engine broke down');
    await said;
    expect(status()).toBe('suspended');
    await together.standing(aSoundStanding(6), 3);
    expect(status()).toBe('active');
  });

  it('waits for a bundle when there is none, and is no configuration of its own', async () => {
    const { together, status, actedOn } = open();
    await together.standing(aSoundStanding(5, 'suspended'), 1);
    expect(actedOn()).toBeUndefined();
    await together.bundle(aBundle(4), 2);
    expect(status()).toBe('suspended');
  });

  it('changes nothing and rebuilds nothing once the bundle has caught up', async () => {
    const { together, status, replaced } = open();
    await together.bundle(aBundle(7), 1);
    await together.standing(aSoundStanding(6, 'suspended'), 2);
    expect([status(), replaced()]).toEqual(['active', 1]);
  });

  it('of another database counts when heard last', async () => {
    const { together, status } = open();
    await together.bundle(aBundle(7), 1);
    await together.standing(aSoundStanding(1, 'suspended', 'cfg_two'), 2);
    expect(status()).toBe('suspended');
    await together.bundle(aBundle(1, 'active', 'cfg_three'), 3);
    expect(status()).toBe('active');
  });

  it('causes a denial of everything when lost, until there is one, with any bundle', async () => {
    const { together, status, denied } = open();
    together.denyUntilStanding('the file is damaged');
    await together.bundle(aBundle(9), 1);
    expect([status(), denied]).toEqual(['denied', ['the file is damaged']]);
    await together.standing(aSoundStanding(8), 2);
    expect(status()).toBe('active');
  });
});

it('in any order of arrival, the newest revision of both decides whether the agent may call', async () => {
  const status = (revision: number) => (revision % 2 === 0 ? 'active' : 'suspended');
  const arrivals = fc.array(fc.record({ isBundle: fc.boolean(), pause: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(arrivals, async (list) => {
      const { together, status: now } = open();
      await together.bundle(aBundle(0), 0);
      let revision = 0;
      const done: Promise<void>[] = [];
      for (const { isBundle, pause } of list) {
        revision += 1;
        const change = isBundle
          ? together.bundle(aBundle(revision, status(revision)), revision)
          : together.standing(aSoundStanding(revision, status(revision)), revision);
        done.push(change);
        if (pause) await change;
      }
      await Promise.all(done);
      expect(now()).toBe(status(revision));
    }),
    { numRuns: 40 },
  );
});
