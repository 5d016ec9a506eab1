// A checked applet on its way out: to the app's frame or into a file. INVARIANT: who drew it is said outside its document.
import { credited, creditOf } from '#engines/maker/credited.ts';
import type { AppletAddress, AppletFile } from '#gateway/protocol/views/applet.ts';
import type { CheckedApplet } from './checked-applet.ts';

/** For a file: of a model's the line that names it stands outside its document. */
export const fileOf = ({ form, html, credit }: CheckedApplet): AppletFile => ({
  form,
  html: credit === null ? html : credited(html, credit),
});

/** For the app's frame, at an address that works once. `hasModel`: a kept one's. */
export const inFrame = (
  { form, credit, hasModel = false }: CheckedApplet & { readonly hasModel?: boolean },
  url: string,
): AppletAddress => ({
  url,
  form,
  credit: credit === null ? null : creditOf(credit),
  hasModel,
});
