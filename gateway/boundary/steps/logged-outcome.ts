// Describes the outcome of an act for the log: that it is done or why not, and which of its effects were refused.
// INVARIANT: it holds no text of a page, a script or a site except names and addresses.
import type { Failure, Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { storedEvidence } from '#gateway/boundary/words/evidence.ts';

export const loggedOutcome = (result: Result<ActOutcome>): Readonly<Record<string, unknown>> =>
  result.ok ? { ...outcomeOf(result.value), ...dialogsOf(result.value) } : { error: errorOf(result.error) };

/** The text of each is in the entry of the page's act. */
const dialogsOf = ({ dialogs }: ActOutcome): { readonly dialogs?: readonly unknown[] } =>
  dialogs === undefined ? {} : { dialogs: dialogs.map(({ dialog, answer }) => ({ dialog, answer })) };

function outcomeOf(outcome: ActOutcome): Readonly<Record<string, unknown>> {
  switch (outcome.kind) {
    case 'STORED':
    case 'PASSED':
      return storedEvidence(outcome);
    case 'SESSION': {
      const { document: _document, ...told } = outcome;
      return told;
    }
    case 'ROUTED':
      return { kind: outcome.kind, added: outcome.added, removed: outcome.removed };
    case 'VALUE':
      return { kind: outcome.kind, type: outcome.type, ...refusedOf(outcome.refused) };
    case 'DONE': {
      const { kind, metrics, route, refused } = outcome;
      return {
        kind,
        ...refusedOf(refused),
        ...(route === undefined ? {} : { route }),
        ...(metrics === undefined ? {} : { metrics }),
      };
    }
    case 'SNAPSHOT':
    case 'TEXT':
    case 'GRIDS':
    case 'IMAGE':
    case 'OBSERVED':
    case 'SESSION_STATE':
      return { kind: outcome.kind };
  }
}

const refusedOf = (refused: readonly Failure[]): { refused?: readonly unknown[] } =>
  refused.length === 0 ? {} : { refused: refused.map(({ message, details }) => ({ message, ...details })) };

/** What a script threw is the page's own text. */
const errorOf = (error: Failure): Partial<Failure> =>
  error.code === 'act.script-failed' ? { code: error.code, message: 'the script failed' } : error;

/** A script's error is read like its value. */
export const textOfError = ({ code, message, details }: Failure): string | null =>
  code === 'act.script-failed' ? `${message}\n${JSON.stringify(details ?? null)}` : null;
