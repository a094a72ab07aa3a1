interface Machine {
  platform: string
  arch: string
}

interface Install extends Machine {
  lockText: string
  /** Contents of `node_modules/.portal-lock`. */
  stamp: string | undefined
  /** Contents of `node_modules/.package-lock.json`, which npm writes last; without it no install was completed. */
  installedText: string | undefined
}

export function runtimePackage(platform: string, arch: string): string
export function installStamp(of: Machine & { lockText: string }): string
export function judgeInstall(install: Install): 'current' | 'unstamped' | 'stale'
