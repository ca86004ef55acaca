import { describeIsolation } from './isolation.js';

describeIsolation('tenants');
