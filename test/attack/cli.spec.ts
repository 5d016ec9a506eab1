// `ghost attack`: the guarded part as a security team runs it, with nothing of the user's data touched.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';

const report = z.object({
  about: z.string(),
  tried: z.number(),
  hits: z.number(),
  families: z.array(z.object({ family: z.string(), tried: z.number(), hits: z.number() })),
  idle: z.array(z.string()),
  strays: z.array(z.string()),
});

test('ghost attack tries ways on this installation, and says what it attacked', async () => {
  using home = new GhostHome({ program: FROM_SOURCES });
  const ran = await home.run(['attack', '--only', 'host-', '--json']);
  const made = report.parse(ran.json());
  expect(made).toMatchObject({ hits: 0, idle: [], strays: [] });
  expect(made.about).toMatch(/^Ghost Browser .*(?:proxy|namespace)/u);
  expect(made.families.map(({ family }) => family)).toContain('disguise');
  expect(made.tried).toBeGreaterThanOrEqual(10);
  expect(ran.code).toBe(0);
  expect(readdirSync(home.directory)).not.toContain('audit');
});

test('ghost attack of nothing is no clean bill', async () => {
  using home = new GhostHome({ program: FROM_SOURCES });
  const ran = await home.run(['attack', '--only', 'no-such-way', '--json']);
  expect(ran.code).toBe(1);
});
