// Runs inside a fresh network namespace: brings `lo` up, listens there, and hands the listening socket to the gateway.
// INVARIANT: it keeps no socket of its own; it stays to name the namespace until the browser has entered
// (for one that tabs share: to make their sockets), or the gateway is gone. Plain JavaScript: Node starts three times as fast with it.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';

/** SIOCSIFFLAGS with IFF_UP | IFF_RUNNING, for machines without iproute2; perl is part of Debian's base. */
const BY_IOCTL =
  'socket(my $s, 2, 2, 0) or die; ioctl($s, 0x8914, pack("a16 s x14", "lo", 0x41)) or die "lo: $!";';
const WAYS = [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['ifconfig', 'lo', 'up'],
  ['perl', '-e', BY_IOCTL],
];

function bringUp() {
  const refused = [];
  for (const [program, ...args] of WAYS) {
    try {
      execFileSync(program, args, { stdio: 'ignore', timeout: 3_000 });
      return;
    } catch (thrown) {
      refused.push(thrown);
    }
  }
  throw new AggregateError(refused, 'the loopback interface could not be brought up');
}

// A pipe that nobody writes to ends with the gateway. Node does not tell of a channel's end while a handle that was sent on it is
// not acknowledged, and a gateway that dies in a launch acknowledges nothing.
process.stdin.once('close', () => process.exit(0)).resume();

bringUp();
/** Handed out and not taken yet: the oldest first. */
const offered = [];

function offer() {
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 511 }, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    offered.push(server);
    process.send?.({ port }, server);
  });
}

offer();
// Two processes that accept on one socket would share its connections: ours is closed once the gateway has it.
process.on('message', (message) => {
  if (message === 'more') offer();
  else offered.shift()?.close();
});
