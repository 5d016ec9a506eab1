// A name server that records every question and answers 127.0.0.1: the unguarded browser's resolver, where that can be set up.
import { createSocket } from 'node:dgram';

export type DnsDoor = {
  readonly address: string;
  readonly close: () => Promise<void>;
};

const A = 1;

/** Port 53 on `address`; `null` where this process may not have it. */
export async function openDns(address: string, onQuestion: (name: string) => void): Promise<DnsDoor | null> {
  const socket = createSocket({ type: 'udp4' });
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    if (question === null) return;
    onQuestion(question.name);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(question.type === A ? 1 : 0, 6);
    head.fill(0, 8);
    const answer =
      question.type === A
        ? Buffer.from([0xc0, 0x0c, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1])
        : Buffer.alloc(0);
    socket.send(Buffer.concat([head, message.subarray(12, question.end), answer]), from.port, from.address);
  });
  const bound = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(53, address, () => resolve(true));
  });
  if (!bound) return null;
  return { address, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } | null {
  const labels: string[] = [];
  let at = 12;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63) return null;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length));
    at += length;
  }
  if (message.length < at + 4) return null;
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at), end: at + 4 };
}
