// The dialect's tools that act on elements: each finds its element first, then runs the command of the table, then says it in code.
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { given } from '#gateway/surfaces/mcp/tools/answers.ts';
import type { DialectClient } from '../call/client.ts';
import { done, element, tabTool, target } from '../call/tab-tool.ts';
import type { OnTab } from '../call/tab-tool.ts';
import { literal, modifierNames, options, quoted } from '../call/written-code.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const text = z.string().max(65_536);
const field = z.object({
  target,
  element,
  name: z.string().max(2_000).describe('What the field is, in your words'),
  type: z.enum(['textbox', 'checkbox', 'radio', 'combobox', 'slider']),
  value: text.describe('`true` or `false` for a checkbox or radio button, the option’s label for a combobox'),
});

export const actingTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_click',
    title: 'Click',
    description: 'Click an element',
    input: z.object({
      element,
      target,
      doubleClick: z.boolean().optional(),
      button: z.enum(['left', 'right', 'middle']).optional().describe('Default left'),
      modifiers: z
        .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
        .max(5)
        .optional()
        .describe('Keys held down meanwhile'),
    }),
    commands: ['locate', 'click'],
    async handle(on, { target: wanted, element: says, doubleClick, button, modifiers }) {
      on.reply.showsPage();
      const found = await on.element(wanted);
      if (!found.ok) return found;
      const { ref, locator } = found.value;
      const names = modifierNames(modifiers);
      on.reply.code.push(
        `await page.${locator}.${doubleClick === true ? 'dblclick' : 'click'}(${options({
          button: button === 'left' ? undefined : button,
          modifiers: names.length === 0 ? undefined : names,
        })});`,
      );
      const keys = modifiers?.map((key) => (key === 'ControlOrMeta' ? 'Control' : key));
      const clicked = await on.acts(
        'click',
        given({ ref, double: doubleClick, button, modifiers: keys }),
        says,
      );
      return clicked.ok ? done : clicked;
    },
  }),
  tabTool(client, {
    name: 'browser_hover',
    title: 'Hover mouse',
    description: 'Move the pointer over an element',
    input: z.object({ element, target }),
    commands: ['locate', 'hover'],
    async handle(on, { target: wanted, element: says }) {
      on.reply.showsPage();
      const found = await on.element(wanted);
      if (!found.ok) return found;
      on.reply.code.push(`await page.${found.value.locator}.hover();`);
      const hovered = await on.run('hover', { ref: found.value.ref }, says);
      return hovered.ok ? done : hovered;
    },
  }),
  tabTool(client, {
    name: 'browser_drag',
    title: 'Drag mouse',
    description: 'Drag one element onto another',
    input: z.object({ startElement: element, startTarget: target, endElement: element, endTarget: target }),
    commands: ['locate', 'drag'],
    async handle(on, { startTarget, endTarget, startElement, endElement }) {
      on.reply.showsPage();
      const start = await on.element(startTarget);
      if (!start.ok) return start;
      const end = await on.element(endTarget);
      if (!end.ok) return end;
      const says = [startElement, endElement].filter((one) => one !== undefined).join(' onto ');
      const dragged = await on.acts(
        'drag',
        { sourceRef: start.value.ref, targetRef: end.value.ref },
        says === '' ? undefined : says,
      );
      if (!dragged.ok) return dragged;
      on.reply.code.push(`await page.${start.value.locator}.dragTo(page.${end.value.locator});`);
      return done;
    },
  }),
  tabTool(client, {
    name: 'browser_select_option',
    title: 'Select option',
    description: 'Choose options of a list',
    input: z.object({
      element,
      target,
      values: z.array(z.string().max(1024)).min(1).max(100).describe('Labels or values'),
    }),
    commands: ['locate', 'select'],
    async handle(on, { target: wanted, element: says, values }) {
      on.reply.showsPage();
      const found = await on.element(wanted);
      if (!found.ok) return found;
      const { ref, locator } = found.value;
      on.reply.code.push(selecting(locator, values));
      const chosen = await on.run('select', { ref, values }, says);
      return chosen.ok ? done : chosen;
    },
  }),
  tabTool(client, {
    name: 'browser_type',
    title: 'Type text',
    description: 'Put text into a field in place of what it holds',
    input: z.object({
      element,
      target,
      text: text.describe('Text'),
      submit: z.boolean().optional().describe('Press Enter afterwards'),
      slowly: z.boolean().optional().describe('Key by key, behind what the field holds'),
    }),
    commands: ['locate', 'fill', 'type', 'press'],
    async handle(on, { target: wanted, element: says, text: value, submit, slowly }) {
      const found = await on.element(wanted);
      if (!found.ok) return found;
      const { ref, locator } = found.value;
      if (submit === true || slowly === true) on.reply.showsPage();
      on.reply.code.push(
        `await page.${locator}.${slowly === true ? 'pressSequentially' : 'fill'}(${quoted(value)});`,
      );
      const put =
        slowly === true ? on.run('type', { ref, text: value }, says) : on.run('fill', { ref, value }, says);
      const typed = await put;
      if (!typed.ok) return typed;
      if (submit !== true) return done;
      on.reply.code.push(`await page.${locator}.press('Enter');`);
      const pressed = await on.acts('press', { key: 'Enter', ref }, says);
      return pressed.ok ? done : pressed;
    },
  }),
  tabTool(client, {
    name: 'browser_press_key',
    title: 'Press a key',
    description: 'Press a key where the focus is',
    input: z.object({ key: z.string().min(1).max(60).describe('As in Enter, ArrowLeft, a or Control+a') }),
    commands: ['press'],
    async handle(on, { key }) {
      on.reply.code.push(
        `// Press ${key.replaceAll(/\s+/gu, ' ')}`,
        `await page.keyboard.press(${quoted(key)});`,
      );
      if (key === 'Enter') on.reply.showsPage();
      const pressed = await (key === 'Enter' ? on.acts('press', { key }) : on.run('press', { key }));
      return pressed.ok ? done : pressed;
    },
  }),
  tabTool(client, {
    name: 'browser_fill_form',
    title: 'Fill form',
    description: 'Fill fields one after the other; stops at the first that fails and says which',
    input: z.object({ fields: z.array(field).min(1).max(100) }),
    commands: ['locate', 'fill', 'check', 'select'],
    async handle(on, { fields }) {
      for (const [index, one] of fields.entries()) {
        const filled = await fillOne(on, one);
        if (filled.ok) continue;
        const message = `field ${index + 1} of ${fields.length} (${one.target}): ${filled.error.message}`;
        return index === 0 ? filled : { ok: false, error: { ...filled.error, message } };
      }
      return done;
    },
  }),
];

