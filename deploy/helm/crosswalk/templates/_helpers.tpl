{{- define "crosswalk.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* Labels that do not change with a release: selectors are made of them. Takes [context, component]. */ -}}
{{- define "crosswalk.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "crosswalk.labels" -}}
{{ include "crosswalk.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "crosswalk.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Of every pod, by the profile "restricted" of the Pod Security Standards; 1000 is the image's user `node`. */ -}}
{{- define "crosswalk.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "crosswalk.containerSecurity" -}}
image: {{ include "crosswalk.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- /* What is written beside the database and the objects: results of a report while it is read, mail without a mail server. */ -}}
{{- define "crosswalk.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "crosswalk.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 8Gi }
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "crosswalk.dataVolume" -}}
- name: data
{{- if .Values.objects.volume.enabled }}
  persistentVolumeClaim: { claimName: {{ .Values.objects.volume.existingClaim | default (include "crosswalk.fullname" .) }} }
{{- else }}
  emptyDir: { sizeLimit: 1Gi }
{{- end }}
{{- end -}}

{{- define "crosswalk.ownerEnv" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.owner }}, key: DATABASE_URL } }
{{- end -}}

{{- define "crosswalk.secretEnv" -}}
- name: SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ (index . 0).Values.secrets.service }}, key: SECRET_KEY } }
{{- range index . 1 }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ (index $ 0).Values.secrets.service }}, key: {{ . }} } }
{{- end }}
{{- end -}}

{{- define "crosswalk.objectsEnv" -}}
- { name: DATA_DIR, value: /data }
{{- with .Values.objects.s3 }}
{{- if .bucket }}
- { name: S3_BUCKET, value: {{ .bucket | quote }} }
- { name: S3_REGION, value: {{ .region | quote }} }
{{- with .endpoint }}
- { name: S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Names of the settings that are keys of the service's Secret, beside SECRET_KEY. */ -}}
{{- define "crosswalk.bucketKeys" -}}
{{- if .Values.objects.s3.bucket -}}
{{- toJson (list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY") -}}
{{- else -}}
[]
{{- end -}}
{{- end -}}

{{- define "crosswalk.processEnv" -}}
{{- $context := index . 0 -}}
{{- $settings := merge (dict) $context.Values.settings (dict "DEMO" "off" "TRUST_PROXY" (ternary "on" "off" $context.Values.ingress.enabled)) -}}
- { name: ROLE, value: {{ index . 1 }} }
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: '4000' }
- { name: METRICS_PORT, value: {{ $context.Values.metrics.port | quote }} }
- { name: PUBLIC_URL, value: {{ $context.Values.publicUrl | quote }} }
- { name: DATABASE_URL, value: {{ $context.Values.database.url | quote }} }
{{ include "crosswalk.objectsEnv" $context }}
{{- range $name, $value := $settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{ include "crosswalk.secretEnv" (list $context (concat (include "crosswalk.bucketKeys" $context | fromJsonArray) $context.Values.secretSettings)) }}
{{- end -}}

{{- define "crosswalk.toDatabase" -}}
{{- with .Values.networkPolicy -}}
- to: {{- toYaml .databaseTo | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ .databasePort }} }]
- to: {{- toYaml .dnsTo | nindent 4 }}
  ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
{{- end -}}
{{- end -}}
