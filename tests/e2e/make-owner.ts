import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

/** Creates the owner of the demo content, 石衡检测, as an operator does. @returns the password */
export function makeOwner(upstreamDir: string, email: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/admin.ts'), 'create', email], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: upstreamDir },
    encoding: 'utf8',
  })
  const password = /^Password: (\S+)$/m.exec(stdout)?.[1]
  if (!password) throw new Error(`no owner was made: ${stderr}`)
  return password
}
