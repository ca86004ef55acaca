/** How far a server lets connections over TCP come: to nowhere, from its own machine, or from the network. */
export type Listening = 'nowhere' | 'machine' | 'network';

const OWN_MACHINE = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Reads the addresses of `listen_addresses`. A name that is not `localhost` may stand for any address. */
export function listeningOn(addresses: readonly string[]): Listening {
  if (addresses.length === 0) return 'nowhere';
  return addresses.every((address) => OWN_MACHINE.test(address)) ? 'machine' : 'network';
}
