import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressAssets } from './compress-assets.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'portal-assets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('compresses texts with Brotli and gzip, but not pictures, the manifest or small files', async () => {
  const script = 'export const carat = 0.2\n'.repeat(100)
  mkdirSync(path.join(folder, 'assets'))
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, 'assets/entry.js'), script)
  writeFileSync(path.join(folder, 'assets/small.css'), 'a{}')
  writeFileSync(path.join(folder, 'assets/stone.webp'), script)
  writeFileSync(path.join(folder, '.vite/manifest.json'), script)

  const sums = await compressAssets(folder)

  expect(sums).toMatchObject({ files: 2, bytes: script.length + 3 })
  expect(readdirSync(path.join(folder, 'assets')).sort()).toEqual([
    'entry.js',
    'entry.js.br',
    'entry.js.gz',
    'small.css',
    'stone.webp',
  ])
  expect(readdirSync(path.join(folder, '.vite'))).toEqual(['manifest.json'])
  const read = (name: string) => readFileSync(path.join(folder, 'assets', name))
  expect(brotliDecompressSync(read('entry.js.br')).toString()).toBe(script)
  expect(gunzipSync(read('entry.js.gz')).toString()).toBe(script)
})
