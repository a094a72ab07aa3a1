import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject } from './compose-project.ts'
import { root, run, tryRun } from './docker.ts'
import { runScript } from './edge/failing-dns.ts'

/**
 * Maximum time until nginx finds the site: far below the 30 s for which it keeps an address after a failed query by
 * default.
 */
const FOUND_MS = 15_000

interface Composed {
  services: Record<string, { image: string; environment: Record<string, string> }>
}

describe.skipIf(!inject('portalImage'))('nginx of the profiles, while DNS fails for a site', () => {
  const names = ['names', 'nginx'].map((name) => `portal-test-dns-${name}-${process.pid}`)
  const [ofNames = '', ofNginx = ''] = names
  let proxy: Composed['services'][string] | undefined

  beforeAll(async () => {
    const project = await createProject({ name: 'dns', profile: 'scale' })
    const { services } = JSON.parse(await project.compose(['config', '--format', 'json'])) as Composed
    proxy = services.proxy
  })
  afterAll(() => tryRun('docker', ['rm', '--force', ...names]))

  it('finds the new address within seconds after a failed query', async () => {
    if (!proxy) throw new Error('docker-compose.yml has no service proxy')
    const isolated = ['run', '--detach', '--init']
    await run('docker', [...isolated, '--name', ofNames, inject('portalImage'), 'node', '-e', runScript()])
    const environment = {
      ...proxy.environment,
      SITE_1: 'site.test:9001 resolve',
      SITE_2: 'site.test:9001 resolve',
      UPSTREAM_1: '127.0.0.9:9001',
      UPSTREAM_2: '127.0.0.9:9001',
      RESOLVER: '127.0.0.1:5353',
      TLS_ADDRESS: '127.0.0.1',
    }
    const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const templates = `${root}/ops/nginx:/etc/nginx/templates:ro`
    const start = [
      ...isolated,
      '--name',
      ofNginx,
      '--network',
      `container:${ofNames}`,
      '--volume',
      templates,
      ...variables,
    ]
    await run('docker', [...start, proxy.image, 'nginx', '-c', '/tmp/nginx.conf', '-g', 'daemon off;'])
    expect((await run('docker', ['wait', ofNames])).trim()).toBe('0')
    const { foundMs } = JSON.parse(await run('docker', ['logs', ofNames])) as { foundMs: number }
    console.error(`nginx found the new address after ${foundMs} ms`)
    expect(foundMs).toBeLessThan(FOUND_MS)
  })
})
