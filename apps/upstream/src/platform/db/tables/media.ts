import type { MediaKind } from '@portal/contract/media/media-rules.ts'
import type { Generated } from 'kysely'

/** One stored file. */
interface StoredFile {
  /** Name in the folder of uploads. */
  file: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  /** SHA-256 of the uploaded file, hex. */
  sha256: string
}

/** Pictures and PDF files of staff, and where they are used. */
export interface MediaTables {
  media: StoredFile & {
    /** Hex digits in the addresses of the file. They are random, or taken from the stored name of an older upload. */
    id: string
    /** Last part of the stable address; `null`: an older upload, which has the address of its file. */
    address_name: string | null
    /** Name that downloads have. */
    name: string
    kind: MediaKind
    alt: string
    is_decorative: number
    source: string
    /** 1: search engines may list the PDF. */
    is_searchable: Generated<number>
    by_id: string | null
    at: number
    /** Uploader of the present file; `null`: closed account, or older upload. */
    file_by_id: string | null
    file_at: number
    /** Number of the present file. */
    revision: number
    version: number
    deleted_at: number | null
  }
  /** Size of one frame of an uploaded picture outside the library, px. */
  upload_sizes: {
    /** Name in the folder of uploads. */
    file: string
    width: number
    height: number
  }
  /** Files before a replacement. */
  media_files: StoredFile & {
    media_id: string
    revision: number
    by_id: string | null
    at: number
    replaced_at: number
  }
  /** Rows that name a stored file, in the library or not. */
  media_uses: {
    /** Name of the table. */
    place: string
    row_key: string
    media_id: string
    article_id: number | null
    /** Time of an earlier version. */
    at: number | null
  }
  /** Rows that have changed since their uses were found; triggers add them. */
  media_scans: { id: Generated<number>; place: string; row_key: string }
  /** One row, which a process locks while it finds uses. */
  media_scan_lock: { times: number }
}
