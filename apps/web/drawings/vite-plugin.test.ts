// @vitest-environment node
import { build, createServer } from 'vite'
import { expect, it } from 'vitest'
import { drawingsPlugin } from './vite-plugin.ts'

const ENTRY = 'virtual:entry'

/** A build of one module that hands on the sprite's address. */
async function built(isServer: boolean) {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id: string) =>
      id === `\0${ENTRY}` ? `import { spriteUrl } from 'virtual:drawings'\nconsole.log(spriteUrl)` : undefined,
  }
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, drawingsPlugin()],
    build: { write: false, ssr: isServer, rolldownOptions: { input: ENTRY } },
  })
  if (!('output' in result)) throw new Error('expected one build')
  const assets = result.output.filter((file) => file.type === 'asset').map((file) => file.fileName)
  const code = result.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
  return { assets, spriteUrl: /\/assets\/drawings-[0-9a-f]{8}\.svg/.exec(code)?.[0] }
}

it('gives browser and server the same address, and writes the file for the browser only', async () => {
  const [client, server] = [await built(false), await built(true)]
  expect(client.spriteUrl).toBeDefined()
  expect(server.spriteUrl).toBe(client.spriteUrl)
  expect(client.assets.map((name) => `/${name}`)).toEqual([client.spriteUrl])
  expect(server.assets).toEqual([])
})

it('serves the sprite while developing', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [drawingsPlugin()],
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    await server.listen()
    const answer = await fetch(new URL('/@drawings.svg', server.resolvedUrls?.local[0]))
    expect(answer.headers.get('content-type')).toContain('image/svg+xml')
    expect(await answer.text()).toContain('<symbol id="mark"')
  } finally {
    await server.close()
  }
})
