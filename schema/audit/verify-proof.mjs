#!/usr/bin/env node
// Verifies that an entry of an audit trail is in the tree whose head was signed (RFC 6962, Ed25519), and optionally that
// a file is the evidence that the entry names. Needs Node 18 or later and nothing else:
//
//   node verify-proof.mjs PROOF.json KEYS [EVIDENCE-FILE]
//
// PROOF.json: the answer of `GET /api/audit-log/proof` or of the query `auditProof` as it came, or what `audit prove` prints. KEYS:
// the answer of `GET /api/audit-log/keys` or of the query `auditKeys`, or the PEM that `audit keys` prints, noted when you trusted
// it. Exit status 0 and the entry on standard output when all holds, else 1 and the reason.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [proofPath, keysPath, filePath] = process.argv.slice(2);
if (!keysPath) fail('usage: node verify-proof.mjs PROOF.json KEYS [EVIDENCE-FILE]');
const { text, index, size, path, note } = readProof(proofPath);
const keys = readKeys(keysPath);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

// 1. From the entry to the root of the tree.
let root = sha256(Buffer.from([0]), sha256(text));
let [node, last] = [index, size - 1];
for (const sibling of path.map((hex) => Buffer.from(hex, 'hex'))) {
  if (last === 0) fail('the path is longer than the tree is high');
  if (node % 2 === 1 || node === last) {
    root = sha256(Buffer.from([1]), sibling, root);
    while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
  } else {
    root = sha256(Buffer.from([1]), root, sibling);
  }
  [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
}
if (last !== 0) fail('the path is shorter than the tree is high');

// 2. The head says this root and this size, for the organization of the entry.
const [body, signatureLine = ''] = note.split('\n\n');
const [origin, notedSize, notedRoot] = body.split('\n');
if (notedRoot !== root.toString('base64')) fail('the entry is not in the tree of the signed head');
const entry = JSON.parse(text);
if (Number(notedSize) !== size || entry[2] !== index + 1) fail('the numbers of entry and head do not fit');
if (origin !== `crosswalk/audit/${entry[1]}`) fail('the head is that of another organization');

// 3. The head was signed: four bytes of the key's name, then 64 of Ed25519 over the lines before the empty one.
const signature = Buffer.from(signatureLine.trim().split(' ')[2] ?? '', 'base64').subarray(4);
if (!keys.some((key) => verify(null, Buffer.from(`${body}\n`), key, signature))) {
  fail('the head was not signed with this key');
}

// 4. The file is the one that the entry names.
const after = entry[14];
if (filePath !== undefined) {
  const found = sha256(readFileSync(filePath)).toString('hex');
  if (after?.sha256 !== found) fail(`the file has the SHA-256 ${found}, the entry names ${after?.sha256 ?? 'none'}`);
}
process.stdout.write(`verified: entry ${entry[2]} of ${entry[1]}, ${entry[4]}Z, ${entry[10]} ${entry[12]}\n${text}\n`);

/** The proof in a file: in the envelope of REST or of the graph, or alone. */
function readProof(file) {
  const answer = parsed(readFileSync(file, 'utf8'));
  const proof = answer?.data?.auditProof ?? answer?.data ?? answer;
  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
  const isHash = (value) => /^[0-9a-f]{64}$/.test(value);
  const { text, index, size, path, note } = proof ?? {};
  const areTexts = typeof text === 'string' && typeof note === 'string';
  if (!areTexts || !isCount(index) || !isCount(size) || !Array.isArray(path) || !path.every(isHash)) {
    fail(`${file} is not a proof`);
  }
  return proof;
}

/** The public keys in a file: in the envelope of REST or of the graph, or as PEM. */
function readKeys(file) {
  const content = readFileSync(file, 'utf8');
  const answer = parsed(content);
  const listed = answer?.data?.auditKeys ?? answer?.data ?? answer;
  const texts = Array.isArray(listed) ? listed.map((key) => key?.public_key ?? key?.publicKey) : [content];
  const pems = texts.join('\n').match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
  if (!pems) fail(`${file} has no public key`);
  try {
    return pems.map((pem) => createPublicKey(pem));
  } catch {
    return fail(`${file} has no public key`);
  }
}

function parsed(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

function fail(reason) {
  process.stderr.write(`NOT verified: ${reason}\n`);
  process.exit(1);
}
