import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type ComposeProject, createProject } from './compose-project.ts'
import { run } from './docker.ts'
import { PACKAGE, startPrivateRegistry } from './registry/private-registry.ts'

/** Maximum size of all layers above the base image. Bytes. */
const MAX_BYTES = 195_000_000
/** Time limit of the build on a busy machine. ms. */
const BUILD_MS = 170_000
const image = inject('portalImage')
const inImage = (...command: string[]) => run('docker', ['run', '--rm', '--network', 'none', image, ...command])

/** Script that lists name and version of every package below /app/node_modules and those of the apps. */
const LIST_PACKAGES = `
const { globSync, readFileSync } = require('node:fs')
const files = globSync('{.,apps/*}/node_modules/{,**/node_modules/}{*,@*/*}/package.json')
const packages = files.map((file) => JSON.parse(readFileSync(file, 'utf8'))).filter(({ name, version }) => name && version)
console.log(JSON.stringify(packages.map(({ name, version }) => name + '@' + version)))`

describe.skipIf(!image)('the image', () => {
  it('adds at most 195 MB to its base', async () => {
    const history = await run('docker', [
      'history',
      '--human=false',
      '--no-trunc',
      '--format',
      '{{.Size}}\t{{.CreatedBy}}',
      image,
    ])
    const layers = history.trim().split('\n')
    const first = layers.findIndex((layer) => layer.includes('NODE_ENV=production'))
    expect(first).toBeGreaterThan(5)
    const bytes = layers.slice(0, first).reduce((sum, layer) => sum + Number(layer.split('\t', 1)[0]), 0)
    console.error(`image: ${(bytes / 1e6).toFixed(1)} MB above its base`)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  it('lists all its packages in a CycloneDX file', async () => {
    const bill = JSON.parse(await inImage('cat', 'sbom.cdx.json')) as {
      bomFormat: string
      components: { name: string; version: string; licenses?: unknown[] }[]
    }
    expect(bill.bomFormat).toBe('CycloneDX')
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
    const installed = JSON.parse(await inImage('node', '-e', LIST_PACKAGES)) as string[]
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter((name) => !listed.has(name))).toEqual([])
    // This package is bundled into web's build.
    expect([...listed].some((name) => name.startsWith('react-dom@'))).toBe(true)
  })

  it('is labelled with title, version, revision and licence', async () => {
    const labels = JSON.parse(await run('docker', ['image', 'inspect', '--format', '{{json .Config.Labels}}', image]))
    const { version } = JSON.parse(await inImage('cat', 'package.json'))
    const own = (name: string) => labels[`org.opencontainers.image.${name}`]
    expect(own('title')).toBe('portal')
    expect(own('version')).toBe(version)
    expect(own('revision')).toBe(inject('portalRevision'))
    expect(own('licenses')).not.toBe('')
  })

  it('contains no sources that it does not run, no tests and no volume', async () => {
    expect((await inImage('ls', '-A')).trim().split('\n').sort()).toEqual(
      [
        '.npmrc',
        'apps',
        'node_modules',
        'ops',
        'package-lock.json',
        'package.json',
        'packages',
        'sbom.cdx.json',
      ].sort(),
    )
    const found = await inImage(
      'find',
      'apps',
      'packages',
      'ops',
      '-name',
      '*.test.ts*',
      '-not',
      '-path',
      '*/node_modules/*',
    )
    expect(found).toBe('')
    expect(await run('docker', ['image', 'inspect', '--format', '{{json .Config.Volumes}}', image])).toBe('null\n')
  })

  it('is built once for all services of a profile', async () => {
    const [tag, revision] = [`${image}-scale`, `${inject('portalRevision')}-scale`]
    const environment = { PORTAL_IMAGE: tag, PORTAL_REVISION: revision }
    const project = await createProject({ name: 'build', profile: 'scale', environment })
    onTestFinished(async () => void (await run('docker', ['image', 'rm', '--force', tag])))
    await project.compose(['build'], { timeoutMs: BUILD_MS })
    const filter = `label=org.opencontainers.image.revision=${revision}`
    const images = await run('docker', ['images', '--all', '--quiet', '--filter', filter])
    expect(images.trim().split('\n')).toHaveLength(1)
  })
})

describe.skipIf(!image)('a build with a registry that has its own CA and requires a token', () => {
  const built = `${image}-registry`
  let registry: Awaited<ReturnType<typeof startPrivateRegistry>>
  let project: ComposeProject

  beforeAll(async () => {
    registry = await startPrivateRegistry(image)
    const environment = { REGISTRY_CONTEXT: registry.context, REGISTRY_IMAGE: built }
    const files = ['tests/containers/registry/registry.compose.yml']
    project = await createProject({ name: 'registry', environment, files })
  })

  afterAll(async () => {
    await registry?.stop()
    await run('docker', ['image', 'rm', '--force', built])
  })

  const build = (environment: Record<string, string>) =>
    project.tryCompose(['--progress', 'plain', 'build'], { environment, timeoutMs: BUILD_MS })

  it('fails without the token', async () => {
    const npmrc = registry.npmrc.replace(registry.token, 'wrong')
    const { code, output } = await build({ NPMRC: npmrc, NPM_CA: registry.ca })
    expect(code).not.toBe(0)
    expect(output).toContain('E401')
  })

  it('fails without the CA', async () => {
    const { code, output } = await build({ NPMRC: registry.npmrc.replace(/^cafile.*/m, '') })
    expect(code).not.toBe(0)
    expect(output).toMatch(/CERT|certificate/)
  })

  it('installs with both, and stores neither in the image', async () => {
    const { code, output } = await build({ NPMRC: registry.npmrc, NPM_CA: registry.ca })
    expect([code, output]).toEqual([0, expect.any(String)])
    expect(await run('docker', ['run', '--rm', built, 'ls', 'node_modules'])).toContain(PACKAGE)
    const count = (text: string) => run('sh', ['-c', `docker save ${built} | grep -ac -- ${text} || true`])
    expect(Number(await count(PACKAGE))).toBeGreaterThan(0)
    expect(Number(await count(registry.token))).toBe(0)
    expect(Number(await count('registry.test'))).toBe(0)
  })
})
