import { apiKeyLoader } from '../api-keys/api-key.loader.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { evidenceLoader } from '../evidence/evidence.loader.js';
import { exceptionLoader } from '../exceptions/exception.loader.js';
import { integrationLoader } from '../integrations/integration.loader.js';
import { scanLoader } from '../scans/scan.loader.js';
import { storedAssessmentLoader } from '../ucf/assessment.loader.js';
import { deliveryLoader } from '../webhooks/delivery.loader.js';

/** What edges lead to: how it is loaded, and the operation that a caller has to be allowed to see it. */
export const API_KEY = { loader: apiKeyLoader, operation: 'Query.apiKeys' };
export const ASSESSMENT = { loader: storedAssessmentLoader, operation: 'Query.assessment' };
export const DELIVERY = { loader: deliveryLoader, operation: 'Query.webhook' };
export const EVIDENCE = { loader: evidenceLoader, operation: 'Query.evidence' };
export const EXCEPTION = { loader: exceptionLoader, operation: 'Query.exception' };
export const INTEGRATION = { loader: integrationLoader, operation: 'Query.integrations' };
export const SCAN = { loader: scanLoader, operation: 'Query.scan' };
/** Id and name of a user, as authors are shown to every role. */
export const USER = { loader: userSummaryLoader, operation: null };
