import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Config } from '../config/config.js';
import {
  contains,
  openHeads,
  readEntries,
  readHeadNotes,
  verifyChain,
  type VerifiedTrail,
} from '../modules/audit/chain.read.js';
import { entryOfResource } from '../modules/audit/chain.sql.js';
import { readEvents } from '../modules/audit/event-digest.read.js';
import type { EventVerification } from '../modules/audit/event-verification.js';
import { exportLine } from '../modules/audit/entry-text.rules.js';
import { readStoredNotes } from '../modules/audit/head-objects.js';
import { NoProof, proveEntry } from '../modules/audit/inclusion-proof.js';
import { headKey, keyIdOf, publicPem } from '../modules/audit/signed-head.rules.js';
import { systemClock } from '../platform/clock.js';
import { isUuid } from '../platform/crypto/uuid.js';
import type { Owner } from '../platform/database/owner.js';
import { PublicUrl } from '../platform/public-url.js';
import type { ObjectStore } from '../platform/storage/object-store.js';
import { openStorage } from '../platform/storage/open-storage.js';
import { keysOfFile, verifyExport } from './audit-offline.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';
import { UsageError } from './usage-error.js';
import { withMigrated } from './with-owner.js';

/**
 * Verifies the audit trail of every organization or of one, against the signed heads of the object store and of the
 * database, and prints its length and last hash; then its security events, against the digests of the trail. `--expect` takes
 * such a hash from an earlier run. With `--export` it verifies files without a database.
 */
export async function verifyAudit(args: string[], config: Config): Promise<void> {
  const names = ['tenant', 'expect', 'export', 'heads', 'public-key', 'events'];
  const { tenant, expect, export: file, heads, 'public-key': keyFile, events } = readOptions(args, names, 0).options;
  if (file !== undefined) {
    if (heads === undefined || keyFile === undefined) throw new UsageError('--export needs --heads and --public-key');
    const chain = await verifyExport({ file, heads, keyFile, events });
    print(chain);
    refuseBroken([chain]);
    return;
  }
  if (events !== undefined) throw new UsageError('--events needs --export');
  if (tenant !== undefined && !isUuid(tenant)) throw new UsageError('--tenant must be the id of an organization');
  if (expect !== undefined && tenant === undefined) throw new UsageError('--expect needs --tenant');
  await withMigrated(config, async (owner) => {
    const tenants = await owner.tenants();
    if (tenant !== undefined && !tenants.includes(tenant))
      throw new OperatorError(`there is no organization ${tenant}`);
    const keys = [...publicKeysOf(config), ...(keyFile === undefined ? [] : keysOfFile(keyFile))];
    const chains = await verifyChains(owner, tenant === undefined ? tenants : [tenant], config, { publicKeys: keys });
    if (tenant !== undefined && expect !== undefined && !(await contains(owner, tenant, expect))) {
      throw new OperatorError(`the trail of ${tenant} does not contain ${expect}: rows were removed or rewritten`);
    }
    refuseBroken(chains);
  });
}

/** Prints the public keys of signed heads as PEM, the current one first. */
export function printAuditKeys(args: string[], config: Config): Promise<void> {
  readOptions(args, [], 0);
  for (const key of publicKeysOf(config)) process.stdout.write(`# key ${keyIdOf(key)}\n${publicPem(key)}`);
  return Promise.resolve();
}

/** Prints the signed heads that the object store has of an organization, oldest first. */
export async function printAuditHeads(args: string[], config: Config): Promise<void> {
  const tenant = tenantOf(readOptions(args, ['tenant'], 0).options);
  const notes = await readStoredNotes(await objectsOf(config), tenant);
  process.stdout.write(notes.join('\n'));
}

/** Prints the trail of an organization as lines of JSON, each with the text that its hash is made of. */
export async function exportAudit(args: string[], config: Config): Promise<void> {
  const tenant = tenantOf(readOptions(args, ['tenant'], 0).options);
  await withMigrated(config, async (owner) => {
    await owner.bind(tenant);
    for await (const entry of readEntries(owner.client, tenant)) process.stdout.write(`${exportLine(entry)}\n`);
  });
}

/** Prints the security events of an organization, one a line, in the texts that their digests in the trail are made of. */
export async function exportEvents(args: string[], config: Config): Promise<void> {
  const tenant = tenantOf(readOptions(args, ['tenant'], 0).options);
  await withMigrated(config, async (owner) => {
    await owner.bind(tenant);
    for await (const { text } of readEvents(owner.client, tenant)) process.stdout.write(`${text}\n`);
  });
}

