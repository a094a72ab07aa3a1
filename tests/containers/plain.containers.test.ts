import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeCertificateRow } from '../../apps/upstream/src/testing/certificate-files.ts'
import { buildChangedImage } from './changed-image.ts'
import { type ComposeProject, createProject } from './compose-project.ts'
import { run } from './docker.ts'
import { expectHardened } from './hardening.ts'

/** Maximum duration of the start: 15 s on an idle machine, more on a build machine with other work. ms. */
const UP_MAX_MS = 120_000
const OWNER = { nickname: '顾怀瑾', email: 'owner@example.test', password: '青金石与绿松石 42' }
const OPERATOR = ['node', 'apps/upstream/src/operator.ts']
const SERVERS = ['site', 'upstream'] as const

interface Inspected {
  Image: string
  RestartCount: number
  State: { Status: string; Health?: { Status: string } }
  Mounts: { Type: string; Name?: string; Destination: string }[]
}

describe.skipIf(!inject('portalImage'))('docker compose up', () => {
  let site: ComposeProject
  let next: Awaited<ReturnType<typeof buildChangedImage>> | undefined

  beforeAll(async () => {
    // The doctor visits the site from within its container, where it listens on 8080.
    const environment = { DEMO_CONTENT: 'off', PUBLIC_ORIGIN: 'http://localhost:8080' }
    site = await createProject({ name: 'plain', environment })
  })

  afterAll(async () => {
    await site?.remove()
    await next?.remove()
  })

  const post = async (path: string, body: object) => {
    const response = await fetch(`${site.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { code: number; data: { state?: string; nickname?: string } }
  }
  const importRow = (row: object) =>
    site.exec(
      'upstream',
      ['sh', '-c', `cat > /tmp/rows.jsonl && ${OPERATOR.join(' ')} import certificates /tmp/rows.jsonl`],
      {
        input: `${JSON.stringify(row)}\n`,
      },
    )
  const lookUpState = async ({ certificateNo, checkCode }: Record<string, unknown>) =>
    (await post('/v1/certificate/check', { certificateNo, checkCode })).data?.state ?? null
  const canLogIn = async () => (await post('/oauth/emailLogin', OWNER)).code === 200
  const inspectImage = async (service: string) => (await site.inspect<Inspected>(service)).Image
  const [first, second] = [makeCertificateRow(1), makeCertificateRow(2)]

  it('starts a site from empty volumes', async () => {
    const startMs = performance.now()
    await site.up()
    const upMs = performance.now() - startMs
    console.error(`up --wait: ${(upMs / 1000).toFixed(1)} s`)
    expect(upMs).toBeLessThan(UP_MAX_MS)
    // A forward from outside the engine's network may lag behind the published port.
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(200)
    expect(await (await fetch(site.origin)).text()).toContain('<html')
  })

  it.each(SERVERS)('runs %s without unneeded privileges, and within limits', async (name) => {
    await expectHardened(site, name)
  })

  it('makes the first owner at the logged one-time address', async () => {
    const log = await site.compose(['logs', '--no-log-prefix', 'upstream'])
    const [, code] = /http:\/\/localhost:8080\/manage\/setup#code=([\w-]{43})/.exec(log) ?? []
    expect(await post('/v1/manage/setup', { code, ...OWNER })).toMatchObject({
      code: 200,
      data: { nickname: '顾怀瑾' },
    })
    expect(await canLogIn()).toBe(true)
  })

  it('makes administrators with the operator command', async () => {
    const output = await site.exec('upstream', [...OPERATOR, 'admin', 'create', 'second@example.test', '--force'])
    expect(output).toContain('second@example.test')
  })

  it('imports a certificate and confirms it to visitors', async () => {
    expect(await lookUpState(first)).not.toBe('valid')
    await importRow(first)
    expect(await lookUpState(first)).toBe('valid')
  })

  it('finds no fault with its doctor', async () => {
    expect(await site.exec('site', ['node', 'apps/doctor/src/main.ts'])).not.toContain('✗')
  })

  it('logs no successful probes', async () => {
    for (const path of ['/readyz', '/healthz']) expect((await fetch(`${site.origin}${path}`)).status).toBe(200)
    const log = await site.compose(['logs', '--no-log-prefix'])
    expect(log).toContain('/v1/certificate/check')
    expect(log).not.toMatch(/\/(?:readyz|healthz)/)
  })

  it('keeps accounts and certificates over a restart', async () => {
    await site.compose(['restart'])
    await site.up()
    expect(await canLogIn()).toBe(true)
    expect(await lookUpState(first)).toBe('valid')
  })

  it('restarts a crashed server', async () => {
    await site.tryCompose(['exec', '--no-TTY', 'site', 'sh', '-c', 'kill -9 -1'])
    // Both are checked: before the restart, Docker still reports it as healthy.
    const started = { RestartCount: 1, State: { Status: 'running', Health: { Status: 'healthy' } } }
    await expect.poll(() => site.inspect<Inspected>('site'), { timeout: 90_000 }).toMatchObject(started)
    expect(await canLogIn()).toBe(true)
  })

  it('restarts servers that no longer answer', async () => {
    const before = await Promise.all(SERVERS.map((name) => site.inspect<Inspected>(name)))
    // This stops every process but the container's first and this shell.
    await Promise.all(SERVERS.map((name) => site.exec(name, ['sh', '-c', 'kill -STOP -1'])))
    for (const [nth, name] of SERVERS.entries()) {
      const started = { RestartCount: (before[nth]?.RestartCount ?? 0) + 1, State: { Health: { Status: 'healthy' } } }
      await expect.poll(() => site.inspect<Inspected>(name), { timeout: 150_000 }).toMatchObject(started)
    }
    expect(await canLogIn()).toBe(true)
  })

  it('reports a bad setting in one line, before a server starts', async () => {
    const bad = { environment: { HSTS: 'forever' } }
    const line = 'HSTS is "forever": accepted is host, subdomains or preload'
    const checked = await site.tryCompose(['run', '--rm', '--no-TTY', 'settings'], bad)
    expect([checked.code, checked.output.trim()]).toEqual([2, line])
    expect(await lookUpState(first)).toBe('valid')
    const { code, output } = await site.tryCompose(['up', '--detach', '--no-build', '--wait'], bad)
    expect(code).not.toBe(0)
    expect(output).toContain(`service "settings" didn't complete successfully: exit 2`)
    expect((await site.compose(['logs', '--no-log-prefix', 'settings'])).trim()).toBe(line)
    expect(await site.inspect<Inspected>('site')).toMatchObject({ State: { Status: 'created' }, RestartCount: 0 })
    await site.up()
    expect(await lookUpState(first)).toBe('valid')
  })

  it('updates to another build and keeps the data', async () => {
    const before = await inspectImage('site')
    next = await buildChangedImage()
    console.error(`build after a change of web: ${next.seconds.toFixed(1)} s`)
    // A change of web does not install packages again.
    expect(next.log.match(/CACHED/g)?.length).toBeGreaterThan(10)
    expect(next.log).not.toMatch(/added \d+ packages/)
    await site.up([], { environment: { PORTAL_IMAGE: next.image } })
    for (const service of SERVERS) expect(await inspectImage(service)).not.toBe(before)
    expect(await (await fetch(`${site.origin}${next.path}`)).text()).toBe(next.text)
    expect(await canLogIn()).toBe(true)
    expect(await lookUpState(first)).toBe('valid')
    await site.up()
  })

  it('restores a backup', async () => {
    await site.exec('upstream', [...OPERATOR, 'backup', '/data/backups/one'])
    await importRow(second)
    expect(await lookUpState(second)).toBe('valid')
    await site.compose(['stop', 'upstream'])
    await site.compose([
      'run',
      '--rm',
      '--no-deps',
      'upstream',
      ...OPERATOR,
      'restore',
      '/data/backups/one',
      '--replace',
    ])
    await site.up()
    expect(await lookUpState(first)).toBe('valid')
    expect(await lookUpState(second)).not.toBe('valid')
    expect(await canLogIn()).toBe(true)
  })

  it('mounts named volumes only, which remain after down', async () => {
    const mounts = await Promise.all(SERVERS.map(async (name) => (await site.inspect<Inspected>(name)).Mounts))
    expect(mounts.flat().map(({ Destination, Name }) => `${Destination} ${Name}`)).toEqual(
      SERVERS.map((name) => `/data ${site.project}_${name}-data`),
    )
    await site.compose(['down'])
    const left = await run('docker', ['ps', '--all', '--quiet', '--filter', `name=${site.project}`])
    expect(left).toBe('')
    const volumes = await run('docker', ['volume', 'ls', '--quiet', '--filter', `name=${site.project}`])
    expect(volumes.trim().split('\n').sort()).toEqual([`${site.project}_site-data`, `${site.project}_upstream-data`])
  })
})
