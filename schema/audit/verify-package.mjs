#!/usr/bin/env node
// Verifies an unpacked audit package: every file has the SHA-256 that manifest.json names, none is missing or added, and
// every proof in audit/proofs.json leads to a head that is signed and names the evidence that is in the package. Needs
// Node 18 or later, no network and nothing else:
//
//   node verify.mjs [PUBLIC-KEY.pem]
//
// PUBLIC-KEY.pem: from `audit keys`, noted when you trusted it; without it the keys in the package are taken, which shows
// that the package fits together, not who signed it. Exit status 0 when all holds, else 1 and the reasons.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const [keyPath] = process.argv.slice(2);
const problems = [];
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

// 1. Every file is the one in the manifest, and there is no other.
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const present = new Set(filesBelow(folder));
for (const { path, bytes, sha256: expected } of manifest.entries) {
  if (!present.delete(path)) problems.push(`${path} is missing`);
  else {
    const found = await hashOf(join(folder, path));
    if (found.hash !== expected || found.bytes !== bytes) problems.push(`${path} is not the file in the manifest`);
  }
}
present.delete('manifest.json');
for (const path of present) problems.push(`${path} is not in the manifest`);

// 2. Every proof leads to a signed head (RFC 6962, Ed25519), and its entry names an artifact of the package.
const keyText = readFileSync(keyPath ?? join(folder, 'audit/public-keys.pem'), 'utf8');
const keys = keyText.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
const proofs = JSON.parse(readFileSync(join(folder, 'audit/proofs.json'), 'utf8'));
const hashes = new Map(manifest.entries.map((entry) => [entry.path, entry.sha256]));
for (const proof of proofs) {
  const reason = refusal(proof);
  if (reason !== null) problems.push(`the proof of ${proof.path}: ${reason}`);
}

if (problems.length > 0) {
  process.stderr.write(`NOT verified:\n${problems.map((each) => `  ${each}\n`).join('')}`);
  process.exit(1);
}
const signer = keyPath === undefined ? 'keys of the package: compare them with a key that you noted before' : keyPath;
process.stdout.write(
  `verified: ${manifest.entries.length} files of ${manifest.framework}, ${manifest.organization}; ` +
    `${proofs.length} proofs (${signer})\n`,
);

function refusal({ path, text, index, size, siblings, note }) {
  let root = sha256(Buffer.from([0]), sha256(text));
  let [node, last] = [index, size - 1];
  for (const sibling of siblings.map((hex) => Buffer.from(hex, 'hex'))) {
    if (last === 0) return 'the path is longer than the tree is high';
    if (node % 2 === 1 || node === last) {
      root = sha256(Buffer.from([1]), sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      root = sha256(Buffer.from([1]), root, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  if (last !== 0) return 'the path is shorter than the tree is high';
  const [body, signatureLine] = note.split('\n\n');
  const [origin, notedSize, notedRoot] = body.split('\n');
  const entry = JSON.parse(text);
  if (notedRoot !== root.toString('base64')) return 'the entry is not in the tree of the signed head';
  if (Number(notedSize) !== size || entry[2] !== index + 1) return 'the numbers of entry and head do not fit';
  if (origin !== `crosswalk/audit/${entry[1]}`) return 'the head is that of another organization';
  const signature = Buffer.from(signatureLine.trim().split(' ')[2], 'base64').subarray(4);
  if (!keys.some((pem) => verify(null, Buffer.from(`${body}\n`), createPublicKey(pem), signature))) {
    return 'the head was not signed with this key';
  }
  return entry[14]?.sha256 === hashes.get(path) ? null : 'the entry names another file';
}

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [relative(folder, path).split(sep).join('/')];
  });
}

async function hashOf(path) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest('hex'), bytes };
}