/** Prints the inclusion proof of an entry, or of the upload of evidence. */
export async function proveAudit(args: string[], config: Config): Promise<void> {
  const { options } = readOptions(args, ['tenant', 'entry', 'evidence'], 0);
  const tenant = tenantOf(options);
  const { entry, evidence } = options;
  if ((entry === undefined) === (evidence === undefined))
    throw new UsageError('either --entry or --evidence is needed');
  await withMigrated(config, async (owner) => {
    await owner.bind(tenant);
    const sequence = entry === undefined ? await uploadOf(owner, tenant, evidence ?? '') : Number(entry);
    if (!Number.isSafeInteger(sequence) || sequence < 1) throw new UsageError('--entry must be the number of an entry');
    try {
      const proof = await proveEntry(owner.client, { tenantId: tenant, sequence }, publicKeysOf(config));
      process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
    } catch (err) {
      throw err instanceof NoProof ? new OperatorError(err.message) : err;
    }
  });
}

interface VerifyOptions {
  /** @default those of the settings */
  publicKeys?: readonly KeyObject[];
  /** Called for a note that none of the keys has signed. @default an error */
  onUnknown?: (tenantId: string, note: string) => void;
}

/** Verifies the trails of `tenants`, printing one line for each. */
export async function verifyChains(
  owner: Owner,
  tenants: string[],
  config: Config,
  { publicKeys = publicKeysOf(config), onUnknown = refuseUnknown }: VerifyOptions = {},
): Promise<VerifiedTrail[]> {
  const objects = await objectsOf(config);
  const chains: VerifiedTrail[] = [];
  for (const id of tenants) {
    await owner.bind(id);
    const notes = [...(await readStoredNotes(objects, id)), ...(await readHeadNotes(owner.client, id))];
    const { heads, forged } = openHeads(id, [...new Set(notes)], publicKeys);
    const chain = await verifyChain(owner, id, heads);
    print(chain);
    for (const note of forged) onUnknown(id, note);
    chains.push(chain);
  }
  return chains;
}

/** Throws when a trail is broken, or security events are not those of its digests. @throws {OperatorError} naming the first of each */
export function refuseBroken(chains: VerifiedTrail[]): void {
  const lines = chains.flatMap(({ tenantId, broken, events }) => [
    ...(broken ? [`the trail of ${tenantId} is broken at row ${broken.sequence}: ${broken.fault}`] : []),
    ...(events?.broken ? [faultLine(tenantId, events.broken)] : []),
  ]);
  if (lines.length > 0) throw new OperatorError(lines.join('\n'));
}

function faultLine(tenantId: string, { first, last, fault }: NonNullable<EventVerification['broken']>): string {
  return `the security events ${first} to ${last} of ${tenantId} are not those of the trail: ${fault}`;
}

function refuseUnknown(tenantId: string, note: string): never {
  throw new OperatorError(`a head of ${tenantId} was not signed with a known key (see --public-key):\n${note}`);
}

function print({ tenantId, count, head, broken, heads, covered, events }: VerifiedTrail): void {
  const state = broken ? 'BROKEN' : 'intact';
  process.stdout.write(`${tenantId}  ${count} rows  ${head}  ${state}  ${heads} signed heads, of ${covered} rows\n`);
  if (events) printEvents(tenantId, events);
}

function printEvents(tenantId: string, { digests, compared, unchecked, uncovered, broken }: EventVerification): void {
  const state = broken ? 'BROKEN' : 'intact';
  process.stdout.write(
    `${tenantId}  ${compared} security events  ${digests} digests  ${state}  ${uncovered} events in no digest yet\n`,
  );
  if (unchecked === null) return;
  const { first, last, from, to } = unchecked;
  process.stdout.write(
    `${tenantId}  ${unchecked.digests} digests not checked: retention has deleted events of ${first} to ${last}, ${from} to ${to}\n`,
  );
}

/** The organization that `--tenant` names. @throws {UsageError} */
export function tenantOf({ tenant }: Record<string, string | undefined>): string {
  if (tenant === undefined || !isUuid(tenant)) throw new UsageError('--tenant must be the id of an organization');
  return tenant;
}

async function uploadOf(owner: Owner, tenantId: string, evidenceId: string): Promise<number> {
  const search = { tenantId, action: 'evidence.uploaded', resourceId: evidenceId };
  const entry = await entryOfResource.one(owner.client, search);
  if (!entry) throw new OperatorError(`there is no upload of evidence ${evidenceId} in the trail`);
  return entry.sequence;
}

/** Public keys of signed heads, the current one first. */
export function publicKeysOf({ secretKey, previousSecretKeys }: Config): KeyObject[] {
  return [secretKey, ...previousSecretKeys].map((secret) => createPublicKey(headKey(secret)));
}

/** Object store of the settings. A client of S3 is not closed: the process ends with the command. */
export async function objectsOf(config: Config): Promise<ObjectStore> {
  return (await openStorage({ ...config, publicUrl: new PublicUrl(config.publicUrl) }, systemClock)).objects;
}