const selecting = (locator: string, values: readonly string[]): string =>
  `await page.${locator}.selectOption(${literal(values.length === 1 ? values[0] : values)});`;

async function fillOne(
  on: OnTab,
  { target: wanted, element: words, name, type, value }: z.output<typeof field>,
): Promise<Result<void>> {
  const found = await on.element(wanted);
  if (!found.ok) return found;
  const { ref, locator } = found.value;
  const says = words ?? name;
  const { code, run } = entering(on, { ref, locator, type, value, says });
  const filled = await run;
  if (!filled.ok) return filled;
  on.reply.code.push(code);
  return ok(undefined);
}

function entering(
  on: OnTab,
  {
    ref,
    locator,
    type,
    value,
    says,
  }: { ref: string; locator: string; type: string; value: string; says: string },
) {
  switch (type) {
    case 'textbox':
    case 'slider':
      return {
        code: `await page.${locator}.fill(${quoted(value)});`,
        run: on.run('fill', { ref, value }, says),
      };
    case 'combobox':
      return { code: selecting(locator, [value]), run: on.run('select', { ref, values: [value] }, says) };
    default:
      return {
        code: `await page.${locator}.${value === 'true' ? 'check' : 'uncheck'}();`,
        run: on.run('check', { ref, uncheck: value !== 'true' }, says),
      };
  }
}
