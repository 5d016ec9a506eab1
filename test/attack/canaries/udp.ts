// UDP canaries: one socket a way, told apart by its port. A STUN binding request is answered, so that ICE goes on.
import { createSocket } from 'node:dgram';

const BINDING_REQUEST = 0x0001;

export type UdpDoor = { readonly port: number; readonly close: () => Promise<void> };

export async function openUdp(
  address: string,
  onDatagram: (kind: 'stun' | 'udp', bytes: number) => void,
): Promise<UdpDoor> {
  const socket = createSocket({ type: 'udp4' });
  socket.on('error', () => socket.close());
  socket.on('message', (message, from) => {
    const stun = message.length >= 20 && message.readUInt32BE(4) === 0x2112a442;
    onDatagram(stun ? 'stun' : 'udp', message.length);
    if (!stun || message.readUInt16BE(0) !== BINDING_REQUEST) return;
    const answer = Buffer.alloc(20 + 12);
    answer.writeUInt16BE(0x0101, 0);
    answer.writeUInt16BE(12, 2);
    message.copy(answer, 4, 4, 20);
    // XOR-MAPPED-ADDRESS, RFC 8489 14.2.
    answer.writeUInt16BE(0x0020, 20);
    answer.writeUInt16BE(8, 22);
    answer.writeUInt8(1, 25);
    answer.writeUInt16BE(from.port ^ 0x2112, 26);
    const quad = from.address.split('.').map(Number);
    [0x21, 0x12, 0xa4, 0x42].forEach((mask, at) => answer.writeUInt8((quad[at] ?? 0) ^ mask, 28 + at));
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, address, resolve);
  });
  return {
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
