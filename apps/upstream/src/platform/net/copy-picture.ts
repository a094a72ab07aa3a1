import { SECOND_MS } from '@portal/contract/constants.ts'
import { noPicture, pictureUnfetched } from '#platform/errors.ts'
import type { MultipartFile } from '#platform/files/multipart-file.ts'
import { fetchPublicPicture } from './fetch-public-picture.ts'
import type { Internet } from './internet.ts'

/** Maximum time of one picture, redirects included. */
const TIME_MAX_MS = 10 * SECOND_MS

export type PictureCopier = ReturnType<typeof createPictureCopier>

/** Fetches pictures of other sites for the texts of people who wait for them. */
export function createPictureCopier(options: { agent: string; network?: Internet | undefined }) {
  /** @throws AppError with the reason why there is no file */
  return async (address: string): Promise<MultipartFile> => {
    if (!URL.canParse(address)) throw pictureUnfetched('地址不正确')
    const signal = AbortSignal.timeout(TIME_MAX_MS)
    const fetched = await fetchPublicPicture(new URL(address), { ...options, signal }).catch(() => ({
      fault: signal.aborted ? '对方网站太慢' : '连不上对方网站',
    }))
    if ('fault' in fetched) throw pictureUnfetched(fetched.fault)
    // The library takes PDF files, but not in the place of a picture.
    if (fetched.bytes.toString('latin1', 0, 5) === '%PDF-') throw noPicture()
    return fetched
  }
}
