import { existsSync, readFileSync } from 'node:fs'
import { runNode } from '../process-run.ts'
import { getRepositoryPath } from '../repository.ts'
import { computeWebFingerprint } from './web-fingerprint.ts'

/** File with the fingerprint of the build's sources; written last. */
export const WEB_STAMP = getRepositoryPath('apps/web/dist/.stamp')

/** Whether `apps/web/dist` is the build of the current sources. */
export function isWebBuilt(): boolean {
  return existsSync(WEB_STAMP) && readFileSync(WEB_STAMP, 'utf8') === computeWebFingerprint()
}

/**
 * Builds web if its sources have changed. The build runs in a separate process, because Vite sets NODE_ENV to
 * `production`, which the servers read too (no demo content, no mailbox).
 * @returns whether there is a build now; errors have been printed
 */
export async function ensureWebBuilt(): Promise<boolean> {
  if (isWebBuilt()) return true
  const { code } = await runNode([getRepositoryPath('scripts/build.ts'), '--if-stale'], { isShown: true })
  return code === 0
}
