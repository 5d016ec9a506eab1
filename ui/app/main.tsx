// Starts the app: token out of the address, connection, first drawing.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app.tsx';
import { stayConnected } from './connect.ts';
import { takeToken } from './session.ts';
import { change } from './store.ts';

const gone = new AbortController();

function start(): void {
  if (takeToken() === null) change(() => ({ connection: { state: 'unauthorized' } }));
  else void stayConnected(gone.signal);
}

start();
// The link of a restarted gateway, opened in the same tab, changes only what stands behind `#`.
window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
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
