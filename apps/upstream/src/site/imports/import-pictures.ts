import { SECOND_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { ImportSummary } from '@portal/contract/site/imports.ts'
import { addMedia, findSameContent } from '#media/media-changes.ts'
import type { MediaIntake } from '#media/media-intake.ts'
import { readItem } from '#media/media-list.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { MultipartFile } from '#platform/files/multipart-file.ts'
import {
  type FetchedPicture,
  fetchPublicPicture,
  TOO_LARGE,
  toPictureName,
} from '#platform/net/fetch-public-picture.ts'
import type { Internet } from '#platform/net/internet.ts'
import { openHaloArchive, readWhole } from './reading/halo-archive.ts'
import { ImportRefused } from './reading/staged-text.ts'

/** A picture in Markdown: alternative text, address, title. */
const PICTURE = /(!\[(?:[^[\]\\]|\\.)*\]\()([^()\s]+)((?:\s+"(?:[^"\\]|\\.)*")?\))/g
const AT_ONCE = 4
/** Maximum time of one picture, redirects included. */
const TIME_MAX_MS = 20 * SECOND_MS
/** After so many failures in a row the other site is not asked any more. */
const FAILURES_MAX = 20
/** Remarks of one text. */
const FAULTS_SHOWN = 10

/** Where the pictures of an import come from. */
interface PictureSource {
  /** @returns `null` for a picture that stays where it is */
  read(address: string): Promise<FetchedPicture | null>
  close(): void
}

/** Pictures of the folder `upload` of an export of Halo. */
async function openArchivePictures(path: string): Promise<PictureSource> {
  const archive = await openHaloArchive(path)
  const toKey = (text: string) => /(?:^|\/)(upload\/.+)$/.exec(text)?.[1]
  const names = new Map([...archive.names()].map((name) => [toKey(name), name]))
  return {
    async read(address) {
      const { pathname } = new URL(address, 'http://any')
      const key = toKey(decodeURI(pathname))
      if (key === undefined) return null
      const name = names.get(key)
      if (name === undefined) return { fault: '文件里没有' }
      if (archive.countBytes(name) > UPLOAD_MAX_BYTES) return { fault: TOO_LARGE }
      return { bytes: await readWhole(archive, name), fileName: toPictureName(name) }
    },
    close: () => archive.close(),
  }
}

interface Fetching {
  /** Address of the other site. */
  site: string
  agent: string
  network?: Internet | undefined
  signal: AbortSignal
}

/** Pictures of the other site and its subdomains. */
function fetchSitePictures({ site, agent, network, signal: stopping }: Fetching): PictureSource {
  const root = URL.canParse(site) ? new URL(site).hostname.replace(/^www\./, '') : ''
  let failures = 0

  return {
    async read(address) {
      if (root === '' || !URL.canParse(address, site)) return null
      const url = new URL(address, site)
      if (url.hostname !== root && !url.hostname.endsWith(`.${root}`)) return null
      if (failures >= FAILURES_MAX) return { fault: '原网站没有回应，未再尝试' }
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(TIME_MAX_MS), stopping])
        const picture = await fetchPublicPicture(url, { agent, network, signal })
        failures = 0
        return picture
      } catch {
        failures += 1
        stopping.throwIfAborted()
        return { fault: '取不到' }
      }
    },
    close: () => {},
  }
}

interface Library {
  db: Db
  mediaIntake: Pick<MediaIntake, 'hash' | 'take' | 'drop'>
  /** Maximum size of the library. */
  totalBytes: number
  now: () => number
}

/** Stores pictures in the library, each once. */
export function createPictureTaker(
  source: PictureSource,
  userId: string,
  { db, mediaIntake, now, totalBytes }: Library,
) {
  async function store(picture: MultipartFile): Promise<string> {
    const known = await findSameContent(db, mediaIntake.hash(picture))
    if (known !== undefined) return (await readItem(db, known, now())).url
    const taken = await mediaIntake.take(picture, userId)
    try {
      return await db.transaction().execute(async (trx) => {
        const id = await addMedia({ trx, userId, nowMs: now(), totalBytes }, taken)
        return (await readItem(trx, id, now())).url
      })
    } catch (error) {
      await mediaIntake.drop(taken.file)
      throw error
    }
  }

  /** A picture that is missing or broken never stops the import. */
  async function findFault<T>(work: () => Promise<T>): Promise<T | { fault: string }> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof URIError) return { fault: '地址不正确' }
      if (error instanceof AppError || error instanceof ImportRefused) return { fault: error.message }
      throw error
    }
  }

  return {
    close: source.close,
    /**
     * Stores the pictures of a text.
     * @param onPiece called before each few pictures
     * @returns the text with their addresses here, and what is missing
     */
    async takeAll(markdown: string, onPiece: () => Promise<void>): Promise<{ markdown: string; remarks: string[] }> {
      const addresses = [...new Set([...markdown.matchAll(PICTURE)].map(([, , address = '']) => address))]
      const taken = new Map<string, string>()
      const remarks: string[] = []
      for (let at = 0; at < addresses.length; at += AT_ONCE) {
        await onPiece()
        const piece = addresses.slice(at, at + AT_ONCE)
        const found = await Promise.all(piece.map((address) => findFault(() => source.read(address))))
        // One after the other, so that equal pictures are stored once.
        for (const [nth, picture] of found.entries()) {
          const address = piece[nth] ?? ''
          const result = picture && 'bytes' in picture ? await findFault(() => store(picture)) : picture
          if (typeof result === 'string') taken.set(address, result)
          else if (result) remarks.push(`图片缺失：${address.slice(0, 200)}（${result.fault}）`)
        }
      }
      const left = remarks.length - FAULTS_SHOWN
      return {
        markdown: markdown.replace(PICTURE, (_all, start: string, address: string, end: string) => {
          return start + (taken.get(address) ?? address) + end
        }),
        remarks: left > 0 ? [...remarks.slice(0, FAULTS_SHOWN), `另有 ${left} 张图片缺失`] : remarks,
      }
    },
  }
}

/** Opens the pictures of an import. */
export async function openPictures(
  { source, site }: Pick<ImportSummary, 'source' | 'site'>,
  path: string,
  fetching: Omit<Fetching, 'site'>,
): Promise<PictureSource> {
  return source === 'halo' ? await openArchivePictures(path) : fetchSitePictures({ ...fetching, site })
}
