// Plain JavaScript for Node 20 and later: this finds the Node that runs everything else.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runtimePackage } from './install-state.mjs'

/** First release that runs .ts files without a warning and has all parts of `node:sqlite` that are used here. */
const LEAST_VERSION = [24, 12]

/**
 * Returns the path of the Node that runs the project: the pinned one or, where no package of it exists (macOS), the
 * machine's own if it is new enough.
 * @throws Error with a text for the user
 */
export function findPinnedNode(
  root,
  { platform, arch, execPath, version, exists = existsSync } = { ...process, version: process.versions.node },
) {
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', runtimePackage(platform, arch), 'bin', name)
  if (exists(pinned)) return pinned
  if (isAtLeast(version, LEAST_VERSION)) return execPath
  throw new Error(
    `This project needs Node ${LEAST_VERSION.join('.')} or later. There is no pinned Node for ${platform}-${arch}, and` +
      ` the machine's own is ${version}. Install a newer one (https://nodejs.org) and run the command again.`,
  )
}

function isAtLeast(version, least) {
  const [major, minor] = version.split('.').map(Number)
  return major > least[0] || (major === least[0] && minor >= least[1])
}
