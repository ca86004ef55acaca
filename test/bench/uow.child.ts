import { answerParent } from './answer-parent.js';
import { UowPeer } from './uow-peer.js';

let peer: UowPeer | null = null;

answerParent({
  start: async (databaseUrl: string) => {
    peer = await UowPeer.open(databaseUrl);
    return peer.listen();
  },
  stop: () => peer?.close(),
});
