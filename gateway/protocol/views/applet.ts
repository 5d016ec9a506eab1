// What a person may have a task's rows shown as, and where the applet that shows them stands.
export const APPLET_FORMS = ['table', 'cards', 'bar', 'line', 'pie', 'timeline', 'scatter'] as const;
export type AppletForm = (typeof APPLET_FORMS)[number];

/** `form`: what it came to, where the columns cannot carry the one that was asked for. */
export type AppletAddress = { readonly url: string; readonly form: AppletForm };
