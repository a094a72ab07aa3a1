import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
/** Web's build of the current release. */
export const WEB_DIST = path.join(ROOT, 'apps/web/dist')
const FILE_NAME = /[\w.-]+/g

/**
 * Makes a release that has no built file of the current one: the same web with another hash in every file name. It is
 * in the repository, since rendering resolves packages from there.
 * @returns its folder, for `WEB_DIST`
 */
export function makeOtherRelease(): { webDist: string; remove(): void } {
  const cache = path.join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  const webDist = mkdtempSync(path.join(cache, 'other-release-'))
  cpSync(WEB_DIST, webDist, { recursive: true })
  writeFileSync(path.join(webDist, 'package.json'), '{"type":"module"}')
  // Compressed copies contain the old names.
  for (const file of globSync('client/assets/*.{br,gz}', { cwd: webDist })) rmSync(path.join(webDist, file))
  const built = new Set(globSync('client/assets/*', { cwd: webDist }).map((file) => path.basename(file)))
  const rename = (name: string) => (built.has(name) ? name.replace(/\.(?=\w+$)/, 'b.') : name)
  for (const file of globSync('{server/*.js,client/.vite/*.json,client/assets/*.{js,css}}', { cwd: webDist })) {
    const where = path.join(webDist, file)
    writeFileSync(where, readFileSync(where, 'utf8').replaceAll(FILE_NAME, rename))
  }
  for (const name of built) {
    renameSync(path.join(webDist, 'client/assets', name), path.join(webDist, 'client/assets', rename(name)))
  }
  return { webDist, remove: () => rmSync(webDist, { recursive: true }) }
}
