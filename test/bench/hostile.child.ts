import { answerParent } from './answer-parent.js';
import { HostileLoad, type HostileSettings } from './hostile-load.js';

const load = new HostileLoad();

answerParent({ start: (settings: HostileSettings) => load.start(settings), stop: () => load.stop() });
