import { apiKeyLoader } from '../api-keys/api-key.loader.js';
import { ApiKeyType } from '../api-keys/api-key.type.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { evidenceLoader } from '../evidence/evidence.loader.js';
import { EvidenceType } from '../evidence/evidence.type.js';
import { exceptionLoader } from '../exceptions/exception.loader.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { integrationLoader } from '../integrations/integration.loader.js';
import { IntegrationType } from '../integrations/integration.type.js';
import { scanLoader } from '../scans/scan.loader.js';
import { ScanType } from '../scans/scan.type.js';
import { storedAssessmentLoader } from '../ucf/assessment.loader.js';
import { AssessmentType } from '../ucf/assessment.type.js';
import { deliveryLoader } from '../webhooks/delivery.loader.js';
import { WebhookDeliveryType } from '../webhooks/webhook.type.js';
import type { Target } from './edge.js';

export const API_KEY: Target = { type: ApiKeyType, loader: apiKeyLoader, operation: 'Query.apiKeys' };
export const ASSESSMENT: Target = {
  type: AssessmentType,
  loader: storedAssessmentLoader,
  operation: 'Query.assessment',
};
export const DELIVERY: Target = { type: WebhookDeliveryType, loader: deliveryLoader, operation: 'Query.webhook' };
export const EVIDENCE: Target = { type: EvidenceType, loader: evidenceLoader, operation: 'Query.evidence' };
export const EXCEPTION: Target = { type: ExceptionType, loader: exceptionLoader, operation: 'Query.exception' };
export const INTEGRATION: Target = {
  type: IntegrationType,
  loader: integrationLoader,
  operation: 'Query.integrations',
};
export const SCAN: Target = { type: ScanType, loader: scanLoader, operation: 'Query.scan' };
/** Id and name of a user, as authors are shown to every role. */
export const USER: Target = { type: UserSummaryType, loader: userSummaryLoader, operation: null };
