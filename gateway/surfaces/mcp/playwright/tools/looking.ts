// The dialect's tools that look at a page: the outline, a search in it, pictures, values of scripts.
import { extname } from 'node:path';
import { parseExpressionAt } from 'acorn';
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { given } from '#gateway/surfaces/mcp/tools/answers.ts';
import type { DialectClient } from '../call/client.ts';
import { found as findIn } from '../call/find.ts';
import { done, element, filename, refusal, tabTool, target } from '../call/tab-tool.ts';
import { literal, quoted } from '../call/written-code.ts';

const outlined = z.object({ outline: z.string() });
const picture = z.object({ data: z.string(), mimeType: z.string() });
const valued = z.object({ result: z.unknown(), type: z.string() });
const BY_EXTENSION: Readonly<Record<string, 'png' | 'jpeg' | 'webp'>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
};
/** As the outline names elements; a selector has to be found first. */
const REF = /^(?:f\d{1,6})?e\d{1,9}$/u;

export const lookingTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_snapshot',
    title: 'Page snapshot',
    description:
      'Read the page as an outline with the refs that other tools name as target. Better than a picture',
    input: z.object({
      target: target.optional(),
      filename,
      depth: z.number().int().min(1).max(200).optional().describe('So many levels'),
      boxes: z.boolean().optional().describe('With the place of each element: [box=x,y,width,height]'),
    }),
    commands: ['aria'],
    async handle(on, { target: wanted, filename: name, depth, boxes }) {
      if (wanted !== undefined && !REF.test(wanted))
        return refusal(`"${wanted}" is not a valid target. Use a ref from the page snapshot (e.g. "e5").`);
      on.reply.shown =
        name === undefined
          ? {
              kind: 'INLINE',
              ...(wanted === undefined ? {} : { element: wanted }),
              ...(depth === undefined ? {} : { depth }),
              ...(boxes === undefined ? {} : { boxes }),
            }
          : { kind: 'FILE', filename: name };
      return done;
    },
  }),
  tabTool(client, {
    name: 'browser_find',
    title: 'Find in page snapshot',
    description:
      'Find text in the outline of the page: lines that hold it under their path, with some around them',
    input: z.object({
      text: z.string().max(500).optional().describe('Plain text, in upper or lower case'),
      regex: z.string().max(200).optional().describe('Regular expression instead; `/…/i` for flags'),
      maxResults: z.number().optional().describe('At most so many; default all'),
      filename,
    }),
    commands: ['aria'],
    async handle(on, { text, regex, maxResults, filename: name }) {
      if (!text && !regex) return say(on, 'Provide either "text" or "regex" to search for.');
      if (text && regex) return say(on, 'Provide only one of "text" or "regex", not both.');
      if (maxResults !== undefined && (!Number.isInteger(maxResults) || maxResults <= 0))
        return say(on, '"maxResults" must be a positive integer.');
      const read = await on.run('aria', {});
      if (!read.ok) return read;
      const lines = outlined.parse(read.value).outline.split('\n');
      const result = findIn(lines, regex ? { regex } : { text: text ?? '' }, maxResults);
      if (!result.ok) return result;
      return on.give('Find results', result.value, { prefix: 'find', ext: 'md', filename: name });
    },
  }),
  tabTool(client, {
    name: 'browser_take_screenshot',
    title: 'Take a screenshot',
    description: 'Take a picture of what is in view, of an element, or of the whole page',
    input: z.object({
      element,
      target: target.optional(),
      type: z.enum(['png', 'jpeg', 'webp']).optional().describe('Default: as the file is called, else png'),
      filename,
      fullPage: z.boolean().optional(),
      scale: z.enum(['css', 'device']).default('css').describe('The same here: a CSS pixel is a pixel'),
    }),
    commands: ['locate', 'screenshot'],
    async handle(on, { target: wanted, element: says, type, filename: name, fullPage, scale }) {
      if (fullPage === true && wanted !== undefined)
        return refusal('fullPage cannot be used with element screenshots.');
      const format = type ?? BY_EXTENSION[extname(name ?? '').toLowerCase()] ?? 'png';
      const found = wanted === undefined ? null : await on.element(wanted);
      if (found?.ok === false) return found;
      const ref = found?.value.ref;
      const taken = await on.run('screenshot', given({ ref, fullPage, format, inline: true }), says);
      if (!taken.ok) return taken;
      const { data, mimeType } = picture.parse(taken.value);
      const what = found !== null ? (says ?? 'element') : fullPage === true ? 'full page' : 'viewport';
      const saved = await on.client.files.write(
        { prefix: found === null ? 'page' : 'element', ext: format, filename: name },
        Buffer.from(data, 'base64'),
      );
      if (!saved.ok) return saved;
      const path = on.client.files.printed(saved.value);
      const settings = literal({
        type: format,
        quality: format === 'jpeg' ? 90 : undefined,
        scale,
        fullPage,
        path,
      });
      on.reply.code.push(
        `// Screenshot ${what.replaceAll(/\s+/gu, ' ')} and save it as ${path}`,
        `await page.${found === null ? '' : `${found.value.locator}.`}screenshot(${settings});`,
      );
      on.reply.results.push(`- [Screenshot of ${what.replaceAll(/[\s[\]]+/gu, ' ')}](${path})`);
      if (name === undefined) on.reply.images.push({ data, mimeType });
      return done;
    },
  }),
  tabTool(client, {
    name: 'browser_evaluate',
    title: 'Evaluate JavaScript',
    description:
      'Run a script in the page, or on an element. Policies ask a person, or allow it where they say so',
    input: z.object({
      element,
      target: target.optional(),
      function: z
        .string()
        .min(1)
        .max(65_536)
        .describe('() => { … }, or (element) => { … } with a target; an expression does as well'),
      filename,
    }),
    commands: ['locate', 'evaluate'],
    async handle(on, { function: script, target: wanted, element: says, filename: name }) {
      const found = wanted === undefined ? null : await on.element(wanted);
      if (found?.ok === false) return found;
      const ran = await on.acts(
        'evaluate',
        given({ expression: `(${script}\n)`, ref: found?.value.ref }),
        says,
      );
      if (!ran.ok) return ran;
      const where = found === null ? 'page' : `page.${found.value.locator}`;
      on.reply.code.push(
        `await ${where}.evaluate(${quoted(isFunction(script) ? script : `() => (${script})`)});`,
      );
      const { result, type } = valued.parse(ran.value);
      const text = type === 'undefined' ? 'undefined' : JSON.stringify(result, null, 2);
      return on.give('Evaluation result', text, { prefix: 'result', ext: 'json', filename: name });
    },
  }),
];

function say(on: { readonly reply: { readonly errors: string[] } }, words: string): typeof done {
  on.reply.errors.push(words);
  return done;
}

/** As it stands there: what a name stands for nobody looks up. */
function isFunction(script: string): boolean {
  try {
    const { type } = parseExpressionAt(`(${script}\n)`, 0, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
    });
    return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
  } catch {
    return false; // the page says what is wrong with it
  }
}
