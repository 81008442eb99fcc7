/** From sys/socket.h and bits/socket_type.h of Linux: AF_UNIX, SOCK_DGRAM and SOCK_CLOEXEC. */
const unixSockets = 1;
const datagramCloexec = 0o2000002;

/**
 * Sends the state of the service to systemd, as sd_notify(3) does, if NOTIFY_SOCKET is set. The runtime has no Unix datagram sockets, so
 * this calls libc.
 */
export async function notifySystemd(state: 'READY=1' | 'STOPPING=1'): Promise<void> {
  const path = process.env.NOTIFY_SOCKET;
  if (!path || process.platform !== 'linux') return;
  const { dlopen } = await import('bun:ffi');
  const { symbols, close } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  });
  const socket = symbols.socket(unixSockets, datagramCloexec, 0);
  // A name that begins with "@" is in the abstract namespace, not a file (unix(7)).
  const address = Buffer.concat([Buffer.from(new Uint16Array([unixSockets]).buffer), Buffer.from(path.replace(/^@/, '\0'))]);
  const text = Buffer.from(state);
  symbols.sendto(socket, text, text.length, 0, address, address.length);
  symbols.close(socket);
  close();
}
