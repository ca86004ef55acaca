import { describeRefusals } from './describe-refusals.js';
import { WORLDS } from './worlds.js';

describeRefusals(WORLDS.filter(({ kind }) => kind !== 'aws'));
