// What a page holds: text, attributes, pictures, files, cookies; a script's value; and many commands at once.
import { z } from 'zod';
import { ACTS, READS, REMOVES, row } from './contract.ts';
import { file, flag, ok, ref, tab, text, url } from './params.ts';

const fileView = z.object({ name: z.string(), folder: z.string(), size: z.number(), sha256: z.string() });

export const DATA = {
  text: row({
    name: 'text',
    category: 'data',
    title: 'read the visible text of the page, or of an element',
    params: z.strictObject({ ref: z.exactOptional(ref), ...tab }),
    positional: ['ref'],
    acts: ['EXTRACT'],
    hints: READS,
    examples: ['text', 'text e12'],
    answer: z.object({ ok, text: z.string() }),
  }),
  attribute: row({
    name: 'attribute',
    aliases: [{ name: 'attr' }],
    category: 'data',
    title: 'read an attribute of an element',
    params: z.strictObject({ ref, name: z.string().min(1).max(200).describe('attribute'), ...tab }),
    positional: ['ref', 'name'],
    acts: ['EXTRACT'],
    hints: READS,
    examples: ['attribute e12 href'],
    answer: z.object({ ok, name: z.string(), value: z.string().nullable() }),
  }),
  evaluate: row({
    name: 'evaluate',
    aliases: [{ name: 'eval' }],
    category: 'data',
    title: 'run a script in the page and give its value',
    params: z
      .strictObject({
        expression: z.exactOptional(text('an expression, or a function')),
        file: file('read it from this file; `-` is standard input'),
        ref: z.exactOptional(ref).describe('element that a function is called with'),
        output: file('write the value to this file instead'),
        ...tab,
      })
      .refine(({ expression, file: from }) => (expression === undefined) !== (from === undefined), {
        message: 'needs an expression or `--file`, and not both',
        path: ['expression'],
      }),
    positional: ['expression'],
    acts: ['EVALUATE'],
    hints: ACTS,
    examples: ['evaluate document.title', 'evaluate --file probe.js'],
    answer: z.object({ ok }),
  }),
  screenshot: row({
    name: 'screenshot',
    category: 'data',
    title: 'take a picture of what is in view, of an element, or of the whole page',
    params: z.strictObject({
      ref: z.exactOptional(ref),
      path: file('write it here; default: a new file in `screenshot-dir` of `config`'),
      fullPage: flag('the whole page'),
      marks: flag('with the refs of what can be acted on written over it'),
      inline: flag('give it as base64 and write no file'),
      ...tab,
    }),
    acts: ['SCREENSHOT'],
    hints: READS,
    examples: ['screenshot', 'screenshot --full-page --path page.jpg'],
    answer: z.object({ ok, width: z.number(), height: z.number() }),
  }),
  download: row({
    name: 'download',
    category: 'data',
    title: 'bring the file at an address into the folder of the settings',
    params: z.strictObject({ url, ...tab }),
    positional: ['url'],
    acts: ['DOWNLOAD'],
    hints: ACTS,
    examples: ['download https://example.com/report.pdf'],
    answer: z.object({ ok, files: z.array(fileView) }),
    forms: [],
  }),
  downloads: row({
    name: 'downloads',
    category: 'data',
    title: 'list the files that the tab brought',
    params: z.strictObject({ ...tab }),
    acts: [],
    hints: READS,
    examples: ['downloads'],
    answer: z.object({ ok, files: z.array(fileView) }),
    forms: [],
  }),
};

export const COOKIES = {
  cookies: row({
    name: 'cookies',
    category: 'cookies',
    title: 'list the cookies that a request would carry',
    params: z.strictObject({
      url: z.exactOptional(url).describe('a request for this; default: the page'),
      ...tab,
    }),
    acts: ['COOKIE_READ'],
    hints: READS,
    examples: ['cookies'],
    answer: z.object({ ok, cookies: z.array(z.object({ name: z.string(), value: z.string() })) }),
  }),
  'set-cookie': row({
    name: 'set-cookie',
    category: 'cookies',
    title: 'set a cookie of the page’s own host',
    params: z.strictObject({
      cookie: z
        .string()
        .max(8192)
        .describe('JSON: name, value, and where wanted path, secure, httpOnly, sameSite, expires'),
      ...tab,
    }),
    positional: ['cookie'],
    acts: ['COOKIE_WRITE'],
    hints: ACTS,
    examples: [`set-cookie '{"name":"lang","value":"en"}'`],
    answer: z.object({ ok, message: z.string() }),
  }),
  'clear-cookies': row({
    name: 'clear-cookies',
    category: 'cookies',
    title: 'remove the cookies of the page’s host, or one of them',
    params: z.strictObject({
      name: z.exactOptional(z.string().max(4096)).describe('that one alone'),
      ...tab,
    }),
    acts: ['COOKIE_CLEAR'],
    hints: REMOVES,
    examples: ['clear-cookies'],
    answer: z.object({ ok, message: z.string() }),
  }),
};

export const BATCH = {
  batch: row({
    name: 'batch',
    category: 'batch',
    title: 'run commands one after the other; stops at the first that fails or is denied, and says which',
    params: z
      .strictObject({
        file: file(
          'JSON: a list of command lines (`["click e12", ["fill", "e5", "two words"]]`); `-` is standard input',
        ),
        lines: z
          .exactOptional(z.array(z.union([z.string(), z.array(z.string())])).max(500))
          .describe('the same, in place of a file'),
        output: file('write the answers to this file instead'),
      })
      .refine(({ file: from, lines }) => (from === undefined) !== (lines === undefined), {
        message: 'needs `--file`',
        path: ['file'],
      }),
    acts: 'BY_LINE',
    hints: ACTS,
    examples: ['batch --file steps.json'],
    answer: z.object({ ok, done: z.number(), total: z.number() }),
  }),
};
