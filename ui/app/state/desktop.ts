// What the desktop's window hands to the app, where the app is shown in it; in a browser there is nothing of it.
// INVARIANT: the app works whole without it, and nothing here can answer a question.

/** Put there by the window's own preload script. */
export type DesktopBridge = {
  /** In the person's own page, beside the app. */
  readonly openAddress: (url: string) => Promise<boolean>;
  /** In the window of questions: this one, or the oldest. */
  readonly openQuestion: (id: string | null) => Promise<boolean>;
  /** A small window over everything that shows the page of a task. */
  readonly openPicture: (taskId: string) => Promise<boolean>;
};

const isBridge = (value: unknown): value is DesktopBridge =>
  typeof value === 'object' &&
  value !== null &&
  ['openAddress', 'openQuestion', 'openPicture'].every((name) => name in value);

export function desktop(): DesktopBridge | null {
  const value: unknown = Reflect.get(globalThis, 'ghostDesktop');
  return isBridge(value) ? value : null;
}
