// Plain JavaScript for Node 20 and later: this runs before anything is installed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const POLL_MS = 200
/**
 * Time after which a lock that has no owner is abandoned: its process died between creating the folder and the file.
 * ms.
 */
const OWNERLESS_MS = 10_000

/**
 * Runs `work` while holding a lock between processes of this machine. The lock is a folder, because creating one is
 * atomic on every file system. A lock whose owner is no longer alive is taken over.
 *
 * @param lockPath folder of the lock; its parents are created
 * @param onWait called once if another process holds it
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
  // process.exit and uncaught errors must release the lock too.
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
    // EPERM: the process is alive and belongs to another user.
    return error.code === 'EPERM'
  }
}

/**
 * Removes an abandoned lock. It is renamed first: of several processes that find it, only one can rename it, and that
 * one deletes it.
 */
function dropAbandoned(lockPath) {
  const aside = `${lockPath}.abandoned-${process.pid}`
  try {
    renameSync(lockPath, aside)
  } catch {
    return
  }
  rmSync(aside, { recursive: true, force: true })
}
