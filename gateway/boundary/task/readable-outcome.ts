// Reduces an observation to what its task may read: the words of a frame or of an earlier document belong to their own origin.
// INVARIANT: text of an origin outside the readable set is not handed out; the answer says that text was left out.
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { OriginSets } from './state/origins.ts';

const WITHHELD = '[text of an origin that this task may not read]';

export function readableOnly(outcome: ActOutcome, origins: OriginSets): ActOutcome {
  if (outcome.kind !== 'OBSERVED') return outcome;
  const { observed } = outcome;
  switch (observed.what) {
    case 'CONSOLE': {
      const entries = observed.entries.map((entry) =>
        origins.reads(entry.from) ? entry : { ...entry, text: WITHHELD, url: '', line: null },
      );
      return { ...outcome, observed: { ...observed, entries } };
    }
    case 'ERRORS': {
      const entries = observed.entries.map((entry) =>
        origins.reads(entry.from) ? entry : { ...entry, message: WITHHELD, stack: '', url: '' },
      );
      return { ...outcome, observed: { ...observed, entries } };
    }
    case 'REQUESTS': {
      const entries = observed.entries.map((entry) =>
        origins.reads(entry.from) ? entry : { ...entry, url: shortened(entry.url) },
      );
      return { ...outcome, observed: { ...observed, entries } };
    }
    // Of frames that may not be read there is nothing in it.
    case 'ARIA':
    case 'LOCATOR':
    case 'REMOTE':
    case 'PAGE':
    case 'PERFORMANCE':
    case 'FRAMES':
    case 'ROUTES':
      return outcome;
  }
}

const shortened = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null || parsed.origin === 'null' ? `${parsed?.protocol ?? ''}…` : `${parsed.origin}/…`;
};
