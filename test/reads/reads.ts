import type { RawBuilder } from 'kysely';
import type { Catalogue, Control } from '../../src/modules/catalogue/catalogue.js';
import { auditPage } from '../../src/modules/audit/audit.sql.js';
import { uploadsByExpiry } from '../../src/modules/evidence/expiry-order.sql.js';
import { artifactsOfControls, controlsWithEvidence, evidencePage } from '../../src/modules/evidence/evidence.sql.js';
import { postureAtMoment } from '../../src/modules/posture/posture-at.sql.js';
import { ledgerOfControls } from '../../src/modules/posture/ledger.sql.js';
import { assessmentsAt, checksOfScans, evidenceAt } from '../../src/modules/reports/report-evidence.sql.js';
import { resultsAt, scanOfReport, statusesAt, statusTrend } from '../../src/modules/reports/report-facts.sql.js';
import { scanPage } from '../../src/modules/scans/scan.sql.js';
import { controlsInDate, decisionMoments, formerStatuses, scorePoints } from '../../src/modules/scores/score.sql.js';
import { lastChangesBetween } from '../../src/modules/status-changes/comparison.sql.js';
import { statusChangePage } from '../../src/modules/status-changes/status-change.sql.js';
import {
  assessmentPage,
  assessmentsInForce,
  assessmentsInForceAt,
  newestAssessments,
} from '../../src/modules/ucf/assessment.sql.js';

/** A tenant whose reads are measured. */
export interface Reader {
  tenantId: string;
  userId: string;
  controls: readonly Control[];
  /** Numbers of controls: with many rows, and with the oldest alone. */
  commonNo: number;
  rareNo: number;
  /** The same of universal controls. */
  commonUniversalNo: number;
  rareUniversalNo: number;
  universalNos: readonly number[];
  catalogue: Catalogue;
  newestScanId: string;
  now: Date;
}

/** Position in a list, newest first, as the lists by a time and an id have it. */
export interface Position {
  at: Date;
  id: string;
  sequence: number;
}

/** SQL of a read; of a page, that after a position. */
export type Read = (reader: Reader, after: Position | null) => RawBuilder<unknown>;

interface Worded {
  readonly text: (params: object) => RawBuilder<unknown>;
}

/** The text of a named statement with its parameters. */
function of(named: object, paramsOf: (reader: Reader, after: Position | null) => object): Read {
  return (reader, after) => (named as Worded).text(paramsOf(reader, after));
}

const PAGE = { limit: 21, offset: 0 };
const ANY_EVIDENCE = {
  ...{ control: null, type: null, fileReference: null, expiresFrom: null, expiresBefore: null },
  ...{ integrationIds: null, allVersions: false },
};
const inDays = ({ now }: Reader, days: number) => new Date(now.getTime() + days * 86_400_000);
const timed = (after: Position | null) => after && { microseconds: after.at.getTime() * 1_000, id: after.id };

const evidence = (filterOf: (reader: Reader) => object) =>
  of(evidencePage, (reader, after) => ({
    tenantId: reader.tenantId,
    filter: { ...ANY_EVIDENCE, ...filterOf(reader) },
    after: timed(after),
    ...PAGE,
  }));
const audit = (filterOf: (reader: Reader) => object) =>
  of(auditPage, (reader, after) => ({
    tenantId: reader.tenantId,
    filter: filterOf(reader),
    after: after?.sequence ?? null,
    ...PAGE,
  }));
const assessments = (filterOf: (reader: Reader) => object) =>
  of(assessmentPage, (reader, after) => ({
    tenantId: reader.tenantId,
    universalNo: null,
    status: null,
    ...filterOf(reader),
    after: timed(after),
    ...PAGE,
  }));
const changes = (filterOf: (reader: Reader) => object) =>
  of(statusChangePage, (reader, after) => ({
    tenantId: reader.tenantId,
    nos: reader.controls.map(({ no }) => no),
    from: null,
    to: null,
    status: null,
    cause: null,
    ...filterOf(reader),
    after: after && { microseconds: after.at.getTime() * 1_000, sequence: Number.MAX_SAFE_INTEGER },
    ...PAGE,
  }));

/** Ranges of an index that one page of a list is read from, of those that have several: each begins with a descent of its own. */
export const RANGES: Record<string, number> = { 'uploaded evidence by expiry': 3 };

/** Lists by pages: each is read from its start and at 90 %. */
export const LISTS: Record<string, Read> = {
  evidence: evidence(() => ({})),
  'evidence of a control': evidence(({ commonNo }) => ({ control: { no: commonNo } })),
  'evidence of a control that has only old evidence': evidence(({ rareNo }) => ({ control: { no: rareNo } })),
  'uploaded evidence': evidence(() => ({ type: 'manual' })),
  'uploaded evidence of a control': evidence(({ commonNo }) => ({ type: 'manual', control: { no: commonNo } })),
  'uploaded evidence by expiry': of(uploadsByExpiry, ({ tenantId }, after) => ({
    tenantId,
    filter: { ...ANY_EVIDENCE, type: 'manual' },
    after: timed(after) && { ...timed(after), expiresAt: after?.at.toISOString() },
    ...PAGE,
  })),
  'evidence that expires soon': evidence((reader) => ({ expiresFrom: reader.now, expiresBefore: inDays(reader, 30) })),
  'expired evidence': evidence((reader) => ({ expiresBefore: reader.now })),
  'the audit log': audit(() => ({})),
  'the audit log by action': audit(() => ({ action: 'evidence.' })),
  'the audit log by an action that is long ago': audit(() => ({ action: 'member.removed' })),
  'the audit log by resource type': audit(() => ({ resourceType: 'evidence' })),
  'the audit log by resource': audit(() => ({ resourceType: 'scan', resourceId: '7' })),
  'the audit log by id of a resource': audit(() => ({ resourceId: '7' })),
  'the audit log by actor': audit(({ userId }) => ({ actorId: userId })),
  assessments: assessments(() => ({})),
  'assessments by status': assessments(() => ({ status: 'non_compliant' })),
  'assessments by a status that none has': assessments(() => ({ status: 'partially_compliant' })),
  'assessments of a universal control': assessments(({ commonUniversalNo }) => ({ universalNo: commonUniversalNo })),
  'assessments of a universal control, long ago': assessments(({ rareUniversalNo }) => ({
    universalNo: rareUniversalNo,
  })),
  'status changes': changes(() => ({})),
  'status changes up to a moment': changes((reader) => ({ to: inDays(reader, -5) })),
  'status changes of a control': changes(({ commonNo }) => ({ nos: [commonNo] })),
  'status changes of a control, long ago': changes(({ rareNo }) => ({ nos: [rareNo] })),
  scans: of(scanPage, ({ tenantId }, after) => ({
    tenantId,
    after: after && Math.floor(after.sequence / 20),
    ...PAGE,
  })),
};

