// An answer in the sections of Playwright's MCP server, in its order and its words.
// INVARIANT: text of a page begins no section: a line of it that looks like the head of one is written with a backslash before it.
import type { Content } from '#gateway/surfaces/mcp/tools/contract.ts';

export type Header = {
  readonly url: string;
  readonly title: string;
  readonly current: boolean;
  readonly status: { readonly code: number; readonly text: string } | null;
  readonly errors: number;
  readonly warnings: number;
  /** Of all messages since the page was gone to. */
  readonly messages: number;
};

/** What of the page is shown with an answer. */
export type Shown =
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'FILE'; readonly filename?: string }
  | { readonly kind: 'INLINE'; readonly element?: string; readonly depth?: number; readonly boxes?: boolean };

export class Reply {
  readonly results: string[] = [];
  readonly errors: string[] = [];
  readonly code: string[] = [];
  readonly images: { readonly data: string; readonly mimeType: string }[] = [];
  shown: Shown = { kind: 'NOTHING' };

  showsPage(): void {
    this.shown = { kind: 'FILE' };
  }
}

export type Section = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly fence?: 'js' | 'yaml';
};

export function inContent(sections: readonly Section[], images: Reply['images'] = []): Content[] {
  const text = sections
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines, fence }) => {
      const tame = lines.map(withoutHeads);
      return [`### ${title}`, ...(fence === undefined ? tame : [`\`\`\`${fence}`, ...tame, '```'])];
    })
    .join('\n');
  return [
    { type: 'text', text: text.toWellFormed() },
    ...images.map(({ data, mimeType }) => ({ type: 'image' as const, data, mimeType })),
  ];
}

const withoutHeads = (text: string): string => text.replaceAll('\u0000', '').replaceAll(/^### /gmu, '\\### ');

export function pageLines({ url, title, status, errors, warnings }: Header): readonly string[] {
  const isOdd = status !== null && (status.code < 200 || status.code >= 300);
  return [
    `- Page URL: ${onLine(url)}`,
    ...(title === '' ? [] : [`- Page Title: ${onLine(title)}`]),
    ...(isOdd ? [`- HTTP status: ${status.code}${status.text === '' ? '' : ` ${onLine(status.text)}`}`] : []),
    ...(errors + warnings === 0 ? [] : [`- Console: ${errors} errors, ${warnings} warnings`]),
  ];
}

export function tabLines(headers: readonly Header[]): readonly string[] {
  if (headers.length === 0) return ['No open tabs. Navigate to a URL to create one.'];
  return headers.map(
    ({ url, title, current }, index) =>
      `- ${index}:${current ? ' (current)' : ''} [${onLine(title)}](${onLine(url)})`,
  );
}

/** A page's words on a line of ours. */
export const onLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Whether anything of it is another than it was told last. */
export const isSameHeader = (a: Header | undefined, b: Header): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);
