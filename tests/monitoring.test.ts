import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startAdminServer } from '../apps/bff/src/admin-server.ts'
import { makeSite } from '../apps/bff/src/testing/make-site.ts'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { GUIDES } from './containers/walk/commands.ts'

interface ComposeFile {
  services: Record<
    string,
    { image: string; profiles: string[]; network_mode?: string; depends_on?: object; volumes: string[] }
  >
}
interface Rule {
  name: string
  health: string
  lastError?: string
}

const root = path.dirname(import.meta.dirname)
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const readFiles = (guide: string) =>
  Array.from(read(guide).matchAll(/^```yaml\n(.*?)^```$/gms), ([, file = '']) => file)
/** Time limit for a start and two scrapes on a busy machine. */
const EVALUATED = { timeout: 30_000, interval: 200 }

function hasPrometheus(): boolean {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('the files for monitoring in the operating guide', () => {
  const [override = '', alertmanager = ''] = readFiles(GUIDES[0] ?? '')
  const { services } = parse(override) as ComposeFile
  const portal = parse(read('docker-compose.yml'), { merge: true }) as ComposeFile

  it('have the same content in English and Chinese', () => {
    expect(readFiles(GUIDES[1] ?? '')).toEqual([override, alertmanager])
  })

  it('put Prometheus into the network of the public site, with existing files', () => {
    const [, site = ''] = services.prometheus?.network_mode?.split(':') ?? []
    expect(portal.services[site]?.profiles).toEqual(services.prometheus?.profiles)
    expect(Object.keys(services.prometheus?.depends_on ?? {})).toEqual([site])
    const mounted = services.prometheus?.volumes.filter((volume) => volume.startsWith('./ops/')) ?? []
    expect(mounted).toHaveLength(2)
    for (const volume of mounted) expect(existsSync(path.join(root, volume.split(':')[0] ?? ''))).toBe(true)
  })

  it('run the Alertmanager that Prometheus reports to, with an existing receiver', () => {
    const { alerting } = parse(read('ops/prometheus.yml')) as {
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] }
    }
    const targets = alerting.alertmanagers.flatMap((one) => one.static_configs.flatMap(({ targets }) => targets))
    expect(targets).toEqual(['alertmanager:9093'])
    expect(services.alertmanager?.profiles).toEqual(services.prometheus?.profiles)
    const { route, receivers } = parse(alertmanager) as { route: { receiver: string }; receivers: { name: string }[] }
    expect(receivers.map(({ name }) => name)).toEqual([route.receiver])
  })

  it('have names that Git and the image ignore', () => {
    for (const file of [override, alertmanager]) {
      const [, name] = /^# (\S+\.yml)\n/.exec(file) ?? []
      expect(read('.gitignore').split('\n')).toContain(`/${name}`)
      expect(read('.dockerignore').split('\n')).toContain(name)
    }
  })
})

describe.skipIf(!hasPrometheus())('Prometheus with ops/prometheus.yml', () => {
  let close: () => Promise<void> = async () => {}
  let prometheus: ChildProcess
  let folder: string
  let api: string
  const ask = async <T>(call: string): Promise<T | undefined> => {
    const answer = await fetch(`${api}${call}`).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { data: T }).data : undefined
  }

  beforeAll(async () => {
    const site = await makeSite()
    const admin = await startAdminServer(site.app, 0)
    close = async () => {
      await admin?.close()
      await site.close()
    }
    const port = (admin?.server.address() as AddressInfo | undefined)?.port
    folder = mkdtempSync(path.join(tmpdir(), 'prometheus-'))
    const config = read('ops/prometheus.yml').replace('127.0.0.1:9464', `127.0.0.1:${port}`).replaceAll('15s', '1s')
    writeFileSync(path.join(folder, 'prometheus.yml'), config)
    writeFileSync(path.join(folder, 'alerts.yml'), read('ops/alerts.yml'))
    const own = await findFreePort()
    api = `http://127.0.0.1:${own}/api/v1/`
    prometheus = spawn(
      'prometheus',
      ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${own}`],
      { cwd: folder, stdio: 'ignore' },
    )
  })
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      prometheus.kill()
      await once(prometheus, 'exit')
    }
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('reads the metrics of a site', async () => {
    const up = () => ask<{ result: { value: [number, string] }[] }>('query?query=up{job="site"}')
    await expect.poll(async () => (await up())?.result.map(({ value }) => value[1]), EVALUATED).toEqual(['1'])
  })

  it('evaluates all alert rules without an error', async () => {
    const { groups } = parse(read('ops/alerts.yml')) as { groups: { rules: { alert: string }[] }[] }
    const expected = groups.flatMap(({ rules }) => rules.map(({ alert }) => `${alert}: ok `)).sort()
    const evaluated = async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>('rules'))?.groups
        .flatMap(({ rules }) => rules.map(({ name, health, lastError = '' }) => `${name}: ${health} ${lastError}`))
        .sort()
    await expect.poll(evaluated, EVALUATED).toEqual(expected)
  })
})
