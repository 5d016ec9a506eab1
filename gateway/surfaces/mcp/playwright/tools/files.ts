// The dialect's tools that bring files and texts to a page. A file that the client names lies in its workspace; which of those may leave
// is the policy's to say.
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { given } from '#gateway/surfaces/mcp/tools/answers.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { DialectClient } from '../call/client.ts';
import { done, element, refusal, tabTool, target } from '../call/tab-tool.ts';
import { literal } from '../call/written-code.ts';

const paths = z.array(z.string().min(1).max(4096)).max(20);

export const fileTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_file_upload',
    title: 'Upload files',
    description: 'Give files of one folder to the file chooser that the page has open; none cancels it',
    input: z.object({ paths: paths.optional().describe('Paths of the files') }),
    commands: ['upload'],
    clears: 'fileChooser',
    async handle(on, { paths: wanted }) {
      on.reply.showsPage();
      const files = await allNamed(client, wanted ?? []);
      if (!files.ok) return files;
      const ref = on.tab.modals.chooser() ?? '';
      on.reply.code.push(
        `await fileChooser.setFiles(${wanted === undefined ? 'undefined' : JSON.stringify(files.value)})`,
      );
      if (files.value.length > 0) {
        const uploaded = await on.run('upload', { ref, files: files.value });
        if (!uploaded.ok) return uploaded;
      }
      on.tab.modals.cleared('fileChooser');
      return done;
    },
  }),
  tabTool(client, {
    name: 'browser_drop',
    title: 'Drop files or data onto an element',
    description: 'Let go of files or texts over an element, as if brought from outside the browser',
    input: z.object({
      element,
      target,
      paths: paths.optional().describe('Paths of the files'),
      data: z
        .record(z.string().max(200), z.string().max(65_536))
        .optional()
        .describe('Texts by their media type, as in {"text/plain": "hello"}'),
    }),
    commands: ['locate', 'drop'],
    async handle(on, { target: wanted, element: says, paths: named = [], data }) {
      if (named.length === 0 && data === undefined)
        return refusal('At least one of "paths" or "data" must be provided.');
      on.reply.showsPage();
      const found = await on.element(wanted);
      if (!found.ok) return found;
      const files = await allNamed(client, named);
      if (!files.ok) return files;
      const { ref, locator } = found.value;
      const dropped = await on.acts(
        'drop',
        given({ ref, files: files.value.length === 0 ? undefined : files.value, data }),
        says,
      );
      if (!dropped.ok) return dropped;
      const [only, ...more] = files.value;
      const payload = { files: more.length === 0 ? only : files.value, data };
      on.reply.code.push(`await page.${locator}.drop(${literal(payload)});`);
      return done;
    },
  }),
];

async function allNamed(
  { files }: DialectClient,
  names: readonly string[],
): Promise<Result<readonly string[]>> {
  const found: string[] = [];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- a handful, and the first that is outside is told
    const path = await files.named(name);
    if (!path.ok) return path;
    found.push(path.value);
  }
  return ok(found);
}
