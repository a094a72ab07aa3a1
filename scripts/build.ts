// `npm run build`: builds apps/web, the only part that needs it (the servers run from their sources).
// With --if-stale it builds only when the sources have changed since the last time.
import { rmSync, writeFileSync } from 'node:fs'
import { createBuilder } from 'vite'
import { withDirectoryLock } from './install/directory-lock.mjs'
import { getRepositoryPath } from './repository.ts'
import { isWebBuilt, WEB_STAMP } from './web-build/build-web.ts'
import { compressAssets } from './web-build/compress-assets.ts'
import { computeWebFingerprint } from './web-build/web-fingerprint.ts'

const isOnlyIfStale = process.argv.includes('--if-stale')
process.env.NODE_ENV = 'production'

try {
  await withDirectoryLock(
    getRepositoryPath('.cache/build-lock'),
    () => console.error('Another command is building web; waiting for it.'),
    async () => {
      if (!isOnlyIfStale || !isWebBuilt()) await build()
    },
  )
} catch (error) {
  // The cause is in the sources of web, so the stack of this script would not help.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function build(): Promise<void> {
  const startedAt = performance.now()
  console.error('Building apps/web …')
  // The fingerprint is computed before the build: a source that changes meanwhile makes the next start build again.
  const fingerprint = computeWebFingerprint()
  rmSync(WEB_STAMP, { force: true })
  // One configuration builds all sides: the visitors' bundle, the staff's and the server's.
  const builder = await createBuilder({
    root: getRepositoryPath('apps/web'),
    configFile: getRepositoryPath('apps/web/vite.config.ts'),
    logLevel: 'warn',
  })
  await builder.buildApp()
  const { files, bytes, brotliBytes } = await compressAssets(getRepositoryPath('apps/web/dist/client'))
  await compressAssets(getRepositoryPath('apps/web/dist/manage'))
  writeFileSync(WEB_STAMP, fingerprint)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.error(
    `Built apps/web in ${seconds} s: ${files} text assets, ${formatKilobytes(bytes)} (${formatKilobytes(brotliBytes)} as brotli).`,
  )
}

function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
