// Ways to a person's devices, attention and data: each permission, each prompt. The page reports what it got.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('permission', 'perm');
const gesture = { click: true } as const;

export const PERMISSION: readonly Way[] = [
  way('geolocation', 'the position', (a) =>
    a.script(`navigator.geolocation.getCurrentPosition((p) => got(p.coords.latitude), () => {})`),
  ),
  way('geolocation-watch', 'the position, watched', (a) =>
    a.script(`navigator.geolocation.watchPosition((p) => got(p.coords.latitude), () => {})`),
  ),
  way(
    'geolocation-frame',
    'the position for a frame',
    (a) => `<iframe allow="geolocation" src="${a.site('f')}"></iframe>`,
    {
      routes: (a) => ({
        f: {
          body: `<script>navigator.geolocation.getCurrentPosition((p) => { const q = new XMLHttpRequest(); q.open('POST', '/report/${a.id}'); q.send(p.coords.latitude) })</script>`,
        },
      }),
    },
  ),
  way('geolocation-state', 'a granted position', (a) =>
    a.script(
      `const p = await navigator.permissions.query({ name: 'geolocation' }); if (p.state === 'granted') got(p.state)`,
    ),
  ),
  way(
    'camera',
    'the camera',
    (a) =>
      a.script(
        `const s = await navigator.mediaDevices.getUserMedia({ video: true }); got(s.getTracks().length)`,
      ),
    { alone: true },
  ),
  way(
    'microphone',
    'the microphone',
    (a) =>
      a.script(
        `const s = await navigator.mediaDevices.getUserMedia({ audio: true }); got(s.getTracks().length)`,
      ),
    { alone: true },
  ),
  way(
    'media-old',
    'webkitGetUserMedia()',
    (a) => a.script(`navigator.webkitGetUserMedia({ video: true }, (s) => got(s.id), () => {})`),
    { alone: true },
  ),
  way('devices', 'labels of devices', (a) =>
    a.script(
      `const d = await navigator.mediaDevices.enumerateDevices(); if (d.some(({ label }) => label !== '')) got(d.map(({ label }) => label))`,
    ),
  ),
  way(
    'speech',
    'speech recognition',
    (a) => a.script(`const s = new webkitSpeechRecognition(); s.onstart = () => got('listens'); s.start()`),
    { alone: true },
  ),
  way('notification', 'a notification', (a) =>
    a.script(`if (Notification.permission === 'granted') got('granted')`),
  ),
  way(
    'notification-ask',
    'the question for notifications',
    (a) => a.go(`if (await Notification.requestPermission() === 'granted') got('granted')`),
    gesture,
  ),
  way(
    'notification-show',
    'a shown notification',
    (a) => a.script(`const n = new Notification('x'); n.onshow = () => got('shown')`),
    { alone: true },
  ),
  way(
    'push',
    'a push subscription',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}'); await navigator.serviceWorker.ready; const s = await r.pushManager.permissionState({ userVisibleOnly: true }); if (s === 'granted') got(s)`,
      ),
    {
      alone: true,
      routes: () => ({ 'sw.js': { headers: { 'content-type': 'text/javascript' }, body: '1' } }),
    },
  ),
  way(
    'clipboard-read',
    'reading the clipboard',
    (a) => a.go(`got(typeof await navigator.clipboard.readText())`),
    gesture,
  ),
  way(
    'clipboard-write',
    'writing the clipboard',
    (a) => a.go(`await navigator.clipboard.writeText('x'); got('written')`),
    gesture,
  ),
  way(
    'clipboard-command',
    'execCommand("copy")',
    (a) =>
      a.go(
        `const t = document.createElement('textarea'); t.value = 'x'; document.body.append(t); t.select(); if (document.execCommand('copy')) got('copied')`,
      ),
    gesture,
  ),
  way(
    'clipboard-paste',
    'execCommand("paste")',
    (a) =>
      a.go(
        `const t = document.createElement('textarea'); document.body.append(t); t.focus(); if (document.execCommand('paste')) got('pasted')`,
      ),
    gesture,
  ),
  way('midi', 'MIDI', (a) => a.script(`await navigator.requestMIDIAccess(); got('midi')`)),
  way('midi-sysex', 'MIDI with system messages', (a) =>
    a.script(`await navigator.requestMIDIAccess({ sysex: true }); got('midi')`),
  ),
  way('usb', 'USB', (a) => a.script(`await navigator.usb.getDevices(); got('usb')`)),
  way('hid', 'HID', (a) => a.script(`await navigator.hid.getDevices(); got('hid')`)),
  way('serial', 'serial ports', (a) => a.script(`await navigator.serial.getPorts(); got('serial')`)),
  way(
    'bluetooth',
    'Bluetooth',
    (a) =>
      a.go(
        `got('exists: ' + typeof navigator.bluetooth.requestDevice); await navigator.bluetooth.requestDevice({ acceptAllDevices: true })`,
      ),
    gesture,
  ),
  way('gamepad', 'gamepads', (a) => a.script(`navigator.getGamepads(); got('gamepads')`)),
  way('xr', 'virtual reality', (a) => a.script(`await navigator.xr.isSessionSupported('inline'); got('xr')`)),
  way('sensor', 'a sensor', (a) =>
    a.script(
      `const s = new Accelerometer(); s.onreading = () => got('read'); s.onactivate = () => got('active'); s.onerror = () => {}; s.start()`,
    ),
  ),
  way('sensor-gyroscope', 'the gyroscope', (a) =>
    a.script(
      `const s = new Gyroscope(); s.onactivate = () => got('active'); s.onerror = () => {}; s.start()`,
    ),
  ),
  way('motion', 'device motion', (a) => a.script(`addEventListener('devicemotion', () => got('motion'))`)),
  way('battery', 'the battery', (a) => a.script(`const b = await navigator.getBattery(); got(b.level)`)),
  way('pressure', 'the pressure of the processor', (a) =>
    a.script(`const o = new PressureObserver((r) => got(r[0].state)); await o.observe('cpu')`),
  ),
  way('idle', 'idle detection', (a) =>
    a.script(`const d = new IdleDetector(); await d.start({ threshold: 60000 }); got(d.userState)`),
  ),
  way('fonts', 'local fonts', (a) => a.go(`const f = await queryLocalFonts(); got(f.length)`), gesture),
  way(
    'screens',
    'the person’s screens',
    (a) => a.go(`const s = await getScreenDetails(); got(s.screens.length)`),
    gesture,
  ),
  way('wake-lock', 'a wake lock', (a) =>
    a.script(`await navigator.wakeLock.request('screen'); got('locked')`),
  ),
  way(
    'fullscreen',
    'full screen',
    (a) => a.go(`await document.documentElement.requestFullscreen(); got('full')`),
    gesture,
  ),
  way(
    'pointer-lock',
    'the pointer',
    (a) =>
      a.go(
        `document.addEventListener('pointerlockchange', () => { if (document.pointerLockElement) got('locked') }); await document.body.requestPointerLock()`,
      ),
    gesture,
  ),
  way('keyboard-lock', 'the keyboard', (a) => a.script(`await navigator.keyboard.lock(); got('locked')`)),
  way('keyboard-map', 'the keyboard’s layout', (a) =>
    a.script(`const m = await navigator.keyboard.getLayoutMap(); got(m.size)`),
  ),
  way('payment', 'a payment request', (a) =>
    a.script(
      `const p = new PaymentRequest([{ supportedMethods: 'https://${a.host}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }); got('made')`,
    ),
  ),
  way(
    'payment-handler',
    'a payment method’s manifest',
    (a) =>
      a.go(
        `const p = new PaymentRequest([{ supportedMethods: 'https://${a.host}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }); await p.show()`,
      ),
    gesture,
  ),
  way('credential-password', 'a stored password', (a) =>
    a.script(`await navigator.credentials.get({ password: true, mediation: 'silent' }); got('answered')`),
  ),
  way('credential-store', 'a stored password, put', (a) =>
    a.script(
      `await navigator.credentials.store(new PasswordCredential({ id: 'x', password: 'y' })); got('stored')`,
    ),
  ),
  way(
    'credential-federated',
    'FedCM',
    (a) =>
      a.script(
        `await navigator.credentials.get({ identity: { providers: [{ configURL: 'https://${a.host}/fedcm.json', clientId: 'x' }] } })`,
      ),
    { alone: true },
  ),
  way('print', 'print()', (a) => a.script(`addEventListener('beforeprint', () => got('prints')); print()`), {
    alone: true,
  }),
  way('alert', 'a dialog', (a) => a.script(`if (confirm('dialog-${a.id}')) got('confirmed')`), {
    alone: true,
  }),
  way(
    'prompt',
    'a question',
    (a) => a.script(`const x = prompt('dialog-${a.id}', 'x'); if (x !== null) got(x)`),
    { alone: true },
  ),
  way(
    'protocol',
    'a protocol handler',
    (a) => a.go(`navigator.registerProtocolHandler('web+x', '${a.site('x')}?u=%s'); got('registered')`),
    gesture,
  ),
  way('topics', 'topics', (a) => a.script(`await document.browsingTopics(); got('topics')`)),
  way('auction', 'an interest group', (a) =>
    a.script(
      `await navigator.joinAdInterestGroup({ owner: 'https://${a.host}', name: 'x' }, 60); got('joined')`,
    ),
  ),
  way('private-token', 'a private state token', (a) =>
    a.script(`await document.hasPrivateToken('https://${a.host}'); got('answered')`),
  ),
  way('eye-dropper', 'the eye dropper', (a) => a.go(`got('exists: ' + EyeDropper.name)`), gesture),
];
