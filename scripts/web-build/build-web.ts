import { existsSync, readFileSync } from 'node:fs'
import { runNode } from '../process-run.ts'
import { inRepository } from '../repository.ts'
import { webFingerprint } from './web-fingerprint.ts'

/** Holds the fingerprint of the sources that the build beside it was made of; written last. */
export const WEB_STAMP = inRepository('apps/web/dist/.stamp')

/** Whether `apps/web/dist` is the build of the sources as they are now. */
export function isWebBuilt(): boolean {
  return existsSync(WEB_STAMP) && readFileSync(WEB_STAMP, 'utf8') === webFingerprint()
}

/**
 * Builds web unless that was done already. In a process of its own, because Vite sets NODE_ENV for all of the process
 * it runs in, and what we start afterwards takes `production` for more than that (no demo content, no mailbox).
 *
 * @returns whether there is a build now; what went wrong has been shown
 */
export async function ensureWebBuilt(): Promise<boolean> {
  if (isWebBuilt()) return true
  const { code } = await runNode([inRepository('scripts/build.ts'), '--if-stale'], { isShown: true })
  return code === 0
}
