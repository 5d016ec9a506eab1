// `ghost install`: what `npm run browser` does in a checkout, for whoever installed the package. Progress goes to standard error.
import { ensureBrowser } from '#gateway/client/local/prepare.ts';
import { failWith, say, sayJson } from '#ui/cli/console/output.ts';

type Flags = { readonly json?: boolean };

export async function install(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const found = await ensureBrowser();
  if (!found.ok) return failWith(found.error, { json });
  const { product, version, path } = found.value;
  if (json) sayJson({ product, version, path });
  else say(`${product} ${version} at ${path}`);
}
