// What a person may have a task's rows shown as, and where the applet that shows them stands.
export const APPLET_FORMS = ['table', 'cards', 'bar', 'line', 'pie', 'timeline', 'scatter'] as const;
export type AppletForm = (typeof APPLET_FORMS)[number];

/** `form`: what it came to, where the columns cannot carry the one that was asked for. */
export type AppletAddress = { readonly url: string; readonly form: AppletForm };

/** An applet for a file, and who made it. */
export type MadeApplet = {
  readonly html: string;
  /** `catalogue`: data drawn by our own runtime, no code. `gemini`: code of a model, checked. */
  readonly by: 'catalogue' | 'gemini';
  readonly model: string | null;
  /** Answers of the model that were refused before this one. */
  readonly retries: number;
  /** Why a model that was asked did not make it; `null`: none was, or it did. */
  readonly note: string | null;
};
