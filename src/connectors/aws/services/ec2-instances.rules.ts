import { gunzipSync } from 'node:zlib';
import type { Image, Instance } from '@aws-sdk/client-ec2';
import { linesWithCredentials } from '../../credential-hints.rules.js';
import { tagsOf } from './tags.rules.js';

/** Limit of decompressed user data; AWS accepts 16 KiB compressed. */
const USER_DATA_BYTES_MAX = 1024 * 1024;

/**
 * Places in user data that look like credentials: `line 3`.
 * @param encoded base64, plain or gzip; null for none
 * @returns null where it is not text
 */
export function credentialsIn(encoded: string | null): string[] | null {
  if (encoded === null) return [];
  const text = textOf(Buffer.from(encoded, 'base64'));
  return text === null ? null : linesWithCredentials(text).map((line) => `line ${String(line)}`);
}

function textOf(bytes: Buffer): string | null {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const unpacked = isPacked ? gunzipSync(bytes, { maxOutputLength: USER_DATA_BYTES_MAX }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    return null;
  }
}

/** Data of an instance beside its description. */
export interface InstanceFacts {
  image: Image | null;
  ageDays: (moment: Date | string | null | undefined) => number | null;
  /** Ids of managed nodes; null where they could not be listed. */
  managed: ReadonlySet<string> | null;
  userDataSecrets: string[] | null;
}

/** Properties of an instance. */
export function instanceOf(instance: Instance, { image, ageDays, managed, userDataSecrets }: InstanceFacts) {
  return {
    state: instance.State?.Name ?? 'unknown',
    instance_type: instance.InstanceType ?? '',
    image_id: instance.ImageId ?? '',
    image_name: image?.Name ?? null,
    image_owner_alias: image?.ImageOwnerAlias ?? null,
    image_deprecated_days: ageDays(image?.DeprecationTime),
    age_days: ageDays(instance.LaunchTime) ?? 0,
    public_ip: textOrNull(instance.PublicIpAddress),
    private_ip: textOrNull(instance.PrivateIpAddress),
    vpc_id: textOrNull(instance.VpcId),
    subnet_id: textOrNull(instance.SubnetId),
    security_groups: (instance.SecurityGroups ?? []).flatMap(({ GroupId: id }) => id ?? []),
    metadata_endpoint: instance.MetadataOptions?.HttpEndpoint ?? null,
    metadata_tokens: instance.MetadataOptions?.HttpTokens ?? null,
    instance_profile_arn: instance.IamInstanceProfile?.Arn ?? null,
    managed_by_ssm: managed === null ? null : managed.has(instance.InstanceId ?? ''),
    user_data_secrets: userDataSecrets,
    tags: tagsOf(instance.Tags),
  };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
