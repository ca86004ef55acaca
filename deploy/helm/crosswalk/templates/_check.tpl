{{- /* What values.schema.json cannot say. */ -}}
{{- define "crosswalk.check" -}}
{{- if not (or .Values.objects.s3.bucket .Values.objects.volume.enabled) -}}
{{- fail "Objects need a place: set objects.s3.bucket, or objects.volume.enabled" -}}
{{- end -}}
{{- if and .Values.objects.s3.bucket .Values.objects.volume.enabled -}}
{{- fail "Objects are in a bucket or on a volume, not both: objects.s3.bucket, objects.volume.enabled" -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.databaseTo) -}}
{{- fail "The network policy needs the place of PostgreSQL: set networkPolicy.databaseTo" -}}
{{- end -}}
{{- if and .Values.backup.enabled (not .Values.backup.existingClaim) -}}
{{- fail "Backups need a volume: set backup.existingClaim" -}}
{{- end -}}
{{- end -}}
