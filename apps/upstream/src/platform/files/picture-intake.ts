import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { FastifyRequest } from 'fastify'
import { fileTooLarge, tooFrequent, uploadMissing } from '#platform/errors.ts'
import type { SharedLimit } from '#platform/http/shared-limit.ts'
import { readMultipartFile } from './multipart-file.ts'

const BUSY_RETRY_SECONDS = 5

interface Intake {
  /** Uploads of each account. */
  limit: SharedLimit
  /** Maximum concurrent uploads of all accounts, each of up to 10 MB in memory. */
  atOnce: number
}

/**
 * Reads uploads of staff, at most `atOnce` at the same time, one less of one account: slow ones leave a place for others.
 * @returns a function that reads the one file of a request and passes it to `keep`; it throws an AppError for none, for one above
 * 10 MB, and while too many are under way
 */
export function createPictureIntake({ limit, atOnce }: Intake) {
  const underWay: string[] = []
  return async <T>(
    request: FastifyRequest,
    { field, userId }: { field: string; userId: string },
    keep: (bytes: Buffer) => Promise<T>,
  ): Promise<T> => {
    const own = underWay.filter((id) => id === userId)
    if (underWay.length >= atOnce || own.length >= atOnce - 1) throw tooFrequent(BUSY_RETRY_SECONDS)
    underWay.push(userId)
    try {
      await limit.use(userId)
      const file = await readMultipartFile(request, field, UPLOAD_MAX_BYTES)
      if (file === 'too-large') throw fileTooLarge()
      if (file === 'none') throw uploadMissing(UPLOAD_MAX_BYTES)
      return await keep(file.bytes)
    } finally {
      underWay.splice(underWay.indexOf(userId), 1)
    }
  }
}
