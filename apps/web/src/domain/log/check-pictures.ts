import { SECOND_MS } from '@portal/contract/constants.ts'
import { toHex, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { LogUnreachable, readFile } from './log-files.ts'

const PICTURE_TIMEOUT_MS = 10 * SECOND_MS
/** Size of the largest picture that upstream accepts, bytes. */
const PICTURE_MAX = 10 * 1024 * 1024

export interface PictureChecks {
  right: number
  /** Number of files that differ from the logged ones. */
  wrong: number
  /** Number of files that could not be read and were not compared. */
  unread: number
}

/** Compares the files of shown pictures with their digests (SHA-256, hex). */
export async function checkPictures(
  pictures: readonly { url: string }[],
  digests: readonly string[],
  signal?: AbortSignal,
): Promise<PictureChecks> {
  const checks: PictureChecks = { right: 0, wrong: 0, unread: 0 }
  for (const [at, { url }] of pictures.entries()) {
    const digest = await computeDigest(url, signal)
    checks[digest === undefined ? 'unread' : digest === digests[at] ? 'right' : 'wrong'] += 1
  }
  return checks
}

/** Hashes the file that is shown, from the browser's cache if it is there. */
async function computeDigest(url: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const file = await readFile(url, {
      limit: PICTURE_MAX,
      cache: 'force-cache',
      timeoutMs: PICTURE_TIMEOUT_MS,
      signal,
    })
    return toHex(await webSha256(file))
  } catch (reason) {
    if (reason instanceof LogUnreachable) return undefined
    throw reason
  }
}
