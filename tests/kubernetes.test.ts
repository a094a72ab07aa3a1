import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts'
import type { Job } from 'kubernetes-types/batch/v1.d.ts'
import type { Container, PodSpec, Service } from 'kubernetes-types/core/v1.d.ts'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig as readSite } from '../apps/bff/src/config/config.ts'
import { readConfig as readUpstream } from '../apps/upstream/src/platform/config/config.ts'
import { UPSTREAM_ARGS } from '../scripts/servers/upstream-args.ts'
import { hasNginx, writeNginxConfig } from './scale/nginx.ts'

interface Kinds {
  Deployment: Deployment
  HorizontalPodAutoscaler: HorizontalPodAutoscaler
  Ingress: Ingress
  Job: Job
  NetworkPolicy: NetworkPolicy
  PodDisruptionBudget: PodDisruptionBudget
  Service: Service
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
}

const root = path.dirname(import.meta.dirname)
const FOLDER = path.join(root, 'ops/kubernetes')
const SERVERS = ['edge', 'site', 'upstream']

/** The suite is skipped without it; `.ci/run` installs it. */
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

const manifests: Manifest[] = hasKubectl
  ? parseAllDocuments(execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' })).map((one) => one.toJS())
  : []

function list<K extends keyof Kinds>(kind: K): (Kinds[K] & { metadata: { name: string } })[] {
  return manifests.filter((one) => one.kind === kind) as never
}
function find<K extends keyof Kinds>(kind: K, name: string): Kinds[K] {
  const found = list(kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}

interface PodTemplate {
  metadata: { labels: { app: string } }
  spec: PodSpec
}
/** Pods of the Deployments and of the Job, by name. */
const listPods = () =>
  [...list('Deployment'), ...list('Job')].map(({ metadata, spec }) => {
    const template = spec?.template as PodTemplate
    return { name: metadata.name, labels: template.metadata.labels, pod: template.spec }
  })
function findPod(name: string): PodSpec {
  const found = listPods().find((one) => one.name === name)
  if (!found) throw new Error(`there is no pod ${name}`)
  return found.pod
}
const findContainer = (name: string) => findPod(name).containers[0] as Container
const listContainers = (pod: PodSpec) => [...(pod.initContainers ?? []), ...pod.containers]

/** Settings that are no secrets, as every server gets them. */
const findSettings = () => manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}

/** The variables that a manifest gives a server. */
function listVariables(name: string): Record<string, string> {
  const { env = [], envFrom } = findContainer(name)
  expect(env.filter(({ value }) => value === undefined)).toEqual([])
  const own = Object.fromEntries(env.map((one) => [one.name, one.value ?? '']))
  return envFrom ? { ...findSettings(), ...own } : own
}

/** TypeScript's names of the kinds, of which the packages `kubernetes-types` has one for each version of the API. */
const toModule = ({ apiVersion }: Manifest) =>
  apiVersion.includes('/') ? apiVersion.replace(/\.k8s\.io/, '') : `core/${apiVersion}`

/**
 * Checks manifests against the types that were made from the published OpenAPI schema of Kubernetes. TypeScript refuses
 * unknown fields of literals, which the cluster itself would drop.
 * @returns the errors
 */
function checkSchemas(checked: readonly Manifest[]): string {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // The folder is in the repository, so that the package is found.
  const folder = mkdtempSync(path.join(root, '.cache/kubernetes-'))
  try {
    const file = path.join(folder, 'manifests.ts')
    const lines = checked.map(
      (one, index) =>
        `export const m${index}: import('kubernetes-types/${toModule(one)}').${one.kind} = ${JSON.stringify(one)}`,
    )
    writeFileSync(file, lines.join('\n'))
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'preserve', '--pretty', 'false']
    const args = [path.join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', file]
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!hasKubectl)('ops/kubernetes', () => {
  it('has only fields that the published schemas have', () => {
    expect(manifests.length).toBeGreaterThan(15)
    expect(checkSchemas(manifests)).toBe('')
  })

  it('would be refused with an unknown field, a wrong type or a missing field', () => {
    const deployment = find('Deployment', 'site') as Manifest & Deployment
    const plant = (spec: object) => ({ ...deployment, spec: { ...deployment.spec, ...spec } })
    const errors = checkSchemas([
      plant({ replica: 2 }),
      plant({ replicas: '2' }),
      { ...deployment, spec: { selector: {} } } as Manifest,
    ])
    expect(errors).toMatch(/"replica"' does not exist in type 'DeploymentSpec'/)
    expect(errors).toContain("Type 'string' is not assignable to type 'number'")
    expect(errors).toContain("Property 'template' is missing")
  })

  it('gives both servers settings with which they start, keys as files, and no variable that they do not read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kubernetes-'))
    const key = Buffer.alloc(32, 1).toString('base64')
    const contents: Record<string, string> = {
      'redis-url': 'redis://:password@cache.example.cn',
      'database-url': 'postgres://portal_servers:password@database.example.cn/portal',
      'smtp-url': 'smtps://mail.example.cn',
    }
    /** Puts each secret where the manifest expects it, in a folder of this machine. */
    const toEnvironment = (name: string) =>
      Object.fromEntries(
        Object.entries(listVariables(name)).map(([variable, value]) => {
          if (!variable.endsWith('_FILE')) return [variable, value]
          const file = path.join(folder, value)
          mkdirSync(path.dirname(file), { recursive: true })
          writeFileSync(file, contents[path.basename(value)] ?? key)
          return [variable, file]
        }),
      )
    const production = { NODE_ENV: 'production' }
    const read = { site: new Set<string>(), upstream: new Set<string>() }
    const record = (name: 'site' | 'upstream') =>
      new Proxy<Record<string, string>>(
        { ...toEnvironment(name), ...production },
        {
          get(variables, variable: string) {
            read[name].add(variable)
            return variables[variable]
          },
        },
      )
    expect(readSite(record('site'), { webDist: null })).toMatchObject({
      publicOrigin: 'https://www.example.cn',
      isCookieSecure: true,
      trustProxy: 1,
      upstreamUrl: 'http://edge:8081',
      upstreamWsUrl: 'ws://edge:8081/websocket',
      sessionKeys: [expect.any(Buffer)],
      receiptSeeds: [expect.any(Buffer)],
      redisUrl: contents['redis-url'],
    })
    expect(readUpstream(record('upstream'))).toMatchObject({
      host: '0.0.0.0',
      port: 8081,
      databaseUrl: contents['database-url'],
      smtpUrl: contents['smtp-url'],
      mailFrom: 'noreply@example.cn',
      siteUrl: 'https://www.example.cn',
      trustedHops: 2,
      hasDemoContent: false,
      logSeed: expect.any(Buffer),
      instanceKey: expect.any(Buffer),
      s3: { bucket: 'example-portal', endpoint: 'https://s3.example.cn', accessKey: key, secretKey: key },
    })
    for (const name of ['site', 'upstream'] as const) {
      expect([...read[name]]).toEqual(expect.arrayContaining(findContainer(name).env?.map((one) => one.name) ?? []))
    }
    expect([...read.site, ...read.upstream]).toEqual(expect.arrayContaining(Object.keys(findSettings())))
    rmSync(folder, { recursive: true })
  })

  it('mounts each secret only where it is used, and contains none itself', () => {
    const used = Object.fromEntries(
      listPods().map(({ name, pod }) => [
        name,
        (pod.volumes ?? []).flatMap(({ secret }) => (secret?.secretName ? [secret.secretName] : [])),
      ]),
    )
    expect(used).toEqual({ edge: [], site: ['site'], upstream: ['upstream'], schema: ['database', 'upstream'] })
    const ofSchema = findPod('schema').volumes?.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? [])
    expect(ofSchema).toEqual(['url', 'database-url'])
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
    for (const name of ['site', 'upstream', 'schema']) {
      const mounts = findContainer(name).volumeMounts?.map(({ mountPath }) => mountPath) ?? []
      const files = Object.entries(listVariables(name)).filter(([variable]) => variable.endsWith('_FILE'))
      expect(files.length).toBeGreaterThan(0)
      for (const [, file] of files) expect(mounts).toContain(path.posix.dirname(file))
    }
  })

  it('runs every container without rights, on a read-only file system, with limits', () => {
    for (const { pod } of listPods()) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        // Otherwise the Service `upstream` would set UPSTREAM_PORT.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of listContainers(pod)) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { cpu: expect.any(String), memory: expect.any(String) },
          },
        })
        for (const { name } of container.volumeMounts ?? []) {
          expect(pod.volumes?.map((volume) => volume.name)).toContain(name)
        }
      }
    }
    const namespace = manifests.find(({ kind }) => kind === 'Namespace')?.metadata
    expect(namespace).toMatchObject({ labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } })
  })

  it('replaces instances one by one, each only when another is ready, and lets it end its requests', () => {
    for (const name of SERVERS) {
      expect(find('Deployment', name).spec).toMatchObject({
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } } },
      })
      const { terminationGracePeriodSeconds = 0 } = findPod(name)
      const { lifecycle, startupProbe, livenessProbe, readinessProbe, ports } = findContainer(name)
      const [sleep, seconds] = lifecycle?.preStop?.exec?.command ?? []
      expect(sleep).toBe('sleep')
      // A server ends 10 s after SIGTERM (`STOP_MS`); nginx waits 45 s for an instance of the site.
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(seconds) + (name === 'edge' ? 45 : 10))
      const named = ports?.map((port) => port.name)
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        expect(named).toContain(probe?.httpGet?.port ?? probe?.tcpSocket?.port)
      }
      if (name !== 'edge') {
        // DNS servers may keep the address of an ended instance for 30 s.
        expect(Number(seconds)).toBeGreaterThan(30)
        expect([livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/readyz'])
      }
      expect(find('PodDisruptionBudget', name).spec).toEqual({
        maxUnavailable: 1,
        selector: { matchLabels: { app: name } },
      })
      const { scaleTargetRef, minReplicas } = find('HorizontalPodAutoscaler', name).spec ?? {}
      expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name })
      expect(minReplicas).toBeGreaterThanOrEqual(2)
      // It would set the number back at each rollout.
      expect(find('Deployment', name).spec).not.toHaveProperty('replicas')
    }
    expect(findContainer('upstream').command).toEqual(['node', ...UPSTREAM_ARGS])
  })

  it('leads from the ingress through edge to the sites, and from them through edge to upstream', () => {
    const { rules = [], tls } = find('Ingress', 'portal').spec ?? {}
    const origin = findSettings().PUBLIC_ORIGIN ?? ''
    expect(rules.map(({ host }) => host)).toEqual([new URL(origin).host])
    expect(tls?.[0]?.hosts).toEqual([new URL(origin).host])
    expect(rules[0]?.http?.paths[0]?.backend.service).toEqual({ name: 'edge', port: { name: 'public' } })

    const given = listVariables('edge')
    const findPort = (name: string, port: string) =>
      findContainer(name).ports?.find((one) => one.name === port)?.containerPort
    // The listener behind TLS, which passes the ingress controller's headers on.
    expect(String(findPort('edge', 'public'))).toBe(given.TLS_PORT)
    expect(String(findPort('edge', 'internal'))).toBe(given.INTERNAL_LISTEN)
    for (const [name, variable] of [
      ['site', 'SITE_1'],
      ['upstream', 'UPSTREAM_1'],
    ] as const) {
      const port = findPort(name, 'http')
      expect(given[variable]).toBe(`${name}.portal.svc.cluster.local:${port} resolve`)
      // It has no address of its own, so that the name has the addresses of all instances.
      expect(find('Service', name).spec).toEqual({
        clusterIP: 'None',
        selector: { app: name },
        ports: [{ name: 'http', port, targetPort: 'http' }],
      })
    }
    const { ports = [], selector } = find('Service', 'edge').spec ?? {}
    expect(selector).toEqual({ app: 'edge' })
    expect(ports.map(({ port, targetPort }) => [port, targetPort])).toEqual([
      [80, 'public'],
      [8081, 'internal'],
    ])
    const others = manifests.filter(({ kind }) => kind !== 'Namespace')
    expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['portal']))
  })

  it('lets each pod reach, and be reached by, only what it needs', () => {
    const policies = list('NetworkPolicy')
    expect(find('NetworkPolicy', 'nothing').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    const peers = (name: string) =>
      (find('NetworkPolicy', name).spec?.ingress ?? []).flatMap(({ from = [], ports = [] }) =>
        from.map(({ podSelector, namespaceSelector }) => [
          Object.values(podSelector?.matchLabels ?? namespaceSelector?.matchLabels ?? {})[0],
          ports.map(({ port }) => port),
        ]),
      )
    expect(peers('edge')).toEqual([
      ['example-ingress', [8090]],
      ['site', [8081]],
    ])
    expect(peers('site')).toEqual([['edge', [8080]]])
    expect(peers('upstream')).toEqual([['edge', [8081]]])
    expect(peers('schema')).toEqual([])
    const apps = listPods().map(({ labels }) => labels.app)
    for (const { spec } of policies) {
      const { app } = (spec?.podSelector?.matchLabels ?? {}) as { app?: string }
      if (app !== undefined) expect(apps).toContain(app)
    }
  })

  it.skipIf(!hasNginx())('sets every variable of the nginx template, and nginx accepts the result', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
    // Only the parts that exist in a cluster alone are replaced.
    const here = { RESOLVER: '127.0.0.1', ACCESS_LOG: path.join(folder, 'log'), TEMP_DIR: folder }
    const names = { SITE_1: '127.0.0.1:1', UPSTREAM_1: '127.0.0.1:2', TLS_ADDRESS: '127.0.0.1' }
    const config = writeNginxConfig(folder, { ...listVariables('edge'), ...here, ...names })
    expect(readFileSync(config, 'utf8')).not.toMatch(/\$\{[A-Z]+_[A-Z0-9_]+\}/)
    expect(() => execFileSync('nginx', ['-t', '-q', '-c', config], { stdio: 'pipe' })).not.toThrow()
    const caches = Array.from(
      readFileSync(config, 'utf8').matchAll(/proxy_cache_path \S+\/(\S+) .*max_size=(\d+)([mg])/g),
      ([, name = '', size, unit]) => ({ name, mebibytes: Number(size) * (unit === 'g' ? 1024 : 1) }),
    )
    expect(caches.map(({ name }) => name)).toEqual(['log-files', 'edge', 'pictures'])
    /** The volume of a folder of nginx, its own or that of TEMP_DIR. */
    const findVolume = (name: string) => {
      const { volumeMounts = [] } = findContainer('edge')
      const mount = [`/${name}`, ''].map((at) => volumeMounts.find(({ mountPath }) => mountPath === `/tmp${at}`))
      return findPod('edge').volumes?.find((volume) => volume.name === mount.find(Boolean)?.name)?.emptyDir
    }
    const inMemory = caches.filter(({ name }) => findVolume(name)?.medium === 'Memory')
    expect(inMemory.reduce((sum, { mebibytes }) => sum + mebibytes, 0)).toBeLessThan(256)
    expect(findVolume('pictures')).toEqual({ sizeLimit: '3Gi' })
    expect(findVolume('log-files')).toEqual({ medium: 'Memory', sizeLimit: '256Mi' })
    rmSync(folder, { recursive: true })
  })

  it('copies the files of two releases, and the configuration of nginx, out of the image', () => {
    const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    const [before, files] = findPod('edge').initContainers ?? []
    expect([before?.image, files?.image].map((image) => image?.replace(/:[^:]*$/, ''))).toEqual([
      'registry.example.cn/portal',
      'registry.example.cn/portal',
    ])
    expect(before?.image).not.toBe(files?.image)
    const commands = [before, files].map((container) => container?.command?.at(-1) ?? '')
    for (const command of commands)
      expect(command).toMatch(
        /^cp -r apps\/web\/dist\/client\/assets\/\. apps\/web\/dist\/manage\/assets\/\. \/releases\//,
      )
    expect(commands[1]).toMatch(/ && cp ops\/nginx\/\* \/templates\/$/)
    expect(dockerfile).toContain('COPY ops/nginx ops/nginx\n')
    const mounts = findContainer('edge').volumeMounts?.map(({ mountPath }) => mountPath)
    expect(mounts).toEqual(
      expect.arrayContaining(['/etc/nginx/templates', `${listVariables('edge').RELEASES_ROOT}/assets`]),
    )
  })
})
