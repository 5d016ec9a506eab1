// What a person may have rows shown as, and where the applet that shows them stands.
import type { ModelService } from '#engines/model/contract.ts';

export const APPLET_FORMS = ['table', 'cards', 'bar', 'line', 'pie', 'timeline', 'scatter'] as const;
/** A form of the catalogue: data drawn by our own runtime. */
export type AppletForm = (typeof APPLET_FORMS)[number];

/** `model`: a form of its own that a model's code draws; it is there only where one was made. */
export const DRAWN_FORMS = [...APPLET_FORMS, 'model'] as const;
export type DrawnForm = (typeof DRAWN_FORMS)[number];

/** For the app's frame. `form`: what it came to, where the columns cannot carry the one that was asked for. */
export type AppletAddress = {
  readonly url: string;
  readonly form: DrawnForm;
  /** Who drew it, a sentence that stands outside its document; `null`: our own runtime. */
  readonly credit: string | null;
  /** Whether a model's lies beside it. */
  readonly hasModel: boolean;
};

/** For a file: one document. */
export type AppletFile = { readonly form: DrawnForm; readonly html: string };

/** An applet for a file, and who made it. */
export type MadeApplet = {
  readonly html: string;
  /** `catalogue`: data drawn by our own runtime, no code. Else whose model's code it is, checked. */
  readonly by: 'catalogue' | ModelService;
  readonly model: string | null;
  /** Answers of the model that were refused before this one. */
  readonly retries: number;
  /** Why a model that was asked did not make it; `null`: none was, or it did. */
  readonly note: string | null;
};
