import { Field, GraphQLISODateTime, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AuditExportFormat } from './audit-export.js';

const FormatEnum = { ndjson: 'ndjson', csv: 'csv' } as const;
registerEnumType(FormatEnum, {
  name: 'AuditExportFormat',
  description: 'Lines of JSON, which `audit verify --export` reads, or CSV.',
  valuesConfig: {
    csv: { description: 'A header row and a row for each entry (RFC 4180).' },
    ndjson: { description: 'A JSON object a line for each entry.' },
  },
});

@InputType()
export class ExportAuditLogInput {
  @Field(() => FormatEnum, { nullable: true, description: 'Default `ndjson`.' })
  format?: AuditExportFormat | null;
}

@ObjectType('AuditExport', { description: 'A file with the whole audit trail.', simpleResolvers: true })
export class AuditExportType {
  @Field(() => String, { description: 'Address of the file, valid for 15 minutes without a token.' })
  url!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the address of the file stops to work.' })
  expiresAt!: Date;

  @Field(() => Int, { description: 'Number of entries in the file.' })
  entries!: number;

  @Field(() => String, { description: 'SHA-256 of the file.' })
  sha256!: string;
}

@ObjectType('ExportAuditLogPayload', { simpleResolvers: true })
export class ExportAuditLogPayload {
  @Field(() => AuditExportType, { description: 'The file.' })
  export!: AuditExportType;
}