const report = (reader: Reader) => ({
  tenantId: reader.tenantId,
  until: null,
  controls: reader.controls,
  asOf: reader.now,
  slug: 'pci-dss',
});
const then = (reader: Reader) => ({ ...report(reader), until: inDays(reader, -30), asOf: inDays(reader, -30) });
const statuses = (reader: Reader, status: string) => reader.controls.slice(0, 60).map(({ no }) => ({ no, status }));
const decided = ({ tenantId, controls }: Reader) => ({ tenantId, controls });

/** Reads of one answer: reports, scores and pages of the dashboard. */
export const READS: Record<string, Read> = {
  'the audit log up to a moment': audit((reader) => ({ to: inDays(reader, -40) })),
  'the newest evidence of controls': of(artifactsOfControls, ({ tenantId, commonNo, rareNo }) => ({
    tenantId,
    nos: [commonNo, rareNo],
    artifactsMax: 20,
  })),
  'controls with evidence': of(controlsWithEvidence, ({ tenantId }) => ({ tenantId })),
  'the ledger of controls': of(ledgerOfControls, ({ tenantId, commonNo, rareNo }) => ({
    tenantId,
    nos: [commonNo, rareNo],
    entriesMax: 100,
  })),
  'the scan of a report': of(scanOfReport, (reader) => ({ ...report(reader), scanId: null })),
  'statuses of a report': of(statusesAt, report),
  'statuses of a report on a former moment': of(statusesAt, then),
  'results that agree with the statuses of a report': of(resultsAt, (reader) => ({
    ...report(reader),
    statuses: statuses(reader, 'passed'),
  })),
  'results that do not agree with the statuses of a report': of(resultsAt, (reader) => ({
    ...report(reader),
    statuses: statuses(reader, 'failed'),
  })),
  'results of a report on a former moment': of(resultsAt, (reader) => ({
    ...then(reader),
    statuses: statuses(reader, 'passed'),
  })),
  'assessments of a report': of(assessmentsAt, (reader) => ({ ...report(reader), universalNos: reader.universalNos })),
  'assessments of a report on a former moment': of(assessmentsAt, (reader) => ({
    ...then(reader),
    universalNos: reader.universalNos,
  })),
  'evidence of a report': of(evidenceAt, report),
  'evidence of a report on a former moment': of(evidenceAt, then),
  'checks of a report': of(checksOfScans, (reader) => ({ ...report(reader), scanIds: [reader.newestScanId] })),
  'the trend of a report': of(statusTrend, (reader) => ({
    ...report(reader),
    framework: { slug: 'pci-dss', controls: reader.controls },
  })),
  'controls in date': of(controlsInDate, (reader) => ({
    ...decided(reader),
    scansFrom: inDays(reader, -30),
    assessmentsFrom: inDays(reader, -365),
    now: reader.now,
  })),
  'the posture at a moment': of(postureAtMoment, (reader) => ({ tenantId: reader.tenantId, at: inDays(reader, -40) })),
  'the posture at a moment that is not long ago': of(postureAtMoment, (reader) => ({
    tenantId: reader.tenantId,
    at: inDays(reader, -1),
  })),
  'the last changes between two moments': of(lastChangesBetween, (reader) => ({
    tenantId: reader.tenantId,
    from: inDays(reader, -45),
    to: inDays(reader, -5),
  })),
  'decision moments': of(decisionMoments, decided),
  'former statuses': of(formerStatuses, (reader) => ({ ...decided(reader), since: inDays(reader, -30) })),
  'a history of scores': of(scorePoints, ({ tenantId }) => ({
    tenantId,
    slugs: ['pci-dss'],
    from: null,
    to: null,
    pointsMax: 501,
  })),
  'a history of scores up to a moment': of(scorePoints, (reader) => ({
    tenantId: reader.tenantId,
    slugs: ['pci-dss'],
    from: null,
    to: inDays(reader, -20),
    pointsMax: 501,
  })),
  'assessments in force': of(assessmentsInForce, ({ tenantId, universalNos }) => ({ tenantId, nos: universalNos })),
  'assessments in force at a moment': of(assessmentsInForceAt, (reader) => ({
    tenantId: reader.tenantId,
    nos: reader.universalNos,
    at: inDays(reader, -30),
  })),
  'the newest assessments': of(newestAssessments, ({ tenantId, universalNos }) => ({
    tenantId,
    wanted: universalNos.map((universalNo) => ({ universalNo, first: 5 })),
  })),
};
