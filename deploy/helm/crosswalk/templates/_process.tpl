{{- /* Deployment of one role. Takes [context, role]. */ -}}
{{- define "crosswalk.process" -}}
{{- $context := index . 0 -}}
{{- $role := index . 1 -}}
{{- $values := index $context.Values $role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "crosswalk.fullname" $context }}-{{ $role }}
  labels: {{- include "crosswalk.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 600
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "crosswalk.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "crosswalk.labels" . | nindent 8 }}
      {{- with $values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "crosswalk.fullname" $context }}
      {{- include "crosswalk.podSecurity" $context | nindent 6 }}
      # A process gives itself 50 seconds to stop (docs/operating.md, "Stopping"); web waits before that.
      terminationGracePeriodSeconds: {{ ternary 70 60 (eq $role "web") }}
      topologySpreadConstraints:
        {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          # Of one release of the pods: the old ones are about to go.
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels: {{- include "crosswalk.selector" (list $context $role) | nindent 14 }}
        {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $role }}
          {{- include "crosswalk.containerSecurity" $context | nindent 10 }}
          env: {{- include "crosswalk.processEnv" . | nindent 12 }}
          ports:
            - { name: http, containerPort: 4000 }
            - { name: metrics, containerPort: {{ $context.Values.metrics.port }} }
          # Three minutes to start; after that the process is asked whether it lives, and web whether it can serve.
          startupProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 5
            failureThreshold: 36
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            # It asks the database for 3 seconds at most.
            timeoutSeconds: 5
            failureThreshold: 2
          {{- if eq $role "web" }}
          lifecycle:
            preStop:
              # It accepts nothing once it is asked to stop: until then proxies learn that it goes.
              sleep: { seconds: 10 }
          {{- end }}
          resources: {{- toYaml $values.resources | nindent 12 }}
          volumeMounts: {{- include "crosswalk.mounts" $context | nindent 12 }}
      volumes:
        {{- include "crosswalk.dataVolume" $context | nindent 8 }}
        {{- include "crosswalk.volumes" $context | nindent 8 }}
{{- end -}}

{{- define "crosswalk.disruption" -}}
{{- if (index (index . 0).Values (index . 1)).podDisruptionBudget -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "crosswalk.fullname" (index . 0) }}-{{ index . 1 }}
  labels: {{- include "crosswalk.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  # A process that is not ready serves nobody: it may not keep a node from being drained.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "crosswalk.selector" . | nindent 6 }}
{{- end -}}
{{- end -}}
