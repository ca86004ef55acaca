import { answerParent } from './answer-parent.js';
import { RawPeer } from './raw-peer.js';

let peer: RawPeer | null = null;

answerParent({
  start: (settings: { databaseUrl: string; tenantId: string }) => {
    peer = new RawPeer(settings.databaseUrl, settings.tenantId);
    return peer.listen();
  },
  stop: () => peer?.close(),
});
