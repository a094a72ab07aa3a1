// Plain JavaScript for Node 18 and later: this runs before anything is installed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const POLL_MS = 200
/** Between making the folder and writing the owner into it lie microseconds; after this long, its maker died there. */
const OWNERLESS_MS = 10_000

/**
 * Does `work` while holding a lock that other processes on this machine respect: a folder, since making one either
 * succeeds or says that it exists, on every file system. A lock whose owner is no longer alive is taken over.
 *
 * @param lockPath folder that stands for the lock; its parents are made
 * @param onWait called once if somebody else holds it
 */
export async function withDirectoryLock(lockPath, onWait, work) {
  mkdirSync(dirname(lockPath), { recursive: true })
  let hasWaited = false
  while (!tryLock(lockPath)) {
    if (isAbandoned(lockPath)) {
      dropAbandoned(lockPath)
      continue
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  // Leaving by process.exit or an uncaught error must not leave the lock behind.
  const unlock = () => rmSync(lockPath, { recursive: true, force: true })
  process.once('exit', unlock)
  try {
    return await work()
  } finally {
    process.removeListener('exit', unlock)
    unlock()
  }
}

function tryLock(lockPath) {
  try {
    mkdirSync(lockPath)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(lockPath, 'owner'), String(process.pid))
  return true
}

function isAbandoned(lockPath) {
  try {
    return !isAlive(Number(readFileSync(join(lockPath, 'owner'), 'utf8')))
  } catch {
    const made = statSync(lockPath, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > OWNERLESS_MS
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but somebody else's.
    return error.code === 'EPERM'
  }
}

/** Moved aside first: of several that found the lock abandoned, only one can move it, and only that one deletes. */
function dropAbandoned(lockPath) {
  const aside = `${lockPath}.abandoned-${process.pid}`
  try {
    renameSync(lockPath, aside)
  } catch {
    return
  }
  rmSync(aside, { recursive: true, force: true })
}
