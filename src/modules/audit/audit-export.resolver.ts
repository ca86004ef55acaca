import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { AuditExporter } from './audit-export.js';
import { ExportAuditLogInput, ExportAuditLogPayload } from './audit-export.type.js';

@Resolver()
export class AuditExportResolver {
  constructor(private readonly exporter: AuditExporter) {}

  @Mutation(() => ExportAuditLogPayload, { description: 'Writes the whole audit trail into a file.' })
  async exportAuditLog(
    @Arg('input', () => ExportAuditLogInput) input: ExportAuditLogInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ExportAuditLogPayload> {
    return { export: await this.exporter.export(ctx, input.format ?? 'ndjson') };
  }
}
