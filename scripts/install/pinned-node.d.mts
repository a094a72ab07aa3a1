interface Machine {
  platform: string
  arch: string
  /** The Node that runs this script, and its version. */
  execPath: string
  version: string
  exists?: (path: string) => boolean
}

export function findPinnedNode(root: string, machine?: Machine): string
