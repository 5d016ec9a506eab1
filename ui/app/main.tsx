// Starts the app: token out of the address, connection, first drawing.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app.tsx';
import { stayConnected } from './state/connect.ts';
import { markEntry } from './state/route.ts';
import { keptLook, showDensity, showLook, useLook } from './state/look.ts';
import { bringsToken, keepPlace, keptToken, takeToken } from './state/session.ts';
import { change, useWorld } from './state/store.ts';
import { tellKey } from './state/tab-key.ts';

const gone = new AbortController();

async function start(): Promise<void> {
  if ((await takeToken()) === null) change(() => ({ connection: { state: 'unauthorized' } }));
  else {
    markEntry();
    keepPlace();
    void stayConnected(gone.signal);
  }
}

// Only while the gateway takes it: a key of another start is told to nobody.
tellKey(() => (useWorld.getState().connection.state === 'live' ? keptToken() : null), gone.signal);

showLook(keptLook());
showDensity(useLook.getState().density);
void start();
// The link of a restarted gateway, opened in the same tab, changes only what stands behind `#`.
// Before anything draws what the address says.
window.addEventListener('popstate', markEntry);
window.addEventListener('hashchange', markEntry);
window.addEventListener('hashchange', () => {
  if (bringsToken(location.hash)) location.reload();
  else if (keptToken() !== null) keepPlace();
});
window.addEventListener('pagehide', (event) => {
  if (!event.persisted) gone.abort();
});

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    // The content security policy takes no `<style>` elements: ours are files.
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>,
  );
}
