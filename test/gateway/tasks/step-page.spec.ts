// Where a step led is part of it: what is read afterwards was read there.
import { expect, test } from 'vitest';
import type { StepView } from '#gateway/protocol/views/task.ts';
import { Lane } from '#gateway/tasks/life/lane.ts';
import { aStep } from '#test/fixtures/views.ts';

test('a step has the page that stood at the next look, and keeps it once another step follows', () => {
  const steps: StepView[] = [];
  const lane = new Lane(
    {
      beginStep: () => 1,
      addStep: (step) => steps.push(step),
      changeStep: (was, is) => steps.splice(steps.indexOf(was), 1, is),
      show: () => undefined,
      setPicture: () => undefined,
    },
    20,
    () => 0,
  );
  lane.setPage('http://shop.test/');
  lane.addStep(aStep({ step: 1, page: 'http://shop.test/' }));
  lane.setPage('http://shop.test/search?sort=price');
  lane.addStep(aStep({ step: 2, page: 'http://shop.test/search?sort=price' }));
  lane.setPage('http://shop.test/p/tern-65');
  expect(steps.map(({ step, page }) => [step, page])).toEqual([
    [1, 'http://shop.test/search?sort=price'],
    [2, 'http://shop.test/p/tern-65'],
  ]);
});
