import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Check, type Finding, fault, ok, type Subject, warn } from '#finding.ts'

/** First Node release that runs the sources unchanged. */
const LEAST_NODE = [24, 12] as const
const MEBIBYTE = 1024 * 1024
/** Free space below which databases begin to fail. */
const FAULT_FREE_BYTES = 200 * MEBIBYTE
const WARN_FREE_BYTES = 1024 * MEBIBYTE

export const nodeCheck: Check = {
  name: 'node',
  run({ machine: { nodeVersion } }) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
    if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return [ok(`Node ${nodeVersion}`)]
    const remedy = `Install Node ${LEAST_NODE.join('.')} or later, or run the doctor by npm, which installs it`
    return [fault(`Node ${nodeVersion} cannot run the site`, remedy)]
  },
}

/** Checks the folder of keys and, with the reference upstream, of database and uploads. */
export const dataCheck: Check = {
  name: 'data',
  async run({ config: { dataDir, sessionKeys, receiptSeeds, isUpstreamEmbedded }, machine }) {
    const folder = findNearestFolder(dataDir)
    if (!isWritableFolder(folder)) {
      // Only keys are stored there, and in profile scale there is no volume for it.
      const hasKeys = sessionKeys.length > 0 && receiptSeeds.length > 0
      if (hasKeys && !isUpstreamEmbedded) return [ok('both keys are given: the site does not use DATA_DIR')]
      const remedy = `Make ${dataDir} a folder that this user may write to, or set DATA_DIR to one`
      return [fault(`DATA_DIR ${dataDir} cannot be written to`, remedy)]
    }
    return [checkFreeSpace(folder, await machine.freeBytes(folder))]
  },
}

function checkFreeSpace(folder: string, freeBytes: number): Finding {
  const what = `${Math.floor(freeBytes / MEBIBYTE)} MiB are free for DATA_DIR at ${folder}`
  const remedy = 'Free some space, or set DATA_DIR to a larger disk'
  if (freeBytes < FAULT_FREE_BYTES) return fault(what, remedy)
  return freeBytes < WARN_FREE_BYTES ? warn(what, remedy) : ok(what)
}

/** Returns the folder itself, or the existing one in which it would be created. */
function findNearestFolder(folder: string): string {
  if (existsSync(folder)) return folder
  const parent = path.dirname(folder)
  return parent === folder ? folder : findNearestFolder(parent)
}

function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

export const buildCheck: Check = {
  name: 'build',
  run: ({ config: { webDist }, machine }: Subject) => {
    if (webDist === null) return [ok('WEB_DIST is none: pages come from elsewhere')]
    const isThere = existsSync(path.join(webDist, 'server/entry-server.js'))
    if (machine.isWebFresh === null || !isOwnBuild(webDist)) {
      if (isThere) return [ok(`web is built in ${webDist}`)]
      return [fault(`WEB_DIST ${webDist} holds no build of web`, 'Set WEB_DIST to apps/web/dist after npm run build')]
    }
    if (machine.isWebFresh) return [ok('web is built of the sources as they are')]
    const remedy = 'Nothing where npm start is used, which builds; else npm run build'
    return [warn(isThere ? 'web’s build is older than its sources' : 'web is not built yet', remedy)]
  },
}

function isOwnBuild(webDist: string): boolean {
  return webDist === path.resolve(import.meta.dirname, '../../../web/dist')
}
