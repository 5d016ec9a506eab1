// Tools that act on a page. Each is one command of the table, or several in order; what is typed is in no result.
import { z } from 'zod';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { tool } from './contract.ts';
import type { ToolAnswer, ToolCall } from './contract.ts';
import { oneLine } from './format.ts';
import { actAndLook, element, given, target, withLook } from './answers.ts';

const text = z.string().max(65_536);
const MODIFIERS = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;

const field = z.strictObject({
  target,
  element,
  name: z.string().max(2_000).describe('What the field is, in your words'),
  type: z.enum(['textbox', 'checkbox', 'radio', 'combobox', 'slider']),
  value: text.describe('`true` or `false` for a checkbox or radio button, the option’s label for a combobox'),
});
type Field = z.output<typeof field>;

export const ACTING = [
  tool({
    name: 'browser_navigate',
    title: 'Go to a URL',
    description: 'Go to an address, in a new tab where none is open',
    input: z.strictObject({ url: z.string().min(1).max(8192).describe('Address') }),
    commands: ['navigate', 'snapshot'],
    run: (call, { url }) => actAndLook(call, `went to ${oneLine(url)}`, 'navigate', { url }),
  }),
  tool({
    name: 'browser_navigate_back',
    title: 'Go back',
    description: 'Go back in the history of the tab',
    input: z.strictObject({}),
    commands: ['back', 'snapshot'],
    run: (call) => actAndLook(call, 'went back', 'back', {}),
  }),
  tool({
    name: 'browser_click',
    title: 'Click',
    description: 'Click an element',
    input: z.strictObject({
      target,
      element,
      doubleClick: z.exactOptional(z.boolean()),
      button: z.exactOptional(z.enum(['left', 'right', 'middle'])),
      modifiers: z.exactOptional(z.array(z.enum(MODIFIERS)).max(5)).describe('Keys held down meanwhile'),
    }),
    commands: ['click', 'snapshot'],
    async run(call, { target: ref, element: says, doubleClick, button, modifiers }) {
      const keys = modifiers?.map((key) => (key === 'ControlOrMeta' ? 'Control' : key));
      const params = given({ ref, double: doubleClick, button, modifiers: keys });
      const done = await call.run('click', params, says, true);
      if (!done.ok) return done;
      call.memory.clicked = ref;
      return withLook(call, done.value, `clicked ${ref}`);
    },
  }),
  tool({
    name: 'browser_hover',
    title: 'Hover',
    description: 'Move the pointer over an element',
    input: z.strictObject({ target, element }),
    commands: ['hover', 'snapshot'],
    run: (call, { target: ref, element: says }) =>
      actAndLook(call, `hovered over ${ref}`, 'hover', { ref }, says),
  }),
  tool({
    name: 'browser_drag',
    title: 'Drag',
    description: 'Drag one element onto another',
    input: z.strictObject({
      startTarget: target,
      startElement: element,
      endTarget: target,
      endElement: element,
    }),
    commands: ['drag', 'snapshot'],
    run: (call, { startTarget, endTarget, startElement, endElement }) =>
      actAndLook(
        call,
        `dragged ${startTarget} onto ${endTarget}`,
        'drag',
        { sourceRef: startTarget, targetRef: endTarget },
        [startElement, endElement].filter((one) => one !== undefined).join(' onto ') || undefined,
      ),
  }),
  tool({
    name: 'browser_type',
    title: 'Type text',
    description: 'Put text into a field in place of what it holds',
    input: z.strictObject({
      target,
      element,
      text: text.describe('Text'),
      submit: z.exactOptional(z.boolean()).describe('Press Enter afterwards'),
      slowly: z
        .exactOptional(z.boolean())
        .describe('Key by key, behind what the field holds: for pages that listen to keys'),
    }),
    commands: ['fill', 'type', 'press', 'snapshot'],
    async run(call, { target: ref, element: says, text: value, submit, slowly }) {
      const typed =
        slowly === true
          ? await call.run('type', { ref, text: value }, says, submit !== true)
          : await call.run('fill', { ref, value }, says, submit !== true);
      if (!typed.ok) return typed;
      const did = `typed ${value.length} characters into ${ref}`;
      return submit === true
        ? actAndLook(call, `${did} and pressed Enter`, 'press', { key: 'Enter', ref }, says)
        : withLook(call, typed.value, did);
    },
  }),
  tool({
    name: 'browser_press_key',
    title: 'Press a key',
    description: 'Press a key where the focus is',
    input: z.strictObject({
      key: z.string().min(1).max(60).describe('As in Enter, ArrowLeft, a or Control+a'),
    }),
    commands: ['press', 'snapshot'],
    run: (call, { key }) => actAndLook(call, 'pressed the key', 'press', { key }),
  }),
  tool({
    name: 'browser_handle_dialog',
    title: 'Handle a dialog',
    description:
      'Accept or dismiss the dialog that the page has open. Policies ask a person before one is accepted',
    input: z.strictObject({
      accept: z.boolean(),
      promptText: z.exactOptional(text).describe('What to answer a prompt'),
    }),
    commands: ['dialog accept', 'dialog dismiss', 'snapshot'],
    run: (call, { accept, promptText }) =>
      accept
        ? actAndLook(call, 'accepted the dialog', 'dialog accept', given({ text: promptText }))
        : actAndLook(call, 'dismissed the dialog', 'dialog dismiss', {}),
  }),
  tool({
    name: 'browser_select_option',
    title: 'Select option',
    description: 'Choose options of a list',
    input: z.strictObject({
      target,
      element,
      values: z.array(z.string().max(1024)).min(1).max(100).describe('Labels or values'),
    }),
    commands: ['select', 'snapshot'],
    run: (call, { target: ref, element: says, values }) =>
      actAndLook(call, `chose ${values.length} in ${ref}`, 'select', { ref, values }, says),
  }),
  tool({
    name: 'browser_fill_form',
    title: 'Fill form',
    description: 'Fill fields one after the other; stops at the first that fails and says which',
    input: z.strictObject({ fields: z.array(field).min(1).max(100) }),
    commands: ['fill', 'check', 'select', 'snapshot'],
    run: (call, { fields }) => fillForm(call, fields),
  }),
  tool({
    name: 'browser_file_upload',
    title: 'Upload files',
    description:
      'Give files of one folder to a file input; which folders may be read from is the policy’s to say',
    input: z.strictObject({
      paths: z.array(z.string().min(1).max(4096)).min(1).max(20).describe('Paths of the files'),
      target: z
        .exactOptional(target)
        .describe('Ref of the file input; default: the element that was clicked last'),
      element,
    }),
    commands: ['upload', 'snapshot'],
    async run(call, { paths, target: named, element: says }) {
      const ref = named ?? call.memory.clicked;
      if (ref === null)
        return fail('command.bad-params', 'it is not known which file input is meant', {
          help: 'give its ref as `target`, or click it first',
        });
      return actAndLook(call, `gave ${paths.length} to ${ref}`, 'upload', { ref, files: paths }, says);
    },
  }),
];

async function fillForm(call: ToolCall, fields: readonly Field[]): Promise<Result<ToolAnswer>> {
  let last: Parameters<typeof withLook>[1] = { ok: true };
  for (const [index, one] of fields.entries()) {
    const done = await fillOne(call, one);
    if (!done.ok) {
      const message = `field ${index + 1} of ${fields.length} (${one.target}): ${done.error.message}`;
      return { ok: false, error: { ...done.error, message } };
    }
    last = done.value;
  }
  return withLook(
    call,
    last,
    `filled ${fields.length} fields: ${fields.map((one) => one.target).join(', ')}`,
  );
}

function fillOne(call: ToolCall, { target: ref, element: words, name, type, value }: Field) {
  const says = words ?? name;
  switch (type) {
    case 'textbox':
    case 'slider':
      return call.run('fill', { ref, value }, says);
    case 'combobox':
      return call.run('select', { ref, values: [value] }, says);
    case 'checkbox':
    case 'radio':
      if (value !== 'true' && value !== 'false')
        return Promise.resolve(
          fail('command.bad-params', `a ${type} is \`true\` or \`false\`, not \`${oneLine(value, 60)}\``),
        );
      return call.run('check', { ref, uncheck: value === 'false' }, says);
  }
}
