import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../scripts/repository.ts'

/** Builds apps/web when its sources have changed. */
export async function buildWeb(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('apps/web could not be built')
}
