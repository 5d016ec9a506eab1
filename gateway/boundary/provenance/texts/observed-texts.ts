// Splits the text that an observation gave to its caller by the origin that it comes from. Pure.
import type { Observed } from '#executors/contract/tool-outcome.ts';

export function textsOf(observed: Observed): readonly { readonly from: string; readonly text: string }[] {
  switch (observed.what) {
    case 'CONSOLE':
      return observed.entries.map(({ from, text }) => ({ from, text }));
    case 'ERRORS':
      return observed.entries.map(({ from, message, stack }) => ({ from, text: `${message}\n${stack}` }));
    case 'REQUESTS':
      return observed.entries.map(({ from, url }) => ({ from, text: url }));
    case 'FRAMES':
      return observed.frames.map(({ url, name }) => ({ from: url, text: `${name}\n${url}` }));
    case 'ROUTES':
      return observed.captured.map(({ url, body }) => ({ from: url, text: body ?? '' }));
    case 'ARIA':
      return observed.parts;
    case 'REMOTE':
      // A frame's name and address are its own document's, and so are a page's in the history.
      return observed.told.for === 'PAGE'
        ? observed.told.frames.map(({ url, name }) => ({ from: url, text: `${name}\n${url}` }))
        : observed.told.for === 'HISTORY'
          ? observed.told.entries.map(({ url, title }) => ({ from: url, text: `${title}\n${url}` }))
          : [{ from: observed.from, text: JSON.stringify(observed.told) }];
    case 'LOCATOR':
    case 'PAGE':
    case 'PERFORMANCE':
      return [];
  }
}
