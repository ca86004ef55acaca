import { describeIsolation } from './isolation.js';

describeIsolation('tenants, with the filter of the application alone', { isRowLevelSecurityOff: true });
