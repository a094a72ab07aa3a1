import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { root, run } from './docker.ts'

/** A file of web that the site sends unchanged. */
const CHANGED = 'apps/web/public/favicon.svg'
const LEFT_OUT = ['node_modules', 'dist', '.git', '.cache', '.data']
/** Time limit of the build. ms. */
const BUILD_MS = 300_000

/**
 * Builds another image, from a copy of the checkout in which one file of web is different.
 *
 * @returns its tag, the changed file's path on the site and text, and the log of the build
 */
export async function buildChangedImage() {
  const image = `${inject('portalImage')}-changed`
  const folder = mkdtempSync(path.join(tmpdir(), 'changed-image-'))
  const text = `${readFileSync(path.join(root, CHANGED), 'utf8')}<!-- another build -->\n`
  const context = path.join(folder, 'context.tar')
  mkdirSync(path.join(folder, path.dirname(CHANGED)), { recursive: true })
  writeFileSync(path.join(folder, CHANGED), text)
  try {
    await run('tar', ['--create', '--file', context, ...LEFT_OUT.map((name) => `--exclude=${name}`), '.'])
    // The later of two entries with one name counts.
    await run('tar', ['--append', '--file', context, '--directory', folder, `./${CHANGED}`])
    const startMs = performance.now()
    const command = `docker build --progress plain --tag ${image} - < ${context} 2>&1`
    const log = await run('sh', ['-c', command], { timeoutMs: BUILD_MS })
    const seconds = (performance.now() - startMs) / 1000
    return { image, path: '/favicon.svg', text, log, seconds, remove: () => run('docker', ['image', 'rm', image]) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
